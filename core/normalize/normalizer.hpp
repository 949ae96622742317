// Normalizers of the general path: each step rewrites an AlignedText.
// One file per family of steps beside this one; the Python twin is reference/normalize.py, whose
// first lines say which origin each new character gets.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "normalize/charsmap.hpp"
#include "patterns/pattern.hpp"
#include "pipeline/token_trie.hpp"
#include "text/aligned.hpp"

namespace subwords {

enum class NormalizerKind : uint8_t {
  kBert, kNfc, kNfd, kNfkc, kNfkd, kLowercase, kStripAccents, kStrip, kReplace, kPrepend,
  kSentencePiece, kPrecompiled, kByteLevel, kNmt, kReplacePattern,
};

struct NormalizerStep {
  NormalizerKind kind;
  // kBert
  bool clean_text = false, handle_chinese_chars = false, strip_accents = false, lowercase = false;
  // kStrip
  bool left = false, right = false;
  // kReplace (literal), kReplacePattern and kPrepend (content)
  std::u32string pattern{}, content{};
  // kReplacePattern, never null there; it cannot match the empty string
  std::shared_ptr<const patterns::Pattern> compiled{};
  bool folds_spaces = false;  // the pattern matches runs of two spaces or more, nothing else
  // kSentencePiece (never null there) and kPrecompiled (only the map); the symbols are those that
  // the map leaves alone
  std::shared_ptr<const Charsmap> charsmap{};
  std::shared_ptr<const TokenTrie<char32_t>> protected_symbols{};
  bool add_dummy_prefix = false, remove_extra_whitespaces = false, escape_whitespaces = false;
  bool suffix = false;
};

// Nested sequences are flattened before they get here.
using NormalizerChain = std::vector<NormalizerStep>;

// A new character and how many of the old ones it uses up, in the order of the text.
struct Edit {
  char32_t c;
  uint32_t used;
  uint8_t combining_class;
};

// Reused between calls so that no step allocates in the steady state.
struct NormalizerScratch {
  AlignedText other;
  std::vector<Edit> edits, sorted;
  std::vector<size_t> fallback;
  std::u32string chunk;
  patterns::Barren barren;

  void release_large() {
    other.release_large();
    subwords::release_large(edits);
    subwords::release_large(sorted);
    subwords::release_large(fallback);
    subwords::release_large(chunk);
  }
};

// Rewrites a text or a piece of one. Linear in the text.
void normalize(const NormalizerChain& chain, AlignedText& text, NormalizerScratch& scratch);

}  // namespace subwords
