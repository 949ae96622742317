// The pairs of neighbouring pieces that are frequent enough to be merged one day: count, and the
// places where they stand (postings, which may hold places that have changed since).
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "train/pages.hpp"

namespace subwords {

// Memory for postings: handed out in runs, freed all at once.
class PostingsArena {
 public:
  PostingsArena() = default;
  PostingsArena(const PostingsArena&) = delete;
  PostingsArena& operator=(const PostingsArena&) = delete;
  ~PostingsArena() {
    for (const auto& [block, size] : blocks_) pages_.deallocate(block, size);
  }

  uint32_t* allocate(size_t count) {
    if (count > left_) {
      const size_t size = count > kBlock ? count : kBlock;
      uint32_t* block = pages_.allocate(size);
      blocks_.emplace_back(block, size);
      if (size > kBlock) return block;  // keep what is left of the last block
      cursor_ = block;
      left_ = size;
    }
    uint32_t* run = cursor_;
    cursor_ += count;
    left_ -= count;
    return run;
  }

 private:
  static constexpr size_t kBlock = size_t{1} << 18;
  PageAllocator<uint32_t> pages_;
  std::vector<std::pair<uint32_t*, size_t>> blocks_;
  uint32_t* cursor_ = nullptr;
  size_t left_ = 0;
};

struct Pair {
  uint32_t left, right;
  uint64_t count;        // 0: the record is free
  uint32_t* postings;
  uint32_t places;       // number of postings
  float queued;          // no entry of the queue with a smaller score is needed; see queue.hpp
};

class PairTable {
 public:
  static constexpr uint32_t kNone = 0xFFFFFFFFu;

  PairTable() : slots_(size_t{1} << 12, kNone) {}

  size_t live() const { return records_.size() - free_.size(); }
  size_t capacity() const { return records_.size(); }
  Pair& operator[](uint32_t index) { return records_[index]; }
  const Pair& operator[](uint32_t index) const { return records_[index]; }

  uint32_t find(uint32_t left, uint32_t right) const {
    const size_t mask = slots_.size() - 1;
    for (size_t i = hash(left, right) & mask; slots_[i] != kNone; i = (i + 1) & mask) {
      const Pair& pair = records_[slots_[i]];
      if (pair.left == left && pair.right == right) return slots_[i];
    }
    return kNone;
  }
  // A record for a pair that has none; its other fields are for the caller to fill.
  uint32_t insert(uint32_t left, uint32_t right) {
    if ((live() + 1) * 2 > slots_.size()) grow();
    uint32_t index;
    if (free_.empty()) {
      index = static_cast<uint32_t>(records_.size());
      // Doubling would hold three times the memory for a moment.
      if (records_.size() == records_.capacity()) {
        records_.reserve(records_.size() + records_.size() / 4 + 1024);
      }
      records_.push_back({});
    } else {
      index = free_.back();
      free_.pop_back();
    }
    records_[index] = {left, right, 0, nullptr, 0, 0.0f};
    slots_[free_slot(left, right)] = index;
    return index;
  }
  void erase(uint32_t index) {
    const size_t mask = slots_.size() - 1;
    size_t hole = hash(records_[index].left, records_[index].right) & mask;
    while (slots_[hole] != index) hole = (hole + 1) & mask;
    // Move back what would no longer be found over the hole.
    for (size_t i = (hole + 1) & mask; slots_[i] != kNone; i = (i + 1) & mask) {
      const Pair& pair = records_[slots_[i]];
      const size_t home = hash(pair.left, pair.right) & mask;
      if (((i - home) & mask) >= ((i - hole) & mask)) {
        slots_[hole] = slots_[i];
        hole = i;
      }
    }
    slots_[hole] = kNone;
    records_[index].count = 0;
    free_.push_back(index);
  }

 private:
  static uint64_t hash(uint32_t left, uint32_t right) {
    const uint64_t key = (uint64_t{left} << 32 | right) * 0x9E3779B97F4A7C15u;
    return key ^ key >> 32;
  }
  size_t free_slot(uint32_t left, uint32_t right) const {
    const size_t mask = slots_.size() - 1;
    size_t i = hash(left, right) & mask;
    while (slots_[i] != kNone) i = (i + 1) & mask;
    return i;
  }
  void grow() {
    PageVector<uint32_t> old(slots_.size() * 2, kNone);
    old.swap(slots_);
    for (uint32_t index : old) {
      if (index != kNone) slots_[free_slot(records_[index].left, records_[index].right)] = index;
    }
  }

  PageVector<Pair> records_;
  std::vector<uint32_t> free_;
  PageVector<uint32_t> slots_;
};

}  // namespace subwords
