#include "text/byte_alphabet.hpp"

#include "text/utf8.hpp"

namespace subwords::byte_alphabet {

bool append_bytes(std::string_view token, std::string& out) {
  const size_t before = out.size();
  const auto* p = reinterpret_cast<const uint8_t*>(token.data());
  const uint8_t* const end = p + token.size();
  while (p < end) {
    char32_t c = kEnd;
    if (utf8::valid_prefix(p, end) != 0) p = utf8::decode(p, c);
    const int byte = byte_of(c);
    if (byte < 0) {
      out.resize(before);
      return false;
    }
    out.push_back(static_cast<char>(byte));
  }
  return true;
}

}  // namespace subwords::byte_alphabet
