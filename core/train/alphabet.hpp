// The characters of a corpus: which stay, in which forms, and how a word is cut into them.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "train/pieces.hpp"
#include "train/word_counter.hpp"
#include "train/wordpiece_config.hpp"

namespace subwords {

class Alphabet {
 public:
  // Counts the characters of all words and applies limit_alphabet.
  Alphabet(const WordCounter& words, const WordPieceConfig& config);

  // The single-character tokens in the order of their ids.
  const std::vector<std::string>& letters() const { return letters_; }
  // What limit_alphabet left out, the most frequent first.
  const std::vector<std::pair<char32_t, uint64_t>>& dropped() const { return dropped_; }

  // Looks the letters up in the table of pieces; `cut` needs it.
  void number(const PieceTable& pieces);
  // The pieces of a word's characters, without those that were dropped.
  void cut(std::string_view word, std::vector<uint32_t>& pieces) const;
  // Frees what only `cut` needs.
  void finish() { characters_.reset(); }

 private:
  struct Character {
    uint64_t count;
    uint32_t bare, marked;  // pieces
    bool kept, seen_bare, seen_marked;
  };
  static constexpr char32_t kPlanes = 0x110000;

  void list_letters(const WordPieceConfig& config);

  // By code point. Pages that no character touches take no memory.
  struct Free {
    void operator()(void* memory) const;
  };
  std::unique_ptr<Character[], Free> characters_;
  std::vector<char32_t> present_;
  std::string prefix_;
  std::vector<std::string> letters_;
  std::vector<std::pair<char32_t, uint64_t>> dropped_;
};

}  // namespace subwords
