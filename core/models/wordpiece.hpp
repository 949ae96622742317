// WordPiece: greedy longest match first, in time linear in the word.
//
// LinMaxMatch (Song et al. 2021, "Fast WordPiece Tokenization"): a trie with failure links. Where
// the walk cannot go on from node v, the pieces that greedy matching would have emitted for the
// text read since the last piece are known in advance (the "pops" of v), and the walk goes on from
// the node that spells what they leave over. Two differences from the paper: words start in a trie
// of their own, so that a word which spells the continuation mark itself is no special case; and
// pops are lists that share their beginnings, so that no vocabulary makes them quadratic.
//
// Python twin: reference/wordpiece.py (which simply tries every candidate).
#pragma once
#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/double_array.hpp"
#include "models/word_model.hpp"
#include "text/steps.hpp"
#include "text/vocab.hpp"

namespace subwords {

class WordPiece final : public WordModel {
 public:
  static constexpr uint32_t kNoLimit = 0xFFFFFFFFu;

  WordPiece(VocabPtr vocab, std::string_view unk_token, std::string_view continuing_prefix,
            uint32_t max_chars_per_word);

  static constexpr size_t kUnknown = SIZE_MAX;

  // Writes the ids of the pieces of a word (normalized UTF-8) to `out`, which has room for `size`
  // of them; returns how many, kUnknown where no pieces fit. The limit on characters is the
  // caller's to apply. With `fold`, A to Z are read as lower case.
  size_t match(const uint8_t* word, size_t size, uint32_t* out, bool fold = false) const;

  // A word that is unknown, or longer than the limit, becomes the unk token or nothing.
  void encode(std::string_view word, Scratch& scratch, IdBuffer& ids) const override;
  void annotate(std::string_view word, Scratch& scratch, IdBuffer& ids,
                std::vector<ByteSpan>& spans) const override;
  int64_t max_id() const override { return vocab_->max_id(); }

  // kNoId where the vocabulary lacks it.
  uint32_t unk_id() const { return unk_id_; }
  uint32_t max_chars_per_word() const { return max_chars_; }
  // Without an unk in the vocabulary an unknown word gives no token; whether that has happened.
  void note_dropped_word() const { dropped_.store(true, std::memory_order_relaxed); }
  bool dropped_words() const override { return dropped_.load(std::memory_order_relaxed); }
  // Bytes of text that a piece covers; index 0 for one that starts a word, 1 for a continuation.
  uint32_t text_bytes(uint32_t id, bool continuation) const {
    uint32_t size = id < piece_bytes_.size() ? piece_bytes_[id] : kAskVocab;
    if (size == kAskVocab) size = static_cast<uint32_t>(vocab_->token(id).size());
    return size - (continuation ? prefix_bytes_ : 0);
  }
  size_t memory_bytes() const override;

 private:
  // A cell of the trie with what falling back from it means, together in a quarter of a cache line.
  struct Node {
    uint32_t base, check;  // as in DoubleArray
    uint32_t fail;         // kNone where falling back makes the word unknown
    uint32_t pops;         // what falling back emits: an id, or kList and an index into pops_
  };
  struct Pop {
    uint32_t id;
    uint32_t previous;  // index of the pop before, 0 for none
  };
  // While linking, pops are always lists: `last` of each node, 0 for none.
  struct Links {
    std::vector<uint32_t> fail, last;
  };
  static constexpr uint32_t kList = 0x80000000u;

  bool append(std::string_view word, IdBuffer& ids) const;
  void link(const DoubleArray& trie, const std::vector<DoubleArrayBuilder::Edge>& edges,
            const std::vector<uint32_t>& final_ids, Links& links);
  void join(const DoubleArray& trie, const Links& links);
  uint32_t* emit(uint32_t pops, uint32_t* out) const;
  template <bool kFold>
  size_t match_bytes(const uint8_t* word, size_t size, uint32_t* out) const;

  VocabPtr vocab_;
  std::vector<Node> nodes_;
  uint32_t start_root_ = 0, continuation_root_ = 0;
  std::vector<Pop> pops_;  // [0] is unused
  static constexpr uint16_t kAskVocab = 0xFFFF;
  std::vector<uint16_t> piece_bytes_;  // by id; empty where ids are sparse
  uint32_t prefix_bytes_ = 0;
  uint32_t unk_id_ = kNoId;
  uint32_t max_chars_ = kNoLimit;
  mutable std::atomic<bool> dropped_{false};
};

}  // namespace subwords
