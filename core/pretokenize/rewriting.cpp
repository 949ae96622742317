// Every new character has the origin of the one it stands for; what is put before a piece has the
// origin of its first character.
#include "pretokenize/rewriting.hpp"

#include <stdexcept>

#include "text/byte_alphabet.hpp"
#include "text/steps.hpp"
#include "text/utf8.hpp"

namespace subwords {
namespace {

void put_before(char32_t c, const AlignedText& text, Range range, AlignedText& out) {
  if (text.chars[range.begin] != c) out.push(c, text.origin[range.begin]);
}

void copy(const AlignedText& text, Range range, AlignedText& out) {
  const auto begin = static_cast<ptrdiff_t>(range.begin), end = static_cast<ptrdiff_t>(range.end);
  out.chars.insert(out.chars.end(), text.chars.begin() + begin, text.chars.begin() + end);
  out.origin.insert(out.origin.end(), text.origin.begin() + begin, text.origin.begin() + end);
}

void spell_bytes(const AlignedText& text, Range range, AlignedText& out) {
  uint8_t bytes[4];
  for (uint32_t i = range.begin; i < range.end; ++i) {
    SUBWORDS_STEP();
    const size_t size = utf8::encode(text.chars[i], bytes);
    for (size_t k = 0; k < size; ++k) {
      out.push(byte_alphabet::kSpelling[bytes[k]], text.origin[i]);
    }
  }
}

void mark_spaces(const PreTokenizerStep& step, const AlignedText& text, Range range,
                 AlignedText& out) {
  const char32_t mark = step.pattern.at(0);
  const bool prepends = step.prepend == PrependScheme::kAlways ||
                        (step.prepend == PrependScheme::kFirst && text.origin[range.begin].begin == 0);
  if (prepends && text.chars[range.begin] != U' ') put_before(mark, text, range, out);
  for (uint32_t i = range.begin; i < range.end; ++i) {
    SUBWORDS_STEP();
    out.push(text.chars[i] == U' ' ? mark : text.chars[i], text.origin[i]);
  }
}

}  // namespace

void rewrite(const PreTokenizerStep& step, const AlignedText& text, std::vector<Range>& ranges,
             AlignedText& out) {
  out.clear();
  for (Range& range : ranges) {
    const auto begin = static_cast<uint32_t>(out.size());
    switch (step.kind) {
      case PreTokenizerKind::kPrefixSpace:
        put_before(U' ', text, range, out);
        copy(text, range, out);
        break;
      case PreTokenizerKind::kByteLevel: spell_bytes(text, range, out); break;
      case PreTokenizerKind::kMetaspace: mark_spaces(step, text, range, out); break;
      default: copy(text, range, out); break;
    }
    if (out.size() > 0xFFFFFFFFu) {
      throw std::length_error("the text is spelled with more than 2^32 - 1 characters; cut it into "
                              "parts");
    }
    range = {begin, static_cast<uint32_t>(out.size())};
  }
}

}  // namespace subwords
