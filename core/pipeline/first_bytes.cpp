#include "pipeline/first_bytes.hpp"

#include <bit>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace subwords {

FirstBytes::FirstBytes(const std::array<bool, 256>& set) {
  for (size_t byte = 0; byte < 256; ++byte) {
    if (!set[byte]) continue;
    set_[byte] = 1;
    for (size_t i = static_cast<size_t>(count_); i < few_.size(); ++i) {
      few_[i] = static_cast<uint8_t>(byte);
    }
    ++count_;
  }
}

size_t FirstBytes::find(std::string_view text, size_t begin) const {
  if (count_ == 0 || begin >= text.size()) return text.size();
  if (count_ == 1) {
    const void* found = std::memchr(text.data() + begin, few_[0], text.size() - begin);
    if (found == nullptr) return text.size();
    return static_cast<size_t>(static_cast<const char*>(found) - text.data());
  }
  return count_ <= 3 ? find_few(text, begin) : find_many(text, begin);
}

size_t FirstBytes::find_few(std::string_view text, size_t begin) const {
  size_t i = begin;
#if defined(__SSE2__)
  // Part of every x86-64, so no dispatch; elsewhere the loop below does all the work.
  const __m128i a = _mm_set1_epi8(static_cast<char>(few_[0]));
  const __m128i b = _mm_set1_epi8(static_cast<char>(few_[1]));
  const __m128i c = _mm_set1_epi8(static_cast<char>(few_[2]));
  for (; i + 16 <= text.size(); i += 16) {
    const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + i));
    const __m128i hit = _mm_or_si128(
        _mm_or_si128(_mm_cmpeq_epi8(block, a), _mm_cmpeq_epi8(block, b)), _mm_cmpeq_epi8(block, c));
    const auto mask = static_cast<uint32_t>(_mm_movemask_epi8(hit));
    if (mask != 0) return i + static_cast<size_t>(std::countr_zero(mask));
  }
#endif
  return find_many(text, i);
}

size_t FirstBytes::find_many(std::string_view text, size_t begin) const {
  const auto* const p = reinterpret_cast<const uint8_t*>(text.data());
  size_t i = begin;
  for (; i + 8 <= text.size(); i += 8) {
    const auto hit = [&](size_t k) { return set_[p[i + k]]; };
    if (hit(0) | hit(1) | hit(2) | hit(3) | hit(4) | hit(5) | hit(6) | hit(7)) break;
  }
  while (i < text.size() && !set_[p[i]]) ++i;
  return i;
}

}  // namespace subwords
