// BPE training from word counts to a vocabulary and merges; the native twin of
// subwords/training/reference/bpe.py.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "train/bpe_alphabet.hpp"
#include "train/bpe_config.hpp"
#include "train/pieces.hpp"
#include "train/symbols.hpp"
#include "train/word_counter.hpp"
#include "train/word_totals.hpp"

namespace subwords {

class BpeTrainer {
 public:
  // Looks at the characters only; `words` must live until `cut` has been called.
  BpeTrainer(const WordCounter& words, BpeConfig config);

  // Different words, words in all, and the characters of all words (saturated at 2^64 - 1).
  uint64_t words() const { return totals_.words; }
  uint64_t occurrences() const { return totals_.occurrences; }
  uint64_t characters() const { return totals_.characters; }
  // Tokens before the first merge: extended vocabulary, special tokens, alphabet.
  size_t needed() const { return pieces_.size(); }
  const BpeAlphabet& alphabet() const { return alphabet_; }

  // Cuts all words into the pieces from which training starts; call it once.
  void cut();
  // Merges; call it once, after `cut`. Rows name pieces of `pieces()`. `progress` is called now and
  // then with the size of the vocabulary, and may throw to end the training.
  std::vector<MergeRow> run(const std::function<void(uint64_t)>& progress);
  const PieceTable& pieces() const { return pieces_; }

 private:
  const WordCounter& words_;
  WordTotals totals_;
  BpeConfig config_;
  BpeAlphabet alphabet_;
  PieceTable pieces_;
  std::optional<SymbolArena> arena_;
  std::vector<uint64_t> piece_counts_;
};

}  // namespace subwords
