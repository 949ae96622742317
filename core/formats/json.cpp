#include "formats/json.hpp"

#include "formats/json_scanner.hpp"
#include "formats/json_tables.hpp"

namespace subwords::json {
namespace {

// Where the parser stands: only the document and its model hold tables.
enum class Spot { kOther, kDocument, kModel };

class Parser {
 public:
  Parser(std::string_view text, Layout layout, size_t max_depth)
      : scanner_(text), tables_(scanner_), layout_(layout), max_depth_(max_depth) {}

  Value document() {
    Value result;
    if (layout_ == Layout::kVocab && scanner_.peek() == '{') {
      result.data = tables_.vocab("");
    } else {
      result = value(layout_ == Layout::kTokenizer ? Spot::kDocument : Spot::kOther);
    }
    if (!scanner_.at_end()) scanner_.fail("something follows the JSON value");
    tables_.finish();
    return result;
  }

 private:
  Value value(Spot spot) {
    switch (scanner_.peek()) {
      case '{': return {object(spot)};
      case '[': return {array()};
      case '"': return {std::string(scanner_.string())};
      case 't': return word("true", {true});
      case 'f': return word("false", {false});
      case 'n': return word("null", {});
      case '-': case '0': case '1': case '2': case '3': case '4':
      case '5': case '6': case '7': case '8': case '9':
        return std::visit([](auto number) { return Value{number}; }, scanner_.number());
      default: scanner_.fail("expected a value");
    }
  }

  Value word(std::string_view text, Value result) {
    if (!scanner_.take_word(text)) scanner_.fail("expected a value");
    return result;
  }

  Object object(Spot spot) {
    enter('{');
    Object members;
    if (scanner_.take('}')) return leave(std::move(members));
    do {
      if (scanner_.peek() != '"') scanner_.fail("expected a key in double quotes");
      std::string key(scanner_.string());
      scanner_.expect(':', "expected ':' after a key");
      Value member = spot == Spot::kModel ? model_member(key)
                     : spot == Spot::kDocument && key == "model" ? value(Spot::kModel)
                                                                  : value(Spot::kOther);
      members.emplace_back(std::move(key), std::move(member));
    } while (scanner_.take(','));
    scanner_.expect('}', "expected ',' or '}'");
    return leave(std::move(members));
  }

  Array array() {
    enter('[');
    Array items;
    if (scanner_.take(']')) return leave(std::move(items));
    do {
      items.push_back(value(Spot::kOther));
    } while (scanner_.take(','));
    scanner_.expect(']', "expected ',' or ']'");
    return leave(std::move(items));
  }

  Value model_member(const std::string& key) {
    const char next = scanner_.peek();
    if (key == "vocab" && next == '{') return {tables_.vocab("model.vocab")};
    if (key == "vocab" && next == '[') return {tables_.pieces("model.vocab")};
    if (key == "merges" && next == '[') return {tables_.merges("model.merges")};
    return value(Spot::kOther);
  }

  void enter(char bracket) {
    scanner_.expect(bracket, "expected a value");
    if (++depth_ >= max_depth_) {
      throw Fault("nested " + std::to_string(max_depth_) + " levels deep or more", "",
                  "No tokenizer file is nested like that.");
    }
  }

  template <class T>
  T leave(T result) {
    --depth_;
    return result;
  }

  Scanner scanner_;
  TableReader tables_;
  Layout layout_;
  size_t max_depth_;
  size_t depth_ = 0;
};

}  // namespace

Value parse(std::string_view text, Layout layout, size_t max_depth) {
  return Parser(text, layout, max_depth).document();
}

std::string quote(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<uint8_t>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (byte < 0x20) {
      out += "\\u00";
      out += "0123456789abcdef"[byte >> 4];
      out += "0123456789abcdef"[byte & 15];
    } else {
      out += c;
    }
  }
  return out + '"';
}

}  // namespace subwords::json
