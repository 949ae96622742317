// JSON: what is accepted, what is refused and where, and the tables.
#include "formats/json.hpp"

#include <array>
#include <cmath>
#include <string>

#include "tests/check.hpp"

using namespace subwords;
using json::Layout;
using json::Value;

namespace {

Value parse(std::string_view text, Layout layout = Layout::kPlain) {
  return json::parse(text, layout, 128);
}

// "where: what" of the Fault that `text` gives, or "accepted".
std::string fault(std::string_view text, Layout layout = Layout::kPlain) {
  try {
    parse(text, layout);
    return "accepted";
  } catch (const Fault& f) {
    return f.where + ": " + f.text;
  }
}

double number(std::string_view text) { return std::get<double>(parse(text).data); }
std::string string(std::string_view text) { return std::get<std::string>(parse(text).data); }

const Value& member(const Value& value, std::string_view key) {
  for (const auto& [name, item] : std::get<json::Object>(value.data)) {
    if (name == key) return item;
  }
  throw std::out_of_range("no such key");
}

std::string model(const std::string& members) { return "{\"model\":{" + members + "}}"; }

}  // namespace

TEST(numbers_are_read_as_published) {
  CHECK_EQ(std::get<uint64_t>(parse("18446744073709551615").data), 18446744073709551615u);
  CHECK_EQ(std::get<int64_t>(parse("-9223372036854775808").data), INT64_MIN);
  CHECK(number("18446744073709551616") == 18446744073709551616.0);
  CHECK(std::signbit(number("-0")));
  CHECK(number("0.1") == 0.1);
  CHECK(number("-11.729999542236328") == -11.729999542236328);
  // Rounded twice: one step beside the nearest double.
  CHECK(number("2.2250738585072011e-308") == 2.2250738585072014e-308);
  CHECK(number("-2.0122928619384766") == -2.012292861938477);
  CHECK(number("5e-324") == 5e-324);
  CHECK(number("1e-400") == 0.0);
  CHECK(number("0.0000e99999999999999999999") == 0.0);
  CHECK(number("123456e-99999999999999999999") == 0.0);
  CHECK_EQ(fault("1.5e400"), "line 1 column 1: number out of range");
  CHECK_EQ(fault("1e99999999999999999999"), "line 1 column 1: number out of range");
}

TEST(strict_grammar) {
  for (const char* text : {"01", "1.", ".5", "+1", "1e", "- 1", "NaN", "Infinity", "tru", "nul",
                           "'a'", "[1,]", "{\"a\":1,}", "{a:1}", "[1 2]", "{\"a\" 1}", "1 2", "",
                           " ", "[", "{", "\"", "\"a", "\"\\", "\"\\u12", "\"\\x41\"", "\"\t\"",
                           "\x01", "/* */ 1"}) {
    CHECK(fault(text) != "accepted");
  }
  for (const char* text : {" [ ] ", "{}", "[1,[2,{\"a\":null}],true,false]", "\"\"", "-1.5E+3",
                           "\r\n\t 7 "}) {
    CHECK_EQ(fault(text), "accepted");
  }
}

TEST(escapes) {
  CHECK_EQ(string(R"("a\"\\\/\b\f\n\r\té\u00e9\ud83d\ude00\u0000")"),
           std::string("a\"\\/\b\f\n\r\té\u00e9\U0001F600\0", 18));
  CHECK_EQ(fault(R"(["\ud800"])"), "line 1 column 3: lone surrogate \\ud800");
  CHECK_EQ(fault(R"("\udc00")"), "line 1 column 2: lone surrogate \\udc00");
  CHECK_EQ(fault(R"("\ud83d\ud83d\ude00")"), "line 1 column 2: lone surrogate \\ud83d");
}

TEST(places) {
  CHECK_EQ(fault("{\n  \"é\": x}"), "line 2 column 8: expected a value");
  CHECK_EQ(fault("[1,\n2"), "line 2 column 2: the file ends here, inside the JSON");
  CHECK_EQ(fault("[\"ab\xff\"]"), "byte 4: not UTF-8 (0xff)");
  CHECK_EQ(fault("[\"a\\n\xed\xa0\x80\"]"), "byte 5: not UTF-8 (0xed)");
  CHECK_EQ(fault("[\xff]"), "byte 1: not UTF-8 (0xff)");
}

TEST(nesting_is_capped) {
  CHECK_EQ(fault(std::string(127, '[') + std::string(127, ']')), "accepted");
  CHECK_EQ(fault(std::string(128, '[') + std::string(128, ']')),
           ": nested 128 levels deep or more");
  CHECK_EQ(fault(std::string(1'000'000, '[')), ": nested 128 levels deep or more");
}

