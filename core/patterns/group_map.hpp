// The group of every character (local_rule.hpp), looked up by the bytes of UTF-8 as they stand: the
// first two choose a page, the third a place on it. No code point is put together and characters of
// two and of three bytes take the same steps; those of four bytes go further only where the third
// byte does not settle it.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "patterns/classes.hpp"
#include "patterns/local_rule.hpp"

namespace subwords::patterns {

class GroupMap {
 public:
  static constexpr size_t kPageSize = 64;
  static constexpr uint8_t kFourth = 0xFF;  // the fourth byte decides
  // This byte and a zero stand for the edge of the text.
  static constexpr uint8_t kEdge = 0xFF;

  GroupMap(const ClassMap& classes, const LocalRule& rule);

  const std::array<uint8_t, 128>& ascii() const { return ascii_; }

  // Of the character at p. Reads p[2] of a character of two bytes too.
  uint8_t at(const uint8_t* p) const { return *p < 0x80 ? ascii_[*p] : beyond_ascii(p); }
  uint8_t beyond_ascii(const uint8_t* p) const {
    const size_t key = static_cast<size_t>((p[0] & 63) << 6 | (p[1] & 63));
    const uint8_t group = groups_[size_t{page_of_[key]} * kPageSize + (p[2] & 63)];
    return group != kFourth ? group : by_four(p);
  }

  // The tables, for code that looks up many at once: a page number by the low six bits of the first
  // two bytes; groups by page and the low six bits of the third byte. Three bytes more can be read
  // behind each.
  const uint16_t* pages() const { return page_of_.data(); }
  const uint8_t* groups() const { return groups_.data(); }

 private:
  uint8_t by_four(const uint8_t* p) const;

  alignas(64) std::array<uint8_t, 128> ascii_;
  std::array<uint16_t, 64 * 64 + 2> page_of_;
  std::vector<uint8_t> groups_;
  std::vector<uint16_t> page_of_code_;  // by 64 code points
};

}  // namespace subwords::patterns
