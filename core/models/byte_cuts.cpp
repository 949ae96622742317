#include "models/byte_cuts.hpp"

#include <algorithm>

namespace subwords {
namespace {

// The first and the last two bytes of a symbol that bytes can make; `size` is 2 where it is more.
struct Edges {
  uint8_t size = 0, head[2] = {}, tail[2] = {};
  friend bool operator==(const Edges&, const Edges&) = default;
};

Edges of_byte(uint8_t byte) { return {1, {byte, 0}, {0, byte}}; }

Edges together(const Edges& left, const Edges& right) {
  return {2,
          {left.head[0], left.size == 1 ? right.head[0] : left.head[1]},
          {right.size == 1 ? left.tail[1] : right.tail[0], right.tail[1]}};
}

// Published tables need one or two rounds.
constexpr int kMostRounds = 16;

// Sets the edges of all symbols that bytes can make; false where one symbol has several, or where
// the order of the joins makes it too much work.
bool find_edges(const std::vector<Joins::Join>& joins, std::vector<Edges>& edges) {
  for (int round = 0; round < kMostRounds; ++round) {
    bool changed = false;
    for (const Joins::Join& join : joins) {
      const Edges &left = edges[join.left], &right = edges[join.right];
      if (left.size == 0 || right.size == 0) continue;
      const Edges both = together(left, right);
      Edges& made = edges[join.made];
      if (made == both) continue;
      if (made.size != 0) return false;
      made = both;
      changed = true;
    }
    if (!changed) return true;
  }
  return false;
}

}  // namespace

ByteCuts::ByteCuts(const Joins& joins, const uint32_t (&symbols)[256], const uint32_t (&last)[256])
    : sides_(size_t{1} << 16), bits_((size_t{1} << kBitsLog) / 64) {
  if (!fill(joins, symbols, last)) std::fill(sides_.begin(), sides_.end(), uint8_t{kOneOne});
}

// False where it is not clear what bytes a symbol stands for.
bool ByteCuts::fill(const Joins& joins, const uint32_t (&symbols)[256],
                    const uint32_t (&last)[256]) {
  const std::vector<Joins::Join> all = joins.list();
  uint32_t greatest = 0;
  for (const Joins::Join& join : all) {
    greatest = std::max({greatest, join.left, join.right, join.made});
  }
  if (greatest >= Joins::kNoSymbol / 64) return false;
  std::vector<Edges> edges(size_t{greatest} + 1);
  for (unsigned byte = 0; byte < 256; ++byte) {
    const Edges edge = of_byte(static_cast<uint8_t>(byte));
    for (const uint32_t symbol : {symbols[byte], last[byte]}) {
      if (symbol > greatest) continue;  // joins nothing
      if (edges[symbol].size != 0 && edges[symbol] != edge) return false;
      edges[symbol] = edge;
    }
  }
  if (!find_edges(all, edges)) return false;
  for (const Joins::Join& join : all) {
    const Edges &left = edges[join.left], &right = edges[join.right];
    if (left.size == 0 || right.size == 0) continue;
    const uint32_t near = uint32_t{left.tail[1]} << 8 | right.head[0];
    const auto sides = static_cast<uint8_t>(1 << ((left.size - 1) * 2 + (right.size - 1)));
    const size_t bit = place(left.size == 1 ? 0 : left.tail[0], near,
                             right.size == 1 ? 0 : right.head[1], sides);
    sides_[near] |= sides;
    bits_[bit >> 6] |= uint64_t{1} << (bit & 63);
  }
  return true;
}

}  // namespace subwords
