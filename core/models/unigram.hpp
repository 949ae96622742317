// Unigram: the most probable way through the lattice of pieces, by Viterbi, without the lattice.
//
// From each character on, the trie is walked as far as it reaches, and every piece found there is
// tried as the last one of a way to where it ends. Positions that no piece crosses end a segment:
// the best way passes there whatever follows, so the segment's pieces are emitted and its memory is
// used again. Time is linear in the word (the longest piece bounds each walk), and only a word that
// nothing cuts needs memory in proportion.
//
// What differs between the two publishing libraries (known by trying them: sentencepiece 0.2.3,
// tokenizers 0.23.3): sentencepiece sums float32 numbers from the start of the word, which for it
// is the whole text, and spells unknown characters one by one; tokenizers sums float64 numbers and
// spells a run of unknowns as one. For both the first of equal ways wins, and neighbouring
// unknowns become one token.
//
// Python twin: reference/unigram.py.
#pragma once
#include <array>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "models/char_table.hpp"
#include "models/cut_map.hpp"
#include "models/unigram_trie.hpp"
#include "models/word_model.hpp"

namespace subwords {

// A character is no piece and the model has no unknown piece.
class NoUnknownPiece : public std::exception {
 public:
  explicit NoUnknownPiece(char32_t character) : character_(character) {}
  const char* what() const noexcept override { return "the model has no unknown piece"; }
  char32_t character() const { return character_; }

 private:
  char32_t character_;
};

class Unigram final : public WordModel {
 public:
  static constexpr char32_t kNoCharacter = 0xFFFFFFFF;
  static constexpr uint32_t kUnknown = UnigramTrie::kNone;  // instead of the node of a piece

  // Throws std::invalid_argument where a score is no number, or where sentencepiece's byte fallback
  // lacks a byte.
  Unigram(PiecesPtr pieces, std::optional<uint32_t> unk_id, bool byte_fallback,
          UnigramSemantics semantics);

  std::unique_ptr<Scratch> make_scratch() const override;
  void encode(std::string_view word, Scratch& scratch, IdBuffer& ids) const override;
  void annotate(std::string_view word, Scratch& scratch, IdBuffer& ids,
                std::vector<ByteSpan>& spans) const override;
  bool cuts_chunks() const override { return true; }
  bool joins_spaces() const override;
  bool may_cut(char32_t a, char32_t b) const override {
    return !cuts_.can_join(a, b) && !(fuses_ && fuse(a, b));
  }
  const CutMap* cut_map() const override { return &cuts_; }
  bool cut_map_decides() const override { return !fuses_; }
  bool is_unknown(char32_t c) const override {
    return fuses_ && !byte_fallback_ && unk_id_ != kNoId && roles_.find(c) == CharTable::kNone;
  }
  uint32_t unknown_run() const override { return unk_id_; }
  // See unigram_chunk.cpp for when a chunk's ids do not depend on what stands before.
  bool encode_chunk(std::string_view chunk, Scratch& scratch, IdBuffer& ids) const override;
  bool encode_chunk_after(std::string_view chunk, std::span<const uint32_t> before,
                          std::span<const UnknownRun> runs, Prefix& prefix, Scratch& scratch,
                          IdBuffer& ids) const override;
  size_t sure_ids(const Prefix& prefix) const override;
  void count_token_characters(std::span<uint8_t> by_id) const override;
  bool samples() const override { return true; }
  void sample(std::string_view word, double alpha, RandomStream& random, Scratch& scratch,
              IdBuffer& ids) const override;
  size_t memory_bytes() const override {
    return trie_.memory_bytes() + roles_.memory_bytes() + cuts_.memory_bytes();
  }
  int64_t max_id() const override { return max_id_; }
  // So tokenizers has it; sentencepiece knows no annotation.
  uint32_t called_by_text() const override {
    return semantics_ == UnigramSemantics::kHuggingFace ? unk_id_ : kNoId;
  }

  const UnigramTrie& trie() const { return trie_; }
  UnigramSemantics semantics() const { return semantics_; }

 private:
  // The best last piece of a way to a position. While a segment's way is traced back, `begin`
  // becomes the link forward.
  template <class Real>
  struct Step {
    Real total;
    uint32_t node;
    uint32_t begin;
  };
  struct Work;
  class Emitter;

  // Returns the total at the end of the word; counts from `total`.
  template <class Real>
  Real viterbi(std::string_view word, std::vector<Step<Real>>& steps, Real total,
               Emitter& emit) const;
  template <class Real>
  static void trace_back(std::vector<Step<Real>>& steps, size_t first, size_t length,
                         Emitter& emit);
  double run(std::string_view word, Work& work, double total, Emitter& emit) const;
  void find_cuts();
  void find_scores();
  bool fuse(char32_t a, char32_t b) const;
  bool add_score(double score, size_t times, double& total) const;
  void draw_segment(size_t first, size_t length, double alpha, RandomStream& random, Work& work,
                    Emitter& emit) const;

  PiecesPtr pieces_;
  UnigramTrie trie_;
  UnigramSemantics semantics_;
  bool byte_fallback_;
  uint32_t unk_id_;  // kNoId where there is none
  int64_t max_id_;
  std::array<uint32_t, 256> byte_ids_;  // kNoId where a byte is no piece
  // What a character is to cuts: a piece of its own, a part of pieces only (so that it may be
  // unknown in one place and not in another), or in no piece at all (CharTable::kNone).
  enum Role : uint32_t { kPiece, kPart };
  CharTable roles_;
  bool fuses_ = false;  // neighbouring unknowns become one token
  char32_t unknown_first_ = kNoCharacter, unknown_last_ = kNoCharacter;  // of a piece that fuses too
  CutMap cuts_;
  std::vector<double> scores_;  // by id, as the winner of a chunk adds it; NaN where ids do not tell
  double greatest_score_ = 0.0;  // of a piece or an unknown character, without its sign
};

}  // namespace subwords
