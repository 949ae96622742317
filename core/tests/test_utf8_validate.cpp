// Validation by the word agrees with the table of well-formed sequences, everywhere.
#include <string>

#include "tests/check.hpp"
#include "text/utf8.hpp"

namespace {

// The plain way: one character after the other by table 3-7 of the Unicode standard.
size_t plainly(std::string_view text) {
  const auto* const begin = reinterpret_cast<const uint8_t*>(text.data());
  const auto* const end = begin + text.size();
  for (const uint8_t* p = begin; p < end;) {
    const size_t size = subwords::utf8::valid_prefix(p, end);
    if (size == 0) return static_cast<size_t>(p - begin);
    p += size;
  }
  return text.size();
}

}  // namespace

TEST(every_two_and_three_bytes) {
  std::string text(14, 'a');
  size_t different = 0;
  for (int first = 0x7F; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      for (const int third : {0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xE2, 0xFF}) {
        text[1] = static_cast<char>(first);
        text[2] = static_cast<char>(second);
        text[3] = static_cast<char>(third);
        different += subwords::utf8::validate(text) != plainly(text);
        const std::string tail = text.substr(0, 4);
        different += subwords::utf8::validate(tail) != plainly(tail);
      }
    }
  }
  CHECK_EQ(different, 0);
}

TEST(every_character) {
  size_t different = 0;
  for (char32_t c = 0; c < 0x110000; ++c) {
    std::string text = "ab";
    subwords::utf8::append(text, c);
    text += "cdefghij";
    const bool surrogate = c >= 0xD800 && c < 0xE000;
    different += subwords::utf8::validate(text) != (surrogate ? 2 : text.size());
  }
  CHECK_EQ(different, 0);
}
