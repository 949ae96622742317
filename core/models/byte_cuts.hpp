// Where the bytes of a long pre-token may be cut before they are merged.
//
// Of all the joins that ever reach over the place between two bytes the first one is a join of two
// symbols of which one ends and the other begins there. So, where no join has a left side that ends
// and a right side that begins with the bytes that stand there, nothing reaches over that place:
// what happens on one side depends on nothing on the other, and both may be merged by themselves.
// The joins looked at are those of the table that the merge itself asks, reduced to the ones whose
// sides can be made of bytes.
//
// Two bytes on either side are compared, or one where a side has no more. The answer is "yes" for a
// few places too many (two and two bytes are hashed), never for one too few. Words that are a token
// by themselves are looked up before; a merge with dropout must not be cut, its draws follow one
// another.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/joins.hpp"

namespace subwords {

class ByteCuts {
 public:
  // The symbols of each byte, and of each at the end of a word; Joins::kNoSymbol for bytes that
  // never occur.
  ByteCuts(const Joins& joins, const uint32_t (&symbols)[256], const uint32_t (&last)[256]);

  // Whether a join may reach over the place behind bytes[at]; at + 1 < size.
  bool joined(const uint8_t* bytes, size_t size, size_t at) const {
    const uint32_t near = uint32_t{bytes[at]} << 8 | bytes[at + 1];
    const uint8_t sides = sides_[near];
    if (sides == 0 || (sides & kOneOne) != 0) return sides != 0;
    const uint32_t before = at > 0 ? bytes[at - 1] : 0;
    const uint32_t after = at + 2 < size ? bytes[at + 2] : 0;
    return ((sides & kOneTwo) != 0 && has(place(0, near, after, kOneTwo))) ||
           ((sides & kTwoOne) != 0 && has(place(before, near, 0, kTwoOne))) ||
           ((sides & kTwoTwo) != 0 && has(place(before, near, after, kTwoTwo)));
  }
  // The end of the part that begins at `begin`.
  size_t part_end(const uint8_t* bytes, size_t size, size_t begin) const {
    size_t at = begin;
    while (at + 1 < size && joined(bytes, size, at)) ++at;
    return at + 1;
  }

 private:
  // How many bytes of the left and of the right side count.
  enum : uint8_t { kOneOne = 1, kOneTwo = 2, kTwoOne = 4, kTwoTwo = 8 };
  static constexpr int kBitsLog = 21;

  static size_t place(uint32_t before, uint32_t near, uint32_t after, uint8_t sides) {
    const uint64_t key = uint64_t{sides} << 32 | before << 24 | near << 8 | after;
    return key * 0x9E3779B97F4A7C15u >> (64 - kBitsLog);
  }
  bool has(size_t bit) const { return (bits_[bit >> 6] >> (bit & 63) & 1) != 0; }
  bool fill(const Joins& joins, const uint32_t (&symbols)[256], const uint32_t (&last)[256]);

  std::vector<uint8_t> sides_;
  std::vector<uint64_t> bits_;
};

}  // namespace subwords
