// Unigram training: seeds, then estimates and pruning in turn. Python twin:
// training/reference/unigram.py.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "train/unigram_corpus.hpp"
#include "train/unigram_lattices.hpp"
#include "train/unigram_seeds.hpp"

namespace subwords {

struct UnigramRound {
  uint64_t size = 0;
  std::vector<double> likelihoods;
  uint64_t unused = 0, pruned = 0;
  std::vector<std::string> examples;
};

class UnigramTrainer {
 public:
  // Called with the number of pieces after every round.
  using Progress = std::function<void(uint64_t)>;

  UnigramTrainer(const UnigramCorpus& corpus, UnigramConfig config)
      : corpus_(corpus), config_(config) {}

  // Trains until `desired` pieces are left or fewer. Can be called again.
  void run(uint64_t desired, const Progress& progress);

  const std::vector<UnigramRound>& rounds() const { return rounds_; }
  // The pieces that best segmentations can have, by score, then by code point.
  std::vector<std::pair<std::string, double>> pieces() const;

 private:
  static constexpr size_t kExamples = 12;

  void start();
  double estimate();
  void prune(uint64_t desired, UnigramRound& round);
  void keep(const std::vector<bool>& stays);
  // For every piece but the characters: what visit(piece, best segmentation without it) does.
  void each_alternative(const std::function<void(uint32_t, const Segmentation&)>& visit) const;
  double loss(uint32_t piece, const std::vector<uint32_t>& others,
              const PageVector<uint64_t>& counts, double total) const;
  double unknown_score() const;
  std::string text(uint32_t piece) const;

  const UnigramCorpus& corpus_;
  const UnigramConfig config_;
  UnigramPieces pieces_;
  std::unique_ptr<UnigramLattices> lattices_;
  std::vector<UnigramRound> rounds_;
};

}  // namespace subwords
