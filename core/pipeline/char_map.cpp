#include "pipeline/char_map.hpp"

#include <algorithm>
#include <vector>

#include "text/unicode.hpp"
#include "text/utf8.hpp"

namespace subwords {
namespace {

bool per_character(const NormalizerStep& step) {
  switch (step.kind) {
    case NormalizerKind::kBert:
    case NormalizerKind::kNfd:
    case NormalizerKind::kNfkd:
    case NormalizerKind::kLowercase:
    case NormalizerKind::kStripAccents:
      return true;
    case NormalizerKind::kReplace:
      return step.pattern.size() == 1;
    default:
      return false;
  }
}

bool per_character(const PreTokenizerStep& step) {
  switch (step.kind) {
    case PreTokenizerKind::kBert:
    case PreTokenizerKind::kWhitespace:
    case PreTokenizerKind::kWhitespaceSplit:
    case PreTokenizerKind::kDigits:
    case PreTokenizerKind::kCharDelimiter:
      return true;
    case PreTokenizerKind::kPunctuation:
      return step.behavior == Behavior::kIsolated || step.behavior == Behavior::kRemoved ||
             step.behavior == Behavior::kContiguous;
    default:
      return false;
  }
}

// What one pre-tokenizer step makes of one character of the normalized text.
struct Cut {
  bool drop = false, isolate = false;
  uint8_t run_class = 0;  // neighbours of different classes are cut apart
};

Cut cut_of(const PreTokenizerStep& step, char32_t c) {
  switch (step.kind) {
    case PreTokenizerKind::kBert:
      return {unicode::is_white_space(c), unicode::is_punctuation(c), 0};
    case PreTokenizerKind::kWhitespace:
      return {unicode::is_white_space(c), false, static_cast<uint8_t>(!unicode::is_word(c))};
    case PreTokenizerKind::kWhitespaceSplit:
      return {unicode::is_white_space(c), false, 0};
    case PreTokenizerKind::kDigits:
      if (!unicode::is_numeric(c)) return {};
      return step.individual_digits ? Cut{false, true, 0} : Cut{false, false, 1};
    case PreTokenizerKind::kCharDelimiter:
      return {c == step.pattern[0], false, 0};
    case PreTokenizerKind::kPunctuation:
      if (!unicode::is_punctuation(c)) return {};
      return {step.behavior == Behavior::kRemoved, step.behavior == Behavior::kIsolated,
              static_cast<uint8_t>(step.behavior == Behavior::kContiguous)};
    default:
      return {};
  }
}

Cut cut_of(const PreTokenizerChain& chain, char32_t c) {
  Cut all;
  for (size_t i = 0; i < chain.size(); ++i) {
    const Cut one = cut_of(chain[i], c);
    // A character that an earlier step dropped is never seen by a later one.
    if (one.drop) return {true, false, 0};
    all.isolate |= one.isolate;
    all.run_class = static_cast<uint8_t>(all.run_class | one.run_class << i);
  }
  return all;
}

}  // namespace

std::unique_ptr<CharMap> CharMap::make(const NormalizerChain& normalizer,
                                       const PreTokenizerChain& pre_tokenizer,
                                       const WordPiece& model) {
  const bool fused =
      pre_tokenizer.size() <= 8 &&  // one bit of the run class each
      std::all_of(normalizer.begin(), normalizer.end(),
                  [](const auto& step) { return per_character(step); }) &&
      std::all_of(pre_tokenizer.begin(), pre_tokenizer.end(),
                  [](const auto& step) { return per_character(step); });
  if (!fused) return nullptr;
  return std::unique_ptr<CharMap>(new CharMap(normalizer, pre_tokenizer, model));
}

CharMap::CharMap(const NormalizerChain& normalizer, const PreTokenizerChain& pre_tokenizer,
                 const WordPiece& model)
    : normalizer_(normalizer), pre_tokenizer_(pre_tokenizer), model_(model) {
  for (const NormalizerStep& step : normalizer_) {
    reorders_ |= step.kind == NormalizerKind::kNfd || step.kind == NormalizerKind::kNfkd ||
                 (step.kind == NormalizerKind::kBert && step.strip_accents);
  }
  classify_ascii();
}

void CharMap::fill(char32_t first, std::array<CharEntry, 256>& page) const {
  AlignedText text;
  NormalizerScratch scratch;
  for (char32_t i = 0; i < 256; ++i) page[i] = entry_of(first + i, text, scratch);
}

CharEntry CharMap::entry_of(char32_t c, AlignedText& text, NormalizerScratch& scratch) const {
  CharEntry entry{};
  text.clear();
  text.push(c, {0, 1});
  normalize(normalizer_, text, scratch);
  if (text.size() == 0) {
    // A mark that vanishes has no say in the order of those that stay.
    entry.kind = CharKind::kDrop;
    return entry;
  }
  // The cuts that the text itself makes: `before` and `after` the one run of word characters.
  bool before = false, after = false, complex = false, isolated = false;
  uint8_t utf8[sizeof entry.bytes + 4];
  size_t size = 0, chars = 0;
  uint8_t run_class = 0;
  for (const char32_t mapped : text.chars) {
    if (reorders_ && unicode::combining_class(mapped) != 0) complex = true;
    const Cut cut = cut_of(pre_tokenizer_, mapped);
    if (cut.drop) {
      (chars == 0 ? before : after) = true;
      continue;
    }
    complex |= chars > 0 && (after || isolated || cut.isolate || cut.run_class != run_class);
    complex |= size > sizeof entry.bytes;
    if (complex) break;
    isolated |= cut.isolate;
    run_class = cut.run_class;
    size += utf8::encode(mapped, utf8 + size);
    ++chars;
  }
  if (complex) {
    entry.kind = CharKind::kComplex;
  } else if (chars == 0) {
    entry.kind = CharKind::kSpace;
  } else if (isolated || (before && after)) {
    uint32_t ids[sizeof utf8];
    size_t count = WordPiece::kUnknown;
    if (chars <= model_.max_chars_per_word()) count = model_.match(utf8, size, ids);
    if (count == WordPiece::kUnknown) ids[0] = model_.unk_id();
    entry.kind = count == 1 || count == WordPiece::kUnknown ? CharKind::kIsolated
                                                            : CharKind::kComplex;
    entry.id = ids[0];
  } else if (before || after) {
    entry.kind = CharKind::kComplex;
  } else {
    entry.kind = CharKind::kWord;
    entry.run_class = run_class;
  }
  keep_normalized(text, entry);
  return entry;
}

// Puts the normalized form into an entry; what does not fit is complex.
void CharMap::keep_normalized(const AlignedText& text, CharEntry& entry) {
  size_t size = 0;
  for (const char32_t mapped : text.chars) {
    uint8_t utf8[4];
    const size_t more = utf8::encode(mapped, utf8);
    if (size + more > sizeof entry.bytes) {
      entry.kind = CharKind::kComplex;
      return;
    }
    std::copy_n(utf8, more, entry.bytes + size);
    size += more;
  }
  entry.size = static_cast<uint8_t>(size);
  entry.chars = static_cast<uint8_t>(text.size());
}

bool CharMap::normalize_text(std::string_view utf8, uint32_t first_char, AlignedText& out) const {
  const auto* p = reinterpret_cast<const uint8_t*>(utf8.data());
  const auto* const end = p + utf8.size();
  out.chars.reserve(utf8.size());
  out.origin.reserve(utf8.size());
  for (uint32_t number = first_char; p < end; ++number) {
    char32_t c;
    p = utf8::decode(p, c);
    SUBWORDS_STEP();
    const CharEntry& entry = (*this)[c];
    if (entry.kind == CharKind::kComplex) return false;
    const Range origin{number, number + 1};
    if (entry.size == 1) [[likely]] {
      out.push(entry.bytes[0], origin);
      continue;
    }
    for (const uint8_t* q = entry.bytes; q < entry.bytes + entry.size;) {
      char32_t mapped;
      q = utf8::decode(q, mapped);
      out.push(mapped, origin);
    }
  }
  return true;
}

// The scanner handles ASCII on its own where it is simple: plain characters are those that stand
// for themselves (or, all 26 of them, for their lower-case form) and share the run class of 'a'.
void CharMap::classify_ascii() {
  const auto stands_for = [this](char32_t c, char32_t mapped) {
    const CharEntry& entry = (*this)[c];
    return entry.kind == CharKind::kWord && entry.size == 1 && entry.bytes[0] == mapped &&
           entry.run_class == (*this)[U'a'].run_class;
  };
  folds_ascii_ = true;
  for (char32_t c = U'A'; c <= U'Z'; ++c) folds_ascii_ &= stands_for(c, c + 32);
  for (char32_t c = 0; c < 128; ++c) {
    const CharEntry& entry = (*this)[c];
    const bool upper = c >= U'A' && c <= U'Z';
    AsciiClass& out = ascii_classes_[c];
    if (entry.kind == CharKind::kSpace) {
      out = AsciiClass::kSpace;
    } else if (entry.kind == CharKind::kIsolated) {
      out = AsciiClass::kIsolated;
    } else {
      out = stands_for(c, folds_ascii_ && upper ? c + 32 : c) ? AsciiClass::kPlain
                                                              : AsciiClass::kOdd;
    }
  }
}

}  // namespace subwords
