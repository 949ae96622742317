#include "text/transcode.hpp"

#include <cstring>

#include "text/utf8.hpp"

namespace subwords {
namespace {

template <class Unit>
size_t append_utf8(const Unit* text, size_t length, Surrogates policy, std::string& buffer) {
  // Three bytes are the most a two-byte unit needs, two a one-byte unit, four any.
  constexpr size_t kMost = sizeof(Unit) == 1 ? 2 : sizeof(Unit) == 2 ? 3 : 4;
  buffer.resize(length * kMost + 4);
  char* out = buffer.data();
  for (size_t i = 0; i < length; ++i) {
    char32_t c = text[i];
    if (c < 0x80) {
      *out++ = static_cast<char>(c);
      continue;
    }
    if (sizeof(Unit) > 1 && c >= 0xD800 && c <= 0xDFFF) {
      if (policy == Surrogates::kReject) return i;
      c = 0xFFFD;
    }
    out += utf8::encode(c, out);
  }
  buffer.resize(static_cast<size_t>(out - buffer.data()));
  return SIZE_MAX;
}

}  // namespace

Utf8Text to_utf8(const RawText& text, Surrogates policy, std::string& buffer) {
  if (text.ascii) return {{static_cast<const char*>(text.data), text.length}};
  size_t bad = SIZE_MAX;
  switch (text.width) {
    case 1:
      bad = append_utf8(static_cast<const uint8_t*>(text.data), text.length, policy, buffer);
      break;
    case 2:
      bad = append_utf8(static_cast<const char16_t*>(text.data), text.length, policy, buffer);
      break;
    default:
      bad = append_utf8(static_cast<const char32_t*>(text.data), text.length, policy, buffer);
  }
  return {buffer, bad};
}

}  // namespace subwords
