// A compiled map as `tokenizers` applies it, with alignments; the twin of reference/precompiled.py.
#include <span>
#include <utility>

#include "normalize/steps.hpp"
#include "text/segmentation.hpp"
#include "text/utf8.hpp"

namespace subwords {
namespace {

constexpr size_t kShortCluster = 6;  // bytes

class Writer {
 public:
  Writer(const Charsmap& charsmap, std::span<const char32_t> chars, std::vector<Edit>& edits)
      : charsmap_(charsmap), chars_(chars), edits_(edits) {}

  void cluster(size_t begin, size_t end) {
    if (is_short(begin, end) && replaced(begin, end)) return;
    for (; begin < end; ++begin) {
      if (!replaced(begin, begin + 1)) edits_.push_back({chars_[begin], 1, 0});
    }
  }

 private:
  bool is_short(size_t begin, size_t end) const {
    if (end - begin == 1) return false;  // which is looked up anyway
    size_t bytes = 0;
    for (size_t i = begin; i < end && bytes < kShortCluster; ++i) {
      uint8_t buffer[4];
      bytes += utf8::encode(chars_[i], buffer);
    }
    return bytes < kShortCluster;
  }

  // Puts what the cluster becomes in its place, if the map says so.
  bool replaced(size_t begin, size_t end) {
    if (end - begin == 1 && charsmap_.keeps_before_ascii(chars_[begin])) return false;
    const auto match = charsmap_.shortest(chars_.subspan(0, end), begin);
    if (!match) return false;
    const size_t old = end - begin;
    size_t count = 0;
    const auto* p = reinterpret_cast<const uint8_t*>(match.text.data());
    for (const auto* const last = p + match.text.size(); p < last; ++count) {
      char32_t c = 0;
      p = utf8::decode(p, c);
      edits_.push_back({c, count < old ? 1u : 0u, 0});
    }
    if (count < old && !edits_.empty()) {
      edits_.back().used += static_cast<uint32_t>(old - count);
    }
    return true;
  }

  const Charsmap& charsmap_;
  std::span<const char32_t> chars_;
  std::vector<Edit>& edits_;
};

}  // namespace

void precompiled(const Charsmap& charsmap, AlignedText& text, NormalizerScratch& scratch) {
  std::vector<Edit>& edits = scratch.edits;
  edits.clear();
  Writer writer(charsmap, text.chars, edits);
  segmentation::ClusterScanner scanner;
  size_t begin = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    if (scanner.joins_next(text.chars[at])) continue;
    if (begin < at) writer.cluster(begin, at);
    begin = at;
  }
  writer.cluster(begin, text.size());
  AlignedText& out = scratch.other;
  out.clear();
  size_t at = 0;
  for (const Edit& edit : edits) {
    out.push(edit.c, text.origin[edit.used ? at : at - 1]);
    at += edit.used;
  }
  std::swap(text, out);
}

}  // namespace subwords
