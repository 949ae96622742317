// An index from token bytes to position: open addressing over strings that live elsewhere.
//
// A slot keeps half of the hash beside the position, so that a probe touches the string of one
// candidate only.
#pragma once
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

namespace subwords {

// A fast mixing hash of short strings; not for untrusted keys that must not collide on purpose:
// tables are capped in size, and a colliding file only loads slowly.
inline uint64_t hash_token(std::string_view token) {
  constexpr uint64_t kMul = 0x9E3779B97F4A7C15u;
  const auto mix = [](uint64_t x) {
    x ^= x >> 32;
    x *= 0xD6E8FEB86659FD93u;
    return x ^ (x >> 29);
  };
  const char* p = token.data();
  size_t left = token.size();
  uint64_t hash = kMul ^ left;
  while (left > 8) {
    uint64_t word;
    std::memcpy(&word, p, 8);
    hash = mix(hash ^ word) * kMul;
    p += 8;
    left -= 8;
  }
  // The last one to eight bytes in one word, without a byte loop: two loads that overlap.
  uint64_t word = 0;
  if (left >= 4) {
    uint32_t low, high;
    std::memcpy(&low, p, 4);
    std::memcpy(&high, p + left - 4, 4);
    word = low | uint64_t{high} << 32;
  } else if (left != 0) {
    const auto byte = [p](size_t i) { return uint64_t{static_cast<uint8_t>(p[i])}; };
    word = byte(0) | byte(left / 2) << 8 | byte(left - 1) << 16;
  }
  return mix(hash ^ word);
}

class TokenIndex {
 public:
  static constexpr size_t kNone = SIZE_MAX;

  // Indexes positions 0 .. count - 1. Where a token is repeated the first position is found, or
  // the last with `last_wins`; `repeated()` names the first repetition either way.
  template <class TokenAt>
  void build(size_t count, const TokenAt& token_at, bool last_wins = false) {
    const size_t capacity = std::bit_ceil(count + count / 2 + 2);
    slots_.assign(capacity, 0);
    mask_ = capacity - 1;
    for (size_t i = 0; i < count; ++i) insert(i, token_at, last_wins);
  }

  template <class TokenAt>
  size_t find(std::string_view token, const TokenAt& token_at) const {
    return find(token, hash_token(token), token_at);
  }

  // Many look-ups at once hide the memory's latency: hash all, prefetch all, then look up.
  void prefetch(uint64_t hash) const { __builtin_prefetch(&slots_[hash & mask_]); }
  // The first candidate for a hash, most likely the right one; kNone where there is none.
  size_t candidate(uint64_t hash) const {
    const uint64_t slot = slots_[hash & mask_];
    return slot == 0 ? kNone : position(slot);
  }

  template <class TokenAt>
  size_t find(std::string_view token, uint64_t hash, const TokenAt& token_at) const {
    for (size_t s = hash & mask_;; s = (s + 1) & mask_) {
      const uint64_t slot = slots_[s];
      if (slot == 0) return kNone;
      if (slot >> 32 == hash >> 32 && token_at(position(slot)) == token) return position(slot);
    }
  }

  // The first position whose token stands at an earlier one, as {earlier, position}.
  std::pair<size_t, size_t> repeated() const { return repeated_; }

 private:
  static size_t position(uint64_t slot) { return (slot & 0xFFFFFFFFu) - 1; }

  template <class TokenAt>
  void insert(size_t i, const TokenAt& token_at, bool last_wins) {
    const std::string_view token = token_at(i);
    const uint64_t hash = hash_token(token);
    const uint64_t entry = (hash & ~uint64_t{0xFFFFFFFFu}) | (i + 1);
    for (size_t s = hash & mask_;; s = (s + 1) & mask_) {
      const uint64_t slot = slots_[s];
      if (slot == 0) {
        slots_[s] = entry;
        return;
      }
      if (slot >> 32 == hash >> 32 && token_at(position(slot)) == token) {
        if (repeated_.first == kNone) repeated_ = {position(slot), i};
        if (last_wins) slots_[s] = entry;
        return;
      }
    }
  }

  std::vector<uint64_t> slots_ = std::vector<uint64_t>(1, 0);
  size_t mask_ = 0;
  std::pair<size_t, size_t> repeated_{kNone, kNone};
};

}  // namespace subwords
