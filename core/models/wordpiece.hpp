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
#include <utility>
#include <vector>

#include "models/double_array.hpp"
#include "text/steps.hpp"
#include "text/vocab.hpp"

namespace subwords {

class WordPiece {
 public:
  static constexpr uint32_t kNoLimit = 0xFFFFFFFFu;

  WordPiece(VocabPtr vocab, std::string_view unk_token, std::string_view continuing_prefix,
            uint32_t max_chars_per_word);

  // Appends the pieces of a word (normalized UTF-8). False where the word is unknown; nothing is
  // appended then. The limit on characters is the caller's to apply.
  template <class Ids>
  bool match(std::string_view word, Ids& out) const;

  // kNoId where the vocabulary lacks it.
  uint32_t unk_id() const { return unk_id_; }
  uint32_t max_chars_per_word() const { return max_chars_; }
  // Without an unk in the vocabulary an unknown word gives no token; whether that has happened.
  void note_dropped_word() const { dropped_.store(true, std::memory_order_relaxed); }
  bool dropped_words() const { return dropped_.load(std::memory_order_relaxed); }
  // Bytes of text that a piece covers; index 0 for one that starts a word, 1 for a continuation.
  uint32_t text_bytes(uint32_t id, bool continuation) const {
    return piece_bytes_[id] - (continuation ? prefix_bytes_ : 0);
  }
  size_t memory_bytes() const;

 private:
  struct Link {
    uint32_t fail = DoubleArray::kNone;
    uint32_t pops = 0;  // index of the last pop in pops_, 0 for none
  };
  struct Pop {
    uint32_t id;
    uint32_t previous;  // index of the pop before, 0 for none
  };

  void link(const std::vector<DoubleArrayBuilder::Edge>& edges,
            const std::vector<uint32_t>& final_ids);

  VocabPtr vocab_;
  DoubleArray trie_;
  uint32_t start_root_ = 0, continuation_root_ = 0;
  std::vector<Link> links_;  // by node
  std::vector<Pop> pops_;    // [0] is unused
  std::vector<uint32_t> piece_bytes_;  // by id
  uint32_t prefix_bytes_ = 0;
  uint32_t unk_id_ = kNoId;
  uint32_t max_chars_ = kNoLimit;
  mutable std::atomic<bool> dropped_{false};
};

template <class Ids>
bool WordPiece::match(std::string_view word, Ids& out) const {
  const size_t before = out.size();
  uint32_t node = start_root_;
  // Emits the pops of `node` and follows its failure link; false where the word has no match.
  const auto fall_back = [&]() {
    const Link& link = links_[node];
    if (link.fail == DoubleArray::kNone) return false;
    const size_t first = out.size();
    for (uint32_t pop = link.pops; pop != 0; pop = pops_[pop].previous) {
      SUBWORDS_STEP();
      out.push_back(pops_[pop].id);
    }
    // The list runs from the last pop to the first.
    for (size_t i = first, j = out.size(); i + 1 < j; ++i) std::swap(out[i], out[--j]);
    node = link.fail;
    return true;
  };
  for (const char c : word) {
    uint32_t next;
    while ((next = trie_.child(node, static_cast<uint8_t>(c))) == DoubleArray::kNone) {
      SUBWORDS_STEP();
      if (!fall_back()) {
        out.resize(before);
        return false;
      }
    }
    SUBWORDS_STEP();
    node = next;
  }
  if (word.empty()) return true;
  while (node != continuation_root_) {
    SUBWORDS_STEP();
    if (!fall_back()) {
      out.resize(before);
      return false;
    }
  }
  return true;
}

}  // namespace subwords
