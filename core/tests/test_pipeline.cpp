// The whole pipeline: threads and added tokens change no id, errors name their text, and the steps
// it takes grow with the text, whatever the text.
#include "pipeline/pipeline.hpp"

#include "models/wordpiece.hpp"

#include <string>
#include <vector>

#include "tests/check.hpp"
#include "text/steps.hpp"

using namespace subwords;

namespace {

PipelineSpec bert(uint32_t max_chars = 100) {
  PipelineSpec spec;
  NormalizerStep clean;
  clean.kind = NormalizerKind::kBert;
  clean.clean_text = clean.handle_chinese_chars = clean.strip_accents = clean.lowercase = true;
  spec.normalizer = {clean};
  PreTokenizerStep words;
  words.kind = PreTokenizerKind::kBert;
  spec.pre_tokenizer = {words};
  std::string arena;
  std::vector<Vocab::Entry> entries;
  for (const char* token : {"[UNK]", "[CLS]", "[SEP]", "a", "##a", "##aab", "b", "##b", ".",
                            "caf", "##e", "\xE4\xBA\xBA"}) {
    entries.push_back({arena.size(), static_cast<uint32_t>(std::string_view(token).size()),
                       static_cast<uint32_t>(entries.size())});
    arena += token;
  }
  const auto vocab = std::make_shared<const Vocab>(std::move(arena), std::move(entries));
  spec.model = std::make_shared<const WordPiece>(vocab, "[UNK]", "##", max_chars);
  spec.plain_single = {{Slot::Kind::kFirst}};
  spec.single = {{Slot::Kind::kSpecial, 1}, {Slot::Kind::kFirst}, {Slot::Kind::kSpecial, 2}};
  spec.plain_pair = {{Slot::Kind::kFirst}, {Slot::Kind::kSecond}};
  spec.pair = spec.plain_pair;
  AddedToken cls;
  cls.content = U"[CLS]";
  cls.id = 1;
  cls.special = true;
  spec.added_tokens = {cls};
  return spec;
}

RawText latin(const std::string& text) {
  RawText raw;
  raw.data = text.data();
  raw.length = text.size();
  for (const char c : text) raw.ascii &= static_cast<uint8_t>(c) < 0x80;
  return raw;
}

RawText wide(const std::u32string& text) {
  RawText raw;
  raw.data = text.data();
  raw.length = text.size();
  raw.width = 4;
  raw.ascii = false;
  return raw;
}

std::vector<uint32_t> ids_of(const Pipeline& pipeline, const RawText& text,
                             const EncodeOptions& options = {}) {
  IdBuffer ids;
  CHECK(!pipeline.encode(text, options, ids));
  return {ids.begin(), ids.end()};
}

}  // namespace

TEST(text_becomes_ids) {
  const Pipeline pipeline(bert());
  CHECK(pipeline.fused());
  CHECK_EQ(ids_of(pipeline, latin("A aaab. Caf\xE9 x")),
           std::vector<uint32_t>{1, 3, 3, 5, 8, 9, 10, 0, 2});
  CHECK_EQ(ids_of(pipeline, wide(U"\u4EBA\u4EBA[CLS]a")), std::vector<uint32_t>{1, 11, 11, 1, 3, 2});
  CHECK_EQ(ids_of(pipeline, latin("")), std::vector<uint32_t>{1, 2});
  const std::vector<uint8_t> none{0};
  EncodeOptions untrusted;
  untrusted.allowed = none;
  CHECK_EQ(ids_of(pipeline, latin("[CLS]"), untrusted), std::vector<uint32_t>{1, 0, 0, 0, 2});
}

TEST(any_number_of_threads_gives_the_same_ids) {
  const Pipeline pipeline(bert());
  std::vector<std::string> texts;
  for (int i = 0; i < 400; ++i) {
    texts.push_back(std::string(static_cast<size_t>(i * 7 % 5000), i % 3 == 0 ? 'a' : 'b') + " a.aab");
  }
  std::vector<RawText> raw;
  for (const auto& text : texts) raw.push_back(latin(text));
  Batch one;
  CHECK(!pipeline.encode_batch(raw, {}, 1, one));
  for (const unsigned threads : {0u, 2u, 3u, 8u}) {
    Batch many;
    CHECK(!pipeline.encode_batch(raw, {}, threads, many));
    CHECK(std::equal(one.ids.begin(), one.ids.end(), many.ids.begin(), many.ids.end()));
    CHECK(one.rows == many.rows);
  }
  Batch empty;
  CHECK(!pipeline.encode_batch({}, {}, 4, empty));
  CHECK_EQ(empty.rows, std::vector<int64_t>{0});
}

TEST(a_lone_surrogate_is_named) {
  const Pipeline pipeline(bert());
  const std::u32string bad = U"ab" + std::u32string(1, char32_t{0xD800});
  IdBuffer ids;
  const auto error = pipeline.encode(wide(bad), {}, ids);
  CHECK(error && error->position == 2);
  const std::string good = "a";
  const std::vector<RawText> texts{latin(good), wide(bad)};
  Batch batch;
  const auto in_batch = pipeline.encode_batch(texts, {}, 1, batch);
  CHECK(in_batch && in_batch->text == 1 && in_batch->position == 2);
  EncodeOptions replace;
  replace.surrogates = Surrogates::kReplace;
  CHECK(!pipeline.encode(wide(bad), replace, ids));
}

#if defined(SUBWORDS_COUNT_STEPS)
TEST(steps_grow_with_the_text) {
  const Pipeline pipeline(bert(WordPiece::kNoLimit));
  for (const std::u32string unit :
       {U"a", U"ab", U"a.", U"a ", U"\u4EBA", U"\u00E9", U"a\u0301", U"\u302E\u302F", U"[CLS",
        U"[CLS]", U"caf\u00E9 \u4EBA", U"x", U"\u1100\u1161"}) {
    const auto steps = [&](size_t size) {
      std::u32string text;
      while (text.size() < size) text += unit;
      const uint64_t before = step_count();
      ids_of(pipeline, wide(text));
      return static_cast<double>(step_count() - before);
    };
    // A fresh worker has a cold cache; what it learns in the first text must not flatter the second.
    steps(1000);
    const double once = steps(200000), twice = steps(400000);
    CHECK(once > 0 || unit == U"[CLS]");  // added tokens leave nothing to match
    CHECK(twice <= 2.05 * once + 64);
  }
}
#endif
