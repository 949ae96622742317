// The corpus of a Unigram or SentencePiece BPE training: fragments of words as codes of characters,
// and their counts.
// Python twin: training/reference/sentencepiece_words.py.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "train/character_kinds.hpp"
#include "train/pages.hpp"
#include "train/word_counter.hpp"

namespace subwords {

class UnigramCorpus {
 public:
  // Cuts the words at the symbols (the longest first) and counts their characters.
  UnigramCorpus(WordCounter words, const std::vector<std::string>& symbols);

  size_t words() const { return words_; }
  uint64_t occurrences() const { return occurrences_; }
  // Characters in all the words, before cutting; 2^63 for any number beyond.
  uint64_t word_characters() const { return word_characters_; }
  // Characters that occur and how often, by code point.
  const std::vector<std::pair<char32_t, uint64_t>>& letters() const { return letters_; }

  // Keeps these characters (by code point) and cuts at the others. Once.
  void keep(std::vector<char32_t> characters, std::vector<int32_t> kinds);

  size_t fragments() const { return counts_.size(); }
  // A fragment's codes: 1 for the first of the characters that were kept, and so on.
  std::span<const uint32_t> codes(size_t fragment) const {
    return {codes_.data() + begins_[fragment], begins_[fragment + 1] - begins_[fragment]};
  }
  size_t begin(size_t fragment) const { return begins_[fragment]; }
  uint64_t count(size_t fragment) const { return counts_[fragment]; }
  const PageVector<uint32_t>& all_codes() const { return codes_; }
  char32_t character(uint32_t code) const { return characters_[code - 1]; }
  size_t alphabet() const { return characters_.size(); }
  // The kinds of the kept characters, by code.
  const std::vector<int32_t>& kinds() const { return kinds_; }
  // Kept characters, each as often as it occurs.
  uint64_t total() const { return total_; }
  // How often each kept character occurs.
  uint64_t letter_count(uint32_t code) const { return letter_counts_[code - 1]; }

  // For each place: how many characters from there on can be one piece.
  PageVector<uint16_t> limits(size_t most) const;

 private:
  void cut_at(std::vector<std::string> symbols);
  bool add_fragment(std::string_view part, uint64_t count, const PageVector<uint32_t>& code_of);
  static void break_up(std::string_view part, uint64_t count,
                       const PageVector<uint32_t>& code_of, WordCounter& broken);

  WordCounter parts_;  // until keep()
  size_t words_ = 0;
  uint64_t occurrences_ = 0, word_characters_ = 0, total_ = 0;
  std::vector<std::pair<char32_t, uint64_t>> letters_;
  std::vector<char32_t> characters_;
  std::vector<int32_t> kinds_;
  std::vector<uint64_t> letter_counts_;
  PageVector<uint32_t> codes_;
  PageVector<uint32_t> begins_;
  PageVector<uint64_t> counts_;
};

}  // namespace subwords
