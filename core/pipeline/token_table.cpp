#include "pipeline/token_table.hpp"

#include "pipeline/decode_text.hpp"
#include "text/utf8.hpp"

namespace subwords {

// Notes how a stored token reads that is no UTF-8.
void TokenTable::repair(uint32_t id, std::string_view token) {
  if (utf8::validate(token) != token.size()) append_lossy(overrides_[id], token);
}

TokenTable::TokenTable(VocabPtr vocab, PiecesPtr pieces, std::span<const AddedToken> added, bool raw)
    : vocab_(std::move(vocab)), pieces_(std::move(pieces)) {
  if (pieces_ != nullptr) {
    for (size_t id = 0; !raw && id < pieces_->size(); ++id) {
      repair(static_cast<uint32_t>(id), pieces_->piece(id));
    }
  } else {
    for (size_t i = 0; !raw && i < vocab_->size(); ++i) {
      repair(vocab_->id_at(i), vocab_->token_at(i));
    }
  }
  const auto own_id = [this](const std::string& content) {
    if (pieces_ == nullptr) return vocab_->id(content);
    const size_t found = pieces_->find(content);
    return found == SIZE_MAX ? kNoId : static_cast<uint32_t>(found);
  };
  for (const AddedToken& token : added) {
    std::string content;
    for (const char32_t c : token.content) utf8::append(content, c);
    if (token.special) {
      // The same text may stand in the vocabulary under another id: it is as special there.
      special_.insert(token.id);
      const uint32_t own = own_id(content);
      if (own != kNoId) special_.insert(own);
    }
    overrides_.insert_or_assign(token.id, std::move(content));
  }
}

}  // namespace subwords
