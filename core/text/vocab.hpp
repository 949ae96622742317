// Token tables: bytes in one arena, ids beside them, indices built on first use.
//
// All tables are immutable once built and shared by std::shared_ptr<const T>; the on-demand
// indices are built under std::call_once, so every const member is safe from many threads.
#pragma once
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/token_index.hpp"

namespace subwords {

inline constexpr uint32_t kNoId = 0xFFFFFFFFu;

class Vocab {
 public:
  struct Entry {
    uint64_t offset;
    uint32_t length;
    uint32_t id;
  };

  Vocab() = default;
  // `arena` holds the bytes of all tokens; `entries` is in file order, at most 2^32 - 2 of them.
  Vocab(std::string arena, std::vector<Entry> entries);

  size_t size() const { return entries_.size(); }
  // The i-th token in file order, and its id.
  std::string_view token_at(size_t i) const {
    return std::string_view(arena_).substr(entries_[i].offset, entries_[i].length);
  }
  uint32_t id_at(size_t i) const { return entries_[i].id; }

  // Position (file order) of a token, SIZE_MAX if absent.
  size_t find(std::string_view token) const;
  // Id of a token, kNoId if absent.
  uint32_t id(std::string_view token) const;
  // The ids of many tokens, kNoId where absent; quicker than one after the other.
  void find_ids(const std::string_view* tokens, size_t count, uint32_t* ids) const;
  // Position (file order) of the entry with this id, or SIZE_MAX.
  size_t position(uint32_t id) const;
  bool has_id(uint32_t id) const { return position(id) != SIZE_MAX; }
  std::string_view token(uint32_t id) const { return token_at(position(id)); }
  // Greatest id, -1 when empty.
  int64_t max_id() const { return max_id_; }

  // The first two entries (positions) that share a token or an id, or {SIZE_MAX, SIZE_MAX}.
  std::pair<size_t, size_t> duplicate_token() const;
  std::pair<size_t, size_t> duplicate_id() const;

 private:
  void build_hash() const;
  void build_positions() const;

  std::string arena_;
  std::vector<Entry> entries_;
  int64_t max_id_ = -1;
  mutable std::once_flag hash_once_, positions_once_;
  mutable TokenIndex hash_;
  mutable std::vector<uint32_t> positions_;  // by id, kNoId for a hole; empty where ids are sparse
  mutable std::vector<std::pair<uint32_t, uint32_t>> sparse_;  // (id, position), sorted
  mutable std::pair<size_t, size_t> duplicate_id_{SIZE_MAX, SIZE_MAX};
};

using VocabPtr = std::shared_ptr<const Vocab>;

}  // namespace subwords
