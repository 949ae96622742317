// Tokens of a training and how they compare.
#include "train/pieces.hpp"

#include "text/utf8.hpp"

namespace subwords {
namespace {

uint64_t head_of(std::string_view token) {
  uint64_t head = 0;
  for (size_t i = 0; i < 8; ++i) {
    head = head << 8 | (i < token.size() ? static_cast<unsigned char>(token[i]) : 0u);
  }
  return head;
}

}  // namespace

uint32_t PieceTable::add(const std::string& token, uint64_t id) {
  const auto [it, inserted] = numbers_.try_emplace(token, static_cast<uint32_t>(tokens_.size()));
  if (!inserted) return it->second;
  tokens_.push_back(token);
  ids_.push_back(id);
  heads_.push_back(head_of(token));
  characters_.push_back(static_cast<uint32_t>(utf8::length(token)));
  marked_.push_back(!prefix_.empty() && token.starts_with(prefix_));
  next_id_ = id + 1;
  return it->second;
}

void PieceTable::truncate(size_t size) {
  for (size_t piece = size; piece < tokens_.size(); ++piece) numbers_.erase(tokens_[piece]);
  tokens_.resize(size);
  ids_.resize(size);
  heads_.resize(size);
  characters_.resize(size);
  marked_.resize(size);
  next_id_ = size ? ids_.back() + 1 : 0;
}

std::string PieceTable::join(uint32_t left, uint32_t right) const {
  const std::string_view tail = tokens_[right];
  std::string joined = tokens_[left];
  joined += marked_[right] ? tail.substr(prefix_.size()) : tail;
  return joined;
}

size_t PieceTable::prefix_characters() const { return utf8::length(prefix_); }

}  // namespace subwords
