// Normalizers without Python; the rules are compared with the reference in
// tests/reference/test_normalizers_native.py.
#include "check.hpp"
#include "normalize/normalizer.hpp"
#include "normalize/quick_check.hpp"
#include "text/utf8.hpp"

using namespace subwords;

namespace {

AlignedText aligned(std::u32string_view text) {
  AlignedText out;
  for (const char32_t c : text) {
    const auto at = static_cast<uint32_t>(out.size());
    out.push(c, {at, at + 1});
  }
  return out;
}

AlignedText run(NormalizerKind kind, std::u32string_view text) {
  AlignedText out = aligned(text);
  NormalizerScratch scratch;
  normalize({NormalizerStep{kind}}, out, scratch);
  return out;
}

AlignedText run_replace(std::u32string pattern, std::u32string content, std::u32string_view text) {
  NormalizerStep step{NormalizerKind::kReplace};
  step.pattern = std::move(pattern);
  step.content = std::move(content);
  AlignedText out = aligned(text);
  NormalizerScratch scratch;
  normalize({step}, out, scratch);
  return out;
}

std::u32string chars(const AlignedText& text) { return {text.chars.begin(), text.chars.end()}; }

}  // namespace

TEST(a_mark_composes_past_one_of_lower_class) {
  const AlignedText out = run(NormalizerKind::kNfc, U"s\u0307\u0323z");
  CHECK(chars(out) == U"\u1e69z");
  CHECK(out.origin[0] == (Range{0, 1}));
  CHECK(out.origin[1] == (Range{3, 4}));
}

TEST(hangul_comes_apart_and_together) {
  CHECK(chars(run(NormalizerKind::kNfd, U"\uac01")) == U"\u1100\u1161\u11a8");
  CHECK(chars(run(NormalizerKind::kNfc, U"\u1100\u1161\u11a8\u11a8")) == U"\uac01\u11a8");
}

TEST(origins_stay_in_the_order_of_the_text) {
  // The mark of the letter goes behind the mark that follows it, and takes that one's place.
  const AlignedText out = run(NormalizerKind::kNfd, U"\u00e9\u0316");
  CHECK(chars(out) == U"e\u0316\u0301");
  CHECK(out.origin[2] == (Range{1, 2}));
}

TEST(long_runs_of_marks_are_sorted_stably) {
  std::u32string text = U"a", sorted = U"a";
  for (int i = 0; i < 100; ++i) text += U"\u0301\u0316\u0300";
  for (int i = 0; i < 100; ++i) sorted += U"\u0316";
  for (int i = 0; i < 100; ++i) sorted += U"\u0301\u0300";
  CHECK(chars(run(NormalizerKind::kNfd, text)) == sorted);
}

TEST(replace_finds_what_begins_inside_a_failed_match) {
  const AlignedText out = run_replace(U"aab", U"xy", U"aaabaab");
  CHECK(chars(out) == U"axyxy");
  CHECK(out.origin[1] == (Range{3, 4}));
  CHECK(chars(run_replace(U"aa", U"b", U"aaaaa")) == U"bba");
  CHECK(chars(run_replace(U"", U"b", U"aa")) == U"aa");
}

TEST(nothing_stays_nothing) {
  for (int kind = 0; kind <= static_cast<int>(NormalizerKind::kPrepend); ++kind) {
    CHECK_EQ(run(static_cast<NormalizerKind>(kind), U"").size(), 0);
  }
}

TEST(what_the_quick_check_lets_pass_is_composed) {
  NormalizerStep nfc;
  nfc.kind = NormalizerKind::kNfc;
  NormalizerScratch scratch;
  size_t passed = 0;
  for (char32_t c = 0; c < 0x110000; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    for (const char32_t before : {U'a', U'\u1100', U'\u0915'}) {
      AlignedText text;
      std::string utf8;
      for (const char32_t one : {before, c}) {
        text.push(one, {0, 1});
        utf8::append(utf8, one);
      }
      if (!surely_composed(utf8)) continue;
      ++passed;
      normalize({nfc}, text, scratch);
      CHECK(text.size() == 2 && text.chars[0] == before && text.chars[1] == c);
    }
  }
  CHECK(passed > 3 * 1000000);
}
