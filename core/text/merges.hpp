// BPE merges as a table: pairs of tokens, best first, the two sides side by side in one arena.
#pragma once
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "text/vocab.hpp"

namespace subwords {

// The ids of both sides of a merge and of what it makes; kNoId where one is not in the vocabulary.
struct MergeIds {
  uint32_t left, right, made;
  bool complete() const { return left != kNoId && right != kNoId && made != kNoId; }
};

class Merges {
 public:
  struct Entry {
    uint64_t offset;
    uint32_t left;   // bytes of the left side
    uint32_t right;  // bytes of the right side, which follows it
  };

  Merges() = default;
  Merges(std::string arena, std::vector<Entry> entries)
      : arena_(std::move(arena)), entries_(std::move(entries)) {}

  size_t size() const { return entries_.size(); }
  std::string_view left(size_t rank) const {
    const Entry& e = entries_[rank];
    return std::string_view(arena_).substr(e.offset, e.left);
  }
  std::string_view right(size_t rank) const {
    const Entry& e = entries_[rank];
    return std::string_view(arena_).substr(e.offset + e.left, e.right);
  }
  // Left and right together: the token they become where no prefix is taken off.
  std::string_view both(size_t rank) const {
    const Entry& e = entries_[rank];
    return std::string_view(arena_).substr(e.offset, size_t{e.left} + e.right);
  }

  // The ids of every merge. A merge makes its sides joined, the right one without its first
  // `prefix` bytes.
  std::vector<MergeIds> ids(const Vocab& vocab, size_t prefix) const;
  // The first rank with a token that is not in the vocabulary; SIZE_MAX where all are there. A file
  // is checked with this before a model is made of it, so the ids are kept for `take_ids`.
  size_t first_unknown(const VocabPtr& vocab, size_t prefix) const;
  // `ids`, which are not kept any longer.
  std::vector<MergeIds> take_ids(const VocabPtr& vocab, size_t prefix) const;

  friend bool operator==(const Merges& a, const Merges& b);

 private:
  std::string arena_;
  std::vector<Entry> entries_;

  struct Kept {
    std::vector<MergeIds> ids;
    std::weak_ptr<const Vocab> vocab;
    size_t prefix = 0;
  };
  mutable std::mutex kept_lock_;
  mutable Kept kept_;
};

using MergesPtr = std::shared_ptr<const Merges>;

}  // namespace subwords
