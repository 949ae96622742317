// The growing table of pieces in a merge training, numbered by ascending vocabulary id.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace subwords {

inline constexpr uint32_t kNoPiece = 0xFFFFFFFFu;

class PieceTable {
 public:
  explicit PieceTable(std::string prefix) : prefix_(std::move(prefix)) {}

  // The piece's number; a new piece gets the next number and the next vocabulary id.
  uint32_t add(const std::string& token) { return add(token, next_id_); }
  // The same with the id of a vocabulary that is extended; ids must ascend.
  uint32_t add(const std::string& token, uint64_t id);
  uint32_t find(const std::string& token) const {
    const auto it = numbers_.find(token);
    return it == numbers_.end() ? kNoPiece : it->second;
  }

  // Forgets every piece but the first `size`.
  void truncate(size_t size);

  size_t size() const { return tokens_.size(); }
  const std::string& token(uint32_t piece) const { return tokens_[piece]; }
  uint64_t id(uint32_t piece) const { return ids_[piece]; }

  // The token of two neighbours: the right one loses its prefix.
  std::string join(uint32_t left, uint32_t right) const;
  // The length of that token in characters.
  size_t joined_characters(uint32_t left, uint32_t right) const {
    return characters_[left] + characters_[right] - (marked_[right] ? prefix_characters() : 0);
  }
  // By code point, which is by UTF-8 byte: negative, zero, positive.
  int compare(uint32_t a, uint32_t b) const {
    if (heads_[a] != heads_[b]) return heads_[a] < heads_[b] ? -1 : 1;
    return tokens_[a].compare(tokens_[b]);
  }

 private:
  size_t prefix_characters() const;

  std::string prefix_;
  std::vector<std::string> tokens_;
  std::vector<uint64_t> ids_;
  std::vector<uint64_t> heads_;        // the first eight bytes, big-endian: decides most compares
  std::vector<uint32_t> characters_;
  std::vector<uint8_t> marked_;        // starts with the prefix
  std::unordered_map<std::string, uint32_t> numbers_;
  uint64_t next_id_ = 0;
};

}  // namespace subwords
