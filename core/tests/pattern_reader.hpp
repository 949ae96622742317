// Reads the expressions of the tests: just the syntax that published split patterns use, with
// coarse stand-ins for the Unicode tables. The library's own parser is patterns/ in Python.
#pragma once
#include <map>
#include <string>
#include <string_view>

#include "patterns/tree.hpp"

namespace subwords::patterns {

class PatternReader {
 public:
  explicit PatternReader(std::u32string_view text) : text_(text) {}
  Node read() { return alt(false); }

 private:
  char32_t peek(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : U'\0';
  }
  bool take(std::u32string_view what) {
    if (text_.substr(at_, what.size()) != what) return false;
    at_ += what.size();
    return true;
  }

  static Node list(NodeKind kind, std::vector<Node> items) {
    Node node;
    node.kind = kind;
    node.items = std::move(items);
    return node;
  }
  static Node chars(CharSet set) {
    Node node;
    node.kind = NodeKind::kChars;
    node.chars = std::move(set);
    return node;
  }

  Node alt(bool fold) {
    std::vector<Node> options;
    do {
      std::vector<Node> items;
      while (at_ < text_.size() && peek() != U'|' && peek() != U')') items.push_back(repeat(fold));
      options.push_back(list(NodeKind::kSeq, std::move(items)));
    } while (take(U"|"));
    return list(NodeKind::kAlt, std::move(options));
  }

  Node repeat(bool fold) {
    Node item = atom(fold);
    Node node = list(NodeKind::kRepeat, {});
    if (take(U"?")) {
      node.most = 1;
    } else if (take(U"+")) {
      node.least = 1;
    } else if (take(U"{")) {
      node.least = number();
      node.most = node.least;
      if (take(U",")) node.most = peek() == U'}' ? std::nullopt : std::optional(number());
      take(U"}");
    } else if (!take(U"*")) {
      return item;
    }
    if (take(U"+")) node.mode = RepeatMode::kPossessive;
    if (take(U"?")) node.mode = RepeatMode::kLazy;
    node.items.push_back(std::move(item));
    return node;
  }

  uint32_t number() {
    uint32_t value = 0;
    while (peek() >= U'0' && peek() <= U'9') value = value * 10 + (text_[at_++] - U'0');
    return value;
  }

