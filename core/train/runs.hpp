// Where a text is cut into the runs that are counted, by a class for each byte:
// 0 part of a run, 1 between runs, 2 a run of its own; 3 begins a run after a visible character,
// 4 white space that is part of a run, 5 the same, and ends the run.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace subwords {

using ByteClasses = uint8_t[256];

// Whether the character that ends at `end` of UTF-8 text is white space beyond ASCII.
inline bool is_white_beyond_ascii(const char* begin, const char* end) {
  const auto at = [end](int back) { return static_cast<unsigned char>(end[-back]); };
  const auto size = end - begin;
  if (size >= 2 && at(2) == 0xC2) return at(1) == 0x85 || at(1) == 0xA0;
  if (size < 3) return false;
  switch (at(3)) {
    case 0xE1: return at(2) == 0x9A && at(1) == 0x80;
    case 0xE2: return (at(2) == 0x80 && (at(1) <= 0x8A || (at(1) >= 0xA8 && at(1) <= 0xAF))) ||
                      (at(2) == 0x81 && at(1) == 0x9F);
    case 0xE3: return at(2) == 0x80 && at(1) == 0x80;
    default: return false;
  }
}

// The first byte up to U+0020 in [p, end), or `end`.
inline const char* find_low(const char* p, const char* end) {
  constexpr uint64_t kOnes = 0x0101010101010101u, kHigh = kOnes << 7;
  for (; end - p >= 8; p += 8) {
    uint64_t word;
    std::memcpy(&word, p, 8);
    // The lowest bit set is exact; higher ones may be borrowed.
    const uint64_t low = (word - kOnes * 0x21) & ~word & kHigh;
    if (low) return p + std::countr_zero(low) / 8;
  }
  while (p < end && static_cast<unsigned char>(*p) > 0x20) ++p;
  return p;
}

// Calls visit(const char* begin, size_t size) for each run before a space.
template <typename Visit>
void for_each_run_before_spaces(std::string_view text, const ByteClasses& classes,
                                Visit&& visit) {
  const char* const end = text.data() + text.size();
  const auto class_of = [&](const char* p) { return classes[static_cast<unsigned char>(*p)]; };
  const char* begin = text.data();
  const auto emit = [&](const char* to) {
    visit(begin, static_cast<size_t>(to - begin));
    begin = to;
  };
  bool visible = false;  // whether the character before is
  for (const char* p = begin; p < end;) {
    const uint8_t kind = class_of(p);
    if (kind == 3 && visible) emit(p);
    if (kind >= 3) {
      ++p;
      visible = false;
      if (kind == 5) emit(p);
      continue;
    }
    do {
      p = find_low(p + 1, end);
    } while (p < end && class_of(p) < 3);
    visible = static_cast<signed char>(p[-1]) >= 0 || !is_white_beyond_ascii(begin, p);
  }
  if (begin < end) emit(end);
}

// Calls visit(const char* begin, size_t size) for each run.
template <typename Visit>
void for_each_run(std::string_view text, const ByteClasses& classes, Visit&& visit) {
  if (std::find(std::begin(classes), std::end(classes), 3) != std::end(classes)) {
    return for_each_run_before_spaces(text, classes, visit);
  }
  const char* const end = text.data() + text.size();
  const auto class_of = [&](const char* p) { return classes[static_cast<unsigned char>(*p)]; };
  for (const char* p = text.data(); p < end;) {
    const char* const begin = p++;
    if (class_of(begin) == 1) continue;
    if (class_of(begin) == 0) {
      while (p < end && class_of(p) == 0) ++p;
    }
    visit(begin, static_cast<size_t>(p - begin));
  }
}

}  // namespace subwords
