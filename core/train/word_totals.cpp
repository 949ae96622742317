#include "train/word_totals.hpp"

#include "text/utf8.hpp"
#include "train/wide.hpp"

namespace subwords {
namespace {

uint64_t saturated(uint128 sum) {
  return sum > UINT64_MAX ? UINT64_MAX : static_cast<uint64_t>(sum);
}

}  // namespace

WordTotals::WordTotals(const WordCounter& counter) {
  uint128 all_occurrences = 0, all_characters = 0;
  counter.for_each([&](std::string_view word, uint64_t count) {
    if (word.empty()) return;
    ++words;
    all_occurrences += count;
    const size_t length = utf8::length(word);
    all_characters += static_cast<uint128>(count) * length;
    if (length > 1) {
      ++longer_words;
      longer_characters += length;
    }
  });
  occurrences = saturated(all_occurrences);
  characters = saturated(all_characters);
}

}  // namespace subwords
