#include "models/byte_bpe.hpp"

#include <algorithm>

namespace subwords {

char32_t ByteBpe::alphabet(uint8_t byte) {
  const auto printable = [](uint32_t b) {
    return (b >= 0x21 && b <= 0x7E) || (b >= 0xA1 && b <= 0xAC) || b >= 0xAE;
  };
  if (printable(byte)) return byte;
  char32_t next = 0x100;
  for (uint32_t b = 0; b < byte; ++b) next += printable(b) ? 0 : 1;
  return next;
}

ByteBpe::ByteBpe(const Joins* joins, const uint32_t (&symbols)[256], const uint32_t (&last)[256])
    : joins_(joins) {
  std::copy(symbols, symbols + 256, symbols_);
  std::copy(last, last + 256, last_);
  marked_end_ = !std::equal(symbols, symbols + 256, last);
  grid_.resize(256 * 256);
  for (size_t a = 0; a < 256; ++a) {
    for (size_t b = 0; b < 256; ++b) grid_[a << 8 | b] = joins->find(symbols[a], symbols[b]);
  }
}

void ByteBpe::add_whole(std::string_view bytes, uint32_t id, MergeScratch& scratch) {
  if (bytes.empty()) return;
  const auto* const p = reinterpret_cast<const uint8_t*>(bytes.data());
  constexpr size_t kRoom = 64;
  uint32_t room[kRoom];
  std::vector<uint32_t> large(bytes.size() > kRoom ? bytes.size() : 0);
  uint32_t* const out = bytes.size() > kRoom ? large.data() : room;
  const size_t count = merge_bytes(p, bytes.size(), scratch, out, nullptr);
  if (count != 1 || out[0] != id) whole_.add(std::string(bytes), id);
}

size_t ByteBpe::merge_bytes(const uint8_t* bytes, size_t size, MergeScratch& scratch,
                            uint32_t* out, uint32_t* starts) const {
  initial(bytes, size, out);
  NoWatch watch;
  const uint32_t* const grid = grid_.data();
  if (!marked_end_) {
    const auto first = [=](size_t i) { return grid[size_t{bytes[i]} << 8 | bytes[i + 1]]; };
    return merge(*joins_, out, size, starts, scratch, first, watch);
  }
  const auto first = [=, this](size_t i) {
    return i + 2 < size ? grid[size_t{bytes[i]} << 8 | bytes[i + 1]]
                        : joins_->find(symbols_[bytes[i]], last_[bytes[i + 1]]);
  };
  return merge(*joins_, out, size, starts, scratch, first, watch);
}

}  // namespace subwords
