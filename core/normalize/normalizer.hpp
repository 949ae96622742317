// Normalizers of the general path: each step rewrites an AlignedText.
// One file per family of steps beside this one; the Python twin is reference/normalize.py.
#pragma once
#include <string>
#include <vector>

#include "text/aligned.hpp"

namespace subwords {

enum class NormalizerKind : uint8_t {
  kBert, kNfc, kNfd, kNfkc, kNfkd, kLowercase, kStripAccents, kStrip, kReplace, kPrepend,
};

struct NormalizerStep {
  NormalizerKind kind;
  // kBert
  bool clean_text = false, handle_chinese_chars = false, strip_accents = false, lowercase = false;
  // kStrip
  bool left = false, right = false;
  // kReplace (literal), kPrepend (content)
  std::u32string pattern, content;
};

// Nested sequences are flattened before they get here.
using NormalizerChain = std::vector<NormalizerStep>;

// Reused between calls so that no step allocates in the steady state.
struct NormalizerScratch {
  AlignedText other;
};

void normalize(const NormalizerChain& chain, AlignedText& text, NormalizerScratch& scratch);

}  // namespace subwords
