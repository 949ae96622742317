#include "models/min_tree.hpp"

#include <algorithm>

#include "text/release.hpp"

namespace subwords {

void MinTree::reset(size_t count) {
  levels_ = 0;
  size_t total = 0;
  do {
    const size_t nodes = (count + kFanOut - 1) / kFanOut;
    begins_[levels_++] = total;
    total += std::max<size_t>(nodes, 1) * kFanOut;
    count = nodes;
  } while (count > 1);
  cells_.resize(total);
  std::fill(cells_.data(), cells_.data() + total, kNone);
}

void MinTree::build() {
  for (size_t level = 1; level < levels_; ++level) {
    const int32_t* const below = cells_.data() + begins_[level - 1];
    int32_t* const cells = cells_.data() + begins_[level];
    const size_t nodes = (begins_[level] - begins_[level - 1]) / kFanOut;
    for (size_t node = 0; node < nodes; ++node) cells[node] = least_of(below + node * kFanOut);
  }
}

void MinTree::release_large() { subwords::release_large(cells_); }

}  // namespace subwords
