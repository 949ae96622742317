// Scanning by the local rule with AVX-512 (VBMI2): a character a byte of one vector.
#include <algorithm>
#include <array>
#include <bit>

#include "patterns/scan_block.hpp"
#include "patterns/scan_vector.hpp"

#if defined(__x86_64__) && !defined(__clang__)
#include <immintrin.h>

#pragma GCC push_options
#pragma GCC diagnostic push
// g++ 12 takes the undefined operands inside its own intrinsics for a mistake (GCC bug 105593).
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi,bmi2,lzcnt,popcnt")

namespace subwords::patterns {
namespace {

alignas(64) constexpr std::array<uint8_t, 64> kCounting = [] {
  std::array<uint8_t, 64> numbers{};
  for (uint8_t i = 0; i < 64; ++i) numbers[i] = i;
  return numbers;
}();

inline __m512i counting() { return _mm512_load_si512(kCounting.data()); }
inline __m512i all_bytes(unsigned byte) { return _mm512_set1_epi8(static_cast<char>(byte)); }
inline __m512i all_numbers(uint32_t number) { return _mm512_set1_epi32(static_cast<int>(number)); }

struct Block {
  __m512i groups, offsets;
  uint64_t leads;
  unsigned count;
  size_t offset(unsigned i) const {
    return static_cast<size_t>(std::countr_zero(_pdep_u64(uint64_t{1} << i, leads)));
  }
};

// The last three bytes.
using History = __m512i;

inline History remember(const std::array<uint8_t, 3>& groups) {
  alignas(64) std::array<uint8_t, 64> bytes{};
  std::copy(groups.begin(), groups.end(), bytes.end() - 3);
  return _mm512_load_si512(bytes.data());
}

inline History history_after(const Block& block, const History&) {
  // Byte 63 becomes the one before the last character's; indices count modulo 64.
  const __m512i shift = all_bytes(block.count - 1);
  return _mm512_permutexvar_epi8(_mm512_add_epi8(counting(), shift), block.groups);
}

// Bits of `a` where the mask has them, else of `b`.
inline __m512i select(uint32_t mask, __m512i a, __m512i b) {
  return _mm512_ternarylogic_epi32(all_numbers(mask), a, b, 0xCA);
}

// The groups of sixteen characters, by their first three bytes (GroupMap).
inline __m128i look_up(const GroupMap& map, __m128i first, __m128i second, __m128i third) {
  const __m512i high = _mm512_slli_epi32(_mm512_cvtepu8_epi32(first), 6);
  const __m512i key = select(0xFC0, high, _mm512_cvtepu8_epi32(second));
  const __m512i page = _mm512_i32gather_epi32(key, map.pages(), 2);
  const __m512i begin = _mm512_srli_epi32(_mm512_slli_epi32(page, 16), 10);
  const __m512i place = select(0x3F, _mm512_cvtepu8_epi32(third), begin);
  return _mm512_cvtepi32_epi8(_mm512_i32gather_epi32(place, map.groups(), 1));
}

// The groups of the characters whose first bytes are marked, in their order.
inline __m512i beyond_ascii(const GroupMap& map, const uint8_t* p, __m512i bytes, uint64_t marked) {
  const __m512i first = _mm512_maskz_compress_epi8(marked, bytes);
  const __m512i second = _mm512_maskz_compress_epi8(marked, _mm512_loadu_si512(p + 1));
  const __m512i third = _mm512_maskz_compress_epi8(marked, _mm512_loadu_si512(p + 2));
  __m512i groups = _mm512_castsi128_si512(look_up(map, _mm512_castsi512_si128(first),
                                                  _mm512_castsi512_si128(second),
                                                  _mm512_castsi512_si128(third)));
  const auto count = static_cast<unsigned>(std::popcount(marked));
  if (count > 16) {  // never more than 32
    const auto rest = [](__m512i vector) { return _mm512_extracti32x4_epi32(vector, 1); };
    groups = _mm512_inserti32x4(groups, look_up(map, rest(first), rest(second), rest(third)), 1);
  }
  uint64_t open = _mm512_cmpeq_epi8_mask(groups, all_bytes(GroupMap::kFourth)) & low_bits(count);
  if (open != 0) {
    alignas(64) std::array<uint8_t, 64> settled;
    _mm512_store_si512(settled.data(), groups);
    for (; open != 0; open &= open - 1) {
      const auto i = static_cast<size_t>(std::countr_zero(open));
      settled[i] = map.at(p + std::countr_zero(_pdep_u64(uint64_t{1} << i, marked)));
    }
    groups = _mm512_load_si512(settled.data());
  }
  return groups;
}

inline void read_block(const RuleTables& rule, const uint8_t* p, Block& block) {
  const uint8_t* const ascii = rule.map.ascii().data();
  const __m512i bytes = _mm512_loadu_si512(p);
  block.groups = _mm512_permutex2var_epi8(_mm512_load_si512(ascii), bytes,
                                          _mm512_load_si512(ascii + 64));
  block.offsets = counting();
  block.leads = ~uint64_t{0};
  block.count = 64;
  const uint64_t high = _mm512_movepi8_mask(bytes);
  if (high == 0) return;
  const uint64_t marked = _mm512_cmpge_epu8_mask(bytes, all_bytes(0xC0));
  block.leads = ~high | marked;
  block.count = static_cast<unsigned>(std::popcount(block.leads));
  const __m512i beyond = beyond_ascii(rule.map, p, bytes, marked);
  const __m512i groups = _mm512_mask_expand_epi8(block.groups, marked, beyond);
  block.groups = _mm512_maskz_compress_epi8(block.leads, groups);
  block.offsets = _mm512_maskz_compress_epi8(block.leads, counting());
}

inline __m512i terms_of(const std::array<uint8_t, LocalRule::kGroups>& by_group, __m512i groups) {
  const __m128i table = _mm_load_si128(reinterpret_cast<const __m128i*>(by_group.data()));
  return _mm512_shuffle_epi8(_mm512_broadcast_i32x4(table), groups);
}

inline __m512i all_of(__m512i x, __m512i y, __m512i z) {
  return _mm512_ternarylogic_epi32(x, y, z, 0x80);
}

template <bool kTellGaps>
inline Masks decide(const RuleTables& rule, const Block& block, const History& history) {
  const __m512i d = block.groups;
  const __m512i lanes = _mm512_alignr_epi64(d, history, 6);  // sixteen characters before
  const __m512i a = _mm512_alignr_epi8(d, lanes, 13), b = _mm512_alignr_epi8(d, lanes, 14);
  const __m512i c = _mm512_alignr_epi8(d, lanes, 15);
  const __m512i e = _mm512_permutexvar_epi8(_mm512_add_epi8(counting(), all_bytes(1)), d);
  __m512i boundary = _mm512_setzero_si512(), doubt = boundary, begins = boundary, ends = boundary;
  const auto gather = [](__m512i& all, __m512i terms, uint32_t bits) {
    all = _mm512_ternarylogic_epi32(all, terms, all_numbers(bits), 0xF8);  // all | (terms & bits)
  };
  for (size_t i = 0; i < rule.planes; ++i) {
    const RuleTables::Plane& plane = rule.plane[i];
    const auto& at = plane.at;
    const __m512i terms = all_of(
        all_of(terms_of(at[0], a), terms_of(at[1], b), terms_of(at[2], c)),
        terms_of(at[3], d), terms_of(at[4], e));
    gather(boundary, terms, plane.boundary);
    gather(doubt, terms, plane.doubt);
    if constexpr (kTellGaps) {
      gather(begins, terms, plane.gap_begins);
      gather(ends, terms, plane.gap_ends);
    }
  }
  const auto any = [](__m512i terms) -> uint64_t { return _mm512_test_epi8_mask(terms, terms); };
  return {any(boundary), any(begins), any(ends), any(doubt)};
}

// Sixteen places at a time; writes up to fifteen numbers too many.
template <class Write>
inline void each_sixteen(const Block& block, uint64_t mask, uint32_t base, Write&& write) {
  const int count = std::popcount(mask);
  const __m512i bases = all_numbers(base);
  __m512i places = _mm512_maskz_compress_epi8(mask, block.offsets);
  for (int done = 0; done < count; done += 16) {
    write(done, _mm512_add_epi32(_mm512_cvtepu8_epi32(_mm512_castsi512_si128(places)), bases));
    places = _mm512_alignr_epi32(places, places, 4);
  }
}

inline void write_places(const Block& block, uint64_t mask, uint32_t base, uint32_t* out) {
  each_sixteen(block, mask, base,
               [&](int at, __m512i places) { _mm512_storeu_si512(out + at, places); });
}

inline void write_places(const Block& block, uint64_t mask, uint32_t base, uint32_t* one,
                         uint32_t* another) {
  each_sixteen(block, mask, base, [&](int at, __m512i places) {
    _mm512_storeu_si512(one + at, places);
    _mm512_storeu_si512(another + at, places);
  });
}

#include "patterns/scan_vector.inl"

}  // namespace

VectorScan avx512_scan(bool tell_gaps) { return choose(tell_gaps); }

}  // namespace subwords::patterns

#pragma GCC diagnostic pop
#pragma GCC pop_options

#else
namespace subwords::patterns {
VectorScan avx512_scan(bool) { return nullptr; }
}  // namespace subwords::patterns
#endif
