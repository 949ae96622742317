// What the merge trainers report of the words they are given, and how much room the words take.
#pragma once
#include <cstddef>
#include <cstdint>

#include "train/word_counter.hpp"

namespace subwords {

struct WordTotals {
  uint64_t words = 0, occurrences = 0, characters = 0;  // the sums stop at the largest number
  size_t longer_words = 0, longer_characters = 0;  // different words of two characters and more

  explicit WordTotals(const WordCounter& counter);
};

}  // namespace subwords
