// From a character to a symbol: pages of 256 characters, of which only those with symbols exist.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace subwords {

class CharTable {
 public:
  static constexpr uint32_t kNone = 0xFFFFFFFFu;

  CharTable() : cells_(256, kNone) { pages_.fill(0); }

  uint32_t find(char32_t c) const { return cells_[size_t{pages_[c >> 8]} << 8 | (c & 0xFF)]; }
  void set(char32_t c, uint32_t symbol) {
    uint16_t& page = pages_[c >> 8];
    if (page == 0) {
      page = static_cast<uint16_t>(cells_.size() >> 8);
      cells_.resize(cells_.size() + 256, kNone);
    }
    cells_[size_t{page} << 8 | (c & 0xFF)] = symbol;
  }
  size_t memory_bytes() const { return sizeof(*this) + cells_.size() * sizeof(uint32_t); }

 private:
  std::array<uint16_t, 0x1100> pages_;
  std::vector<uint32_t> cells_;  // page 0 is empty
};

}  // namespace subwords
