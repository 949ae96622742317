// What a normalizer and a pre-tokenizer make of each code point, where they work code point by
// code point: the fused form of BERT's text rules and their kin.
//
// Entries are made by running the general stages on one character, a page of 256 at a time, when
// the page is first needed; so there is one source of truth, and nothing is computed at load.
// Characters whose treatment depends on their neighbours, or that become more than fits an entry,
// are kComplex: text around them takes the general path.
#pragma once
#include <array>
#include <memory>
#include <string_view>

#include "models/wordpiece.hpp"
#include "normalize/normalizer.hpp"
#include "pretokenize/pretokenizer.hpp"
#include "text/lazy_pages.hpp"
#include "text/scan.hpp"

namespace subwords {

enum class CharKind : uint8_t {
  kWord,      // part of a word; cuts only where the run class changes
  kDrop,      // vanishes without a trace
  kSpace,     // cuts and vanishes
  kIsolated,  // a word of its own
  kComplex,   // ask the general path
};

struct CharEntry {
  CharKind kind;
  uint8_t run_class;  // kWord
  uint8_t size;       // bytes of its normalized form
  uint8_t chars;      // characters of its normalized form
  uint32_t id;        // kIsolated: its id, kNoId where it emits nothing
  // Its normalized form, UTF-8 (a decomposed Hangul syllable has 9 bytes); not for kComplex.
  uint8_t bytes[12];
};

class CharMap {
 public:
  // Null where the stages do not work code point by code point.
  static std::unique_ptr<CharMap> make(const NormalizerChain& normalizer,
                                       const PreTokenizerChain& pre_tokenizer,
                                       const WordPiece& model);
  const CharEntry& operator[](char32_t c) const {
    return entries_.at(c, [this](char32_t first, auto& page) { fill(first, page); });
  }

  // Appends the normalized form of a text whose first character is number `first_char`. False
  // where it holds a complex character; what was appended is worth nothing then.
  bool normalize_text(std::string_view utf8, uint32_t first_char, AlignedText& out) const;

  // How the scanner should see ASCII, and whether it may lower-case A to Z on its own.
  const AsciiClasses& ascii_classes() const { return ascii_classes_; }
  bool folds_ascii() const { return folds_ascii_; }
  size_t memory_bytes() const { return sizeof *this - sizeof entries_ + entries_.memory_bytes(); }

 private:
  CharMap(const NormalizerChain&, const PreTokenizerChain&, const WordPiece&);
  void fill(char32_t first, std::array<CharEntry, 256>& page) const;
  CharEntry entry_of(char32_t c, AlignedText& text, NormalizerScratch& scratch) const;
  static void keep_normalized(const AlignedText& text, CharEntry& entry);
  void classify_ascii();

  NormalizerChain normalizer_;
  PreTokenizerChain pre_tokenizer_;
  const WordPiece& model_;
  bool reorders_ = false;  // decomposes, so that marks may change places
  LazyPages<CharEntry> entries_;
  AsciiClasses ascii_classes_{};
  bool folds_ascii_ = false;
};

}  // namespace subwords