  Node atom(bool fold) {
    if (take(U"(?i:")) return group(true);
    if (take(U"(?:")) return group(fold);
    if (take(U"(?>")) return list(NodeKind::kAtomic, {group(fold)});
    for (const bool behind : {false, true}) {
      for (const bool negate : {false, true}) {
        const std::u32string opening =
            std::u32string(U"(?") + (behind ? U"<" : U"") + (negate ? U"!" : U"=");
        if (!take(opening)) continue;
        Node node = list(NodeKind::kLook, {group(fold)});
        node.behind = behind;
        node.negate = negate;
        return node;
      }
    }
    if (take(U"$")) {
      Node node;
      node.kind = NodeKind::kAnchor;
      node.anchor = AnchorKind::kTextEnd;
      return node;
    }
    if (take(U"[")) return chars(char_class());
    if (peek() == U'\\') return chars(escape());
    const char32_t c = text_[at_++];
    const bool letter = (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z');
    return chars(fold && letter ? unite({{c, c}}, {{c ^ 32u, c ^ 32u}}) : CharSet{{c, c}});
  }

  Node group(bool fold) {
    Node node = alt(fold);
    take(U")");
    return node;
  }

  CharSet char_class() {
    const bool negate = take(U"^");
    CharSet set;
    while (!take(U"]")) {
      CharSet one = peek() == U'\\' ? escape() : CharSet{{text_[at_], text_[at_]}};
      if (text_[at_] != U']' && one.size() == 1 && one[0].low == text_[at_]) ++at_;
      if (peek() == U'-' && peek(1) != U']') {
        ++at_;
        one[0].high = text_[at_++];
      }
      set = unite(set, one);
    }
    return negate ? complement(set) : set;
  }

  CharSet escape() {
    ++at_;
    const char32_t c = text_[at_++];
    if (c == U'n') return {{U'\n', U'\n'}};
    if (c == U'r') return {{U'\r', U'\r'}};
    if (c == U's') return space();
    if (c == U'S') return complement(space());
    if (c != U'p') return {{c, c}};
    std::string name;
    for (++at_; peek() != U'}'; ++at_) name += static_cast<char>(peek());
    ++at_;
    return categories().at(name);
  }

  static CharSet space() {
    return {{9, 13}, {32, 32}, {0x85, 0x85}, {0xA0, 0xA0}, {0x2000, 0x200A}, {0x3000, 0x3000}};
  }

  static const std::map<std::string, CharSet>& categories() {
    static const CharSet upper = {{'A', 'Z'}, {0xC0, 0xD6}, {0x410, 0x42F}};
    static const CharSet lower = {{'a', 'z'}, {0xDF, 0xF6}, {0x430, 0x44F}};
    static const CharSet other = {{0x3041, 0x3096}, {0x4E00, 0x9FFF}, {0xAC00, 0xD7A3}};
    static const CharSet mark = {{0x300, 0x36F}, {0x93E, 0x94C}};
    static const CharSet symbol = {{'$', '$'}, {'+', '+'}, {'<', '>'}, {'^', '^'}, {'`', '`'},
                                   {'|', '|'}, {'~', '~'}, {0x1F600, 0x1F64F}};
    static const std::map<std::string, CharSet> all = {
        {"L", unite(unite(upper, lower), other)},
        {"N", {{'0', '9'}, {0xB2, 0xB3}, {0x660, 0x669}}},
        {"Lu", upper},
        {"Ll", lower},
        {"Lt", {{0x1C5, 0x1C5}}},
        {"Lm", {{0x2B0, 0x2B8}}},
        {"Lo", other},
        {"M", mark},
        {"S", symbol},
        {"P", {{'!', '#'}, {'%', '*'}, {',', '/'}, {':', ';'}, {'?', '@'}, {'[', ']'}, {'_', '_'},
               {'{', '{'}, {'}', '}'}, {0x2010, 0x2027}, {0x3001, 0x3003}}},
    };
    return all;
  }

  std::u32string_view text_;
  size_t at_ = 0;
};

inline Node read_pattern(std::u32string_view text) { return PatternReader(text).read(); }

// The patterns of published tokenizers, by name.
inline const std::map<std::string, std::u32string>& published_patterns() {
  static const std::map<std::string, std::u32string> all = {
      {"gpt2", U"'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+"},
      {"gpt2-tiktoken", U"'(?:[sdmt]|ll|ve|re)| ?\\p{L}++| ?\\p{N}++| ?[^\\s\\p{L}\\p{N}]++|\\s++$|"
                        U"\\s+(?!\\S)|\\s"},
      {"cl100k", U"'(?i:[sdmt]|ll|ve|re)|[^\\r\\n\\p{L}\\p{N}]?+\\p{L}++|\\p{N}{1,3}+| "
                 U"?[^\\s\\p{L}\\p{N}]++[\\r\\n]*+|\\s++$|\\s*[\\r\\n]|\\s+(?!\\S)|\\s"},
      {"o200k",
       U"[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+"
       U"(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+"
       U"[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\\p{N}{1,3}| "
       U"?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"},
      {"llama3", U"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| "
                 U"?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"},
      {"qwen", U"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| "
               U"?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"},
      {"clip", U"<\\|startoftext\\|>|<\\|endoftext\\|>|'s|'t|'re|'ve|'m|'ll|'d|[\\p{L}]+|[\\p{N}]|"
               U"[^\\s\\p{L}\\p{N}]+"},
      {"deepseek-words",
       U"[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+|[^\r\n\\p{L}\\p{P}\\p{S}]?"
       U"[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\r\n]*|\\s*[\r\n]+|\\s+(?!\\S)|\\s+"},
      {"deepseek-numbers", U"\\p{N}{1,3}"},
      {"deepseek-cjk", U"[\u4e00-\u9fa5\u3040-\u309f\u30a0-\u30ff]+"},
  };
  return all;
}

}  // namespace subwords::patterns
