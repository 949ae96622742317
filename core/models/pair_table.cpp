#include "models/pair_table.hpp"

#include <algorithm>
#include <bit>

namespace subwords {

PairTable::PairTable(size_t count, uint64_t limit) : is_wide_(limit > kLimit) {
  if (is_wide_) {
    wide_.reserve(count);
    return;
  }
  // Two or three pairs in a bucket of four, and eight to sixteen bits of filter for each.
  const int bits = std::max(2, static_cast<int>(std::bit_width(count / 3)));
  shift_ = 64 - bits;
  filter_shift_ = shift_ - 4;
  buckets_.assign(size_t{1} << bits, Bucket{});
  filter_.assign(size_t{1} << (bits + 4 - 6), 0);
}

PairTable::PairTable(const std::vector<Pair>& pairs, const std::vector<uint32_t>& values) {
  uint64_t limit = values.empty() ? pairs.size() : 0;
  for (const uint32_t value : values) limit = std::max(limit, uint64_t{value} + 1);
  for (const Pair& pair : pairs) {
    limit = std::max(limit, uint64_t{std::max(pair.left, pair.right)} + 1);
  }
  *this = PairTable(pairs.size(), limit);
  constexpr size_t kAhead = 12;
  for (size_t i = 0; i < pairs.size(); ++i) {
    if (i + kAhead < pairs.size() && !is_wide_) {
      const Pair& pair = pairs[i + kAhead];
      const uint64_t key = uint64_t{pair.left} << kBits | pair.right;
      __builtin_prefetch(&buckets_[key * kMix >> shift_]);
    }
    add(pairs[i].left, pairs[i].right, values.empty() ? static_cast<uint32_t>(i) : values[i]);
  }
}

void PairTable::add(uint32_t left, uint32_t right, uint32_t value) {
  if (is_wide_) {
    wide_[uint64_t{left} << 32 | right] = value;
  } else {
    insert(uint64_t{left} << kBits | right, value);
  }
}

void PairTable::insert(uint64_t key, uint64_t value) {
  const uint64_t entry = key << (kBits + 1) | value << 1;
  const uint64_t bit = key * kMix >> filter_shift_;
  filter_[bit >> 6] |= uint64_t{1} << (bit & 63);
  for (size_t at = key * kMix >> shift_;; at = (at + 1) & (buckets_.size() - 1)) {
    Bucket& bucket = buckets_[at];
    for (uint64_t& place : bucket.entries) {
      const uint64_t flag = place & kFull;
      if (place >> (kBits + 1) == key || (place | kFull) == (kEmpty | kFull)) {
        place = entry | flag;
        return;
      }
    }
    bucket.entries[0] |= kFull;
  }
}

uint32_t PairTable::find_further(const Bucket* bucket, uint64_t key) const {
  size_t at = static_cast<size_t>(bucket - buckets_.data());
  while ((buckets_[at].entries[0] & kFull) != 0) {
    at = (at + 1) & (buckets_.size() - 1);
    const uint32_t found = value_in(buckets_[at], key);
    if (found != kNone) return found;
  }
  return kNone;
}

uint32_t PairTable::find_wide(uint32_t left, uint32_t right) const {
  const auto found = wide_.find(uint64_t{left} << 32 | right);
  return found == wide_.end() ? kNone : found->second;
}

}  // namespace subwords
