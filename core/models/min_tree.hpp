// The smallest of many keys that change, the leftmost among equals: a tree of sixteen-fold nodes.
//
// Level 0 holds the keys, each level above the minimum of every sixteen below. Setting a key and
// finding the minimum take log16(n) steps over sixteen neighbours in one cache line.
#pragma once
#include <cstddef>
#include <cstdint>

#include "pipeline/buffers.hpp"
#include "text/steps.hpp"

namespace subwords {

class MinTree {
 public:
  static constexpr int32_t kNone = 0x7FFFFFFF;

  // `count` keys, all kNone; then fill keys() and call build().
  void reset(size_t count);
  int32_t* keys() { return cells_.data(); }
  int32_t key(size_t at) const { return cells_.data()[at]; }
  void build();

  int32_t least() const {
    const int32_t* const top = cells_.data() + begins_[levels_ - 1];
    return least_of(top);
  }
  // Where it is, first from the left.
  size_t find(int32_t key) const {
    size_t at = 0;
    for (size_t level = levels_; level-- > 0;) {
      const int32_t* const node = cells_.data() + begins_[level] + at;
      size_t child = 0;
      while (node[child] != key) ++child;
      SUBWORDS_STEP();
      at = level == 0 ? at + child : (at + child) * kFanOut;
    }
    return at;
  }
  void set(size_t at, int32_t key) {
    int32_t* cells = cells_.data();
    cells[at] = key;
    for (size_t level = 1; level < levels_; ++level) {
      const int32_t least = least_of(cells + begins_[level - 1] + at / kFanOut * kFanOut);
      at /= kFanOut;
      SUBWORDS_STEP();
      int32_t& cell = cells[begins_[level] + at];
      if (cell == least) return;
      cell = least;
    }
  }
  void release_large();

 private:
  static constexpr size_t kFanOut = 16;
  static int32_t least_of(const int32_t* node) {
    int32_t least = kNone;
    for (size_t i = 0; i < kFanOut; ++i) least = node[i] < least ? node[i] : least;
    return least;
  }

  Buffer<int32_t> cells_;
  size_t begins_[16] = {};
  size_t levels_ = 0;
};

}  // namespace subwords
