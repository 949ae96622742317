// What the chunk path makes of a stretch of text before the model sees it.
#include <utility>

#include "pipeline/chunk_path.hpp"
#include "text/unicode.hpp"
#include "text/utf8.hpp"

namespace subwords {

// Normalizes a stretch whose first character is number `number`; false where it is not sure that its
// characters come from those that they come from in the whole text. (Clusters that vanish where a
// text begins move all that follow. A character put behind tells, and is taken away again.)
bool ChunkPath::normalize_aligned(AlignedText& text, uint32_t number,
                                  NormalizerScratch& scratch) const {
  const auto size = static_cast<uint32_t>(text.size());
  const Range behind{number + size, number + size + 1};
  if (has_clusters_) text.push(U'\n', behind);
  normalize(rules_.symbols.normalizer, text, scratch);
  if (!has_clusters_) return true;
  if (text.size() == 0 || text.origin.back() != behind) return false;
  text.chars.pop_back();
  text.origin.pop_back();
  return text.size() == 0 || text.origin.back().end <= behind.begin;
}

// The stretch around a complex character, whose first is number `number`, into worker.word; false where only the whole text can
// tell what becomes of its white space.
bool ChunkPath::normalize_by_stages(const uint8_t* chunk, const uint8_t* end, uint32_t number,
                                    Worker& worker) const {
  StageScratch& scratch = worker.stages;
  scratch.text.clear();
  decode_into({reinterpret_cast<const char*>(chunk), static_cast<size_t>(end - chunk)},
              number, scratch.text);
  const bool aligned = normalize_aligned(scratch.text, number, scratch.normalizer);
  std::string& word = scratch.word;
  word.clear();
  bool starts = rules_.cuts_before_spaces && chunk < end && starts_word(chunk);
  for (char32_t c : scratch.text.chars) {
    if (folds_ && (c == kMetaSpace || unicode::is_white_space(c))) return false;
    if (c == U' ' && rules_.symbols.marks_spaces) c = kMetaSpace;
    // A word begins where the chunk is known to begin one, and nowhere else.
    if (rules_.cuts_before_spaces && (c == kMetaSpace) != std::exchange(starts, false)) return false;
    utf8::append(word, c);
  }
  // What vanishes between two spaces leaves one of them.
  if (!aligned || starts || (folds_ && word.empty())) return false;
  worker.word.append(reinterpret_cast<const uint8_t*>(word.data()), word.size());
  return true;
}

// The normalized form of a chunk, into worker.word; false where only the whole text can tell.
bool ChunkPath::normalize_chunk(const uint8_t* chunk, const uint8_t* end, bool complex,
                                uint32_t number, Worker& worker) const {
  worker.word.clear();
  if (complex) {
    char32_t c;
    const uint8_t* const next = utf8::decode(chunk, c);
    const Symbol& first = symbols_[c];
    if (first.kind == SymbolKind::kSpace) {
      // What may change together with a space needs it.
      if (next < end) utf8::decode(next, c);
      if (next < end && symbols_[c].kind == SymbolKind::kComplex) return false;
      worker.word.append(first.bytes, first.size);
      chunk = next;
      ++number;
    }
    return normalize_by_stages(chunk, end, number, worker);
  }
  for (const uint8_t* p = chunk; p < end;) {
    char32_t c;
    p = utf8::decode(p, c);
    const Symbol& symbol = symbols_[c];
    SUBWORDS_STEP();
    // All bytes of the entry are copied, whatever their number: no branch.
    worker.word.reserve_more(sizeof symbol.bytes);
    std::memcpy(worker.word.data() + worker.word.size(), symbol.bytes, sizeof symbol.bytes);
    worker.word.resize(worker.word.size() + symbol.size);
  }
  return true;
}

// The text from its first character on that folding spaces leaves there; nothing where that one
// may change together with those before it.
std::optional<std::string_view> ChunkPath::without_leading_spaces(std::string_view text) const {
  const auto* const begin = reinterpret_cast<const uint8_t*>(text.data());
  const auto* const end = begin + text.size();
  const uint8_t* p = begin;
  for (const uint8_t* next = p; p < end; p = next) {
    char32_t c;
    next = utf8::decode(p, c);
    const SymbolKind kind = symbols_[c].kind;
    if (kind == SymbolKind::kComplex && p > begin) return std::nullopt;
    if (kind != SymbolKind::kSpace && kind != SymbolKind::kDrop) break;
  }
  return text.substr(static_cast<size_t>(p - begin));
}

// The text with the space that goes before it; nothing where only the stages know whether one does.
std::optional<std::string_view> ChunkPath::with_prefix(std::string_view text, bool starts,
                                                       Worker& worker) const {
  using Prefix = ChunkRules::Prefix;
  if (text.empty()) return text;
  if (rules_.prefix == Prefix::kNever) {
    return folds_ ? without_leading_spaces(text) : text;
  }
  if (rules_.prefix == Prefix::kFirst && !starts) return text;
  if (rules_.prefix != Prefix::kAlways) {
    const auto* p = reinterpret_cast<const uint8_t*>(text.data());
    const auto* const end = p + text.size();
    SymbolKind kind = SymbolKind::kDrop;
    size_t read = 0;
    for (; p < end && kind == SymbolKind::kDrop; ++read) {
      char32_t c;
      p = utf8::decode(p, c);
      const Symbol& first = symbols_[c];
      kind = first.kind;
      if (first.first == kMetaSpace && kind != SymbolKind::kComplex) return text;
    }
    // Folding takes back a space too many; else only the stages can tell what comes first. They say
    // too whether a text starts whose first characters vanish.
    if (!stands_for_text(kind) && !folds_) return std::nullopt;
    if (rules_.prefix == Prefix::kFirst && read > 1) return std::nullopt;
  }
  worker.prefixed.assign(1, ' ');
  worker.prefixed.append(text);
  return worker.prefixed;
}

}  // namespace subwords
