// Decoders: how tokens become text again. The Python twin is reference/decode.py.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "patterns/pattern.hpp"
#include "pipeline/decode_sentencepiece.hpp"

namespace subwords {

enum class DecoderKind : uint8_t {
  kWordPiece, kBpe, kByteLevel, kMetaspace, kReplace, kStrip, kByteFallback, kFuse, kCtc,
  kRawBytes, kSentencePiece, kReplacePattern,
};

struct DecoderStep {
  DecoderKind kind;
  // kWordPiece: the prefix; kBpe: the suffix; kMetaspace: the replacement; kReplace: what is
  // replaced (literally); kStrip: the character; kCtc: the padding.
  std::string pattern;
  // kReplace, kReplacePattern: what stands in its place; kCtc: the word delimiter.
  std::string content;
  bool cleanup = false;      // kWordPiece, kCtc
  bool keep_first = false;   // kMetaspace: the first token's ▁ are spaces too (scheme "never")
  size_t start = 0, stop = 0;  // kStrip
  std::shared_ptr<const SentencePieceDecoding> sentencepiece{};  // kSentencePiece: never null
  std::shared_ptr<const patterns::Pattern> compiled{};  // kReplacePattern
};

// Nested sequences are flattened before they get here.
struct DecoderChain {
  bool spaced = false;  // no decoder at all: tokens are joined with spaces
  std::vector<DecoderStep> steps;

  // Whether tokens are given as stored, be they UTF-8 or not.
  bool takes_bytes() const {
    return !steps.empty() && steps[0].kind == DecoderKind::kRawBytes;
  }
};

// Takes time linear in the tokens. Tokens are valid UTF-8, but for kRawBytes as the first step; so
// is the result.
std::string decode(const DecoderChain& chain, std::span<const std::string_view> tokens);

}  // namespace subwords
