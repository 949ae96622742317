// The corpus as one flat arena of pieces, in which merges happen in place.
//
// Every position is a cell. A piece that covers n positions has its number in its first cell and n
// in its first and its last, so both neighbours are found in constant time. Words are parted by
// end cells, which name the word for its weight.
#pragma once
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "train/pages.hpp"

namespace subwords {

class SymbolArena {
 public:
  static constexpr uint32_t kEnd = 0xFFFFFFFFu;   // between words
  static constexpr uint32_t kDead = 0xFFFFFFFEu;  // inside a merged piece

  // `words` and `characters`: how much is to come at most.
  SymbolArena(size_t words, size_t characters) {
    cells_.reserve(words + characters + 1);
    weights_.reserve(words);
    starts_.reserve(words);
    cells_.push_back({kEnd, 0});
  }

  // Appends a word; `pieces` are numbers of pieces.
  void add_word(const std::vector<uint32_t>& pieces, uint64_t weight) {
    if (cells_.size() + pieces.size() >= kDead) {
      throw std::length_error("the different words have more than 2**32 characters together");
    }
    starts_.push_back(static_cast<uint32_t>(cells_.size()));
    for (uint32_t piece : pieces) cells_.push_back({piece, 1});
    cells_.push_back({kEnd, static_cast<uint32_t>(weights_.size())});
    weights_.push_back(weight);
  }
  size_t words() const { return starts_.size(); }
  uint32_t start(size_t word) const { return starts_[word]; }
  uint64_t word_weight(size_t word) const { return weights_[word]; }
  // What stands at a position: a piece, kEnd or kDead.
  uint32_t at(uint32_t position) const { return cells_[position].piece; }
  // The position after the piece at `position`.
  uint32_t next(uint32_t position) const { return position + cells_[position].span; }
  // The position of the piece before the one at `position`, or of the end cell there.
  uint32_t previous(uint32_t position) const {
    const Cell& last = cells_[position - 1];
    return last.piece == kEnd ? position - 1 : position - last.span;
  }
  // Makes one piece of the pieces at `left` and `right`, which are neighbours.
  void merge(uint32_t left, uint32_t right, uint32_t piece) {
    const uint32_t span = cells_[left].span + cells_[right].span;
    cells_[right].piece = kDead;
    cells_[left] = {piece, span};
    cells_[left + span - 1].span = span;
  }
  // How often the word that holds `position` occurs.
  uint64_t weight(uint32_t position) const {
    for (int hops = 0; hops < 16; ++hops) {  // the end is mostly near, on the same cache line
      if (cells_[position].piece == kEnd) return weights_[cells_[position].span];
      position = next(position);
    }
    const auto after = std::upper_bound(starts_.begin(), starts_.end(), position);
    return weights_[static_cast<size_t>(after - starts_.begin()) - 1];
  }
  void prefetch(uint32_t position) const { __builtin_prefetch(&cells_[position]); }

 private:
  struct Cell {
    uint32_t piece, span;
  };
  PageVector<Cell> cells_;
  PageVector<uint64_t> weights_;
  PageVector<uint32_t> starts_;
};

}  // namespace subwords
