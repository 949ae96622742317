// What is summed over the lattice of one fragment: expected counts, or the best path.
#pragma once
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "train/pages.hpp"

namespace subwords {

// One fragment as UnigramLattices keeps it.
struct FragmentLattice {
  std::span<const uint32_t> codes;
  const uint32_t* letters;      // by code: the piece of the character
  const uint16_t* edge_counts;  // by place
  const uint32_t* edges;        // of all places, one after the other
  uint64_t count;
};

// Forward and backward in the linear domain. Where a probability comes near the end of float64's
// range, the fragment is done again with exponents of their own, which gives the same bits.
class ExpectedCounts {
 public:
  ExpectedCounts(const PageVector<double>& probabilities, const PageVector<uint16_t>& lengths,
                 int bits, PageVector<int64_t>& counts)
      : probabilities_(probabilities), lengths_(lengths), bits_(bits),
        unit_(std::ldexp(1.0, bits)), counts_(counts) {}

  void add(const FragmentLattice& fragment);
  int64_t likelihood() const { return likelihood_; }

 private:
  struct Scaled {
    double m = 0.0;
    int64_t e = 0;
    void add(double more, int64_t exponent);
  };
  bool forward(const FragmentLattice& fragment);
  bool backward(const FragmentLattice& fragment);
  void add_scaled(const FragmentLattice& fragment);
  void add_likelihood(double m, int64_t e, uint64_t count);

  const PageVector<double>& probabilities_;
  const PageVector<uint16_t>& lengths_;
  const int bits_;
  const double unit_;  // 2^bits
  PageVector<int64_t>& counts_;
  int64_t likelihood_ = 0;
  std::vector<double> before_, after_;
  std::vector<double> tails_;  // by edge of the fragment, characters first at each place
  std::vector<Scaled> scaled_before_, scaled_after_;
};

// Viterbi from left to right; of equal paths the one whose last piece is longer.
class BestPath {
 public:
  BestPath(const PageVector<double>& scores, const PageVector<uint16_t>& lengths)
      : scores_(scores), lengths_(lengths) {}

  double find(const FragmentLattice& fragment);
  // The pieces of the path that was found, from right to left.
  template <typename Visit>
  void each_piece(Visit&& visit) const {
    for (size_t end = length_; end > 0;) {
      const uint32_t piece = back_[end].piece;
      visit(piece);
      end = back_[end].begin;
    }
  }

 private:
  struct Step {
    uint32_t begin, piece;
  };
  const PageVector<double>& scores_;
  const PageVector<uint16_t>& lengths_;
  size_t length_ = 0;
  std::vector<double> best_;
  std::vector<Step> back_;
};

}  // namespace subwords
