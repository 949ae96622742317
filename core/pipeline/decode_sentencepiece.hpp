// How sentencepiece turns pieces back into text; the twin of reference/sentencepiece_decode.py.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>

#include "normalize/normalizer.hpp"

namespace subwords {

struct SentencePieceDecoding {
  bool add_dummy_prefix = true, remove_extra_whitespaces = true;
  std::optional<std::string> unk_piece;
  std::string unk_surface;
  std::unordered_set<std::string> control;
  bool byte_pieces = false;
  NormalizerChain denormalizer;
};

// Appends the text that some pieces spell.
void decode_sentencepiece(const SentencePieceDecoding& decoding,
                          std::span<const std::string_view> tokens, std::string& out);

}  // namespace subwords
