// Which pieces may be merged, by the characters that would stand in one piece together.
// Python twin: training/scripts.py, and can_be_piece in training/reference/sentencepiece_bpe.py.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace subwords {

struct JoinOptions {
  size_t max_piece_length = 16;
  int64_t space = -1;                        // the piece that is a space; -1: there is none
  bool suffix = false;                       // a space ends a piece, else it begins one
  std::unordered_set<std::string> taken;     // names that no merged piece may have
};

class JoinRule {
 public:
  // `kinds`: of the first pieces, which are characters.
  JoinRule(std::vector<int32_t> kinds, JoinOptions options);

  bool allows(uint32_t left, uint32_t right) const;
  bool is_taken(const std::string& token) const { return options_.taken.contains(token); }
  // The next piece is made of these two.
  void add(uint32_t left, uint32_t right);

 private:
  size_t length(uint32_t piece) const { return begins_[piece + 1] - begins_[piece]; }
  // The kind of a piece's last character that has one of its own, or what was before the piece;
  // false where the piece cannot follow that.
  bool follow(uint32_t piece, bool first, int32_t& last) const;

  std::vector<int32_t> kinds_;
  JoinOptions options_;
  std::vector<uint32_t> characters_;         // of all pieces, one after the other
  std::vector<size_t> begins_;               // where a piece's are; one more than there are pieces
};

}  // namespace subwords
