// Suffixes of fragments in order, each as long as a piece can be: a suffix array cut at that depth.
#pragma once
#include <cstdint>

#include "train/pages.hpp"

namespace subwords {

struct SortedSuffixes {
  PageVector<uint32_t> places;  // by the text from there on; a text before its continuations
  PageVector<uint16_t> common;  // characters that a suffix shares with the one before it
};

// `codes` are numbers from 1 to `alphabet`; the suffix at a place has limits[place] of them (at
// least one, none beyond the end). Suffixes that are equal stand in no particular order.
SortedSuffixes sort_suffixes(const PageVector<uint32_t>& codes,
                             const PageVector<uint16_t>& limits, size_t alphabet,
                             unsigned threads);

}  // namespace subwords
