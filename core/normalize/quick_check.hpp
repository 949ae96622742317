// Whether a text is in a normal form already: most texts are, and then nothing needs to be done.
// Follows the quick check of Unicode's Annex 15, on the same tables as the normalizers.
#pragma once
#include <span>
#include <string_view>

namespace subwords {

enum class NormalForm : unsigned char { kNfc, kNfd, kNfkc, kNfkd };

// True only if the text (valid UTF-8, or characters) is its own normal form. False where it is not,
// and where a character may join one before it, which takes more than a look to tell.
bool is_already_normal(NormalForm form, std::string_view utf8);
bool is_already_normal(NormalForm form, std::span<const char32_t> chars);

// For NFC.
inline bool surely_composed(std::string_view utf8) {
  return is_already_normal(NormalForm::kNfc, utf8);
}

}  // namespace subwords
