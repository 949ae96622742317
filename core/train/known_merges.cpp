// Replaying merges, one rank after the other.
#include "train/known_merges.hpp"

namespace subwords {

KnownMerges::KnownMerges(const std::vector<std::pair<std::string, std::string>>& merges,
                         const PieceTable& pieces) {
  ranks_.reserve(merges.size());
  for (uint32_t rank = 0; rank < merges.size(); ++rank) {
    const uint32_t left = pieces.find(merges[rank].first);
    const uint32_t right = pieces.find(merges[rank].second);
    if (left == kNoPiece || right == kNoPiece) continue;
    const uint32_t merged = pieces.find(pieces.join(left, right));
    if (merged != kNoPiece) ranks_[uint64_t{left} << 32 | right] = {rank, merged};
  }
}

void KnownMerges::apply(std::vector<uint32_t>& word) const {
  for (;;) {
    const Merge* best = nullptr;
    size_t first = 0;
    for (size_t i = 1; i < word.size(); ++i) {
      const Merge* merge = find(word[i - 1], word[i]);
      if (merge && (!best || merge->rank < best->rank)) {
        best = merge;
        first = i - 1;
      }
    }
    if (!best) return;
    const uint32_t left = word[first], right = word[first + 1];
    size_t kept = first;
    for (size_t i = first; i < word.size(); ++kept) {
      const bool here = i + 1 < word.size() && word[i] == left && word[i + 1] == right;
      word[kept] = here ? best->merged : word[i];
      i += here ? 2 : 1;
    }
    word.resize(kept);
  }
}

}  // namespace subwords
