// Scored pieces as a table: the id of a piece is its position.
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

enum class PieceType : uint8_t { kNormal, kUnknown, kControl, kUserDefined, kByte, kUnused };

class Pieces {
 public:
  struct Entry {
    uint64_t offset;
    uint32_t length;
    double score;  // natural log-probability
  };

  Pieces() = default;
  // `types` holds one type per piece, or nothing where all are normal.
  Pieces(std::string arena, std::vector<Entry> entries, std::vector<PieceType> types = {})
      : arena_(std::move(arena)), entries_(std::move(entries)), types_(std::move(types)) {}

  size_t size() const { return entries_.size(); }
  std::string_view piece(size_t id) const {
    return std::string_view(arena_).substr(entries_[id].offset, entries_[id].length);
  }
  double score(size_t id) const { return entries_[id].score; }
  PieceType type(size_t id) const { return types_.empty() ? PieceType::kNormal : types_[id]; }

  // Id of a piece (the last where it is repeated), or SIZE_MAX.
  size_t find(std::string_view piece) const;
  // The first normal piece whose score is not within +-limit, or SIZE_MAX.
  size_t first_beyond(double limit) const;
  // The first piece that stands at an earlier id too, as {earlier, id}, or {SIZE_MAX, SIZE_MAX}.
  std::pair<size_t, size_t> repeated() const;

  friend bool operator==(const Pieces& a, const Pieces& b);

 private:
  void build_index() const;

  std::string arena_;
  std::vector<Entry> entries_;
  std::vector<PieceType> types_;
  mutable std::once_flag once_;
  mutable TokenIndex index_;
};

using PiecesPtr = std::shared_ptr<const Pieces>;

}  // namespace subwords
