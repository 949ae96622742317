// sentencepiece's text rules with alignments; the twin of reference/sentencepiece_text.py.
#include <string_view>
#include <utility>

#include "normalize/steps.hpp"
#include "text/utf8.hpp"

namespace subwords {
namespace {

constexpr char32_t kSpaceSymbol = 0x2581;  // ▁

// What the text at a position becomes, and where that ends.
class Chunks {
 public:
  Chunks(const NormalizerStep& step, const AlignedText& text)
      : charsmap_(*step.charsmap), protected_(*step.protected_symbols), chars_(text.chars) {}

  size_t next(size_t at, std::u32string& chunk) const {
    chunk.clear();
    if (!protected_.empty()) {
      const auto found = protected_.longest(chars_, at);
      if (found.value != TokenTrie<char32_t>::kNone && found.end > at) {
        for (; at < found.end; ++at) chunk += chars_[at];
        return at;
      }
    }
    const bool kept = charsmap_.keeps_before_ascii(chars_[at]) && at + 1 < chars_.size() &&
                      chars_[at + 1] < 0x80;
    if (!kept) {
      if (const auto match = charsmap_.longest(chars_, at)) {
        append(match.text, chunk);
        return match.end;
      }
    }
    chunk += chars_[at];
    return at + 1;
  }

 private:
  static void append(std::string_view utf8, std::u32string& chunk) {
    const auto* p = reinterpret_cast<const uint8_t*>(utf8.data());
    for (const auto* const end = p + utf8.size(); p < end;) {
      char32_t c = 0;
      p = utf8::decode(p, c);
      chunk += c;
    }
  }

  const Charsmap& charsmap_;
  const TokenTrie<char32_t>& protected_;
  std::span<const char32_t> chars_;
};

void insert_first(AlignedText& out, char32_t c, Range origin) {
  out.chars.insert(out.chars.begin(), c);
  out.origin.insert(out.origin.begin(), origin);
}

}  // namespace

void sentencepiece_text(const NormalizerStep& step, AlignedText& text,
                        NormalizerScratch& scratch) {
  const Chunks chunks(step, text);
  const char32_t space = step.escape_whitespaces ? kSpaceSymbol : U' ';
  const bool removes = step.remove_extra_whitespaces;
  AlignedText& out = scratch.other;
  out.clear();
  std::u32string& chunk = scratch.chunk;
  bool begun = false, after_space = removes;
  Range start, last;  // what the text begins and ends with
  for (size_t at = 0; at < text.size();) {
    const size_t end = chunks.next(at, chunk);
    const Range origin = last = {text.origin[at].begin, text.origin[end - 1].end};
    at = end;
    if (!begun) {
      if (removes && chunk == U" ") continue;
      begun = true;
      start = origin;
    }
    size_t first = 0;
    while (after_space && first < chunk.size() && chunk[first] == U' ') ++first;
    if (first == chunk.size()) continue;
    for (size_t i = first; i < chunk.size(); ++i) {
      out.push(chunk[i] == U' ' ? space : chunk[i], origin);
    }
    after_space = removes && chunk.back() == U' ';
  }
  if (begun) {
    if (step.add_dummy_prefix && !step.suffix) {
      insert_first(out, space, start);
    }
    while (removes && out.size() > 0 && out.chars.back() == space) {
      out.chars.pop_back();
      out.origin.pop_back();
    }
    if (step.add_dummy_prefix && step.suffix) {
      out.push(space, out.size() > 0 ? out.origin.back() : last);
    }
  }
  std::swap(text, out);
}

}  // namespace subwords
