// Merge training: choose the best pair, merge it wherever it stands, repeat. Incremental: a merge
// touches only its own places, the pairs beside them, and (where the score depends on the counts
// of pieces) the other pairs of the two pieces.
//
// The same result as subwords/training/reference/merges.py, which recounts instead.
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "train/join_rule.hpp"
#include "train/pairs.hpp"
#include "train/pieces.hpp"
#include "train/queue.hpp"
#include "train/symbols.hpp"
#include "train/wordpiece_config.hpp"

namespace subwords {

class MergeLearner {
 public:
  // `piece_counts` and `total` include words that are not in the arena (of one piece: they hold no
  // pair). `pieces` grows by the merged ones. `lengths` of the pieces matter for max_token_length.
  MergeLearner(SymbolArena arena, PieceTable& pieces, std::vector<uint64_t> piece_counts,
               const MergeConfig& config, std::vector<uint32_t> lengths = {});

  // The same where a rule says which pairs may be merged, and a pair that spells a piece which exists
  // is dropped for good.
  MergeLearner(SymbolArena arena, PieceTable& pieces, std::vector<uint64_t> piece_counts,
               const MergeConfig& config, JoinRule& rule);

  // Merges until `pieces` has vocab_size entries or no pair is frequent enough.
  std::vector<MergeRow> run(const std::function<void(uint64_t)>& progress);
  // Whether it ended because of stop_at_repeat.
  bool repeated() const { return repeated_; }
  const SymbolArena& arena() const { return arena_; }

 private:
  // What one merge does to the pairs with one neighbour.
  struct Delta {
    uint64_t gained = 0;  // by the pair with the merged piece: what that with the old piece loses
    uint32_t places = 0;  // where it may stand beside the merged piece
    uint32_t pair = PairTable::kNone;  // the pair with the merged piece
  };
  // The neighbours on one side of the places of a merge.
  struct Side {
    std::vector<Delta> deltas;       // by piece
    std::vector<uint32_t> touched;   // pieces whose delta is in use
    Delta& at(uint32_t piece) {
      Delta& delta = deltas[piece];
      if (delta.places++ == 0) touched.push_back(piece);
      return delta;
    }
    void clear() {
      for (uint32_t piece : touched) deltas[piece] = {};
      touched.clear();
    }
  };

  void index_pairs(uint32_t only);
  bool refill();
  bool best(Candidate& found);
  bool best_gain(Candidate& found);
  Candidate evaluate(const Pair& pair) const;
  void offer(uint32_t index);
  void requeue(uint32_t index);

  void merge(const Candidate& chosen, uint32_t merged);
  uint64_t replace(const Candidate& chosen, uint32_t merged, bool fresh);
  void lose(uint32_t left, uint32_t right, uint64_t count);
  bool forbidden(uint32_t left, uint32_t right) const;
  void open(uint32_t left, uint32_t right, Delta& delta);
  void place(uint32_t merged);
  void rescore(uint32_t piece);
  void forget(uint32_t piece);
  void remember(uint32_t index);

  const MergeConfig& config_;
  const uint64_t min_frequency_;
  SymbolArena arena_;
  PieceTable& pieces_;
  std::vector<uint64_t> piece_counts_;
  uint64_t total_ = 0;
  PairTable pairs_;
  PostingsArena postings_;
  CandidateQueue queue_;
  std::vector<std::vector<uint32_t>> partners_;  // pairs of a piece; only where scores need them
  Side left_, right_;
  uint64_t doubled_ = 0;  // merges that follow another one directly
  std::vector<uint32_t> merged_places_;
  std::vector<Candidate> aside_;
  std::vector<uint32_t> lengths_;
  JoinRule* rule_ = nullptr;
  bool repeated_ = false;
};

}  // namespace subwords
