// The set of barren places: open addressing, keys packed into 64 bits.
#include "patterns/match.hpp"

#include <algorithm>

namespace subwords::patterns {
namespace {

constexpr uint64_t kEmpty = ~uint64_t{0};

size_t hash(uint64_t key) { return static_cast<size_t>((key * 0x9E3779B97F4A7C15u) >> 20); }

}  // namespace

void Barren::clear() {
  count_ = 0;
  farthest_ = 0;
  slots_.clear();
  slots_.shrink_to_fit();
  run_.clear();
}

bool Barren::contains(uint64_t key) const {
  const size_t mask = slots_.size() - 1;
  for (size_t i = hash(key) & mask; slots_[i] != kEmpty; i = (i + 1) & mask) {
    if (slots_[i] == key) return true;
  }
  return false;
}

void Barren::insert(const Visit& visit) {
  if ((count_ + 1) * 2 > slots_.size()) {
    std::vector<uint64_t> old(std::max<size_t>(64, slots_.size() * 2), kEmpty);
    old.swap(slots_);
    count_ = 0;
    for (const uint64_t one : old) {
      if (one != kEmpty) add(one);
    }
  }
  add(key(visit.row, visit.place));
  farthest_ = std::max(farthest_, visit.place);
}

void Barren::add(uint64_t key) {
  const size_t mask = slots_.size() - 1;
  size_t i = hash(key) & mask;
  while (slots_[i] != kEmpty && slots_[i] != key) i = (i + 1) & mask;
  count_ += slots_[i] == kEmpty;
  slots_[i] = key;
}

}  // namespace subwords::patterns
