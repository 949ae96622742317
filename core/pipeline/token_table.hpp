// The text of every id: the model's vocabulary, with the added tokens over it.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "pipeline/added_tokens.hpp"
#include "text/pieces.hpp"
#include "text/vocab.hpp"

namespace subwords {

class TokenTable {
 public:
  // Of the two tables one is there. `raw`: tokens are given as stored.
  TokenTable(VocabPtr vocab, PiecesPtr pieces, std::span<const AddedToken> added, bool raw);

  // The token of an id as valid UTF-8 (unless raw, what is none reads as U+FFFD), or nothing.
  std::optional<std::string_view> token(uint32_t id) const {
    if (!overrides_.empty()) {
      const auto found = overrides_.find(id);
      if (found != overrides_.end()) return found->second;
    }
    if (pieces_ != nullptr) {
      if (id >= pieces_->size()) return std::nullopt;
      return pieces_->piece(id);
    }
    const size_t position = vocab_->position(id);
    if (position == SIZE_MAX) return std::nullopt;
    return vocab_->token_at(position);
  }
  // Whether decoding may leave the id out.
  bool special(uint32_t id) const { return special_.contains(id); }

 private:
  void repair(uint32_t id, std::string_view token);

  VocabPtr vocab_;
  PiecesPtr pieces_;
  std::unordered_map<uint32_t, std::string> overrides_;
  std::unordered_set<uint32_t> special_;
};

}  // namespace subwords
