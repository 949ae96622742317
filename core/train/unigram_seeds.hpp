// The pieces that Unigram training starts from. Python twin: training/reference/unigram_seeds.py.
#pragma once
#include <cstdint>
#include <vector>

#include "train/suffix_sort.hpp"
#include "train/unigram_corpus.hpp"

namespace subwords {

struct UnigramConfig {
  uint64_t min_frequency = 2;
  uint64_t seed_size = 1000000;
  uint32_t max_piece_length = 16;
  double shrinking_factor = 0.75;
  uint32_t sub_iterations = 2;
  bool viterbi = false;     // count in the best segmentations only
  bool inner_space = true;  // a piece may end in a space (the space is a suffix)
  uint32_t space = 0;       // the code of the space symbol, 0 where it does not occur
  unsigned threads = 1;
};

// A substring that occurs again: the suffixes [low, high) begin with it.
struct Seed {
  uint64_t weight;  // frequency times length
  uint32_t low, high;
  uint16_t length;  // in characters
  uint16_t bytes;
};

// The best substrings of more than one character, best first, `room` at most.
std::vector<Seed> find_seeds(const UnigramCorpus& corpus, const SortedSuffixes& suffixes,
                             const PageVector<uint16_t>& limits, const UnigramConfig& config,
                             size_t room);

}  // namespace subwords
