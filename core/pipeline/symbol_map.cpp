#include "pipeline/symbol_map.hpp"

#include <algorithm>

#include "text/unicode.hpp"
#include "text/utf8.hpp"

namespace subwords {

void SymbolMap::fill(char32_t first, std::array<Symbol, 256>& page) const {
  AlignedText text;
  NormalizerScratch scratch;
  for (char32_t i = 0; i < 256; ++i) page[i] = symbol_of(first + i, text, scratch);
}

Symbol SymbolMap::symbol_of(char32_t c, AlignedText& text, NormalizerScratch& scratch) const {
  Symbol symbol{};
  symbol.kind = SymbolKind::kComplex;
  if (rules_.joins_previous(c)) return symbol;
  text.clear();
  text.push(c, {0, 1});
  normalize(rules_.normalizer, text, scratch);
  if (text.size() == 0) {
    symbol.kind = SymbolKind::kDrop;
    return symbol;
  }
  for (char32_t& mapped : text.chars) {
    const bool space = mapped == U' ' || (rules_.drops_white_space && unicode::is_white_space(mapped));
    const bool cuts = rules_.drops_white_space || rules_.folds_spaces;
    if (space && cuts && text.size() == 1) {
      symbol.kind = SymbolKind::kSpace;
      symbol.first = symbol.last = kMetaSpace;
      symbol.count = 1;
      symbol.size = static_cast<uint8_t>(utf8::encode(kMetaSpace, symbol.bytes));
      return symbol;
    }
    // Beside other characters, or where the stages would trim it, white space is theirs to judge.
    if (cuts && (unicode::is_white_space(mapped) || mapped == kMetaSpace)) return symbol;
    if (mapped == U' ' && rules_.marks_spaces) mapped = kMetaSpace;
    if (mapped == kMetaSpace && symbol.count > 0) return symbol;  // a word may begin within it
    uint8_t utf8[4];
    const size_t more = utf8::encode(mapped, utf8);
    if (symbol.size + more > sizeof symbol.bytes) return symbol;
    std::copy_n(utf8, more, symbol.bytes + symbol.size);
    symbol.size = static_cast<uint8_t>(symbol.size + more);
    ++symbol.count;
  }
  symbol.first = text.chars.front();
  symbol.last = text.chars.back();
  const bool unknown = symbol.count == 1 && rules_.is_unknown && rules_.is_unknown(symbol.first);
  symbol.kind = unknown ? SymbolKind::kUnknown : SymbolKind::kPlain;
  return symbol;
}

}  // namespace subwords
