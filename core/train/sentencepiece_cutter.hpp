// From counted runs of text to the words that sentencepiece's trainers count, without alignments.
// Python twin: training/reference/sentencepiece_text.py.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "train/word_counter.hpp"

namespace subwords {

struct SentencePieceRules {
  std::string charsmap;  // compiled; empty for none
  bool add_dummy_prefix = true;
  bool remove_extra_whitespaces = true;
  bool escape_whitespaces = true;
  bool suffix = false;
  std::vector<std::string> symbols;  // what the map leaves alone
  bool split = true;                 // cut at each space symbol
};

// A compiled normalizer map; training/charsmap.py says how it is laid out.
class CharsMap {
 public:
  // Nothing is trusted: a map that is damaged only finds less.
  explicit CharsMap(std::string data);

  struct Match {
    size_t length = 0;  // bytes; 0: nothing is replaced here
    std::string_view replacement;
  };
  Match longest(std::string_view text, size_t at) const;
  bool replaces_ascii(uint8_t byte) const { return ascii_[byte]; }

 private:
  uint32_t unit(size_t node) const;
  std::string data_;
  size_t units_ = 0;
  std::string_view texts_;
  bool ascii_[128] = {};  // whether a key begins with this byte
};

class SentencePieceCutter {
 public:
  explicit SentencePieceCutter(SentencePieceRules rules);

  // The text as a trained model will see it. The view lives until the next call.
  std::string_view normalize(std::string_view text);
  // Adds the words of all runs (which are valid UTF-8) to `words`.
  void cut(const WordCounter& runs, WordCounter& words);

 private:
  void map(std::string_view text);
  void finish();
  size_t symbol_at(std::string_view text, size_t at) const;

  SentencePieceRules rules_;
  CharsMap map_;
  bool begins_symbol_[256] = {};
  std::string mapped_, out_;
};

}  // namespace subwords
