// Character properties and mappings, pinned to what the published library answers.
//
// The tables in unicode_tables.inc are made by tools/make_unicode_tables.py, which asks that
// library about every code point; nothing here follows the compiler's or Python's own tables.
// The Python twin is reference/unicode.py, generated from the same answers.
#pragma once
#include <cstdint>
#include <string_view>

namespace subwords::unicode {

inline constexpr char32_t kMaxCodePoint = 0x10FFFF;

bool is_white_space(char32_t c);    // WhitespaceSplit, BERT's cut, Strip
bool is_bert_dropped(char32_t c);   // what BERT's clean-up removes
bool is_bert_space(char32_t c);     // what BERT's clean-up turns into a space
bool is_cjk(char32_t c);            // what BERT puts spaces around
bool is_punctuation(char32_t c);    // BERT's cut, Punctuation
bool is_numeric(char32_t c);        // Digits
bool is_word(char32_t c);           // \w of Whitespace and of single_word
bool is_nonspacing_mark(char32_t c);  // what BERT's accent stripping drops after NFD
bool is_stripped_accent(char32_t c);  // what StripAccents drops

// Context-free lower-case mapping: one to three characters; the view lives forever.
std::u32string_view lowercase(char32_t c);
// Full decomposition, canonical or compatibility, Hangul included, of a single character. `scratch`
// needs room for 3 characters (Hangul); the view is into it or into the tables.
std::u32string_view decompose(char32_t c, bool compatibility, char32_t scratch[3]);
// Canonical combining class.
uint8_t combining_class(char32_t c);
// Primary composite of two characters (Hangul included), or 0.
char32_t compose(char32_t first, char32_t second);

}  // namespace subwords::unicode
