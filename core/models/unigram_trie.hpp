// The pieces of a Unigram model as a trie over bytes whose nodes carry the scores.
//
// What a walk reads of a node (its children, whose child it is, whether a piece ends there and at
// what score) lies in a quarter of a cache line. Ids lie apart: only the winners need them.
// Python twin: PieceScores in reference/lattice.py.
#pragma once
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "models/double_array.hpp"
#include "text/pieces.hpp"
#include "text/vocab.hpp"

namespace subwords {

// Whose scores, rounding and treatment of unknowns hold.
enum class UnigramSemantics : uint8_t { kSentencePiece, kHuggingFace };

class UnigramTrie {
 public:
  static constexpr double kNoPiece = -std::numeric_limits<double>::infinity();
  static constexpr uint32_t kNone = DoubleArray::kNone;

  struct Node {
    uint32_t base, check;  // as in DoubleArray
    double score;          // of the piece that ends here, or kNoPiece
  };

  // Throws std::invalid_argument where a score is no number of sensible size.
  UnigramTrie(const Pieces& pieces, UnigramSemantics semantics);

  uint32_t root() const { return root_; }
  const Node* nodes() const { return nodes_.data(); }
  // The id of the piece that ends at a node, or kNoId.
  uint32_t id(uint32_t node) const { return ids_[node]; }
  // The scores of the pieces below `count`, kNoPiece for those that no text leads to.
  std::vector<double> scores(size_t count) const;
  // The node a text leads to, or kNone.
  uint32_t find(std::string_view text) const;
  bool is_piece(std::string_view text) const {
    const uint32_t node = find(text);
    return node != kNone && nodes_[node].score != kNoPiece;
  }
  // The score of a character that is no piece.
  double unknown_score() const { return unknown_score_; }
  // Bytes of the longest piece.
  uint32_t longest() const { return longest_; }
  size_t memory_bytes() const {
    return nodes_.capacity() * sizeof(Node) + ids_.capacity() * sizeof(uint32_t);
  }

 private:
  std::vector<Node> nodes_;
  std::vector<uint32_t> ids_;
  uint32_t root_ = 0, longest_ = 0;
  double unknown_score_ = 0.0;
};

}  // namespace subwords
