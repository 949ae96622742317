// Remembers the ids of whole texts: of those that come again soon, because a program counts, cuts
// and encodes the same ones, or asks the same question many times. One memo per worker, never
// shared, bounded in bytes; the oldest texts make room for new ones.
//
// A text is kept as its owner stores it and compared in full, so that what is found is what was
// asked for. A few of its bytes say where to look.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "pipeline/buffers.hpp"
#include "text/transcode.hpp"

namespace subwords {

class TextMemo {
 public:
  // All that a memo ever takes, and the longest text that it keeps.
  static constexpr size_t kBytes = size_t{3} << 20;
  static constexpr size_t kMostTextBytes = size_t{1} << 14;

  // `narrow`: every id fits 16 bits.
  explicit TextMemo(bool narrow) : narrow_(narrow) {}

  // Options that the ids depend on: texts of two variants are two texts.
  using Variant = bool;

  // Appends the ids of a text; false where it is not known.
  bool append(const RawText& text, Variant variant, IdBuffer& out) const {
    if (!fits(text) || ring_ == nullptr) return false;
    const uint32_t kind = kind_of(text, variant);
    const uint64_t hash = hash_of(text, kind);
    const Place& place = places_[hash >> kPlaceShift];
    if (place.tag != tag_of(hash) || !is_kept(place.position)) return false;
    const char* p = ring_.get() + place.position % kBytes;
    Header header;
    std::memcpy(&header, p, sizeof header);
    p += sizeof header;
    if (header.text_bytes != text.bytes() || header.kind != kind) return false;
    if (std::memcmp(p, text.data, header.text_bytes) != 0) return false;
    read_ids(p + header.text_bytes, header.ids, out);
    return true;
  }

  // Keeps the ids of a text, if it is not too long.
  void remember(const RawText& text, Variant variant, std::span<const uint32_t> ids) {
    if (!fits(text)) return;
    const Header header{static_cast<uint32_t>(text.bytes()), static_cast<uint32_t>(ids.size()),
                        kind_of(text, variant)};
    const size_t size = sizeof header + header.text_bytes + ids.size() * id_bytes();
    if (size > kBytes / 4) return;
    char* p = take(size);
    const uint64_t hash = hash_of(text, header.kind);
    places_[hash >> kPlaceShift] = {end_ - size, tag_of(hash)};
    std::memcpy(p, &header, sizeof header);
    std::memcpy(p + sizeof header, text.data, header.text_bytes);
    write_ids(p + sizeof header + header.text_bytes, ids);
  }

 private:
  struct Header {
    uint32_t text_bytes, ids, kind;
  };
  struct Place {
    uint64_t position = 0;  // in all that was ever written
    uint64_t tag = 0;       // 0: nothing yet
  };
  static constexpr unsigned kPlaceBits = 13;
  static constexpr unsigned kPlaceShift = 64 - kPlaceBits;

  size_t id_bytes() const { return narrow_ ? sizeof(uint16_t) : sizeof(uint32_t); }
  static bool fits(const RawText& text) {
    return text.length > 0 && text.bytes() <= kMostTextBytes;
  }
  static uint32_t kind_of(const RawText& text, Variant variant) {
    return text.width * 4u + (text.ascii ? 2u : 0u) + (variant ? 1u : 0u);
  }
  static uint64_t tag_of(uint64_t hash) { return hash | 1; }

  // Of the size and of up to 64 bytes at the begin, in the middle and at the end.
  static uint64_t hash_of(const RawText& text, uint32_t kind) {
    const auto* const bytes = static_cast<const char*>(text.data);
    const size_t size = text.bytes();
    uint64_t hash = mix(size, kind);
    if (size >= 16) {
      const size_t some = std::min<size_t>(size, 64) & ~size_t{15};
      for (const size_t from : {size_t{0}, (size - some) / 2, size - some}) {
        for (size_t i = from; i < from + some; i += 16) {
          hash = mix(hash ^ word_at(bytes + i), word_at(bytes + i + 8));
        }
      }
    } else {
      char padded[16] = {};
      std::memcpy(padded, bytes, size);
      hash = mix(hash ^ word_at(padded), word_at(padded + 8));
    }
    return hash;
  }
  static uint64_t word_at(const char* p) {
    uint64_t word;
    std::memcpy(&word, p, sizeof word);
    return word;
  }
  static uint64_t mix(uint64_t a, uint64_t b) {
    uint64_t x = (a ^ 0x9E3779B97F4A7C15ull) * 0xD6E8FEB86659FD93ull ^ b;
    x ^= x >> 32;
    x *= 0xD6E8FEB86659FD93ull;
    return x ^ x >> 29;
  }

  // Whether what was written at a position has not been written over.
  bool is_kept(uint64_t position) const { return end_ - position <= kBytes; }
  // The next `size` bytes of the ring; what does not fit before its end starts over.
  char* take(size_t size) {
    if (ring_ == nullptr) {
      ring_ = std::unique_ptr<char[]>(new char[kBytes]);  // resident only where it is written to
      places_.resize(size_t{1} << kPlaceBits);
    }
    const size_t at = end_ % kBytes;
    if (at + size > kBytes) end_ += kBytes - at;
    end_ += size;
    return ring_.get() + (end_ - size) % kBytes;
  }

  void write_ids(char* p, std::span<const uint32_t> ids) const {
    if (!narrow_) {
      if (!ids.empty()) std::memcpy(p, ids.data(), ids.size_bytes());
      return;
    }
    for (size_t i = 0; i < ids.size(); ++i) {
      const auto id = static_cast<uint16_t>(ids[i]);
      std::memcpy(p + i * sizeof id, &id, sizeof id);
    }
  }
  void read_ids(const char* p, size_t count, IdBuffer& out) const {
    const size_t before = out.size();
    out.resize(before + count);
    uint32_t* const ids = out.data() + before;
    if (!narrow_) {
      if (count > 0) std::memcpy(ids, p, count * sizeof(uint32_t));
      return;
    }
    for (size_t i = 0; i < count; ++i) {
      uint16_t id;
      std::memcpy(&id, p + i * sizeof id, sizeof id);
      ids[i] = id;
    }
  }

  bool narrow_;
  uint64_t end_ = 0;  // of all that was ever written
  std::unique_ptr<char[]> ring_;
  std::vector<Place> places_;
};

}  // namespace subwords
