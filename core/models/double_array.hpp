// A trie over bytes as a double array: one table look-up and one comparison per byte.
//
// Node u has child c at index base[u] ^ c if that cell's check says u. Several roots can share one
// array. The array is immutable once built; payloads live in arrays of the same length beside it.
#pragma once
#include <cstdint>
#include <vector>

#include "models/sorted_keys.hpp"

namespace subwords {

class DoubleArray {
 public:
  static constexpr uint32_t kNone = 0xFFFFFFFFu;
  static constexpr uint32_t kRoot = 0xFFFFFFFEu;

  struct Cell {
    uint32_t base;   // 0 for a leaf: no cell's check points back from there
    uint32_t check;  // the parent; kNone for a free cell, kRoot for a root
  };

  uint32_t child(uint32_t node, uint8_t byte) const {
    const uint32_t target = cells_[node].base ^ byte;
    return cells_[target].check == node ? target : kNone;
  }
  const Cell& cell(size_t i) const { return cells_[i]; }
  size_t size() const { return cells_.size(); }

 private:
  friend class DoubleArrayBuilder;
  std::vector<Cell> cells_;
};

// Builds a DoubleArray from sorted keys. Usage: add_root() for each set of keys, then finish().
class DoubleArrayBuilder {
 public:
  DoubleArrayBuilder();

  // A key that ends at `node`.
  struct Final {
    uint32_t node;
    uint32_t id;
  };
  // Node v is the child of `parent` by `byte`. Parents stand before their children.
  struct Edge {
    uint32_t parent;
    uint32_t node;
    uint8_t byte;
  };

  // Inserts the keys (sorted by bytes, distinct, none empty) under a new root and returns it.
  // Appends to `finals` and, where there are any, breadth first, to `edges`.
  uint32_t add_root(const std::vector<TrieKey>& keys, std::vector<Final>& finals,
                    std::vector<Edge>* edges = nullptr);

  DoubleArray finish() { return std::move(array_); }

 private:
  uint32_t find_base(const uint8_t* bytes, size_t count);
  void grow();
  void take(uint32_t cell, uint32_t parent);

  DoubleArray array_;
  // Free cells form a ring; the search for places with several children looks only at the last
  // blocks, so that building stays linear.
  std::vector<uint32_t> next_free_, previous_free_;
  uint32_t first_free_ = DoubleArray::kNone;
  uint32_t search_from_ = DoubleArray::kNone;
};

}  // namespace subwords
