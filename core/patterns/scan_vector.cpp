// The rule's terms for 64 places, in one variant per instruction set.
#include "patterns/scan_vector.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>

#if defined(__x86_64__) && !defined(__clang__)
#include <immintrin.h>
#define SUBWORDS_X86 1
#endif

namespace subwords::patterns {
namespace {

// Bit i stands for what is before byte i of the block. Where there is doubt, nothing else counts.
struct Masks {
  uint64_t boundary, gap_begins, gap_ends, doubt;
};

constexpr uint64_t low_bits(unsigned count) { return count >= 64 ? ~0ull : (1ull << count) - 1; }

namespace portable {

inline Masks masks_at(const RuleTables& rule, const uint8_t* p) {
  Masks masks{0, 0, 0, 0};
  for (unsigned i = 0; i < 64; ++i) {
    const uint8_t* const q = p - 3 + i;
    const uint64_t bit = uint64_t{1} << i;
    if ((q[0] | q[1] | q[2] | q[3] | q[4]) >= 128) {
      masks.doubt |= bit;
      continue;
    }
    for (size_t plane = 0; plane < rule.planes; ++plane) {
      const auto& at = rule.at[plane];
      const unsigned terms = at[0][q[0]] & at[1][q[1]] & at[2][q[2]] & at[3][q[3]] & at[4][q[4]];
      const RuleTables::Bits& bits = rule.bits[plane];
      if ((terms & bits.boundary) != 0) masks.boundary |= bit;
      if ((terms & bits.gap_begins) != 0) masks.gap_begins |= bit;
      if ((terms & bits.gap_ends) != 0) masks.gap_ends |= bit;
      if ((terms & bits.doubt) != 0) masks.doubt |= bit;
    }
  }
  masks.boundary &= ~masks.doubt;
  return masks;
}

inline void write_places(uint64_t mask, uint32_t base, uint32_t* out) {
  for (; mask != 0; mask &= mask - 1) *out++ = base + static_cast<uint32_t>(std::countr_zero(mask));
}

#include "patterns/scan_vector.inl"

}  // namespace portable

#if defined(SUBWORDS_X86)
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")
namespace avx2 {

inline __m256i load(const uint8_t* p) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}

inline __m256i twice(const uint8_t* table) {
  return _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(table)));
}

// The index of each ASCII character; others have a number too, which does not count.
inline __m256i indices(const RuleTables& rule, __m256i bytes) {
  const __m256i bits = _mm256_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2,
                                        4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
  const __m256i nibble = _mm256_set1_epi8(0x0F);
  const __m256i low = _mm256_and_si256(bytes, nibble);
  const __m256i high = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), nibble);
  const __m256i high_bit = _mm256_shuffle_epi8(bits, high);
  __m256i index = _mm256_setzero_si256();
  for (int bit = 0; bit < 5; ++bit) {
    const __m256i table = twice(rule.index_bit[static_cast<size_t>(bit)].data());
    const __m256i hit = _mm256_and_si256(_mm256_shuffle_epi8(table, low), high_bit);
    const __m256i unset = _mm256_cmpeq_epi8(hit, _mm256_setzero_si256());
    const __m256i value = _mm256_set1_epi8(static_cast<char>(1 << bit));
    index = _mm256_or_si256(index, _mm256_andnot_si256(unset, value));
  }
  return index;
}

inline __m256i terms_of(const std::array<uint8_t, 32>& by_index, __m256i index) {
  const __m256i low = _mm256_shuffle_epi8(twice(by_index.data()), index);
  const __m256i high = _mm256_shuffle_epi8(twice(by_index.data() + 16), index);
  return _mm256_blendv_epi8(low, high, _mm256_slli_epi16(index, 3));
}

inline uint64_t any_of(__m256i terms, uint8_t bits) {
  const __m256i hit = _mm256_and_si256(terms, _mm256_set1_epi8(static_cast<char>(bits)));
  return static_cast<uint32_t>(~_mm256_movemask_epi8(_mm256_cmpeq_epi8(hit, _mm256_setzero_si256())));
}

