#include "train/unigram_sums.hpp"

#include <cmath>
#include <limits>

#include "text/arithmetic.hpp"

namespace subwords {
namespace {

constexpr double kTooSmall = 0x1p-900;

int shift_of(int64_t exponent) {
  return static_cast<int>(exponent < -4000 ? -4000 : (exponent > 4000 ? 4000 : exponent));
}

}  // namespace

void ExpectedCounts::add(const FragmentLattice& fragment) {
  if (!forward(fragment) || !backward(fragment)) {
    add_scaled(fragment);
    return;
  }
  const size_t length = fragment.codes.size();
  const double total = before_[length];
  int e = 0;
  const double m = std::frexp(total, &e);
  const double weight = static_cast<double>(fragment.count) * unit_ / total;
  const double* tail = tails_.data();
  const uint32_t* edge = fragment.edges;
  for (size_t at = 0; at < length; ++at) {
    const double left = before_[at] * weight;
    counts_[fragment.letters[fragment.codes[at]]] += static_cast<int64_t>(left * *tail++);
    for (uint16_t i = fragment.edge_counts[at]; i > 0; --i) {
      counts_[*edge++] += static_cast<int64_t>(left * *tail++);
    }
  }
  add_likelihood(m, e, fragment.count);
}

bool ExpectedCounts::forward(const FragmentLattice& fragment) {
  const size_t length = fragment.codes.size();
  before_.assign(length + 1, 0.0);
  before_[0] = 1.0;
  const uint32_t* edge = fragment.edges;
  double least = 1.0;
  for (size_t at = 0; at < length; ++at) {
    const double here = before_[at];
    least = here < least ? here : least;
    before_[at + 1] += here * probabilities_[fragment.letters[fragment.codes[at]]];
    for (uint16_t i = fragment.edge_counts[at]; i > 0; --i) {
      const uint32_t piece = *edge++;
      before_[at + lengths_[piece]] += here * probabilities_[piece];
    }
  }
  tails_.resize(length + static_cast<size_t>(edge - fragment.edges));
  return least > kTooSmall && before_[length] > kTooSmall;
}

// Fills tails_: for each edge the probability of it and all that follows.
bool ExpectedCounts::backward(const FragmentLattice& fragment) {
  const size_t length = fragment.codes.size();
  after_.resize(length + 1);
  after_[length] = 1.0;
  size_t slot = tails_.size();
  const uint32_t* edge = fragment.edges + (slot - length);
  double least = 1.0;
  for (size_t at = length; at-- > 0;) {
    const size_t count = fragment.edge_counts[at];
    slot -= count + 1;
    edge -= count;
    double total = probabilities_[fragment.letters[fragment.codes[at]]] * after_[at + 1];
    tails_[slot] = total;
    for (size_t i = 0; i < count; ++i) {
      const uint32_t piece = edge[i];
      const double tail = probabilities_[piece] * after_[at + lengths_[piece]];
      tails_[slot + 1 + i] = tail;
      total += tail;
    }
    after_[at] = total;
    least = total < least ? total : least;
  }
  return least > kTooSmall;
}

void ExpectedCounts::add_likelihood(double m, int64_t e, uint64_t count) {
  const auto exponent = static_cast<double>(e);
  const double ln_p = natural_log(m) + (exponent * kLn2High + exponent * kLn2Low);
  likelihood_ += static_cast<int64_t>(static_cast<double>(count) * ln_p * (unit_ * 0x1p-8));
}

// The sum, as float64 would round it had it no bounds.
void ExpectedCounts::Scaled::add(double more, int64_t exponent) {
  if (m == 0.0 || (more != 0.0 && exponent > e)) {
    std::swap(m, more);
    std::swap(e, exponent);
  }
  int shift = 0;
  m = std::frexp(m + std::ldexp(more, shift_of(exponent - e)), &shift);
  e += shift;
}

void ExpectedCounts::add_scaled(const FragmentLattice& fragment) {
  const size_t length = fragment.codes.size();
  scaled_before_.assign(length + 1, {});
  scaled_after_.assign(length + 1, {});
  scaled_before_[0] = scaled_after_[length] = {0.5, 1};
  const uint32_t* edge = fragment.edges;
  for (size_t at = 0; at < length; ++at) {
    const Scaled here = scaled_before_[at];
    const double letter = probabilities_[fragment.letters[fragment.codes[at]]];
    scaled_before_[at + 1].add(here.m * letter, here.e);
    for (uint16_t i = fragment.edge_counts[at]; i > 0; --i) {
      const uint32_t piece = *edge++;
      scaled_before_[at + lengths_[piece]].add(here.m * probabilities_[piece], here.e);
    }
  }
  const Scaled whole = scaled_before_[length];
  int weight_e = 0;
  const double weight = std::frexp(static_cast<double>(fragment.count) / whole.m, &weight_e);
  for (size_t at = length; at-- > 0;) {
    const size_t count = fragment.edge_counts[at];
    edge -= count;
    const double left = scaled_before_[at].m * weight;
    const int64_t left_e = scaled_before_[at].e + weight_e - whole.e + bits_;
    Scaled total;
    const auto visit = [&](uint32_t piece, const Scaled& rest) {
      const double tail = probabilities_[piece] * rest.m;
      counts_[piece] += static_cast<int64_t>(std::ldexp(left * tail, shift_of(left_e + rest.e)));
      total.add(tail, rest.e);
    };
    visit(fragment.letters[fragment.codes[at]], scaled_after_[at + 1]);
    for (size_t i = 0; i < count; ++i) visit(edge[i], scaled_after_[at + lengths_[edge[i]]]);
    scaled_after_[at] = total;
  }
  add_likelihood(whole.m, whole.e, fragment.count);
}

double BestPath::find(const FragmentLattice& fragment) {
  length_ = fragment.codes.size();
  best_.assign(length_ + 1, -std::numeric_limits<double>::infinity());
  if (back_.size() <= length_) back_.resize(length_ + 1);
  best_[0] = 0.0;
  const uint32_t* edge = fragment.edges;
  for (size_t at = 0; at < length_; ++at) {
    const double here = best_[at];
    const auto begin = static_cast<uint32_t>(at);
    const uint32_t letter = fragment.letters[fragment.codes[at]];
    if (const double score = here + scores_[letter]; score > best_[at + 1]) {
      best_[at + 1] = score;
      back_[at + 1] = {begin, letter};
    }
    for (uint16_t i = fragment.edge_counts[at]; i > 0; --i) {
      const uint32_t piece = *edge++;
      const size_t end = at + lengths_[piece];
      if (const double score = here + scores_[piece]; score > best_[end]) {
        best_[end] = score;
        back_[end] = {begin, piece};
      }
    }
  }
  return best_[length_];
}

}  // namespace subwords
