// Counting the words of whole files where they are what split patterns leave: one pass over the
// bytes, without anything between the scanner and the table.
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "patterns/scanner.hpp"
#include "train/word_counter.hpp"

namespace subwords {

class PatternCounter {
 public:
  // Throws std::invalid_argument where the patterns cannot be compiled.
  explicit PatternCounter(const std::vector<patterns::Split>& splits);

  // Counts the words of valid UTF-8. `by_line`: every line is a text of its own, newline included.
  void add(std::string_view text, bool by_line, WordCounter& words) const;

 private:
  void add_text(std::string_view text, WordCounter& words) const;

  std::shared_ptr<const patterns::PatternScanner> scanner_;
};

// Adds the words of one table to another, spelled in GPT-2's byte alphabet.
void spell_bytes(const WordCounter& from, WordCounter& to);

}  // namespace subwords
