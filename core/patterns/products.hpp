// Covers a set of quadruples with few products of four sets, as one simplifies a logical formula.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace subwords::patterns {

// One number for each quadruple of indices. An index stands for a set of members, as bits.
struct Grid {
  std::array<std::vector<uint32_t>, 4> members;  // by position and index
  std::vector<uint8_t> cells;

  size_t side(size_t position) const { return members[position].size(); }
  size_t index(const std::array<size_t, 4>& at) const {
    return ((at[0] * side(1) + at[1]) * side(2) + at[2]) * side(3) + at[3];
  }
};

// By position: the members that are in the set.
using Product = std::array<uint32_t, 4>;

// Products that hold every cell for which `yes`, and none for which `no`; none where more than
// `limit` would be needed. Greedy: not always the fewest.
std::optional<std::vector<Product>> cover(const Grid& grid, bool (*yes)(uint8_t),
                                          bool (*no)(uint8_t), size_t limit);

}  // namespace subwords::patterns
