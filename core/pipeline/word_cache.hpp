// Remembers the ids of words, keyed by the bytes of the word as it stands in the text (ASCII
// letters folded where the normalizer folds them). One cache per worker, never shared, bounded.
//
// Short words (up to 15 bytes) take 32 bytes, two to a cache line, the newer one first: up to 8 ids
// of 16 bits, or 4 of 32; where there are more they stand in a small table of their own, which the
// oldest leave. The table of short words starts small and doubles when it forgets, up to a bound.
// Longer words (up to 31 bytes, up to 7 ids) take a line each in a direct-mapped table. Whole texts
// are not remembered here (text_memo.hpp).
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

#include "text/zeroed_table.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace subwords {

class WordCache {
 public:
  static constexpr size_t kShortBytes = 15, kMaxShortIds = 8;
  static constexpr size_t kLongBytes = 31, kLongIds = 7;

  // The count of a slot whose word has more ids than it holds.
  static constexpr unsigned kSpilled = 15;

  // The word in 16 bytes, zero-padded, its length in the high nibble of the last byte; the low
  // nibble is free for the number of ids in a slot.
  struct Key {
    uint64_t low, high;
    static constexpr uint64_t kCountMask = uint64_t{0x0F} << 56;
    unsigned size() const { return static_cast<unsigned>(high >> 60); }
  };

  struct alignas(32) ShortSlot {
    uint64_t low, high;
    union {
      uint32_t wide[kMaxShortIds / 2];
      uint16_t narrow[kMaxShortIds];
    };
    unsigned count() const { return static_cast<unsigned>(high >> 56) & 0x0F; }
    bool holds(const Key& key) const {
      return low == key.low && ((high ^ key.high) & ~Key::kCountMask) == 0;
    }
  };
  struct Set;
  // The answer of a set. Which of the two ways it is changes from word to word, so a branch on it
  // would be guessed wrong often; there is one only on whether a word was found.
  class Found {
   public:
    Found(const Set& set, unsigned ways) : set_(set), ways_(ways) {}
    explicit operator bool() const { return ways_ != 0; }
    // Whether it was found, with its ids in the slot.
    bool has_ids() const { return ways_ != 0 && slot().count() != kSpilled; }
    const ShortSlot& slot() const;

   private:
    const Set& set_;
    unsigned ways_;  // bit 0: the first way, bit 1: the second
  };
  struct alignas(64) Set {
    ShortSlot ways[2];
    // The slot of a key, if one of the two holds it.
    Found find(const Key& key) const;
  };
  // The ids of a short word that are too many for its slot, which then says where they are.
  struct Spill {
    Key key;
    uint32_t count;
    uint32_t ids[kShortBytes];
  };
  struct alignas(64) LongSlot {
    uint8_t bytes[kLongBytes];
    uint8_t size_and_count;  // size in the low five bits, count above
    uint32_t ids[kLongIds];
    uint32_t unused;
    unsigned size() const { return size_and_count & 31u; }
    unsigned count() const { return size_and_count >> 5; }
  };

  static constexpr unsigned kFirstBits = 15, kLastBits = 18, kLongBits = 13, kSpillBits = 12;
  // All that a cache can ever keep.
  static constexpr size_t kBytes = (sizeof(Set) << kLastBits) + (sizeof(LongSlot) << kLongBits) +
                                   (sizeof(Spill) << kSpillBits);

  // `narrow`: every id fits 16 bits.
  explicit WordCache(bool narrow = false)
      : narrow_(narrow),
        sets_(size_t{1} << kFirstBits),
        long_slots_(size_t{1} << kLongBits),
        spills_(size_t{1} << kSpillBits) {}

  bool narrow() const { return narrow_; }
  // The most ids that a short word's slot holds.
  size_t short_ids() const { return narrow_ ? kMaxShortIds : kMaxShortIds / 2; }

  // Where a key's set is; both stay as they are until grow_if_useful().
  Set* sets() { return sets_.data(); }
  unsigned shift() const { return 64 - bits_; }
  static size_t set_index(const Key& key, unsigned shift) {
    // The top bits of a sum of products by odd numbers depend on every bit of the key.
    return (key.low * kOdd1 + key.high * kOdd2) >> shift;
  }
  Set& set_of(const Key& key) { return sets_[set_index(key, shift())]; }

  // Writes the ids of a slot, and beyond them up to kMaxShortIds in all: no branch on the number.
  static void copy_ids(const ShortSlot& slot, bool narrow, uint32_t* out) {
    if (narrow) {
#if defined(__SSE2__)
      const __m128i ids = _mm_load_si128(reinterpret_cast<const __m128i*>(slot.narrow));
      const __m128i zero = _mm_setzero_si128();
      auto* const place = reinterpret_cast<__m128i*>(out);
      _mm_storeu_si128(place, _mm_unpacklo_epi16(ids, zero));
      _mm_storeu_si128(place + 1, _mm_unpackhi_epi16(ids, zero));
#else
      for (size_t i = 0; i < kMaxShortIds; ++i) out[i] = slot.narrow[i];
#endif
    } else {
      std::memcpy(out, slot.wide, sizeof slot.wide);
    }
  }

