// The indices of a vocabulary, each built once on first use.
#include "text/vocab.hpp"

#include <algorithm>

namespace subwords {

Vocab::Vocab(std::string arena, std::vector<Entry> entries)
    : arena_(std::move(arena)), entries_(std::move(entries)) {
  for (const Entry& entry : entries_) max_id_ = std::max<int64_t>(max_id_, entry.id);
}

size_t Vocab::find(std::string_view token) const {
  std::call_once(hash_once_, [this] { build_hash(); });
  const auto at = [this](size_t i) { return token_at(i); };
  const size_t found = hash_.find(token, hash_token(token), at);
  return found == TokenIndex::kNone ? SIZE_MAX : found;
}

uint32_t Vocab::id(std::string_view token) const {
  const size_t found = find(token);
  return found == SIZE_MAX ? kNoId : entries_[found].id;
}

void Vocab::find_ids(const std::string_view* tokens, size_t count, uint32_t* ids) const {
  std::call_once(hash_once_, [this] { build_hash(); });
  const auto at = [this](size_t i) { return token_at(i); };
  constexpr size_t kBlock = 64;
  uint64_t hashes[kBlock];
  for (size_t begin = 0; begin < count; begin += kBlock) {
    const size_t size = std::min(kBlock, count - begin);
    for (size_t i = 0; i < size; ++i) {
      hashes[i] = hash_token(tokens[begin + i]);
      hash_.prefetch(hashes[i]);
    }
    for (size_t i = 0; i < size; ++i) {
      const size_t candidate = hash_.candidate(hashes[i]);
      if (candidate != TokenIndex::kNone) __builtin_prefetch(&entries_[candidate]);
    }
    for (size_t i = 0; i < size; ++i) {
      const size_t candidate = hash_.candidate(hashes[i]);
      if (candidate != TokenIndex::kNone) __builtin_prefetch(arena_.data() + entries_[candidate].offset);
    }
    for (size_t i = 0; i < size; ++i) {
      const size_t found = hash_.find(tokens[begin + i], hashes[i], at);
      ids[begin + i] = found == TokenIndex::kNone ? kNoId : entries_[found].id;
    }
  }
}

size_t Vocab::position(uint32_t id) const {
  std::call_once(positions_once_, [this] { build_positions(); });
  if (int64_t{id} > max_id_) return SIZE_MAX;
  if (!positions_.empty()) return positions_[id] == kNoId ? SIZE_MAX : positions_[id];
  const auto found = std::lower_bound(sparse_.begin(), sparse_.end(), std::pair{id, uint32_t{0}});
  return found != sparse_.end() && found->first == id ? found->second : SIZE_MAX;
}

std::pair<size_t, size_t> Vocab::duplicate_token() const {
  std::call_once(hash_once_, [this] { build_hash(); });
  return hash_.repeated();
}

std::pair<size_t, size_t> Vocab::duplicate_id() const {
  std::call_once(positions_once_, [this] { build_positions(); });
  return duplicate_id_;
}

void Vocab::build_hash() const {
  hash_.build(entries_.size(), [this](size_t i) { return token_at(i); });
}

void Vocab::build_positions() const {
  const size_t count = entries_.size();
  // A table by id where at least a quarter of it is used, so that a file with one huge id costs
  // no gigabytes.
  if (static_cast<uint64_t>(max_id_ + 1) <= count * 4 + 1024) {
    positions_.assign(static_cast<size_t>(max_id_ + 1), kNoId);
    for (size_t i = 0; i < count; ++i) {
      uint32_t& slot = positions_[entries_[i].id];
      if (slot == kNoId) {
        slot = static_cast<uint32_t>(i);
      } else if (duplicate_id_.first == SIZE_MAX) {
        duplicate_id_ = {slot, i};
      }
    }
    return;
  }
  sparse_.reserve(count);
  for (size_t i = 0; i < count; ++i) sparse_.emplace_back(entries_[i].id, static_cast<uint32_t>(i));
  std::sort(sparse_.begin(), sparse_.end());
  for (size_t i = 1; i < count; ++i) {
    if (sparse_[i].first != sparse_[i - 1].first) continue;
    if (sparse_[i].second < duplicate_id_.second) {
      duplicate_id_ = {sparse_[i - 1].second, sparse_[i].second};
    }
  }
}

}  // namespace subwords
