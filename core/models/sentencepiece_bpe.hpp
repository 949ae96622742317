// BPE as in a sentencepiece `.model`: neighbours that together are a piece merge, by score.
//
// Python twin: reference/sentencepiece_bpe.py, which says what becomes of pieces of each type.
#pragma once
#include <array>
#include <string_view>
#include <vector>

#include "models/char_table.hpp"
#include "models/cut_map.hpp"
#include "models/double_array.hpp"
#include "models/merger.hpp"
#include "models/word_model.hpp"
#include "text/pieces.hpp"

namespace subwords {

struct BpeScratch;

class SentencePieceBpe final : public WordModel {
 public:
  // Throws Fault where a byte piece is missing that `byte_fallback` needs.
  SentencePieceBpe(PiecesPtr pieces, uint32_t unk_id, bool byte_fallback);

  std::unique_ptr<Scratch> make_scratch() const override;
  void encode(std::string_view word, Scratch& scratch, IdBuffer& ids) const override;
  void annotate(std::string_view word, Scratch& scratch, IdBuffer& ids,
                std::vector<ByteSpan>& spans) const override;
  bool samples() const override { return true; }
  void sample(std::string_view word, double amount, RandomStream& random, Scratch& scratch,
              IdBuffer& ids) const override;
  size_t memory_bytes() const override;
  int64_t max_id() const override { return static_cast<int64_t>(pieces_->size()) - 1; }

  bool cuts_chunks() const override { return !cuts_.never_cuts(); }
  bool joins_spaces() const override { return cuts_.joins_spaces(); }
  bool may_cut(char32_t a, char32_t b) const override { return !cuts_.can_join(a, b); }
  const CutMap* cut_map() const override { return &cuts_; }
  void count_token_characters(std::span<uint8_t> by_id) const override;
  // Where a text may be cut before it is encoded.
  const CutMap& cuts() const { return cuts_; }

 private:
  struct Output;

  void read_pieces();
  // The characters of pieces as symbols, and the joins of all pieces; `prune`: of those that meet.
  Joins make_joins(const std::vector<uint32_t>& order, bool prune) const;
  std::vector<uint32_t> by_score() const;
  void read_user_defined();
  void fill_cuts();
  // Writes the symbols of a text, and the byte where each begins.
  void initial(std::string_view word, BpeScratch& room) const;
  size_t user_defined(std::string_view text, uint32_t& id) const;
  void cut(std::string_view word, double amount, RandomStream* random, BpeScratch& room,
           Output& out) const;
  size_t merge_all(double amount, RandomStream* random, BpeScratch& room) const;
  void put(uint32_t symbol, uint32_t begin, uint32_t end, std::string_view word, BpeScratch& room,
           Output& out) const;
  void put_apart(uint32_t symbol, uint32_t begin, std::string_view word, BpeScratch& room,
                 Output& out) const;
  void put_unknown(uint32_t begin, uint32_t end, std::string_view word, Output& out) const;
  uint32_t text_bytes(uint32_t symbol) const;

  enum class Kind : uint8_t { kNever, kToken, kUnused };

  PiecesPtr pieces_;
  uint32_t unk_id_;
  bool byte_fallback_;
  // Symbols are ids; then characters that are parts of pieces without being pieces; then one for
  // all other characters. User-defined pieces join nothing.
  std::vector<Kind> kinds_;  // by id: whether the piece comes out of text
  std::vector<std::string_view> parts_;
  uint32_t other_ = 0;
  CharTable characters_;
  Joins joins_;
  AllJoins all_joins_;
  bool has_unused_ = false;         // pieces that are formed, and taken apart again
  std::vector<uint8_t> unused_;     // by id; a symbol that joins make always has one
  std::array<uint32_t, 256> bytes_{};
  DoubleArray defined_;
  std::vector<uint32_t> defined_ids_;  // by cell, kNone within a piece; empty where there are none
  uint32_t defined_root_ = DoubleArray::kNone;
  CharTable tokens_;  // characters that are pieces and may come out; for cuts_
  CutMap cuts_;
};

}  // namespace subwords
