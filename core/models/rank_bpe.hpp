// BPE by ranks, as in tiktoken: any two neighbours that together are a token merge, the lowest rank
// first; a word that is a token is emitted whole.
//
// Python twin: reference/bpe.py, class RankBPEWords.
#pragma once
#include "models/byte_bpe.hpp"
#include "models/dropout.hpp"
#include "models/word_model.hpp"
#include "text/vocab.hpp"

namespace subwords {

class RankBpe final : public WordModel {
 public:
  // Tokens are raw bytes, the id is the rank. Throws Fault where a byte is no token.
  explicit RankBpe(VocabPtr vocab);

  std::unique_ptr<Scratch> make_scratch() const override;
  void encode(std::string_view word, Scratch& scratch, IdBuffer& ids) const override;
  void annotate(std::string_view word, Scratch& scratch, IdBuffer& ids,
                std::vector<ByteSpan>& spans) const override;
  bool samples() const override { return true; }
  void sample(std::string_view word, double amount, RandomStream& random, Scratch& scratch,
              IdBuffer& ids) const override;
  size_t memory_bytes() const override;
  int64_t max_id() const override { return vocab_->max_id(); }

  const Vocab& vocab() const { return *vocab_; }
  // For pre-tokens as raw bytes.
  const ByteBpe& bytes() const { return bytes_; }

 private:
  VocabPtr vocab_;
  Joins joins_;
  AllJoins all_joins_;
  ByteBpe bytes_;
};

}  // namespace subwords
