// The merge of short byte words with all keys in vector registers.
//
// The same merges in the same order as merging::merge_short, without a store that a wide load waits
// for, and without a branch that depends on the text but the one that ends the word: symbols that
// are nobody's stand at both ends, and a pair that the filter refuses is compared with a bucket that
// cannot hold it.
#pragma once
#include <cstddef>
#include <cstdint>

#include "models/joins.hpp"
#include "text/scan.hpp"

namespace subwords {

// Merges the symbols of `count` bytes, 2 to kMostShortBytes, in place; `grid` has the joins of the
// symbols of all pairs of bytes. Returns how many are left; the k-th begins at starts[k], unless
// that is null.
using ShortMerge = size_t (*)(const Joins& joins, const uint32_t* grid, const uint8_t* bytes,
                              uint32_t* symbols, size_t count, uint32_t* starts);

inline constexpr size_t kMostShortBytes = 32;

// A word of 1 to 16 bytes, with a symbol for each before it is merged.
struct ShortWord {
  static constexpr size_t kMostBytes = 16;
  const uint8_t* bytes;
  size_t size;
  size_t count;  // symbols
  uint32_t symbols[kMostBytes];
};

// Merges several words in place, a step of each in turn: what one waits for in memory, the others
// use to go on.
using ShortMergeTogether = void (*)(const Joins& joins, const uint32_t* grid, ShortWord* words,
                                    size_t count);

struct ShortMerges {
  ShortMerge one = nullptr;
  ShortMergeTogether together = nullptr;
};

// Null where this machine, or these joins, take the ordinary way.
ShortMerges short_merges(const Joins& joins, Isa isa = best_isa());

}  // namespace subwords
