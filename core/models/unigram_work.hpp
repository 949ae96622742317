// Inside of the Unigram model: what its calls write to, and how a way becomes tokens.
#pragma once
#include "models/unigram.hpp"
#include "text/release.hpp"
#include "text/utf8.hpp"

namespace subwords {

inline size_t character_bytes(uint8_t lead) {
  return lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
}

// Where a float32 sum from the start of the text leaves this range, sentencepiece counts on from
// zero there.
inline constexpr float kRebase = 100000.0f;

struct Unigram::Work final : WordModel::Scratch {
  // An edge of the lattice, for sampling; those that end at one position form a list.
  struct Edge {
    uint32_t begin, node;
    uint32_t next;  // the one that was found before it
  };
  // Of a position: the sum of e^x over the ways to it as e^greatest * scaled, and its edges.
  struct Node {
    double greatest, scaled, total;
    uint32_t last_edge;
  };

  // The best and the second best way to a position, counted from the start of a chunk.
  struct Rivals {
    double best, second;
    uint32_t node, begin;
    uint32_t characters;  // pieces of a way to here at most
  };

  std::vector<Step<float>> single_steps;
  std::vector<Rivals> rivals;
  std::vector<Step<double>> double_steps;
  std::vector<Edge> edges;
  std::vector<Node> nodes;
  std::vector<double> weights;
  std::vector<Edge> drawn;

  void release_large() override {
    subwords::release_large(single_steps);
    subwords::release_large(double_steps);
    subwords::release_large(rivals);
    subwords::release_large(edges);
    subwords::release_large(nodes);
    subwords::release_large(weights);
    subwords::release_large(drawn);
  }
};

// Takes the pieces of the way from left to right and writes tokens: runs of unknowns are held back
// until they end.
class Unigram::Emitter {
 public:
  Emitter(const Unigram& model, std::string_view word, IdBuffer& ids, std::vector<ByteSpan>* spans)
      : model_(model),
        word_(word),
        ids_(ids),
        spans_(spans),
        spells_(model.byte_fallback_ && model.semantics_ == UnigramSemantics::kSentencePiece),
        // tokenizers takes a piece that spells the unknown token for an unknown.
        unknown_id_(model.semantics_ == UnigramSemantics::kHuggingFace ? model.unk_id_ : kNoId) {}

  // A piece, or a character that is none (node kUnknown), from byte `begin` of the word.
  void piece(uint32_t node, size_t begin, size_t end) {
    if (node != kUnknown) [[likely]] {
      const uint32_t id = model_.trie_.id(node);
      if (id != unknown_id_ || unknown_id_ == kNoId) [[likely]] {
        if (run_begin_ != kNoRun) finish(begin);
        return push(id, begin, end);
      }
    }
    if (node != kUnknown || run_begin_ != kNoRun) fused_ = !spells_;
    if (run_begin_ == kNoRun) run_begin_ = begin;
  }
  // Whether a token stands for something else than one piece or one unknown character.
  bool fused() const { return fused_; }
  // The word, or a run of unknowns, ends at `end`.
  void finish(size_t end) {
    if (run_begin_ != kNoRun) unknown(run_begin_, end);
    run_begin_ = kNoRun;
  }

 private:
  static constexpr size_t kNoRun = SIZE_MAX;

  void push(uint32_t id, size_t begin, size_t end) {
    ids_.push_back(id);
    if (spans_ != nullptr) {
      spans_->push_back({static_cast<uint32_t>(begin), static_cast<uint32_t>(end)});
    }
  }
  void unknown(size_t begin, size_t end);
  bool spell(size_t begin, size_t end);

  const Unigram& model_;
  std::string_view word_;
  IdBuffer& ids_;
  std::vector<ByteSpan>* spans_;
  bool spells_;  // unknown characters one by one
  uint32_t unknown_id_;
  size_t run_begin_ = kNoRun;
  bool fused_ = false;
};

}  // namespace subwords
