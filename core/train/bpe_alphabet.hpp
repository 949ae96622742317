// The characters of a BPE training: which stay, in which forms, and how a word is cut into them.
//
// A character has up to four forms: bare, with the prefix of a continuing piece, with the suffix
// of a piece that ends a word, and with both.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "train/bpe_config.hpp"
#include "train/pieces.hpp"
#include "train/word_counter.hpp"

namespace subwords {

class BpeAlphabet {
 public:
  // Counts the characters of all words and applies limit_alphabet.
  BpeAlphabet(const WordCounter& words, const BpeConfig& config);

  // The single-character tokens in the order of their ids.
  const std::vector<std::string>& letters() const { return letters_; }
  // What limit_alphabet left out, the most frequent first.
  const std::vector<std::pair<char32_t, uint64_t>>& dropped() const { return dropped_; }

  // Looks the letters up in the table of pieces; `cut` needs it.
  void number(const PieceTable& pieces);
  // The pieces of a word's characters, without those that were dropped.
  void cut(std::string_view word, std::vector<uint32_t>& pieces) const;
  // The length of a piece without prefix and suffix, one character at least.
  uint32_t unmarked_length(std::string_view token) const;
  // Frees what only `cut` needs.
  void finish() { characters_.reset(); }

 private:
  static constexpr unsigned kMarked = 1, kLast = 2;
  struct Character {
    uint64_t count;
    uint32_t forms[4];  // pieces
    bool kept;
    uint8_t seen;       // a bit for each form
  };
  static constexpr char32_t kPlanes = 0x110000;

  std::string spell(char32_t c, unsigned form) const;
  void list_letters(const BpeConfig& config);

  // By code point. Pages that no character touches take no memory.
  struct Free {
    void operator()(void* memory) const;
  };
  std::unique_ptr<Character[], Free> characters_;
  std::vector<char32_t> present_;
  std::string prefix_, suffix_;
  std::vector<std::string> letters_;
  std::vector<std::pair<char32_t, uint64_t>> dropped_;
};

}  // namespace subwords
