// The merges of a vocabulary that is extended: how a word is cut by them before training starts.
#pragma once
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "train/pieces.hpp"

namespace subwords {

class KnownMerges {
 public:
  // Merges whose three tokens are all in the table; others can never happen.
  KnownMerges(const std::vector<std::pair<std::string, std::string>>& merges,
              const PieceTable& pieces);

  bool empty() const { return ranks_.empty(); }
  // Merges the pieces of a word, the lowest rank first, all its places from left to right.
  void apply(std::vector<uint32_t>& word) const;

 private:
  struct Merge {
    uint32_t rank, merged;
  };
  const Merge* find(uint32_t left, uint32_t right) const {
    const auto it = ranks_.find(uint64_t{left} << 32 | right);
    return it == ranks_.end() ? nullptr : &it->second;
  }
  std::unordered_map<uint64_t, Merge> ranks_;
};

}  // namespace subwords
