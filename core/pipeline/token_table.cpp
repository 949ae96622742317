#include "pipeline/token_table.hpp"

#include "pipeline/decode_text.hpp"
#include "text/utf8.hpp"

namespace subwords {

TokenTable::TokenTable(VocabPtr vocab, std::span<const AddedToken> added)
    : vocab_(std::move(vocab)) {
  for (size_t i = 0; i < vocab_->size(); ++i) {
    const std::string_view token = vocab_->token_at(i);
    if (utf8::validate(token) == token.size()) continue;
    append_lossy(overrides_[vocab_->id_at(i)], token);
  }
  for (const AddedToken& token : added) {
    std::string content;
    for (const char32_t c : token.content) utf8::append(content, c);
    if (token.special) {
      // The same text may stand in the vocabulary under another id: it is as special there.
      special_.insert(token.id);
      const uint32_t own = vocab_->id(content);
      if (own != kNoId) special_.insert(own);
    }
    overrides_.insert_or_assign(token.id, std::move(content));
  }
}

}  // namespace subwords
