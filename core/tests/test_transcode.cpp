// Text in one, two or four bytes per character becomes the same UTF-8, whatever its length.
#include "text/transcode.hpp"

#include <random>
#include <string>

#include "tests/check.hpp"
#include "text/utf8.hpp"

using namespace subwords;

namespace {

template <class Unit>
Utf8Text converted(const std::basic_string<Unit>& text, Surrogates policy, std::string& buffer) {
  RawText raw;
  raw.data = text.data();
  raw.length = text.size();
  raw.width = sizeof(Unit);
  raw.ascii = false;
  return to_utf8(raw, policy, buffer);
}

}  // namespace

TEST(every_width_gives_the_same_bytes) {
  std::mt19937 random(5);
  std::string buffer;
  for (int round = 0; round < 4000; ++round) {
    const char32_t top = round % 3 == 0 ? 0x100 : round % 3 == 1 ? 0xD800 : 0x110000;
    std::u32string wide;
    std::string expected;
    for (size_t size = random() % 90; size > 0; --size) {
      char32_t c = random() % 12 != 0 ? 32 + random() % 96 : random() % top;
      if (c >= 0xD800 && c <= 0xDFFF) c = 0xFFFD;
      wide += c;
      utf8::append(expected, c);
    }
    CHECK_EQ(std::string(converted(wide, Surrogates::kReject, buffer).utf8), expected);
    if (top <= 0xD800) {
      const std::u16string two(wide.begin(), wide.end());
      CHECK_EQ(std::string(converted(two, Surrogates::kReject, buffer).utf8), expected);
    }
    if (top <= 0x100) {
      const std::basic_string<char> one(wide.begin(), wide.end());
      CHECK_EQ(std::string(converted(one, Surrogates::kReject, buffer).utf8), expected);
    }
  }
}

TEST(lone_surrogates_are_found_or_replaced) {
  std::string buffer;
  for (const size_t before : {size_t{0}, size_t{3}, size_t{16}, size_t{40}}) {
    const std::u16string text = std::u16string(before, u'a') + char16_t{0xDC00} + u"b";
    CHECK_EQ(converted(text, Surrogates::kReject, buffer).lone_surrogate, before);
    CHECK_EQ(std::string(converted(text, Surrogates::kReplace, buffer).utf8),
             std::string(before, 'a') + "\xEF\xBF\xBD" + "b");
  }
}
