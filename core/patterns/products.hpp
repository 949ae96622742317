// Covers a set of quintuples with few products of five sets, as one simplifies a logical formula.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace subwords::patterns {

// One number for each quintuple of indices. An index stands for a set of members, as bits.
struct Grid {
  static constexpr size_t kPositions = 5;

  std::array<std::vector<uint32_t>, kPositions> members;  // by position and index
  std::vector<uint8_t> cells;                             // the last position runs fastest

  size_t side(size_t position) const { return members[position].size(); }
};

// By position: the members that are in the set.
using Product = std::array<uint32_t, Grid::kPositions>;

// Products that hold every cell for which `yes`, and none for which `no`; none where more than
// `limit` would be needed. Greedy: not always the fewest.
std::optional<std::vector<Product>> cover(const Grid& grid, bool (*yes)(uint8_t),
                                          bool (*no)(uint8_t), size_t limit);

}  // namespace subwords::patterns
