#include "text/unicode.hpp"

#include <algorithm>

namespace subwords::unicode {
namespace detail {
namespace {

struct Composite {
  char32_t first, second, composed;
};

}  // namespace

#include "text/unicode_tables.inc"

namespace {

// The string at the place that a two-stage table names; place 0 holds the empty one.
std::u32string_view pooled(const uint8_t* blocks, const uint16_t* values, char32_t c) {
  const char32_t* place = kPool + values[size_t{blocks[c >> 7]} << 7 | (c & 127)];
  return {place + 1, *place};
}

// Hangul syllables are laid out by their parts: lead, vowel, tail (0 for none).
constexpr char32_t kSyllable = 0xAC00, kLead = 0x1100, kVowel = 0x1161, kTail = 0x11A7;
constexpr char32_t kLeads = 19, kVowels = 21, kTails = 28;
constexpr char32_t kSyllables = kLeads * kVowels * kTails;

char32_t compose_hangul(char32_t first, char32_t second) {
  if (first - kLead < kLeads && second - kVowel < kVowels) {
    return kSyllable + ((first - kLead) * kVowels + second - kVowel) * kTails;
  }
  const bool open = first - kSyllable < kSyllables && (first - kSyllable) % kTails == 0;
  // The tail of number 0 stands for "no tail", it is no character to compose.
  return open && second - kTail - 1 < kTails - 1 ? first + (second - kTail) : 0;
}

}  // namespace
}  // namespace detail

std::u32string_view lowercase(char32_t c) {
  if (c > kMaxCodePoint) return {};
  return detail::pooled(detail::kLowerBlock, detail::kLowerValue, c);
}

std::u32string_view decompose(char32_t c, bool compatibility, char32_t scratch[3]) {
  using namespace detail;
  if (c > kMaxCodePoint) return {};
  if (c - kSyllable < kSyllables) {
    const char32_t index = c - kSyllable;
    scratch[0] = kLead + index / (kVowels * kTails);
    scratch[1] = kVowel + index / kTails % kVowels;
    scratch[2] = kTail + index % kTails;
    return {scratch, index % kTails ? size_t{3} : size_t{2}};
  }
  return compatibility ? pooled(kCompatibleBlock, kCompatibleValue, c)
                       : pooled(kCanonicalBlock, kCanonicalValue, c);
}

char32_t compose(char32_t first, char32_t second) {
  using namespace detail;
  if (!(properties(second) & kComposesBack)) return 0;
  if (const char32_t syllable = compose_hangul(first, second)) return syllable;
  const Composite* end = kComposites + kCompositeCount;
  const Composite* found = std::lower_bound(
      kComposites, end, Composite{first, second, 0}, [](const Composite& a, const Composite& b) {
        return a.first != b.first ? a.first < b.first : a.second < b.second;
      });
  return found != end && found->first == first && found->second == second ? found->composed : 0;
}

}  // namespace subwords::unicode
