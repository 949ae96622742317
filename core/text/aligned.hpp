// Text as code points, each with the range of original characters it came from.
//
// This is what the general path of the pipeline works on; published pipelines take a fused path
// that never builds it. Its Python twin is reference/aligned.py.
#pragma once
#include <cstdint>
#include <vector>

#include "text/release.hpp"

namespace subwords {

// A half-open range of characters.
struct Range {
  uint32_t begin = 0;
  uint32_t end = 0;
  friend bool operator==(const Range&, const Range&) = default;
};

struct AlignedText {
  std::vector<char32_t> chars;
  std::vector<Range> origin;  // one per char: the original characters it stands for

  void clear() {
    chars.clear();
    origin.clear();
  }
  size_t size() const { return chars.size(); }
  void release_large() {
    subwords::release_large(chars);
    subwords::release_large(origin);
  }
  void push(char32_t c, Range from) {
    chars.push_back(c);
    origin.push_back(from);
  }
};

}  // namespace subwords