TEST(vocabularies) {
  const Value value = parse(model(R"("vocab": {"a": 0, "b\n": 7, "": 2})"), Layout::kTokenizer);
  const Vocab& vocab = *std::get<VocabPtr>(member(member(value, "model"), "vocab").data);
  CHECK_EQ(vocab.size(), 3);
  CHECK_EQ(vocab.id("b\n"), 7);
  CHECK_EQ(vocab.id("c"), kNoId);
  CHECK_EQ(vocab.token(2), std::string_view(""));
  CHECK(!vocab.has_id(1) && !vocab.has_id(8) && !vocab.has_id(kNoId));
  CHECK_EQ(vocab.max_id(), 7);
  const auto bad = [](const char* members) { return fault(model(members), Layout::kTokenizer); };
  CHECK_EQ(bad(R"("vocab": {"a": 0, "a": 1})"), "model.vocab[\"a\"]: the token is listed twice");
  CHECK_EQ(bad(R"("vocab": {"a": 3, "b": 3})"), "model.vocab[\"b\"]: id 3 belongs to \"a\" already");
  for (const char* id : {"-1", "1.0", "-0", "4294967295", "null", "\"0\"", "[]"}) {
    CHECK_EQ(bad(("\"vocab\": {\"a\": " + std::string(id) + "}").c_str()),
             "model.vocab[\"a\"]: expected an id from 0 to 4294967294");
  }
}

TEST(sparse_and_big_ids) {
  const Value value = parse(R"({"a": 4294967294, "b": 0, "c": 70000})", Layout::kVocab);
  const Vocab& vocab = *std::get<VocabPtr>(value.data);
  CHECK_EQ(vocab.token(4294967294u), std::string_view("a"));
  CHECK_EQ(vocab.token(70000), std::string_view("c"));
  CHECK(!vocab.has_id(1));
  CHECK_EQ(fault(R"({"a": 4294967294, "b": 4294967294})", Layout::kVocab),
           "[\"b\"]: id 4294967294 belongs to \"a\" already");
}

