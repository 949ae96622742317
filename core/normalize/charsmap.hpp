// The compiled normalizer map of sentencepiece: many strings, and what each of them becomes. The
// Python twin is reference/charsmap.py, whose first lines explain the layout.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace subwords {

class Charsmap {
 public:
  struct Match {
    size_t end = 0;         // where it ends; 0 where nothing was found
    std::string_view text;  // what it becomes, as UTF-8
    explicit operator bool() const { return end != 0; }
  };

  // An empty map changes nothing. Null where the bytes are no map.
  static std::shared_ptr<const Charsmap> read(std::string_view data);

  bool empty() const { return units_.empty(); }

  // The longest (shortest) of its strings that stands at chars[begin].
  Match longest(std::span<const char32_t> chars, size_t begin) const {
    return find<false>(chars, begin);
  }
  Match shortest(std::span<const char32_t> chars, size_t begin) const {
    return find<true>(chars, begin);
  }
  // The longest that stands at the begin of UTF-8; its end is in bytes.
  Match longest(std::string_view utf8) const;

  // Whether an ASCII character stays as it is before any other ASCII character.
  bool keeps_before_ascii(char32_t c) const { return c < 0x80 && keeps_before_ascii_[c]; }

  // The characters that stand anywhere but first in one of its strings, sorted: what stands before
  // any other character is normalized without regard to it. Nothing where the map is damaged.
  std::optional<std::vector<char32_t>> followers() const;

  size_t memory_bytes() const { return units_.size() * 4 + texts_.size(); }

 private:
  static size_t offset(uint32_t unit) { return size_t{unit >> 10} << ((unit & 0x200) >> 6); }

  // Goes one byte further; false where no string of the map does. Returns whether one ends there.
  struct Walk {
    size_t position;
    bool ends;
  };
  bool step(Walk& walk, uint8_t byte) const {
    walk.position ^= byte;
    if (walk.position >= units_.size()) return false;
    const uint32_t unit = units_[walk.position];
    if ((unit & 0x800000FFu) != byte) return false;
    walk.position ^= offset(unit);
    walk.ends = (unit >> 8 & 1) != 0;
    return true;
  }
  // The bytes, in any order, that `step` goes on by from a position; returns how many there are.
  size_t bytes_from(size_t position, std::array<uint8_t, 256>& bytes) const;
  std::optional<std::string_view> text_at(size_t position) const;
  template <bool shortest>
  Match find(std::span<const char32_t> chars, size_t begin) const;
  void note_ascii();

  std::vector<uint32_t> units_;
  std::string texts_;
  std::array<bool, 0x80> keeps_before_ascii_{};
};

}  // namespace subwords
