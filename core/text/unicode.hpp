// Character properties and mappings, pinned to what the published library answers.
//
// The tables in unicode_tables.inc are made by tools/make_unicode_tables.py, which asks that
// library about every code point; nothing here follows the compiler's or Python's own tables.
// The Python twin is reference/unicode.py, generated from the same answers. Surrogates, and numbers
// that are no code points, have no property and map to themselves.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace subwords::unicode {

inline constexpr char32_t kMaxCodePoint = 0x10FFFF;

// One bit each, in the word that properties() returns.
inline constexpr uint16_t kWhiteSpace = 1 << 0;
inline constexpr uint16_t kBertDropped = 1 << 1;
inline constexpr uint16_t kBertSpace = 1 << 2;
inline constexpr uint16_t kCjk = 1 << 3;
inline constexpr uint16_t kPunctuation = 1 << 4;
inline constexpr uint16_t kNumeric = 1 << 5;
inline constexpr uint16_t kWord = 1 << 6;
inline constexpr uint16_t kNonspacingMark = 1 << 7;
inline constexpr uint16_t kStrippedAccent = 1 << 8;
inline constexpr uint16_t kHasLowercase = 1 << 9;  // lowercase() changes it
inline constexpr uint16_t kDecomposes = 1 << 10;  // canonical decompose() changes it
inline constexpr uint16_t kDecomposesCompatibly = 1 << 11;  // compatibility decompose() changes it
inline constexpr uint16_t kReorders = 1 << 12;  // its combining class is not 0
inline constexpr uint16_t kComposesBack = 1 << 13;  // it is the second of some primary composite

namespace detail {
extern const uint8_t kPropertyBlock[];  // by code point / 128: which block of values
extern const uint16_t kPropertyValue[];
extern const uint8_t kClassBlock[];
extern const uint8_t kClassValue[];
}  // namespace detail

inline uint16_t properties(char32_t c) {
  if (c > kMaxCodePoint) return 0;
  return detail::kPropertyValue[size_t{detail::kPropertyBlock[c >> 7]} << 7 | (c & 127)];
}

// WhitespaceSplit, BERT's cut, \s of Whitespace, Strip, lstrip and rstrip of added tokens
inline bool is_white_space(char32_t c) { return properties(c) & kWhiteSpace; }
// What BERT's clean-up removes, and what it turns into a space.
inline bool is_bert_dropped(char32_t c) { return properties(c) & kBertDropped; }
inline bool is_bert_space(char32_t c) { return properties(c) & kBertSpace; }
// What BERT puts spaces around.
inline bool is_cjk(char32_t c) { return properties(c) & kCjk; }
// BERT's cut, Punctuation
inline bool is_punctuation(char32_t c) { return properties(c) & kPunctuation; }
// Digits
inline bool is_numeric(char32_t c) { return properties(c) & kNumeric; }
// \w of Whitespace and of single_word
inline bool is_word(char32_t c) { return properties(c) & kWord; }
// What BERT's accent stripping drops after NFD (unset for characters that NFD takes apart).
inline bool is_nonspacing_mark(char32_t c) { return properties(c) & kNonspacingMark; }
// What StripAccents drops.
inline bool is_stripped_accent(char32_t c) { return properties(c) & kStrippedAccent; }

// Context-free lower case, one or two characters. Empty: the character stays as it is.
// The view lives forever.
std::u32string_view lowercase(char32_t c);
// Full decomposition of one character, canonical or compatibility, Hangul included. Empty: the
// character stays as it is. The view is into `scratch` (Hangul) or into the tables.
std::u32string_view decompose(char32_t c, bool compatibility, char32_t scratch[3]);
// Canonical combining class; 0 for a character that decomposes, whose parts have one each.
inline uint8_t combining_class(char32_t c) {
  if (c > kMaxCodePoint) return 0;
  return detail::kClassValue[size_t{detail::kClassBlock[c >> 7]} << 7 | (c & 127)];
}
// Primary composite of two characters (Hangul included), or 0.
char32_t compose(char32_t first, char32_t second);

}  // namespace subwords::unicode
