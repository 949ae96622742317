// UTF-8 by the character. decode() and length() trust their input; validate() does not.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace subwords::utf8 {

// Decodes the character at p, which starts valid UTF-8; returns the start of the next one.
inline const uint8_t* decode(const uint8_t* p, char32_t& c) {
  const uint8_t lead = *p;
  if (lead < 0x80) {
    c = lead;
    return p + 1;
  }
  if (lead < 0xE0) {
    c = static_cast<char32_t>((lead & 0x1F) << 6 | (p[1] & 0x3F));
    return p + 2;
  }
  if (lead < 0xF0) {
    c = static_cast<char32_t>((lead & 0x0F) << 12 | (p[1] & 0x3F) << 6 | (p[2] & 0x3F));
    return p + 3;
  }
  c = static_cast<char32_t>((lead & 0x07) << 18 | (p[1] & 0x3F) << 12 | (p[2] & 0x3F) << 6 |
                            (p[3] & 0x3F));
  return p + 4;
}

// Writes c (any number below 0x110000) to out, which has room for four bytes; returns how many.
template <class Byte>
inline size_t encode(char32_t c, Byte* out) {
  if (c < 0x80) {
    out[0] = static_cast<Byte>(c);
    return 1;
  }
  if (c < 0x800) {
    out[0] = static_cast<Byte>(0xC0 | c >> 6);
    out[1] = static_cast<Byte>(0x80 | (c & 0x3F));
    return 2;
  }
  if (c < 0x10000) {
    out[0] = static_cast<Byte>(0xE0 | c >> 12);
    out[1] = static_cast<Byte>(0x80 | (c >> 6 & 0x3F));
    out[2] = static_cast<Byte>(0x80 | (c & 0x3F));
    return 3;
  }
  out[0] = static_cast<Byte>(0xF0 | c >> 18);
  out[1] = static_cast<Byte>(0x80 | (c >> 12 & 0x3F));
  out[2] = static_cast<Byte>(0x80 | (c >> 6 & 0x3F));
  out[3] = static_cast<Byte>(0x80 | (c & 0x3F));
  return 4;
}

inline void append(std::string& out, char32_t c) {
  char bytes[4];
  out.append(bytes, encode(c, bytes));
}

inline bool is_ascii(std::string_view text) {
  uint8_t all = 0;
  for (const char byte : text) all = static_cast<uint8_t>(all | static_cast<uint8_t>(byte));
  return all < 0x80;
}

// Number of characters of valid UTF-8.
inline size_t length(std::string_view text) {
  size_t count = 0;
  for (const char byte : text) count += (static_cast<uint8_t>(byte) & 0xC0) != 0x80;
  return count;
}

// Bytes of the character at the start of [p, end), 0 where it is not well-formed (Unicode 15,
// table 3-7: no overlong forms, no surrogates, nothing above U+10FFFF).
inline size_t valid_prefix(const uint8_t* p, const uint8_t* end) {
  const size_t left = static_cast<size_t>(end - p);
  const auto tail = [p](size_t i, uint8_t low, uint8_t high) { return p[i] >= low && p[i] <= high; };
  if (left == 0) return 0;
  const uint8_t lead = p[0];
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return left >= 2 && tail(1, 0x80, 0xBF) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const uint8_t low = lead == 0xE0 ? 0xA0 : 0x80, high = lead == 0xED ? 0x9F : 0xBF;
    return left >= 3 && tail(1, low, high) && tail(2, 0x80, 0xBF) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const uint8_t low = lead == 0xF0 ? 0x90 : 0x80, high = lead == 0xF4 ? 0x8F : 0xBF;
    return left >= 4 && tail(1, low, high) && tail(2, 0x80, 0xBF) && tail(3, 0x80, 0xBF) ? 4 : 0;
  }
  return 0;
}

// Bytes of a character of one to three bytes that is certainly well-formed and has four bytes to
// read, 0 where valid_prefix must decide.
inline size_t easy_prefix(const uint8_t* p) {
  const uint32_t word = p[0] | uint32_t{p[1]} << 8 | uint32_t{p[2]} << 16;
  if ((word & 0x80) == 0) return 1;
  if ((word & 0xC0E0) == 0x80C0) return (word & 0x1E) != 0 ? 2 : 0;
  // Not E0 with a low second byte (overlong), not ED with a high one (surrogate).
  const uint32_t edge = word & 0x200F;
  return (word & 0xC0C0F0) == 0x8080E0 && edge != 0 && edge != 0x200D ? 3 : 0;
}

// Position of the first byte that is not well-formed UTF-8, or the size where all is well.
inline size_t validate(std::string_view text) {
  const auto* const begin = reinterpret_cast<const uint8_t*>(text.data());
  const auto* const end = begin + text.size();
  const uint8_t* p = begin;
  while (end - p >= 8) {
    uint64_t word;
    std::memcpy(&word, p, 8);
    if ((word & 0x8080808080808080u) == 0) {
      p += 8;
      continue;
    }
    size_t size = easy_prefix(p);
    if (size == 0) size = valid_prefix(p, end);
    if (size == 0) return static_cast<size_t>(p - begin);
    p += size;
  }
  while (p < end) {
    const size_t size = valid_prefix(p, end);
    if (size == 0) return static_cast<size_t>(p - begin);
    p += size;
  }
  return text.size();
}

}  // namespace subwords::utf8
