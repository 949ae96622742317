// What every way of scanning by the local rule shares: see scan_vector.inl.
#pragma once
#include <cstddef>
#include <cstdint>

namespace subwords::patterns {

inline constexpr size_t kBlockBytes = 64;
// A block's last character may reach this far.
inline constexpr size_t kBlockReach = kBlockBytes + 3;

// Bit i stands for what is before character i of the block. Where there is doubt, nothing else
// counts.
struct Masks {
  uint64_t boundary, gap_begins, gap_ends, doubt;
};

// Where pieces are written. begins[count] is always the begin of the segment that is open.
struct Output {
  uint32_t* begins;
  uint32_t* ends;
  size_t count = 0;
};

constexpr uint64_t low_bits(unsigned count) { return count >= 64 ? ~0ull : (1ull << count) - 1; }

}  // namespace subwords::patterns
