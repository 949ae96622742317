// What a normalizer makes of each code point where it stands alone: the table behind the chunk path.
//
// Entries are made by running the general stages on one character, a page of 256 at a time, when
// the page is first needed. Characters that can change together with a neighbour before them, or
// that become white space and more, are complex: text around them is normalized by the stages.
#pragma once
#include <array>
#include <functional>
#include <memory>

#include "normalize/normalizer.hpp"
#include "text/lazy_pages.hpp"

namespace subwords {

inline constexpr char32_t kMetaSpace = 0x2581;  // ▁, which stands for a space

enum class SymbolKind : uint8_t {
  kPlain,    // stands for its normalized form, whatever stands beside it
  kUnknown,  // the same, and is in no token: a run of these is one unknown token
  kSpace,    // white space that cuts: one ▁ stands for a whole run of it
  kDrop,     // vanishes without a trace
  kComplex,  // ask the stages
};

inline bool stands_for_text(SymbolKind kind) { return kind <= SymbolKind::kUnknown; }

struct Symbol {
  SymbolKind kind;
  uint8_t size;          // bytes of the normalized form
  uint8_t count;         // characters of it
  uint8_t bytes[13];     // UTF-8
  char32_t first, last;  // its first and last character
};

class SymbolMap {
 public:
  struct Rules {
    NormalizerChain normalizer;  // what is done to each character: no prefix, no trimming
    // Whether a character can change together with what stands before it.
    std::function<bool(char32_t)> joins_previous;
    std::function<bool(char32_t)> is_unknown;  // see WordModel
    bool marks_spaces = false;       // a space becomes ▁
    bool folds_spaces = false;       // a run of spaces is one ▁
    bool drops_white_space = false;  // so is a run of any white space
  };

  explicit SymbolMap(Rules rules) : rules_(std::move(rules)) {}
  const Symbol& operator[](char32_t c) const {
    return symbols_.at(c, [this](char32_t first, auto& page) { fill(first, page); });
  }
  const Rules& rules() const { return rules_; }
  size_t memory_bytes() const { return sizeof *this - sizeof symbols_ + symbols_.memory_bytes(); }

 private:
  void fill(char32_t first, std::array<Symbol, 256>& page) const;
  Symbol symbol_of(char32_t c, AlignedText& text, NormalizerScratch& scratch) const;

  Rules rules_;
  LazyPages<Symbol> symbols_;
};

}  // namespace subwords
