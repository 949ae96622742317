// SentencePiece BPE training from fragments of words to merges; the native twin of
// subwords/training/reference/sentencepiece_bpe.py.
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "train/join_rule.hpp"
#include "train/pieces.hpp"
#include "train/unigram_corpus.hpp"
#include "train/wordpiece_config.hpp"

namespace subwords {

class SentencePieceBpeTrainer {
 public:
  // `corpus` knows its characters already and must live as long as this.
  explicit SentencePieceBpeTrainer(const UnigramCorpus& corpus);

  // Makes at most so many merges; call it once. Rows name pieces of `pieces()`: the characters by
  // code point, then the merged ones. `progress` is called now and then with the number of merges,
  // and may throw to end the training.
  std::vector<MergeRow> run(uint64_t merges, uint64_t min_frequency, JoinOptions options,
                            const std::function<void(uint64_t)>& progress);
  const PieceTable& pieces() const { return pieces_; }

 private:
  const UnigramCorpus& corpus_;
  PieceTable pieces_;
};

}  // namespace subwords