inline Masks masks_at(const RuleTables& rule, const uint8_t* p) {
  if (!rule.few_indices) return portable::masks_at(rule, p);
  alignas(32) uint8_t index[96];  // of p[-3] to p[64]
  _mm256_store_si256(reinterpret_cast<__m256i*>(index), indices(rule, load(p - 3)));
  _mm256_store_si256(reinterpret_cast<__m256i*>(index + 32), indices(rule, load(p + 29)));
  alignas(32) uint8_t rest[32] = {p[61], p[62], p[63], p[64]};
  _mm256_store_si256(reinterpret_cast<__m256i*>(index + 64), indices(rule, load(rest)));
  Masks masks{0, 0, 0, 0};
  for (unsigned half = 0; half < 2; ++half) {
    const uint8_t* const at = index + 32 * half;
    const unsigned shift = 32 * half;
    for (size_t plane = 0; plane < rule.planes; ++plane) {
      const auto& table = rule.by_index[plane];
      const __m256i terms = _mm256_and_si256(
          _mm256_and_si256(terms_of(table[0], load(at)), terms_of(table[1], load(at + 1))),
          _mm256_and_si256(_mm256_and_si256(terms_of(table[2], load(at + 2)),
                                            terms_of(table[3], load(at + 3))),
                           terms_of(table[4], load(at + 4))));
      const RuleTables::Bits& bits = rule.bits[plane];
      masks.boundary |= any_of(terms, bits.boundary) << shift;
      masks.doubt |= any_of(terms, bits.doubt) << shift;
      if ((bits.gap_begins | bits.gap_ends) == 0) continue;
      masks.gap_begins |= any_of(terms, bits.gap_begins) << shift;
      masks.gap_ends |= any_of(terms, bits.gap_ends) << shift;
    }
    const uint8_t* const q = p + 32 * half;
    const __m256i all = _mm256_or_si256(
        _mm256_or_si256(_mm256_or_si256(load(q - 3), load(q - 2)), load(q - 1)),
        _mm256_or_si256(load(q), load(q + 1)));
    masks.doubt |= uint64_t{static_cast<uint32_t>(_mm256_movemask_epi8(all))} << shift;
  }
  masks.boundary &= ~masks.doubt;
  return masks;
}

using portable::write_places;

#include "patterns/scan_vector.inl"

}  // namespace avx2
#pragma GCC pop_options

#pragma GCC push_options
#pragma GCC diagnostic push
// g++ 12 takes the undefined operands inside its own intrinsics for a mistake (GCC bug 105593).
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC target("avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi,bmi2,lzcnt,popcnt")
namespace avx512 {

inline __m512i terms_of(const std::array<uint8_t, 128>& table, __m512i bytes) {
  const __m512i first = _mm512_load_si512(table.data());
  const __m512i second = _mm512_load_si512(table.data() + 64);
  return _mm512_permutex2var_epi8(first, bytes, second);
}

inline uint64_t any_of(__m512i terms, uint8_t bits) {
  return _mm512_test_epi8_mask(terms, _mm512_set1_epi8(static_cast<char>(bits)));
}

inline Masks masks_at(const RuleTables& rule, const uint8_t* p) {
  const __m512i a = _mm512_loadu_si512(p - 3), b = _mm512_loadu_si512(p - 2);
  const __m512i c = _mm512_loadu_si512(p - 1), d = _mm512_loadu_si512(p);
  const __m512i e = _mm512_loadu_si512(p + 1);
  const __m512i all = _mm512_or_si512(_mm512_or_si512(_mm512_or_si512(a, b), c), _mm512_or_si512(d, e));
  Masks masks{0, 0, 0, _mm512_movepi8_mask(all)};
  for (size_t plane = 0; plane < rule.planes; ++plane) {
    const auto& at = rule.at[plane];
    const __m512i terms =
        _mm512_and_si512(_mm512_and_si512(terms_of(at[0], a), terms_of(at[1], b)),
                         _mm512_and_si512(_mm512_and_si512(terms_of(at[2], c), terms_of(at[3], d)),
                                         terms_of(at[4], e)));
    const RuleTables::Bits& bits = rule.bits[plane];
    masks.boundary |= any_of(terms, bits.boundary);
    masks.doubt |= any_of(terms, bits.doubt);
    if ((bits.gap_begins | bits.gap_ends) == 0) continue;
    masks.gap_begins |= any_of(terms, bits.gap_begins);
    masks.gap_ends |= any_of(terms, bits.gap_ends);
  }
  masks.boundary &= ~masks.doubt;
  return masks;
}

alignas(64) constexpr std::array<uint8_t, 64> kCounting = [] {
  std::array<uint8_t, 64> numbers{};
  for (uint8_t i = 0; i < 64; ++i) numbers[i] = i;
  return numbers;
}();

// Sixteen places at a time; writes up to fifteen numbers too many.
inline void write_places(uint64_t mask, uint32_t base, uint32_t* out) {
  const int count = std::popcount(mask);
  __m512i places = _mm512_maskz_compress_epi8(mask, _mm512_load_si512(kCounting.data()));
  const __m512i bases = _mm512_set1_epi32(static_cast<int>(base));
  for (int done = 0; done < count; done += 16) {
    const __m512i wide = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(places));
    _mm512_storeu_si512(out + done, _mm512_add_epi32(wide, bases));
    places = _mm512_alignr_epi32(places, places, 4);
  }
}

