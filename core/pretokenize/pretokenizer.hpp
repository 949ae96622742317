// Pre-tokenizers of the general path: each step refines a list of ranges of the normalized text.
// One file per family of steps beside this one; the Python twin is reference/pretokenize.py.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "patterns/pattern.hpp"
#include "text/aligned.hpp"

namespace subwords {

enum class PreTokenizerKind : uint8_t {
  kBert, kWhitespace, kWhitespaceSplit, kPunctuation, kDigits, kCharDelimiter, kLiteralSplit,
  kFixedLength, kUnicodeScripts, kPatternSplit,
  // These cut nothing but rewrite every piece.
  kPrefixSpace, kByteLevel, kMetaspace,
};

enum class Behavior : uint8_t {
  kRemoved, kIsolated, kMergedWithPrevious, kMergedWithNext, kContiguous,
};

enum class PrependScheme : uint8_t { kNever, kFirst, kAlways };

struct PreTokenizerStep {
  PreTokenizerKind kind;
  Behavior behavior = Behavior::kIsolated;  // kPunctuation, kLiteralSplit, kPatternSplit
  bool individual_digits = false;           // kDigits
  bool invert = false;                      // kLiteralSplit, kPatternSplit
  // kCharDelimiter and kMetaspace (one character), kLiteralSplit
  std::u32string pattern{};
  PrependScheme prepend = PrependScheme::kNever;  // kMetaspace
  uint32_t length = 1;                            // kFixedLength
  std::shared_ptr<const patterns::Node> tree{};  // kPatternSplit
  std::shared_ptr<const patterns::Pattern> compiled{};  // the same
};

using PreTokenizerChain = std::vector<PreTokenizerStep>;

// Buffers that are reused between calls.
struct PreTokenizerScratch {
  std::vector<Range> ranges;
  AlignedText texts[2];
  patterns::Barren barren;

  void release_large() {
    subwords::release_large(ranges);
    for (AlignedText& text : texts) text.release_large();
  }
};

// Replaces `ranges` (pieces of `text`, usually one that covers it all) by the final pieces; empty
// pieces never come out. Returns the text that they are ranges of: `text`, or where a step rewrote
// it one of the scratch's.
const AlignedText& pretokenize(const PreTokenizerChain& chain, const AlignedText& text,
                               std::vector<Range>& ranges, PreTokenizerScratch& scratch);

}  // namespace subwords
