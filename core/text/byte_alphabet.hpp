// GPT-2's byte-level alphabet: a printable character for each of the 256 bytes. The Python twin is
// reference/byte_alphabet.py.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace subwords::byte_alphabet {

// The character of each byte: bytes that print keep their own (as in Latin-1), the others, in
// order, take those from U+0100 on.
inline constexpr std::array<char32_t, 0x100> kSpelling = [] {
  std::array<char32_t, 0x100> spelling{};
  char32_t other = 0x100;
  for (char32_t byte = 0; byte < 0x100; ++byte) {
    const bool prints = (byte > 0x20 && byte < 0x7F) || (byte > 0xA0 && byte != 0xAD);
    spelling[byte] = prints ? byte : other++;
  }
  return spelling;
}();

// The byte of each character below this bound, -1 where it stands for none.
inline constexpr char32_t kEnd = 0x144;
inline constexpr std::array<int16_t, kEnd> kByte = [] {
  std::array<int16_t, kEnd> bytes{};
  for (auto& entry : bytes) entry = -1;
  for (int16_t byte = 0; byte < 0x100; ++byte) bytes[kSpelling[static_cast<size_t>(byte)]] = byte;
  return bytes;
}();

// The byte that a character stands for, or -1.
constexpr int byte_of(char32_t c) { return c < kEnd ? kByte[c] : -1; }

// Appends the bytes that a token spells; false, and nothing is appended, where any of it is not in
// the alphabet or not UTF-8.
bool append_bytes(std::string_view token, std::string& out);

}  // namespace subwords::byte_alphabet
