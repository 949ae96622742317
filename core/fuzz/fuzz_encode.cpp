// Encoding never crashes, whatever the bytes; and the fused path, the general path and annotation
// agree on every text.
#include <algorithm>
#include <string>

#include "fuzz/fuzz.hpp"
#include "fuzz/fuzz_inputs.hpp"
#include "pipeline/wordpiece_path.hpp"
#include "text/utf8.hpp"

using namespace subwords;

namespace {

VocabPtr small_vocab() {
  std::string arena;
  std::vector<Vocab::Entry> entries;
  for (const char* token :
       {"[UNK]", "a", "##a", "b", "##b", "ab", "##ab", "un", "##aff", "##able", "hello", "wor",
        "##ld", "#", "##", "##s", "e", "##e", "cafe", "\xE4\xBA\xBA", "##\xE4\xBA\xBA",
        "\xD0\xBF\xD1\x80\xD0\xB8", "##\xD0\xB2\xD0\xB5\xD1\x82", ",", ".", "1", "##2", "!",
        "\xE1\x84\x92", "##\xE1\x85\xA1", "##\xE1\x86\xAB", "\xF0\x9F\x98\x80", "\xC3\xA9"}) {
    entries.push_back({arena.size(), static_cast<uint32_t>(std::string_view(token).size()),
                       static_cast<uint32_t>(entries.size())});
    arena += token;
  }
  return std::make_shared<const Vocab>(std::move(arena), std::move(entries));
}

struct Variant {
  NormalizerChain normalizer;
  PreTokenizerChain pre_tokenizer;
  WordPiece model;
  Stages stages;
  std::unique_ptr<CharMap> map;
  WordPiecePath portable, best;
  Worker worker{true}, wide{false};

  Variant(NormalizerChain n, PreTokenizerChain p, uint32_t limit)
      : normalizer(std::move(n)),
        pre_tokenizer(std::move(p)),
        model(small_vocab(), "[UNK]", "##", limit),
        stages(normalizer, pre_tokenizer, model),
        map(CharMap::make(normalizer, pre_tokenizer, model)),
        portable(CharMap::make(normalizer, pre_tokenizer, model), model, stages, Isa::kPortable),
        best(CharMap::make(normalizer, pre_tokenizer, model), model, stages) {}
};

std::vector<std::unique_ptr<Variant>>& variants() {
  static std::vector<std::unique_ptr<Variant>> all = [] {
    const auto normalizer = [](NormalizerKind kind) {
      NormalizerStep step;
      step.kind = kind;
      return step;
    };
    const auto cut = [](PreTokenizerKind kind) {
      PreTokenizerStep step;
      step.kind = kind;
      return step;
    };
    const auto bert = [&](bool uncased) {
      NormalizerStep step = normalizer(NormalizerKind::kBert);
      step.clean_text = step.handle_chinese_chars = true;
      step.strip_accents = step.lowercase = uncased;
      return NormalizerChain{step};
    };
    const PreTokenizerChain words{cut(PreTokenizerKind::kBert)};
    std::vector<std::unique_ptr<Variant>> made;
    made.push_back(std::make_unique<Variant>(bert(true), words, 100));
    made.push_back(std::make_unique<Variant>(bert(false), words, 6));
    made.push_back(std::make_unique<Variant>(
        NormalizerChain{normalizer(NormalizerKind::kNfkd), normalizer(NormalizerKind::kLowercase)},
        PreTokenizerChain{cut(PreTokenizerKind::kWhitespace), cut(PreTokenizerKind::kDigits)}, 100));
    made.push_back(std::make_unique<Variant>(NormalizerChain{}, PreTokenizerChain{}, 30));
    return made;
  }();
  return all;
}

void compare(Variant& variant, std::string_view text) {
  IdBuffer staged, fused, portable;
  variant.stages.encode(text, 0, variant.worker.stages, staged);
  variant.best.encode(text, true, variant.worker, fused);
  variant.portable.encode(text, true, variant.wide, portable);
  const auto same = [&](const IdBuffer& other) {
    return std::equal(staged.begin(), staged.end(), other.begin(), other.end());
  };
  if (!same(fused) || !same(portable)) fuzz::fuzz_fail("fused and general ids differ");

  AlignedText by_table;
  if (variant.map->normalize_text(text, 0, by_table)) {
    StageScratch scratch;
    variant.stages.normalize_text(text, 0, scratch);
    if (by_table.chars != scratch.text.chars || by_table.origin != scratch.text.origin) {
      fuzz::fuzz_fail("normalizing by table differs");
    }
  }

  Columns expected, found;
  const int32_t words = variant.stages.encode(text, 0, variant.worker.stages, 0, expected);
  if (variant.best.annotate(text, 0, 0, variant.worker, found) != words ||
      found.size() != staged.size() || expected.size() != staged.size()) {
    fuzz::fuzz_fail("annotation has other rows");
  }
  const auto chars = static_cast<uint32_t>(utf8::length(text));
  for (size_t i = 0; i < found.size(); ++i) {
    const Row &a = expected.rows[i], &b = found.rows[i];
    if (a.id != b.id || a.begin != b.begin || a.end != b.end || a.word != b.word ||
        a.id != staged[i]) {
      fuzz::fuzz_fail("annotations differ in row " + std::to_string(i));
    }
    if (b.begin > b.end || b.end > chars) fuzz::fuzz_fail("a span outside of the text");
  }
}

}  // namespace

namespace subwords::fuzz {

std::vector<std::string> fuzz_seeds() {
  return {
      "hello world",
      "unaffable, caf\xC3\xA9 ab1212!",
      "\xE4\xBA\xBA\xE4\xBA\xBA\xE6\x97\xA5 \xD0\x9F\xD1\x80\xD0\xB8\xD0\xB2\xD0\xB5\xD1\x82",
      "e\xCC\x81\xCC\xA7 \xED\x95\x9C\xEA\xB5\xAD \xEF\xAC\x81ne \xF0\x9F\x98\x80",
      "T\x10his\x0B is\xC2\xA0odd\xE3\x80\x80text \xC4\xB0stanbul",
      std::string(70, 'a') + "\xC3\xA9" + std::string(70, 'b'),
  };
}

std::vector<std::string> fuzz_dictionary() {
  return {" ", "\xCC\x81", "\xE3\x80\xAE", "\xF0\x9D\x85\xA5", "\xEF\xBF\xBD", "[UNK]", "##", "\xE2\x80\x8D",
          "\xED\x95\x9C", "\xE4\xBA\xBA", "\n", std::string(1, '\0')};
}

void fuzz_one(std::string_view input, Random& random) {
  const std::string text = repaired(input);
  auto& all = variants();
  compare(*all[random.below(all.size())], text);
}

}  // namespace subwords::fuzz
