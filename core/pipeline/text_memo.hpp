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
  // The texts and ids that a memo ever keeps, and the longest text.
  static constexpr size_t kBytes = size_t{4} << 20;
  static constexpr size_t kMostTextBytes = size_t{1} << 14;

  // Options that the ids depend on: texts of two variants are two texts.
  using Variant = bool;

  // A text, and where to look for it.
  class Key {
   public:
    Key(const RawText& text, Variant variant);
    // Whether a memo keeps texts of this size.
    bool fits() const { return size_ > 0 && size_ <= kMostTextBytes; }

   private:
    friend class TextMemo;
    const char* bytes_;
    size_t size_;
    uint32_t kind_;
    uint64_t hash_ = 0;
  };

  // What is not written to is not resident.
  TextMemo() : ring_(new char[kBytes]), places_(size_t{1} << kPlaceBits) {}

  // Appends the ids of a text; false where it is not known.
  bool append(const Key& key, IdBuffer& out) const {
    if (!key.fits()) return false;
    const Place& place = places_[key.hash_ >> kPlaceShift];
    if (place.tag != tag_of(key) || end_ - place.position > kBytes) return false;
    const char* p = ring_.get() + place.position % kBytes;
    Header header;
    std::memcpy(&header, p, sizeof header);
    p += sizeof header;
    if (header.text_bytes != key.size_ || header.kind != key.kind_) return false;
    if (std::memcmp(p, key.bytes_, key.size_) != 0) return false;
    const size_t before = out.size();
    out.resize(before + header.ids);
    if (header.ids > 0) std::memcpy(out.data() + before, p + key.size_, header.ids * kIdBytes);
    return true;
  }

  // Keeps the ids of a text, if it is not too long.
  void remember(const Key& key, std::span<const uint32_t> ids) {
    const size_t size = sizeof(Header) + key.size_ + ids.size_bytes();
    if (!key.fits() || size > kBytes / 4) return;
    char* p = take(size);
    places_[key.hash_ >> kPlaceShift] = {end_ - size, tag_of(key)};
    const Header header{static_cast<uint32_t>(key.size_), static_cast<uint32_t>(ids.size()),
                        key.kind_};
    std::memcpy(p, &header, sizeof header);
    p += sizeof header;
    std::memcpy(p, key.bytes_, key.size_);
    if (!ids.empty()) std::memcpy(p + key.size_, ids.data(), ids.size_bytes());
  }

 private:
  struct Header {
    uint32_t text_bytes, ids, kind;
  };
  struct Place {
    uint64_t position;  // in all that was ever written
    uint64_t tag;       // 0: nothing yet
  };
  static constexpr size_t kIdBytes = sizeof(uint32_t);
  static constexpr unsigned kPlaceBits = 13;
  static constexpr unsigned kPlaceShift = 64 - kPlaceBits;

  static uint64_t tag_of(const Key& key) { return key.hash_ | 1; }

  // The next `size` bytes of the ring; what does not fit before its end starts over.
  char* take(size_t size) {
    const size_t at = end_ % kBytes;
    if (at + size > kBytes) end_ += kBytes - at;
    end_ += size;
    return ring_.get() + (end_ - size) % kBytes;
  }

  uint64_t end_ = 0;  // of all that was ever written
  std::unique_ptr<char[]> ring_;
  std::vector<Place> places_;
};

// The hash is that of the size, and of up to 32 bytes at the begin, in the middle and at the end.
inline TextMemo::Key::Key(const RawText& text, Variant variant)
    : bytes_(static_cast<const char*>(text.data)),
      size_(text.bytes()),
      kind_(text.width * 4u + (text.ascii ? 2u : 0u) + (variant ? 1u : 0u)) {
  if (!fits()) return;
  constexpr uint64_t kOdd1 = 0x9E3779B97F4A7C15ull, kOdd2 = 0xD6E8FEB86659FD93ull;
  uint64_t hash = size_ * kOdd1 ^ kind_;
  const auto add = [&](const char* p) {
    uint64_t word;
    std::memcpy(&word, p, sizeof word);
    hash = (hash ^ word) * kOdd2;
    hash ^= hash >> 32;
  };
  if (size_ < 8) {
    char padded[8] = {};
    std::memcpy(padded, bytes_, size_);
    add(padded);
  } else {
    const size_t some = std::min<size_t>(size_, 32) & ~size_t{7};
    for (const size_t from : {size_t{0}, (size_ - some) / 2, size_ - some}) {
      for (size_t i = 0; i < some; i += 8) add(bytes_ + from + i);
    }
  }
  hash_ = hash * kOdd1;
}

}  // namespace subwords
