// The corpus as one flat arena of pieces, in which merges happen in place.
//
// Every position is a cell of four bytes. A piece that covers n positions has its number in its
// first cell and n in its second and its last, so both neighbours are found in constant time. Words
// are parted by end cells, which hold how often the word occurs: a merge finds all it needs beside
// the place where it happens.
#pragma once
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "train/pages.hpp"

namespace subwords {

class SymbolArena {
 public:
  // `words` and `characters`: how much is to come at most.
  SymbolArena(size_t words, size_t characters) {
    cells_.reserve(words + characters + 1);
    cells_.push_back(kEnd);
  }

  // Appends a word; `pieces` are numbers of pieces.
  void add_word(const std::vector<uint32_t>& pieces, uint64_t weight) {
    if (cells_.size() + pieces.size() >= 0xFFFFFFFFu || pieces.size() > kSpanMask) {
      throw std::length_error("the different words have more than 2**32 characters together");
    }
    const auto begin = static_cast<uint32_t>(cells_.size());
    cells_.insert(cells_.end(), pieces.begin(), pieces.end());
    if (pieces.size() > kHops) long_words_.push_back({begin, static_cast<uint32_t>(cells_.size())});
    if (weight < kElsewhere) {
      cells_.push_back(kEnd | static_cast<uint32_t>(weight));
    } else {
      cells_.push_back(kEnd | kElsewhere | static_cast<uint32_t>(weights_.size()));
      weights_.push_back(weight);
    }
  }
  // Calls visit(position of the first piece, weight) for every word.
  template <typename Visit>
  void for_each_word(Visit&& visit) const {
    const auto size = static_cast<uint32_t>(cells_.size());
    for (uint32_t begin = 1, end = 1; begin < size; begin = ++end) {
      while (!is_end(cells_[end])) end = next(end);
      visit(begin, weight_of(cells_[end]));
    }
  }
  // What stands at a position: a piece, an end, or (inside a merged piece) neither.
  uint32_t at(uint32_t position) const { return cells_[position]; }
  static bool is_end(uint32_t cell) { return cell >= kEnd; }
  // The position after the piece at `position`.
  uint32_t next(uint32_t position) const { return position + span(position); }
  // The position of the piece before the one at `position`, or of the end cell there.
  uint32_t previous(uint32_t position) const {
    const uint32_t last = cells_[position - 1];
    return position - (is_inside(last) ? last & kSpanMask : 1);
  }
  // Makes one piece of the pieces at `left` and `right`, which are neighbours.
  void merge(uint32_t left, uint32_t right, uint32_t piece) {
    const uint32_t both = span(left) + span(right);
    cells_[left] = piece;
    cells_[right] = kInside;
    cells_[left + 1] = cells_[left + both - 1] = kInside | both;
  }
  // How often the word that holds `position` occurs.
  uint64_t weight(uint32_t position) const {
    for (uint32_t hops = 0; hops <= kHops; ++hops) {  // the end is mostly near
      if (is_end(cells_[position])) return weight_of(cells_[position]);
      position = next(position);
    }
    const auto after = std::upper_bound(
        long_words_.begin(), long_words_.end(), position,
        [](uint32_t p, const std::pair<uint32_t, uint32_t>& word) { return p < word.first; });
    return weight_of(cells_[std::prev(after)->second]);
  }
  void prefetch(uint32_t position) const { __builtin_prefetch(&cells_[position]); }

 private:
  static constexpr uint32_t kInside = 0x80000000u, kEnd = 0xC0000000u;
  static constexpr uint32_t kSpanMask = 0x3FFFFFFFu;
  static constexpr uint32_t kElsewhere = 0x20000000u;  // too large for its cell
  static constexpr uint32_t kHops = 24;

  static bool is_inside(uint32_t cell) { return cell >> 30 == 2; }
  uint32_t span(uint32_t position) const {
    const uint32_t second = cells_[position + 1];
    return is_inside(second) ? second & kSpanMask : 1;
  }
  uint64_t weight_of(uint32_t end) const {
    return end & kElsewhere ? weights_[end & (kElsewhere - 1)] : end & (kElsewhere - 1);
  }

  PageVector<uint32_t> cells_;
  std::vector<uint64_t> weights_;                              // those too large for their cell
  std::vector<std::pair<uint32_t, uint32_t>> long_words_;      // first position, and their end
};

}  // namespace subwords
