// The first look at the corpus: which pairs stand where.
#include <utility>

#include "train/merge_learner.hpp"

namespace subwords {

MergeLearner::MergeLearner(SymbolArena arena, PieceTable& pieces,
                           std::vector<uint64_t> piece_counts, const MergeConfig& config,
                           std::vector<uint32_t> lengths)
    : config_(config),
      min_frequency_(std::max<uint64_t>(config.min_frequency, 1)),
      arena_(std::move(arena)),
      pieces_(pieces),
      piece_counts_(std::move(piece_counts)),
      queue_(CandidateOrder(config, pieces)),
      lengths_(std::move(lengths)) {
  for (uint64_t count : piece_counts_) total_ += count;
  index_pairs(kNoPiece);
}

MergeLearner::MergeLearner(SymbolArena arena, PieceTable& pieces,
                           std::vector<uint64_t> piece_counts, const MergeConfig& config,
                           JoinRule& rule)
    : config_(config),
      min_frequency_(std::max<uint64_t>(config.min_frequency, 1)),
      arena_(std::move(arena)),
      pieces_(pieces),
      piece_counts_(std::move(piece_counts)),
      queue_(CandidateOrder(config, pieces)),
      rule_(&rule) {
  for (uint64_t count : piece_counts_) total_ += count;
  index_pairs(kNoPiece);
}

// Counts every pair (or those that hold the piece `only`), forgets the rare ones, and notes where
// the others stand, in ascending order.
void MergeLearner::index_pairs(uint32_t only) {
  std::vector<uint32_t> fresh;
  const auto for_each_pair = [&](auto&& visit) {
    arena_.for_each_word([&](uint32_t p, uint64_t weight) {
      for (uint32_t q; !SymbolArena::is_end(arena_.at(q = arena_.next(p))); p = q) {
        const uint32_t left = arena_.at(p), right = arena_.at(q);
        if (only == kNoPiece || left == only || right == only) visit(p, left, right, weight);
      }
    });
  };
  for_each_pair([&](uint32_t, uint32_t left, uint32_t right, uint64_t weight) {
    uint32_t index = pairs_.find(left, right);
    if (index == PairTable::kNone) {
      index = pairs_.insert(left, right);
      fresh.push_back(index);
    }
    pairs_[index].count += weight;
    ++pairs_[index].places;
  });
  for (uint32_t index : fresh) {
    Pair& pair = pairs_[index];
    if (pair.count < min_frequency_ || (rule_ && forbidden(pair.left, pair.right))) {
      pairs_.erase(index);
      continue;
    }
    pair.postings = postings_.allocate(pair.places);
    pair.places = 0;
    remember(index);
  }
  for_each_pair([&](uint32_t p, uint32_t left, uint32_t right, uint64_t) {
    const uint32_t index = pairs_.find(left, right);
    if (index != PairTable::kNone) pairs_[index].postings[pairs_[index].places++] = p;
  });
  if (only == kNoPiece) return;  // the queue is filled afterwards
  for (uint32_t index : fresh) {
    if (pairs_[index].count) requeue(index);
  }
}

// Notes a new pair with both its pieces, so that it can be scored again when their counts change.
void MergeLearner::remember(uint32_t index) {
  if (config_.score == Score::kFrequency) return;
  const Pair& pair = pairs_[index];
  if (partners_.size() < pieces_.size()) partners_.resize(pieces_.size());
  partners_[pair.left].push_back(index);
  if (pair.right != pair.left) partners_[pair.right].push_back(index);
}

// Drops every pair that holds a piece. Needed where a merge spells a piece that stands elsewhere
// already (a bare word "##b" beside the marked b): pairs with it that were too rare to be kept may
// become frequent, so they are counted anew. It hardly ever happens.
void MergeLearner::forget(uint32_t piece) {
  for (uint32_t index = 0; index < pairs_.capacity(); ++index) {
    const Pair& pair = pairs_[index];
    if (pair.count && (pair.left == piece || pair.right == piece)) pairs_.erase(index);
  }
}

}  // namespace subwords
