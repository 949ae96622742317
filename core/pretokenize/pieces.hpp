// Turns a tiling of the text with delimiters and what lies between them into pieces.
#pragma once
#include <vector>

#include "pretokenize/pretokenizer.hpp"
#include "text/aligned.hpp"

namespace subwords {

// Takes segments from left to right; each is a delimiter (`is_match`) or lies between two. Empty
// delimiters are allowed: they are nothing themselves, but they divide.
class PieceWriter {
 public:
  PieceWriter(Behavior behavior, std::vector<Range>& out) : behavior_(behavior), out_(out) {}
  ~PieceWriter() { flush(); }
  PieceWriter(const PieceWriter&) = delete;
  PieceWriter& operator=(const PieceWriter&) = delete;

  void add(uint32_t begin, uint32_t end, bool is_match) {
    if (behavior_ == Behavior::kRemoved && is_match) return;
    if (started_ && joins(is_match)) {
      piece_.end = end;
    } else {
      flush();
      piece_ = {begin, end};
    }
    started_ = true;
    was_match_ = is_match;
  }

 private:
  bool joins(bool is_match) const {
    switch (behavior_) {
      case Behavior::kMergedWithPrevious: return is_match && !was_match_;
      case Behavior::kMergedWithNext: return was_match_ && !is_match;
      case Behavior::kContiguous: return was_match_ == is_match;
      case Behavior::kRemoved:
      case Behavior::kIsolated: break;
    }
    return false;
  }

  void flush() {
    if (piece_.begin < piece_.end) out_.push_back(piece_);
  }

  Behavior behavior_;
  std::vector<Range>& out_;
  Range piece_;
  bool started_ = false;
  bool was_match_ = false;
};

}  // namespace subwords
