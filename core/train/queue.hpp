// Which pair is merged next: candidates with the counts they were scored on, in exact order.
//
// The queue holds only pairs whose score reaches a threshold. When it runs dry, the threshold is
// lowered by one look at all pairs, so the many pairs that will never be merged cost nothing.
// Scores compare by their doubles where these are clearly apart, and exactly where they are not.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "text/arithmetic.hpp"
#include "train/pages.hpp"
#include "train/pieces.hpp"
#include "train/wordpiece_config.hpp"

namespace subwords {

struct Candidate {
  double key;  // the score as a double
  uint64_t count, left_count, right_count;
  uint32_t left, right;

  bool same_counts(const Candidate& other) const {
    return count == other.count && left_count == other.left_count &&
           right_count == other.right_count;
  }
};

// A relative margin far wider than the rounding of a key (at most 5 roundings of 2^-53 each) and
// far narrower than anything else.
inline constexpr double kMargin = 0x1p-44;
inline double below(double x) { return x - std::fabs(x) * kMargin; }
inline double above(double x) { return x + std::fabs(x) * kMargin; }

// Whether a better pair than x is y; a strict total order on pairs.
class CandidateOrder {
 public:
  CandidateOrder(const MergeConfig& config, const PieceTable& pieces)
      : score_(config.score), ties_(config.ties), pieces_(&pieces) {}

  bool operator()(const Candidate& x, const Candidate& y) const {
    const int order = compare_scores(x, y);
    return order != 0 ? order < 0 : loses_tie(x, y);
  }

  // Whether y is taken before x where the scores are the same.
  template <typename Pair>
  bool loses_tie(const Pair& x, const Pair& y) const {
    return loses_tie(x.left, x.right, y.left, y.right);
  }

 private:
  int compare_scores(const Candidate& x, const Candidate& y) const;
  bool loses_tie(uint32_t x_left, uint32_t x_right, uint32_t y_left, uint32_t y_right) const;

  Score score_;
  Ties ties_;
  const PieceTable* pieces_;
};

// The score of a pair; `total` is the number of pieces in the corpus.
inline double score_key(const MergeConfig& config, uint64_t count, uint64_t left, uint64_t right,
                        uint64_t total) {
  const double c = static_cast<double>(count);
  if (config.score == Score::kFrequency) return c;
  const double chance = static_cast<double>(left) * static_cast<double>(right);
  if (config.score == Score::kLikelihood) return c / chance;
  const double observed = config.pmi_shift ? static_cast<double>(total) * c : c;
  return c * natural_log(observed / chance);
}

class CandidateQueue {
 public:
  explicit CandidateQueue(CandidateOrder order) : order_(order) {}

  bool empty() const { return heap_.empty(); }
  size_t size() const { return heap_.size(); }
  const Candidate& top() const { return heap_.front(); }
  void push(const Candidate& candidate) {
    heap_.push_back(candidate);
    std::push_heap(heap_.begin(), heap_.end(), order_);
  }
  Candidate pop() {
    std::pop_heap(heap_.begin(), heap_.end(), order_);
    const Candidate best = heap_.back();
    heap_.pop_back();
    return best;
  }
  bool better(const Candidate& x, const Candidate& than) const { return order_(than, x); }

  // Whether a score is high enough to be held, and to be merged before the threshold is lowered.
  // Between the two lies a margin, so that rounding cannot hide a pair that belongs first.
  bool holds(double key) const { return key >= low_; }
  bool accepts(double key) const { return key >= high_; }
  // Empties the queue and sets the threshold to the rank-th best of `keys` (which are reordered).
  void restart(std::vector<double>& keys) {
    heap_.clear();
    const size_t rank = std::max<size_t>(2048, keys.size() / 16);
    if (rank >= keys.size()) {
      low_ = high_ = -std::numeric_limits<double>::infinity();
      return;
    }
    const auto at = keys.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(keys.begin(), at, keys.end(), std::greater<>());
    high_ = below(*at);
    low_ = below(high_);
  }

 private:
  CandidateOrder order_;
  PageVector<Candidate> heap_;
  double low_ = 0.0, high_ = 0.0;
};

}  // namespace subwords
