// The exact order of candidates.
#include "train/queue.hpp"

#include "train/wide.hpp"

namespace subwords {
namespace {

// x · y · z. Three factors below 2^64 give less than 2^192, so nothing is lost: the upper part is
// below 2^128 because the whole is.
struct Wide {
  uint128 upper;
  uint64_t lower;
};
Wide product(uint64_t x, uint64_t y, uint64_t z) {
  using U = uint128;
  const U xy = static_cast<U>(x) * y;
  const U low = static_cast<U>(static_cast<uint64_t>(xy)) * z;
  const U high = static_cast<U>(static_cast<uint64_t>(xy >> 64)) * z;
  return {high + (low >> 64), static_cast<uint64_t>(low)};
}

template <typename T>
int three_way(const T& a, const T& b) {
  return a < b ? -1 : (b < a ? 1 : 0);
}

}  // namespace

int CandidateOrder::compare_scores(const Candidate& x, const Candidate& y) const {
  if (score_ == Score::kFrequency) return three_way(x.count, y.count);
  if (score_ == Score::kGain) return three_way(x.key, y.key);
  if (x.key < below(y.key)) return -1;
  if (y.key < below(x.key)) return 1;
  // x.count / (x.left · x.right) against the same of y, multiplied out.
  const Wide a = product(x.count, y.left_count, y.right_count);
  const Wide b = product(y.count, x.left_count, x.right_count);
  return a.upper != b.upper ? three_way(a.upper, b.upper) : three_way(a.lower, b.lower);
}

bool CandidateOrder::loses_tie(uint32_t x_left, uint32_t x_right, uint32_t y_left,
                               uint32_t y_right) const {
  if (ties_ == Ties::kLast) {
    const int left = pieces_->compare(x_left, y_left);
    return left != 0 ? left < 0 : pieces_->compare(x_right, y_right) < 0;
  }
  if (ties_ == Ties::kSentencePiece) {
    const size_t x_length = pieces_->joined_characters(x_left, x_right);
    const size_t y_length = pieces_->joined_characters(y_left, y_right);
    if (x_length != y_length) return x_length > y_length;
    const int order = pieces_->join(x_left, x_right).compare(pieces_->join(y_left, y_right));
    if (order != 0) return order > 0;
  }
  return x_left != y_left ? x_left > y_left : x_right > y_right;
}

}  // namespace subwords
