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

namespace subwords {

class BpeTrainer {
 public:
  // Looks at the characters only; `words` must live until `cut` has been called.
  BpeTrainer(const WordCounter& words, BpeConfig config);

  // Different words, words in all, and the characters of all words (saturated at 2^64 - 1).
  uint64_t words() const { return number_of_words_; }
  uint64_t occurrences() const { return occurrences_; }
  uint64_t characters() const { return characters_; }
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
  BpeConfig config_;
  uint64_t number_of_words_ = 0, occurrences_ = 0, characters_ = 0;
  size_t longer_words_ = 0, longer_characters_ = 0;  // different words of two characters and more
  BpeAlphabet alphabet_;
  PieceTable pieces_;
  std::optional<SymbolArena> arena_;
  std::vector<uint64_t> piece_counts_;
};

}  // namespace subwords
