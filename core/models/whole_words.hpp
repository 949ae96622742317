// Tokens that merging their own bytes does not give: words that are one must be looked up.
//
// Where a word that is a token is emitted whole, nearly all such words come out of the merges as
// that token anyway. Only the others need a look-up, and there are so few that asking for them
// costs almost nothing.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/token_index.hpp"

namespace subwords {

class WholeWords {
 public:
  static constexpr uint32_t kNone = 0xFFFFFFFFu;

  void add(std::string bytes, uint32_t id) {
    firsts_[static_cast<uint8_t>(bytes[0]) >> 6] |= uint64_t{1} << (bytes[0] & 63);
    sizes_ |= uint64_t{1} << std::min<size_t>(bytes.size(), 63);
    words_.push_back(std::move(bytes));
    ids_.push_back(id);
  }
  void build() {
    index_.build(words_.size(), [this](size_t i) { return std::string_view(words_[i]); });
  }
  bool empty() const { return words_.empty(); }
  // The id of a word (not empty), kNone where merging it gives what is wanted.
  uint32_t find(const uint8_t* bytes, size_t size) const {
    if ((sizes_ >> std::min<size_t>(size, 63) & 1) == 0) return kNone;
    if ((firsts_[bytes[0] >> 6] >> (bytes[0] & 63) & 1) == 0) return kNone;
    const std::string_view word(reinterpret_cast<const char*>(bytes), size);
    const size_t at =
        index_.find(word, [this](size_t i) { return std::string_view(words_[i]); });
    return at == TokenIndex::kNone ? kNone : ids_[at];
  }
  size_t memory_bytes() const { return words_.size() * (sizeof(std::string) + 32); }

 private:
  uint64_t firsts_[4] = {}, sizes_ = 0;
  std::vector<std::string> words_;
  std::vector<uint32_t> ids_;
  TokenIndex index_;
};

}  // namespace subwords