  // Puts a word into its set in the place that it has there; else the older of the two gives way.
  ShortSlot& insert(Set& set, const Key& key, std::span<const uint32_t> ids) {
    const bool there = set.ways[1].holds(key);
    if (!there && !set.ways[0].holds(key)) {
      forgotten_ += set.ways[1].high != 0;
      set.ways[1] = set.ways[0];
    }
    ShortSlot& slot = set.ways[there];
    slot.low = key.low;
    slot.high = key.high | (static_cast<uint64_t>(ids.size()) << 56);
    for (size_t i = 0; i < ids.size(); ++i) {
      if (narrow_) {
        slot.narrow[i] = static_cast<uint16_t>(ids[i]);
      } else {
        slot.wide[i] = ids[i];
      }
    }
    return slot;
  }

  // The same for up to kShortBytes ids, the oldest words of many giving way. A normalizer can make
  // more than that of a word; those are not kept.
  void insert_spilling(Set& set, const Key& key, std::span<const uint32_t> ids) {
    if (ids.size() <= short_ids()) {
      insert(set, key, ids);
      return;
    }
    if (ids.size() > kShortBytes) return;
    const size_t place = spilled_++ & ((size_t{1} << kSpillBits) - 1);
    Spill& spill = spills_[place];
    spill.key = key;
    spill.count = static_cast<uint32_t>(ids.size());
    std::copy(ids.begin(), ids.end(), spill.ids);
    ShortSlot& slot = insert(set, key, {});
    slot.high |= uint64_t{kSpilled} << 56;
    slot.wide[0] = static_cast<uint32_t>(place);
  }
  // The ids of a slot that says kSpilled; null where they have given way.
  const Spill* spill_of(const ShortSlot& slot, const Key& key) const {
    const Spill& spill = spills_[slot.wide[0]];
    return spill.key.low == key.low && spill.key.high == key.high ? &spill : nullptr;
  }

  // Doubles the table of short words where it forgets: a word that must be found anew costs as much
  // as dozens that are known. Moves every set, so it is only for moments when nobody holds one.
  void grow_if_useful() {
    if (forgotten_ <= size_t{1} << (bits_ - kForgettingBits)) return;
    forgotten_ = 0;
    if (bits_ < kLastBits) grow(bits_ + 1);
  }
  // Room for so many words, and as many again, before the first is forgotten.
  void reserve(size_t words) {
    const auto bits = std::min<unsigned>(std::bit_width(words), kLastBits);
    if (bits > bits_) grow(bits);
  }

  // The slot of a word of 1 to kLongBytes bytes, whether it holds it or another.
  LongSlot& long_slot_of(const uint8_t* word, size_t size) {
    uint64_t parts[4] = {};
    std::memcpy(parts, word, size);
    const uint64_t hash = mix(mix(parts[0], parts[1]), mix(parts[2], parts[3]) + size);
    return long_slots_[hash >> (64 - kLongBits)];
  }
  static bool holds(const LongSlot& slot, const uint8_t* word, size_t size) {
    return slot.size() == size && std::memcmp(slot.bytes, word, size) == 0;
  }
  static void fill(LongSlot& slot, const uint8_t* word, size_t size,
                   std::span<const uint32_t> ids) {
    std::memcpy(slot.bytes, word, size);
    slot.size_and_count = static_cast<uint8_t>(size | ids.size() << 5);
    std::copy(ids.begin(), ids.end(), slot.ids);
  }

 private:
  void grow(unsigned bits) {
    const size_t count = size_t{1} << bits_;
    ZeroedTable<Set> larger(size_t{1} << bits);
    bits_ = bits;
    for (size_t i = 0; i < count; ++i) {
      for (const size_t way : {1, 0}) {
        const ShortSlot& slot = sets_[i].ways[way];
        if (slot.high == 0) continue;
        Set& set = larger[set_index({slot.low, slot.high & ~Key::kCountMask}, shift())];
        set.ways[1] = set.ways[0];
        set.ways[0] = slot;
      }
    }
    sets_ = std::move(larger);
  }

  static constexpr unsigned kForgettingBits = 2;  // a quarter of the sets, and the table grows
  static constexpr uint64_t kOdd1 = 0x9E3779B97F4A7C15ull, kOdd2 = 0xD6E8FEB86659FD93ull;
  static uint64_t mix(uint64_t a, uint64_t b) {
    uint64_t x = a ^ (b * kOdd1);
    x ^= x >> 32;
    return x * kOdd2;
  }

  bool narrow_;
  unsigned bits_ = kFirstBits;
  size_t forgotten_ = 0;  // words pushed out since the table grew
  ZeroedTable<Set> sets_;
  ZeroedTable<LongSlot> long_slots_;
  ZeroedTable<Spill> spills_;
  size_t spilled_ = 0;
};

inline WordCache::Found WordCache::Set::find(const Key& key) const {
  const auto other = [&key](const ShortSlot& slot) {
    return (slot.low ^ key.low) | ((slot.high ^ key.high) & ~Key::kCountMask);
  };
  return {*this, static_cast<unsigned>(other(ways[0]) == 0) |
                     static_cast<unsigned>(other(ways[1]) == 0) << 1};
}

inline const WordCache::ShortSlot& WordCache::Found::slot() const { return set_.ways[ways_ >> 1]; }

}  // namespace subwords
