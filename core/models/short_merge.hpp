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

// Null where this machine, or these joins, take the ordinary way.
ShortMerge short_merge(const Joins& joins, Isa isa = best_isa());

}  // namespace subwords
