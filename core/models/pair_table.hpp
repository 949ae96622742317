// From a pair of symbols to a number: the table that every merge asks.
//
// Most pairs that are asked for are not there. So a few bits for every pair stand in a filter that
// fits the fastest caches, and only what passes it is looked up. One entry of the table is 64 bits:
// left, right, value. Four entries fill half a cache line and are compared without a branch; a
// bucket that had no room sends those who ask on to the next one. Numbers that do not fit in 21
// bits go to an ordinary map; no published vocabulary has any.
#pragma once
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace subwords {

class PairTable {
 public:
  static constexpr uint32_t kNone = 0x7FFFFFFF;

  struct Pair {
    uint32_t left, right;
  };

  PairTable() = default;
  // pairs[i] gets values[i], or i where `values` is empty; of a repeated pair the last counts.
  PairTable(const std::vector<Pair>& pairs, const std::vector<uint32_t>& values);
  // An empty table with room for `count` pairs of numbers below `limit`, to be added one by one.
  PairTable(size_t count, uint64_t limit);
  void add(uint32_t left, uint32_t right, uint32_t value);

  uint32_t find(uint32_t left, uint32_t right) const {
    if (is_wide_) [[unlikely]] return find_wide(left, right);
    const uint64_t key = uint64_t{left} << kBits | right;
    const uint64_t hash = key * kMix;
    const uint64_t bit = hash >> filter_shift_;
    if ((filter_[bit >> 6] >> (bit & 63) & 1) == 0) return kNone;
    const Bucket* bucket = &buckets_[hash >> shift_];
    uint32_t found = value_in(*bucket, key);
    if (found == kNone && (bucket->entries[0] & kFull) != 0) [[unlikely]] {
      found = find_further(bucket, key);
    }
    return found;
  }
  // The same without a branch on what is found, which would be guessed wrong as often as not, and
  // be known only when memory has answered; not for wide tables. What is in no bucket is not in the
  // first one either.
  uint32_t find_steadily(uint32_t left, uint32_t right) const {
    const uint64_t key = uint64_t{left} << kBits | right;
    const uint64_t hash = key * kMix;
    const uint64_t bit = hash >> filter_shift_;
    const uint64_t may_be = filter_[bit >> 6] >> (bit & 63) & 1;
    const Bucket* bucket = &buckets_[(hash >> shift_) & (0 - may_be)];
    uint32_t found = value_in(*bucket, key);
    uint64_t further = bucket->entries[0] & kFull & may_be & static_cast<uint64_t>(found == kNone);
    keep_as_number(further);
    if (further != 0) [[unlikely]] found = find_further(bucket, key);
    return found;
  }
  bool is_wide() const { return is_wide_; }
  // see(left, right, value) of every pair, in no useful order.
  template <class See>
  void each(const See& see) const {
    for (const auto& [key, value] : wide_) {
      see(static_cast<uint32_t>(key >> 32), static_cast<uint32_t>(key), value);
    }
    for (const Bucket& bucket : buckets_) {
      for (const uint64_t entry : bucket.entries) {
        if ((entry | kFull) == (kEmpty | kFull)) continue;
        see(static_cast<uint32_t>(entry >> (2 * kBits + 1)),
            static_cast<uint32_t>(entry >> (kBits + 1) & kLimit),
            static_cast<uint32_t>(entry >> 1 & kLimit));
      }
    }
  }
  size_t memory_bytes() const {
    return buckets_.size() * sizeof(Bucket) + filter_.size() * sizeof(uint64_t) + wide_.size() * 32;
  }

 private:
  static constexpr int kBits = 21;
  static constexpr uint64_t kMix = 0x9E3779B97F4A7C15u;
  static constexpr uint64_t kLimit = (uint64_t{1} << kBits) - 1;  // reserved: all ones is empty
  static constexpr uint64_t kFull = 1;  // in the first entry: some pairs stand in the next bucket
  static constexpr uint64_t kEmpty = ~uint64_t{1};

  struct alignas(32) Bucket {
    uint64_t entries[4] = {kEmpty, kEmpty, kEmpty, kEmpty};  // left, right, value, one flag
  };

  static uint32_t value_in(const Bucket& bucket, uint64_t key) {
    uint32_t found = kNone;
    for (const uint64_t entry : bucket.entries) {
      const auto value = static_cast<uint32_t>(entry >> 1 & kLimit);
      found = entry >> (kBits + 1) == key ? value : found;
    }
    return found;
  }
  // Keeps the compiler from making several branches of a condition that was computed without one.
  static void keep_as_number(uint64_t& number) {
#if defined(__GNUC__)
    __asm__("" : "+r"(number));
#endif
  }
  uint32_t find_further(const Bucket* bucket, uint64_t key) const;
  uint32_t find_wide(uint32_t left, uint32_t right) const;
  void insert(uint64_t key, uint64_t value);

  std::vector<Bucket> buckets_ = std::vector<Bucket>(2);
  std::vector<uint64_t> filter_ = std::vector<uint64_t>(2);
  int shift_ = 63, filter_shift_ = 57;
  bool is_wide_ = false;
  std::unordered_map<uint64_t, uint32_t> wide_;
};

}  // namespace subwords
