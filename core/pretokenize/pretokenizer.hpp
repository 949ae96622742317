// Pre-tokenizers of the general path: each step refines a list of ranges of the normalized text.
// One file per family of steps beside this one; the Python twin is reference/pretokenize.py.
#pragma once
#include <string>
#include <vector>

#include "text/aligned.hpp"

namespace subwords {

enum class PreTokenizerKind : uint8_t {
  kBert, kWhitespace, kWhitespaceSplit, kPunctuation, kDigits, kCharDelimiter, kLiteralSplit,
};

enum class Behavior : uint8_t {
  kRemoved, kIsolated, kMergedWithPrevious, kMergedWithNext, kContiguous,
};

struct PreTokenizerStep {
  PreTokenizerKind kind;
  Behavior behavior = Behavior::kIsolated;  // kPunctuation, kLiteralSplit
  bool individual_digits = false;           // kDigits
  bool invert = false;                      // kLiteralSplit
  std::u32string pattern;                   // kCharDelimiter (one character), kLiteralSplit
};

using PreTokenizerChain = std::vector<PreTokenizerStep>;

// Replaces `ranges` (pieces of `text`, usually one that covers it all) by the final pieces;
// empty pieces never come out. `scratch` is reused between calls.
void pretokenize(const PreTokenizerChain& chain, const AlignedText& text,
                 std::vector<Range>& ranges, std::vector<Range>& scratch);

}  // namespace subwords
