// Mutated tokenizer files: only Fault comes out, and what is accepted is consistent.
#include "formats/json.hpp"
#include "formats/vocab_txt.hpp"
#include "fuzz/fuzz.hpp"

namespace subwords::fuzz {
namespace {

void check_vocab(const Vocab& vocab) {
  for (size_t i = 0; i < vocab.size(); ++i) {
    if (vocab.id(vocab.token_at(i)) != vocab.id_at(i)) fuzz_fail("a token has another id");
    if (vocab.token(vocab.id_at(i)) != vocab.token_at(i)) fuzz_fail("an id has another token");
  }
}

void check(const json::Value& value) {
  if (const auto* object = std::get_if<json::Object>(&value.data)) {
    for (const auto& [key, item] : *object) check(item);
  } else if (const auto* array = std::get_if<json::Array>(&value.data)) {
    for (const json::Value& item : *array) check(item);
  } else if (const auto* vocab = std::get_if<VocabPtr>(&value.data)) {
    check_vocab(**vocab);
  } else if (const auto* merges = std::get_if<MergesPtr>(&value.data)) {
    static_cast<void>((*merges)->first_unknown(std::make_shared<const Vocab>(), 0));
  } else if (const auto* pieces = std::get_if<PiecesPtr>(&value.data)) {
    for (size_t id = 0; id < (*pieces)->size(); ++id) {
      const size_t found = (*pieces)->find((*pieces)->piece(id));
      if (found < id || found == SIZE_MAX) fuzz_fail("a piece is not found");
    }
  }
}

}  // namespace

std::vector<std::string> fuzz_seeds() {
  return {
      R"({"version": "1.0", "padding": {"strategy": {"Fixed": 3}}, "added_tokens": [{"id": 0, "content": "[PAD]",
 "special": true}], "model": {"type": "WordPiece", "vocab": {"[PAD]": 0, "##\u00e9": 1, "\ud83d\ude00": 2}}})",
      R"({"model": {"merges": ["a b", "ab c"], "vocab": {"a": 0, "b": 1, "ab": 2}, "dropout": 0.125}})",
      R"({"model": {"merges": [["a", " "], ["Ġ", "ü"]], "vocab": {"a": 0}}})",
      R"({"model": {"type": "Unigram", "unk_id": 0, "vocab": [["<unk>", 0.0], ["▁a", -1.5e-3], ["b", -12]]}})",
      R"({"a": 0, "b": 4294967294, "c": 77})",
      "[PAD]\n[UNK]\n##a\r\n\xe3\x80\x80\n\nb\n",
  };
}

std::vector<std::string> fuzz_dictionary() {
  return {"\"model\":{", "\"vocab\":",  "\"merges\":[", "\\ud800", "\\u0000", "\\",  "\"", "[[[[[[[[",
          "{\"a\":",     "1e999",       "-0",           "1e-999",  "\n\n",    "\xff", "\xed\xa0\x80",
          "4294967295",  "18446744073709551616", "null", ",",      "]",       "}",   " ",  "#version"};
}

void fuzz_one(std::string_view input, Random&) {
  for (const auto layout : {json::Layout::kPlain, json::Layout::kTokenizer, json::Layout::kVocab}) {
    try {
      check(json::parse(input, layout, 128));
    } catch (const Fault&) {
    }
  }
  try {
    check_vocab(*read_vocab_txt(input));
  } catch (const Fault&) {
  }
}

}  // namespace subwords::fuzz
