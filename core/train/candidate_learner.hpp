// BPE training where merges spell tokens that exist already, to the letter of the published rules;
// the native twin of subwords/training/reference/bpe_merges.py, which says what these are.
//
// Slower than MergeLearner: it keeps every pair that ever stood in the words, and every candidate
// with its words. MergeLearner gives the same merges until one spells a token that exists.
#pragma once
#include <compare>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "train/pairs.hpp"
#include "train/pieces.hpp"
#include "train/queue.hpp"
#include "train/symbols.hpp"
#include "train/wordpiece_config.hpp"

namespace subwords {

class CandidateLearner {
 public:
  // `arena`: words, in which `rows` of merges (each of a piece that was new) are undone.
  // `lengths` of the pieces matter for max_token_length.
  CandidateLearner(const SymbolArena& arena, const std::vector<MergeRow>& rows, PieceTable& pieces,
                   std::vector<uint64_t> piece_counts, const MergeConfig& config,
                   std::vector<uint32_t> lengths);

  // Merges until `pieces` has vocab_size entries or no pair is frequent enough.
  std::vector<MergeRow> run(const std::function<void(uint64_t)>& progress);

 private:
  struct Word {
    uint32_t begin, size;
    uint64_t weight;
  };
  struct Candidate {
    int64_t count;
    uint32_t left, right;
    uint64_t age;
    const uint32_t* words;
    size_t number;
  };
  class Order {
   public:
    explicit Order(CandidateOrder ties) : ties_(ties) {}
    bool operator()(const Candidate& x, const Candidate& y) const {
      if (x.count != y.count) return x.count < y.count;
      if (x.left == y.left && x.right == y.right) return x.age > y.age;
      return ties_.loses_tie(x, y);
    }

   private:
    CandidateOrder ties_;
  };
  struct Gain {
    uint32_t left, right, word;
    auto operator<=>(const Gain&) const = default;
  };

  void take_words(const SymbolArena& arena, const std::vector<MergeRow>& rows);
  void count_pairs();
  int64_t count(uint32_t left, uint32_t right) const;
  void change(uint32_t left, uint32_t right, uint64_t by);
  void gain(uint32_t left, uint32_t right, int64_t length, uint32_t word);
  void offer();
  bool best(Candidate& found);
  uint64_t merge(const Candidate& chosen, uint32_t merged, uint32_t index);

  const MergeConfig& config_;
  PieceTable& pieces_;
  std::vector<uint64_t> piece_counts_;
  uint64_t total_ = 0;
  std::vector<Word> words_;
  PageVector<uint32_t> symbols_;
  PageVector<uint32_t> spans_;   // characters that a symbol covers
  PairTable pairs_;              // counts, which may be negative (two's complement)
  PostingsArena places_;
  std::vector<Candidate> heap_;
  Order order_;
  uint64_t age_ = 0;
  PageVector<Gain> gains_;
};

}  // namespace subwords
