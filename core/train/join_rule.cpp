#include "train/join_rule.hpp"

#include "train/character_kinds.hpp"

namespace subwords {

JoinRule::JoinRule(std::vector<int32_t> kinds, JoinOptions options)
    : kinds_(std::move(kinds)), options_(std::move(options)) {
  begins_.push_back(0);
  for (uint32_t piece = 0; piece < kinds_.size(); ++piece) {
    characters_.push_back(piece);
    begins_.push_back(characters_.size());
  }
}

bool JoinRule::allows(uint32_t left, uint32_t right) const {
  if (length(left) + length(right) > options_.max_piece_length) return false;
  const uint32_t edge = options_.suffix ? characters_[begins_[left]]
                                        : characters_[begins_[right + 1] - 1];
  if (int64_t{edge} == options_.space) return false;
  int32_t last = kKindAny;
  return follow(left, true, last) && follow(right, false, last);
}

bool JoinRule::follow(uint32_t piece, bool first, int32_t& last) const {
  for (size_t i = begins_[piece]; i < begins_[piece + 1]; ++i, first = false) {
    const int32_t own = kinds_[characters_[i]];
    const int32_t kind = own == kKindInherited ? last : own;
    if (kind != kKindAny && last != kKindAny && kind != last) return false;
    if (!first && (kind == kKindAlone || last == kKindAlone)) return false;
    last = kind;
  }
  return true;
}

void JoinRule::add(uint32_t left, uint32_t right) {
  for (const uint32_t piece : {left, right}) {
    for (size_t i = begins_[piece]; i < begins_[piece + 1]; ++i) {
      const uint32_t character = characters_[i];
      characters_.push_back(character);
    }
  }
  begins_.push_back(characters_.size());
}

}  // namespace subwords
