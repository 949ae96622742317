// Steps that change each character on its own. A character that changes keeps its origin, and what
// one character becomes has that one's origin throughout.
#include <utility>

#include "normalize/steps.hpp"
#include "text/byte_alphabet.hpp"
#include "text/unicode.hpp"
#include "text/utf8.hpp"

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

bool nmt_spaces(char32_t c) {
  return c == 9 || c == 0xA || c == 0xC || c == 0xD || c == 0x1680 || (c >= 0x200B && c <= 0x200F) ||
         c == 0x2028 || c == 0x2029 || c == 0x2581 || c == 0xFEFF || c == 0xFFFD;
}

bool nmt_drops(char32_t c) {
  return (c >= 1 && c < 0x20 && !nmt_spaces(c)) || c == 0x7F || c == 0x8F || c == 0x9F;
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

void spell_bytes(AlignedText& text, NormalizerScratch& scratch) {
  AlignedText& out = scratch.other;
  out.clear();
  uint8_t bytes[4];
  for (size_t i = 0; i < text.size(); ++i) {
    const size_t size = utf8::encode(text.chars[i], bytes);
    for (size_t k = 0; k < size; ++k) {
      out.push(byte_alphabet::kSpelling[bytes[k]], text.origin[i]);
    }
  }
  std::swap(text, out);
}

void nmt(AlignedText& text) {
  size_t kept = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char32_t c = text.chars[i];
    if (nmt_drops(c)) continue;
    text.chars[kept] = nmt_spaces(c) ? U' ' : c;
    text.origin[kept++] = text.origin[i];
  }
  text.chars.resize(kept);
  text.origin.resize(kept);
}

}  // namespace subwords