#include "patterns/scan_vector.inl"

}  // namespace avx512
#pragma GCC diagnostic pop
#pragma GCC pop_options
#endif

}  // namespace

RuleTables::RuleTables(const LocalRule& rule) : at{}, index_bit{}, by_index{}, bits{} {
  const uint64_t used = rule.boundary | rule.gap_begins | rule.gap_ends | rule.doubt;
  planes = (static_cast<size_t>(std::bit_width(used)) + 7) / 8;
  std::map<std::array<uint64_t, LocalRule::kPositions>, size_t> indices;
  for (size_t c = 0; c < 128; ++c) {
    std::array<uint64_t, LocalRule::kPositions> column;
    for (size_t position = 0; position < column.size(); ++position) {
      column[position] = rule.at[position][c];
      for (size_t plane = 0; plane < planes; ++plane) {
        at[plane][position][c] = static_cast<uint8_t>(column[position] >> (8 * plane));
      }
    }
    const size_t index = indices.try_emplace(column, indices.size()).first->second;
    for (size_t bit = 0; bit < index_bit.size(); ++bit) {
      uint8_t& nibbles = index_bit[bit][c & 15];
      if (index >> bit & 1) nibbles = static_cast<uint8_t>(nibbles | 1u << (c >> 4));
    }
    for (size_t plane = 0; plane < planes && index < 32; ++plane) {
      for (size_t position = 0; position < column.size(); ++position) {
        by_index[plane][position][index] = at[plane][position][c];
      }
    }
  }
  few_indices = indices.size() <= 32;
  for (size_t plane = 0; plane < planes; ++plane) {
    const auto part = [plane](uint64_t terms) { return static_cast<uint8_t>(terms >> (8 * plane)); };
    bits[plane] = {part(rule.boundary), part(rule.gap_begins), part(rule.gap_ends), part(rule.doubt)};
  }
}

VectorScan vector_scan(Isa isa, bool tell_gaps) {
  isa = std::min(isa, best_isa());
#if defined(SUBWORDS_X86)
  if (isa == Isa::kAvx512 && __builtin_cpu_supports("avx512vbmi2")) {
    return tell_gaps ? avx512::scan_all<true> : avx512::scan_all<false>;
  }
  if (isa >= Isa::kAvx2) return tell_gaps ? avx2::scan_all<true> : avx2::scan_all<false>;
#endif
  return tell_gaps ? portable::scan_all<true> : portable::scan_all<false>;
}

}  // namespace subwords::patterns
