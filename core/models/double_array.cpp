#include "models/double_array.hpp"

#include <utility>

namespace subwords {
namespace {

constexpr uint32_t kBlock = 256;
// A node with several children tries this many free cells before the array grows. More packs
// tighter, fewer builds faster; the array of a BERT vocabulary stays over 90 % full with this.
constexpr int kMaxTries = 48;

}  // namespace

DoubleArrayBuilder::DoubleArrayBuilder() { grow(); }

void DoubleArrayBuilder::grow() {
  auto& cells = array_.cells_;
  const uint32_t begin = static_cast<uint32_t>(cells.size());
  cells.resize(begin + kBlock, {0, DoubleArray::kNone});
  next_free_.resize(begin + kBlock);
  previous_free_.resize(begin + kBlock);
  for (uint32_t i = begin; i < begin + kBlock; ++i) {
    next_free_[i] = i + 1;
    previous_free_[i] = i - 1;
  }
  const uint32_t last = begin + kBlock - 1;
  if (first_free_ == DoubleArray::kNone) {
    first_free_ = begin;
    previous_free_[begin] = last;
    next_free_[last] = begin;
  } else {
    const uint32_t tail = previous_free_[first_free_];
    next_free_[tail] = begin;
    previous_free_[begin] = tail;
    next_free_[last] = first_free_;
    previous_free_[first_free_] = last;
  }
}

void DoubleArrayBuilder::take(uint32_t cell, uint32_t parent) {
  array_.cells_[cell].check = parent;
  const uint32_t next = next_free_[cell];
  const uint32_t previous = previous_free_[cell];
  if (next == cell) {
    first_free_ = DoubleArray::kNone;
    search_from_ = DoubleArray::kNone;
    return;
  }
  next_free_[previous] = next;
  previous_free_[next] = previous;
  if (first_free_ == cell) first_free_ = next;
  if (search_from_ == cell) search_from_ = next;
}

// A base that puts every child on a free cell.
uint32_t DoubleArrayBuilder::find_base(const uint8_t* bytes, size_t count) {
  if (first_free_ == DoubleArray::kNone) grow();
  // base 0 is the mark of a leaf, and cell 0 is the first root: neither may be a base.
  if (count == 1) {
    for (uint32_t cell = first_free_;; cell = next_free_[cell]) {
      if ((cell ^ bytes[0]) != 0) return cell ^ bytes[0];
      if (next_free_[cell] == first_free_) break;
    }
  } else {
    if (search_from_ == DoubleArray::kNone) search_from_ = first_free_;
    uint32_t cell = search_from_;
    for (int tries = 0; tries < kMaxTries; ++tries) {
      const uint32_t base = cell ^ bytes[0];
      bool fits = base != 0;
      for (size_t i = 1; fits && i < count; ++i) {
        fits = array_.cells_[base ^ bytes[i]].check == DoubleArray::kNone;
      }
      if (fits) return base;
      cell = next_free_[cell];
      if (cell == search_from_) break;
    }
    // Where nothing fitted, nothing will: later searches start further on.
    search_from_ = cell;
  }
  const uint32_t base = static_cast<uint32_t>(array_.cells_.size());
  grow();
  if (count > 1) search_from_ = base;
  return base;
}

uint32_t DoubleArrayBuilder::add_root(const std::vector<TrieKey>& keys, std::vector<Final>& finals,
                                      std::vector<Edge>* edges) {
  if (first_free_ == DoubleArray::kNone) grow();
  const uint32_t root = first_free_;
  take(root, DoubleArray::kRoot);
  // The keys begin..end share the first `depth` bytes, which lead to `node`.
  struct Span {
    uint32_t node, begin, end, depth;
  };
  std::vector<Span> queue{{root, 0, static_cast<uint32_t>(keys.size()), 0}};
  std::vector<std::pair<uint32_t, uint32_t>> groups;
  uint8_t bytes[256];
  for (size_t head = 0; head < queue.size(); ++head) {
    Span span = queue[head];
    if (span.begin < span.end && keys[span.begin].text.size() == span.depth) {
      finals.push_back({span.node, keys[span.begin++].id});
    }
    groups.clear();
    for (uint32_t i = span.begin; i < span.end;) {
      const uint8_t byte = keys[i].byte(span.depth);
      uint32_t j = i + 1;
      while (j < span.end && keys[j].byte(span.depth) == byte) ++j;
      bytes[groups.size()] = byte;
      groups.emplace_back(i, j);
      i = j;
    }
    if (groups.empty()) continue;
    const uint32_t base = find_base(bytes, groups.size());
    array_.cells_[span.node].base = base;
    for (size_t i = 0; i < groups.size(); ++i) {
      const uint32_t node = base ^ bytes[i];
      take(node, span.node);
      if (edges != nullptr) edges->push_back({span.node, node, bytes[i]});
      queue.push_back({node, groups[i].first, groups[i].second, span.depth + 1});
    }
  }
  return root;
}

}  // namespace subwords
