#include "text/scan.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#if defined(__x86_64__) && !defined(__clang__)
#include <immintrin.h>
#define SUBWORDS_X86 1
#endif

namespace subwords {
namespace {

struct Masks {
  uint64_t space, isolated, odd;
};

constexpr uint64_t low_bits(unsigned count) { return count >= 64 ? ~0ull : (1ull << count) - 1; }

namespace portable {

inline Masks classify(const Scanner::Tables& tables, const uint8_t* block) {
  Masks masks{0, 0, 0};
  for (unsigned i = 0; i < 64; ++i) {
    const uint8_t byte = block[i];
    const uint64_t set = byte < 128 ? static_cast<uint64_t>(tables.class_of[byte])
                                    : static_cast<uint64_t>(AsciiClass::kOdd);
    masks.space |= (set & 1) << i;
    masks.isolated |= (set >> 1 & 1) << i;
    masks.odd |= (set >> 2 & 1) << i;
  }
  return masks;
}

#include "text/scan_kernel.inl"

}  // namespace portable

#if defined(SUBWORDS_X86)
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,lzcnt")
namespace avx2 {

// Set membership by nibbles: the low nibble selects a byte whose bit h says whether h:low is in
// the set, the high nibble selects the bit; non-ASCII high nibbles select none.
inline uint32_t members(const std::array<uint8_t, 16>& set, __m256i low, __m256i high_bit) {
  const __m256i table = _mm256_broadcastsi128_si256(
      _mm_load_si128(reinterpret_cast<const __m128i*>(set.data())));
  const __m256i hit = _mm256_and_si256(_mm256_shuffle_epi8(table, low), high_bit);
  const __m256i none = _mm256_cmpeq_epi8(hit, _mm256_setzero_si256());
  return ~static_cast<uint32_t>(_mm256_movemask_epi8(none));
}

inline Masks classify(const Scanner::Tables& tables, const uint8_t* block) {
  const __m256i bits = _mm256_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2,
                                        4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
  const __m256i nibble = _mm256_set1_epi8(0x0F);
  Masks masks{0, 0, 0};
  for (unsigned half = 0; half < 2; ++half) {
    const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(block + 32 * half));
    const __m256i low = _mm256_and_si256(bytes, nibble);
    const __m256i high = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), nibble);
    const __m256i high_bit = _mm256_shuffle_epi8(bits, high);
    const unsigned shift = 32 * half;
    masks.space |= static_cast<uint64_t>(members(tables.low_nibble[0], low, high_bit)) << shift;
    masks.isolated |= static_cast<uint64_t>(members(tables.low_nibble[1], low, high_bit)) << shift;
    const uint32_t odd = members(tables.low_nibble[2], low, high_bit) |
                         static_cast<uint32_t>(_mm256_movemask_epi8(bytes));
    masks.odd |= static_cast<uint64_t>(odd) << shift;
  }
  return masks;
}

#include "text/scan_kernel.inl"

}  // namespace avx2
#pragma GCC pop_options

#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512vbmi,bmi,bmi2,lzcnt")
namespace avx512 {

inline Masks classify(const Scanner::Tables& tables, const uint8_t* block) {
  const __m512i bytes = _mm512_loadu_si512(block);
  const __m512i first = _mm512_load_si512(tables.class_of.data());
  const __m512i second = _mm512_load_si512(tables.class_of.data() + 64);
  const __m512i sets = _mm512_permutex2var_epi8(first, bytes, second);
  const uint64_t ascii = ~_mm512_movepi8_mask(bytes);
  return {_mm512_test_epi8_mask(sets, _mm512_set1_epi8(1)) & ascii,
          _mm512_test_epi8_mask(sets, _mm512_set1_epi8(2)) & ascii,
          _mm512_test_epi8_mask(sets, _mm512_set1_epi8(4)) | ~ascii};
}

#include "text/scan_kernel.inl"

}  // namespace avx512
#pragma GCC pop_options
#endif

}  // namespace

Isa best_isa() {
#if defined(SUBWORDS_X86)
  if (__builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("bmi2")) {
    return Isa::kAvx512;
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) return Isa::kAvx2;
#endif
  return Isa::kPortable;
}

Scanner::Scanner(const AsciiClasses& classes, Isa isa) : scan_(portable::scan_all) {
  for (auto& table : tables_.low_nibble) table.fill(0);
  for (unsigned c = 0; c < 128; ++c) {
    const uint8_t set = static_cast<uint8_t>(classes[c]);
    tables_.class_of[c] = set;
    for (unsigned i = 0; i < 3; ++i) {
      if (set >> i & 1) tables_.low_nibble[i][c & 15] |= static_cast<uint8_t>(1u << (c >> 4));
    }
  }
  isa = std::min(isa, best_isa());
#if defined(SUBWORDS_X86)
  if (isa == Isa::kAvx2) scan_ = avx2::scan_all;
  if (isa == Isa::kAvx512) scan_ = avx512::scan_all;
#endif
}

}  // namespace subwords
