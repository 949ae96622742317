// BPE merges as a table: pairs of tokens, best first, the two sides side by side in one arena.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "text/vocab.hpp"

namespace subwords {

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

  // The first rank of which a side, or the token the sides become (the right one without its
  // first `prefix` bytes), is not in the vocabulary; SIZE_MAX where all are.
  size_t first_unknown(const Vocab& vocab, size_t prefix) const;

  friend bool operator==(const Merges& a, const Merges& b);

 private:
  std::string arena_;
  std::vector<Entry> entries_;
};

using MergesPtr = std::shared_ptr<const Merges>;

}  // namespace subwords