TEST(merges) {
  const auto merges_of = [](const char* list) {
    const Value value = parse(model("\"merges\": " + std::string(list)), Layout::kTokenizer);
    return std::get<MergesPtr>(member(member(value, "model"), "merges").data);
  };
  const MergesPtr strings = merges_of(R"(["#version: 0.2", "a b", "ab c", " "])");
  const MergesPtr pairs = merges_of(R"([["a", "b"], ["ab", "c"], ["", ""]])");
  CHECK_EQ(strings->size(), 3);
  CHECK_EQ(strings->left(1), std::string_view("ab"));
  CHECK_EQ(strings->both(1), std::string_view("abc"));
  CHECK(*strings == *pairs);
  CHECK_EQ(merges_of(R"([["a b", " "]])")->left(0), std::string_view("a b"));
  CHECK_EQ(merges_of("[]")->size(), 0);
  const auto bad = [](const char* list) {
    return fault(model("\"merges\": " + std::string(list)), Layout::kTokenizer);
  };
  CHECK_EQ(bad(R"(["a b", "ab"])"), "model.merges[1]: \"ab\" does not have exactly one space");
  CHECK_EQ(bad(R"(["a b c"])"), "model.merges[0]: \"a b c\" does not have exactly one space");
  CHECK_EQ(bad(R"([["a", "b"], "a b"])"),
           "model.merges[1]: a list of two tokens was expected, as in the first merge");
  CHECK_EQ(bad(R"(["a b", ["a", "b"]])"),
           "model.merges[1]: a \"left right\" string was expected, as in the first merge");
  CHECK_EQ(bad(R"([["a", "b", "c"]])"), "model.merges[0]: not a merge");
}

TEST(unknown_merges_are_found) {
  const Value value = parse(R"({"a": 0, "b": 1, "ab": 2, "##b": 3})", Layout::kVocab);
  const VocabPtr vocab = std::get<VocabPtr>(value.data);
  const auto first_unknown = [&](const char* list, size_t prefix) {
    const Value v = parse(model("\"merges\": " + std::string(list)), Layout::kTokenizer);
    return std::get<MergesPtr>(member(member(v, "model"), "merges").data)
        ->first_unknown(vocab, prefix);
  };
  CHECK_EQ(first_unknown(R"(["a b"])", 0), SIZE_MAX);
  CHECK_EQ(first_unknown(R"(["a b", "b a"])", 0), 1);
  CHECK_EQ(first_unknown(R"(["a b", "a c"])", 0), 1);
  CHECK_EQ(first_unknown(R"(["a ##b"])", 2), SIZE_MAX);
  CHECK_EQ(first_unknown(R"(["a b"])", 2), 0);
}

TEST(ids_of_checked_merges_are_handed_on_once) {
  const auto table = [](const char* text) {
    return std::get<VocabPtr>(parse(text, Layout::kVocab).data);
  };
  const VocabPtr vocab = table(R"({"a": 0, "b": 1, "ab": 2, "##b": 3})");
  const VocabPtr other = table(R"({"b": 10, "a": 11, "ab": 12, "##b": 13})");
  const Value v = parse(model(R"("merges": ["a ##b"])"), Layout::kTokenizer);
  const Merges& merges = *std::get<MergesPtr>(member(member(v, "model"), "merges").data);
  const auto take = [&](const VocabPtr& from, size_t prefix) {
    const MergeIds one = merges.take_ids(from, prefix).at(0);
    return std::array<uint32_t, 3>{one.left, one.right, one.made};
  };
  const std::array<uint32_t, 3> ours{0, 3, 2}, theirs{11, 13, 12}, whole{0, 3, kNoId};
  CHECK_EQ(merges.first_unknown(vocab, 2), SIZE_MAX);
  CHECK(take(other, 2) == theirs);
  CHECK(take(vocab, 2) == ours);
  CHECK_EQ(merges.first_unknown(vocab, 2), SIZE_MAX);
  CHECK(take(vocab, 0) == whole);
  CHECK_EQ(merges.first_unknown(vocab, 2), SIZE_MAX);
  CHECK(take(vocab, 2) == ours);
  CHECK(take(vocab, 2) == ours);
}

TEST(unknown_merges_of_a_big_table) {
  std::string vocab_text = "{";
  std::string list = "[";
  for (int i = 0; i < 60'000; ++i) {
    const std::string token = "t" + std::to_string(i);
    vocab_text += "\"" + token + "\":" + std::to_string(2 * i) + ",\"x" + token + "\":" +
                  std::to_string(2 * i + 1) + ",";
    list += "\"x " + token + "\",";
  }
  vocab_text += "\"x\":120000}";
  list.back() = ']';
  const Value vocab_value = parse(vocab_text, Layout::kVocab);
  const VocabPtr vocab = std::get<VocabPtr>(vocab_value.data);
  const auto rank = [&](const std::string& text) {
    const Value value = parse(model("\"merges\": " + text), Layout::kTokenizer);
    return std::get<MergesPtr>(member(member(value, "model"), "merges").data)->first_unknown(vocab, 0);
  };
  CHECK_EQ(rank(list), SIZE_MAX);
  std::string broken = list;
  broken.replace(broken.find("x t59000\""), 8, "x u59000");
  CHECK_EQ(rank(broken), 59000);
  broken.replace(broken.find("x t77\""), 5, "y t77");
  CHECK_EQ(rank(broken), 77);
  std::string repeated = vocab_text;
  repeated.replace(repeated.find("\"t59000\""), 8, "\"t58000\"");
  CHECK_EQ(fault(repeated, Layout::kVocab), "[\"t58000\"]: the token is listed twice");
}

TEST(pieces) {
  const Value value = parse(model(R"("vocab": [["a", -1.5], ["b", 2], ["a", -0.0]])"), Layout::kTokenizer);
  const Pieces& pieces = *std::get<PiecesPtr>(member(member(value, "model"), "vocab").data);
  CHECK_EQ(pieces.size(), 3);
  CHECK(pieces.score(0) == -1.5 && pieces.score(1) == 2.0 && std::signbit(pieces.score(2)));
  CHECK_EQ(pieces.find("a"), 2);
  CHECK_EQ(pieces.find("c"), SIZE_MAX);
  const auto bad = [](const char* list) {
    return fault(model("\"vocab\": " + std::string(list)), Layout::kTokenizer);
  };
  CHECK_EQ(bad(R"([["a", null]])"), "model.vocab[0][1]: expected a score (a number)");
  CHECK_EQ(bad(R"([["a", 1], [2, 1]])"), "model.vocab[1][0]: expected a piece (a string)");
  CHECK_EQ(bad(R"([["a", 1, 2]])"), "model.vocab[0]: expected a list of a piece and its score");
}

TEST(only_the_model_holds_tables) {
  const Value value = parse(R"({"vocab": {"a": "x"}, "other": {"merges": [1]}})", Layout::kTokenizer);
  CHECK_EQ(std::get<json::Object>(member(value, "vocab").data).size(), 1);
}
