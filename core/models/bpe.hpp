// BPE by a list of merges (Sennrich et al. 2016), with what the published library makes of it:
// marks, unknown tokens, byte fallback, whole words.
//
// Python twin: reference/bpe.py, class BPEWords, which says what the options mean.
#pragma once
#include <array>
#include <exception>
#include <optional>
#include <string>

#include "models/byte_bpe.hpp"
#include "models/char_table.hpp"
#include "models/cut_map.hpp"
#include "models/dropout.hpp"
#include "models/word_model.hpp"
#include "text/vocab.hpp"
#include "text/merges.hpp"

namespace subwords {

struct BpeOptions {
  std::optional<std::string> unk_token;
  std::string prefix, suffix;
  bool fuse_unk = false, byte_fallback = false, ignore_merges = false;
};

// A character is no token, and the vocabulary lacks the unknown token that the model names.
class NoUnknownToken : public std::exception {
 public:
  explicit NoUnknownToken(std::string unk_token) : unk_token_(std::move(unk_token)) {}
  const char* what() const noexcept override { return "the unknown token is not in the vocabulary"; }
  const std::string& unk_token() const { return unk_token_; }

 private:
  std::string unk_token_;
};

class Bpe final : public WordModel {
 public:
  // Throws Fault where a merge needs a token that the vocabulary lacks.
  Bpe(VocabPtr vocab, MergesPtr merges, BpeOptions options);

  std::unique_ptr<Scratch> make_scratch() const override;
  void encode(std::string_view word, Scratch& scratch, IdBuffer& ids) const override;
  void annotate(std::string_view word, Scratch& scratch, IdBuffer& ids,
                std::vector<ByteSpan>& spans) const override;
  bool samples() const override { return true; }
  void sample(std::string_view word, double amount, RandomStream& random, Scratch& scratch,
              IdBuffer& ids) const override;
  size_t memory_bytes() const override;
  int64_t max_id() const override { return vocab_->max_id(); }

  bool cuts_chunks() const override { return !cuts_.never_cuts(); }
  bool joins_spaces() const override { return cuts_.joins_spaces(); }
  bool may_cut(char32_t a, char32_t b) const override { return !cuts_.can_join(a, b); }
  const CutMap* cut_map() const override { return &cuts_; }
  // A character that vanishes moves the spans of all that follow it in its word.
  bool annotates_chunks() const override { return options_.unk_token.has_value() || spells_; }
  void count_token_characters(std::span<uint8_t> by_id) const override;
  const BpeOptions& options() const { return options_; }
  const Vocab& vocab() const { return *vocab_; }

  // For pre-tokens as raw bytes, where the vocabulary spells them in the byte alphabet and lacks
  // none (else not ready()).
  const ByteBpe& bytes() const { return bytes_; }
  // Where a word may be cut before it is encoded; also allows for whole texts as words.
  const CutMap& cuts() const { return cuts_; }

 private:
  // Characters take another symbol at the start, within, at the end, and alone in a word.
  enum Form { kFirst, kMiddle, kLast, kOnly };

  void read_characters();
  void make_joins(std::vector<PairTable::Pair> pairs, std::vector<uint32_t> results);
  void read_bytes();
  void read_whole_words();
  void fill_cuts(const std::vector<PairTable::Pair>& pairs);
  Joins every_join() const;
  uint32_t character(char32_t c, Form form) const { return tables_[form_table_[form]].find(c); }
  // Appends the symbols of a word, and to `sizes` (unless null) how many bytes each takes.
  void initial(std::string_view word, IdBuffer& symbols, IdBuffer* sizes) const;
  template <bool kSizes>
  void initial_symbols(std::string_view word, IdBuffer& symbols, IdBuffer* sizes) const;
  bool spell(std::string_view character, Form form, IdBuffer& symbols, IdBuffer* sizes) const;
  uint32_t whole(std::string_view word) const;

  VocabPtr vocab_;
  MergesPtr merges_;
  BpeOptions options_;
  Joins joins_;
  AllJoins all_joins_;
  std::vector<CharTable> tables_;
  std::array<uint8_t, 4> form_table_{};  // which table each form has
  std::array<uint32_t, 256> byte_tokens_{};
  uint32_t unk_id_ = kNoId;
  ByteBpe bytes_;
  CutMap cuts_;
  bool spells_ = false;       // every character has byte tokens
  bool bytes_merge_ = false;  // which merges may join with something else
};

}  // namespace subwords
