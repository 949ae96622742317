#include "text/transcode.hpp"

#include <cstring>

#include "text/utf8.hpp"

namespace subwords {
namespace {

// Sixteen ASCII characters at once, which compilers turn into a handful of vector instructions.
// False where one of them is none; `out` may have been written to then.
template <class Unit>
inline bool narrow_sixteen(const Unit* text, char* out) {
  Unit all = 0;
  for (size_t i = 0; i < 16; ++i) all = static_cast<Unit>(all | text[i]);
  for (size_t i = 0; i < 16; ++i) out[i] = static_cast<char>(text[i]);
  return all < 0x80;
}

// The UTF-8 of a text in `buffer`, which only ever grows: what is beyond the result is not cleared.
template <class Unit>
Utf8Text write_utf8(const Unit* text, size_t length, Surrogates policy, std::string& buffer) {
  // Three bytes are the most a two-byte unit needs, two a one-byte unit, four any; and sixteen are
  // written at once.
  constexpr size_t kMost = sizeof(Unit) == 1 ? 2 : sizeof(Unit) == 2 ? 3 : 4;
  if (buffer.size() < length * kMost + 16) buffer.resize(length * kMost + 16);
  char* out = buffer.data();
  for (size_t i = 0; i < length;) {
    char32_t c = text[i];
    if (c < 0x80) {
      while (length - i >= 16 && narrow_sixteen(text + i, out)) {
        i += 16;
        out += 16;
      }
      while (i < length && text[i] < 0x80) *out++ = static_cast<char>(text[i++]);
      continue;
    }
    if (sizeof(Unit) > 1 && c >= 0xD800 && c <= 0xDFFF) {
      if (policy == Surrogates::kReject) return {{}, i};
      c = 0xFFFD;
    }
    out += utf8::encode(c, out);
    ++i;
  }
  return {{buffer.data(), static_cast<size_t>(out - buffer.data())}};
}

}  // namespace

Utf8Text to_utf8(const RawText& text, Surrogates policy, std::string& buffer) {
  if (text.ascii) return {{static_cast<const char*>(text.data), text.length}};
  switch (text.width) {
    case 1:
      return write_utf8(static_cast<const uint8_t*>(text.data), text.length, policy, buffer);
    case 2:
      return write_utf8(static_cast<const char16_t*>(text.data), text.length, policy, buffer);
    default:
      return write_utf8(static_cast<const char32_t*>(text.data), text.length, policy, buffer);
  }
}

}  // namespace subwords
