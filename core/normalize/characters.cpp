// Steps that change each character on its own. A character that changes keeps its origin, and what
// one character becomes has that one's origin throughout.
#include <utility>

#include "normalize/steps.hpp"
#include "text/unicode.hpp"

namespace subwords {
namespace {

bool any(const AlignedText& text, uint16_t property) {
  for (char32_t c : text.chars) {
    if (unicode::properties(c) & property) return true;
  }
  return false;
}

void drop(AlignedText& text, uint16_t property) {
  size_t kept = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (unicode::properties(text.chars[i]) & property) continue;
    text.chars[kept] = text.chars[i];
    text.origin[kept++] = text.origin[i];
  }
  text.chars.resize(kept);
  text.origin.resize(kept);
}

}  // namespace

void clean_text(AlignedText& text) {
  drop(text, unicode::kBertDropped);
  for (char32_t& c : text.chars) {
    if (unicode::is_bert_space(c)) c = U' ';
  }
}

void drop_nonspacing_marks(AlignedText& text) { drop(text, unicode::kNonspacingMark); }

void drop_stripped_accents(AlignedText& text) { drop(text, unicode::kStrippedAccent); }

void space_out_cjk(AlignedText& text, NormalizerScratch& scratch) {
  if (!any(text, unicode::kCjk)) return;
  AlignedText& out = scratch.other;
  out.clear();
  for (size_t i = 0; i < text.size(); ++i) {
    const bool cjk = unicode::is_cjk(text.chars[i]);
    if (cjk) out.push(U' ', text.origin[i]);
    out.push(text.chars[i], text.origin[i]);
    if (cjk) out.push(U' ', text.origin[i]);
  }
  std::swap(text, out);
}

void lowercase(AlignedText& text, NormalizerScratch& scratch) {
  AlignedText& out = scratch.other;
  out.clear();
  for (size_t i = 0; i < text.size(); ++i) {
    const char32_t c = text.chars[i];
    if (!(unicode::properties(c) & unicode::kHasLowercase)) {
      out.push(c, text.origin[i]);
      continue;
    }
    for (char32_t lower : unicode::lowercase(c)) out.push(lower, text.origin[i]);
  }
  std::swap(text, out);
}

}  // namespace subwords
