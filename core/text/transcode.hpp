// Text as its owner stores it (one, two or four bytes per character) into UTF-8.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace subwords {

struct RawText {
  const void* data = nullptr;
  size_t length = 0;       // characters
  uint8_t width = 1;       // bytes per character: 1 (Latin-1), 2 or 4
  bool ascii = true;       // every character is below 0x80: it is UTF-8 as it stands

  size_t bytes() const { return length * width; }
};

enum class Surrogates : uint8_t { kReject, kReplace };

struct Utf8Text {
  std::string_view utf8;
  size_t lone_surrogate = SIZE_MAX;  // the character where one was rejected, else SIZE_MAX
};

// A view of the text itself where it is ASCII, else of `buffer`, which is overwritten.
Utf8Text to_utf8(const RawText& text, Surrogates policy, std::string& buffer);

}  // namespace subwords
