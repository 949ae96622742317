// Pre-tokenizer steps that rewrite the pieces instead of cutting them.
#pragma once
#include <vector>

#include "pretokenize/pretokenizer.hpp"

namespace subwords {

inline bool rewrites(const PreTokenizerStep& step) {
  return step.kind == PreTokenizerKind::kPrefixSpace || step.kind == PreTokenizerKind::kByteLevel ||
         step.kind == PreTokenizerKind::kMetaspace;
}

// Replaces `out` by the rewritten pieces, one after the other, and `ranges` by where they are.
void rewrite(const PreTokenizerStep& step, const AlignedText& text, std::vector<Range>& ranges,
             AlignedText& out);

}  // namespace subwords
