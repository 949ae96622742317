#include "pipeline/first_bytes.hpp"

#include <bit>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace subwords {

FirstBytes::FirstBytes(const std::array<bool, 256>& first, const std::array<bool, 256>& second,
                       bool any_second)
    : any_second_(any_second) {
  for (size_t byte = 0; byte < 256; ++byte) {
    role_[byte] = static_cast<uint8_t>((first[byte] ? 1 : 0) | (second[byte] || any_second ? 2 : 0));
    if (!first[byte]) continue;
    for (auto i = static_cast<size_t>(count_); i < first_.size(); ++i) {
      first_[i] = static_cast<uint8_t>(byte);
    }
    ++count_;
  }
}

bool FirstBytes::may_begin(std::string_view text, size_t i) const {
  if (!(role_[static_cast<uint8_t>(text[i])] & 1)) return false;
  if (any_second_) return true;
  return i + 1 < text.size() && (role_[static_cast<uint8_t>(text[i + 1])] & 2);
}

size_t FirstBytes::find_one(std::string_view text, size_t begin) const {
  while (begin < text.size()) {
    const void* found = std::memchr(text.data() + begin, first_[0], text.size() - begin);
    if (found == nullptr) break;
    begin = static_cast<size_t>(static_cast<const char*>(found) - text.data());
    if (may_begin(text, begin)) return begin;
    ++begin;
  }
  return text.size();
}

// Stops at a place where a string may begin, or where less than a block is left.
template <int kCount>
size_t FirstBytes::skip_blocks(std::string_view text, size_t begin) const {
  size_t i = begin;
#if defined(__SSE2__)
  // Part of every x86-64, so no dispatch; elsewhere the loop of find_any does all the work.
  __m128i wanted[kCount];
  for (int k = 0; k < kCount; ++k) {
    wanted[k] = _mm_set1_epi8(static_cast<char>(first_[static_cast<size_t>(k)]));
  }
  for (; i + 16 <= text.size(); i += 16) {
    const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + i));
    __m128i hits = _mm_cmpeq_epi8(block, wanted[0]);
    for (int k = 1; k < kCount; ++k) hits = _mm_or_si128(hits, _mm_cmpeq_epi8(block, wanted[k]));
    for (auto mask = static_cast<uint32_t>(_mm_movemask_epi8(hits)); mask != 0; mask &= mask - 1) {
      const size_t place = i + static_cast<size_t>(std::countr_zero(mask));
      if (may_begin(text, place)) return place;
    }
  }
#else
  static_cast<void>(text);
#endif
  return i;
}

size_t FirstBytes::find_any(std::string_view text, size_t begin) const {
  size_t i = begin;
  if (count_ <= kFew) {
    i = skip_blocks<kFew>(text, i);
  } else if (count_ <= kSome) {
    i = skip_blocks<kSome>(text, i);
  }
  while (i < text.size() && !may_begin(text, i)) ++i;
  return i;
}

}  // namespace subwords
