// All fragments as lattices of pieces: compiled once, filtered when pieces go, never searched.
// Python twin: training/reference/unigram_lattice.py.
#pragma once
#include <cstdint>
#include <vector>

#include "train/unigram_corpus.hpp"
#include "train/unigram_seeds.hpp"

namespace subwords {

// The pieces by number: first the characters that occur, then the others.
struct UnigramPieces {
  static constexpr uint32_t kGone = 0xFFFFFFFFu;

  PageVector<uint32_t> places;     // where the text of a piece stands in the corpus
  PageVector<uint32_t> fragments;  // and in which fragment that is
  PageVector<uint16_t> lengths;    // in characters
  PageVector<double> scores;       // natural logarithms of probabilities

  size_t size() const { return places.size(); }
  // Keeps the pieces with keep[i]; returns the new number of each, or kGone.
  PageVector<uint32_t> filter(const std::vector<bool>& keep);
};

struct Segmentation {
  double score;
  std::vector<uint32_t> pieces;  // UnigramLattices::unknown() where a character has none
};

class UnigramLattices {
 public:
  // Fills `pieces` with the characters that occur and the seeds, scores aside.
  UnigramLattices(const UnigramCorpus& corpus, const SortedSuffixes& suffixes,
                  const std::vector<Seed>& seeds, UnigramPieces& pieces);

  // Sums over the corpus are integers: multiples of 2^-bits, whoever adds them.
  int bits() const { return bits_; }
  uint32_t unknown() const { return static_cast<uint32_t>(pieces_.size()); }

  // Expected counts of all pieces (times 2^bits), and ln P(corpus), times 2^(bits - 8).
  int64_t expected_counts(double unknown_score, unsigned threads,
                          PageVector<int64_t>& counts) const;
  // Counts in the best segmentations, and the sum of their scores, likewise.
  int64_t best_counts(double unknown_score, unsigned threads, PageVector<uint64_t>& counts) const;
  // The best segmentation of a piece's text without the piece itself.
  void best_without(uint32_t piece, double unknown_score, Segmentation& best) const;

  // The pieces were filtered: `numbers` are their new ones.
  void filter(const PageVector<uint32_t>& numbers);

 private:
  static constexpr size_t kBlock = 1024;  // fragments that are handed out together

  const UnigramCorpus& corpus_;
  const UnigramPieces& pieces_;
  int bits_ = 0;
  // The piece of each single character, or unknown().
  std::vector<uint32_t> letters_;
  // Longer pieces that begin at each place, the shortest first, one place after the other.
  PageVector<uint16_t> edge_counts_;
  PageVector<uint32_t> edges_;
  PageVector<uint64_t> first_edges_;  // of each fragment
};

}  // namespace subwords
