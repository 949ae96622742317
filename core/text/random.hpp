// Random numbers that depend on nothing but (seed, stream, how many were drawn before).
//
// A counter goes through the finalizer of SplitMix64 (Steele, Lea and Flood 2014); seed and stream
// are mixed into the key one after the other, so that seeds 0, 1, 2, ... and the documents of a
// batch are independent. Python twin: reference/randomness.py.
#pragma once
#include <cstdint>

namespace subwords {

class RandomStream {
 public:
  RandomStream(uint64_t seed, uint64_t stream) : key_(mix(mix(seed + kGolden) ^ (stream * kOdd))) {}

  uint64_t bits() { return mix(key_ + kGolden * ++counter_); }
  // In [0, 1), a multiple of 2^-53.
  double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

 private:
  static constexpr uint64_t kGolden = 0x9E3779B97F4A7C15ull, kOdd = 0xD1342543DE82EF95ull;
  static constexpr uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
  }

  uint64_t key_, counter_ = 0;
};

}  // namespace subwords
