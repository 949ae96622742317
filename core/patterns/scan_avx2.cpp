// Scanning by the local rule with AVX2: a character a byte of two vectors. Neither pext nor pdep,
// which some processors are slow at.
#include <algorithm>
#include <array>
#include <bit>

#include "patterns/scan_block.hpp"
#include "patterns/scan_vector.hpp"

#if defined(__x86_64__) && !defined(__clang__)
#include <immintrin.h>

#pragma GCC push_options
#pragma GCC target("avx2,bmi,lzcnt,popcnt")

namespace subwords::patterns {
namespace {

alignas(64) constexpr std::array<uint8_t, 64> kCounting = [] {
  std::array<uint8_t, 64> numbers{};
  for (uint8_t i = 0; i < 64; ++i) numbers[i] = i;
  return numbers;
}();

// By eight bits: where they are, one after the other.
alignas(64) constexpr std::array<std::array<uint8_t, 8>, 256> kPlaces = [] {
  std::array<std::array<uint8_t, 8>, 256> places{};
  for (size_t mask = 0; mask < 256; ++mask) {
    size_t count = 0;
    for (uint8_t i = 0; i < 8; ++i) {
      if (mask >> i & 1) places[mask][count++] = i;
    }
  }
  return places;
}();

inline __m256i load(const uint8_t* p) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}
inline void store(uint8_t* p, __m256i bytes) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), bytes);
}
inline __m256i twice(const uint8_t* table) {
  return _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(table)));
}
inline __m128i load_eight(const uint8_t* p) {
  return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(p));
}
// The bytes that eight bits mark, in the low half.
inline __m128i compress(const uint8_t* eight, uint64_t mask) {
  return _mm_shuffle_epi8(load_eight(eight), load_eight(kPlaces[mask & 255].data()));
}
inline uint64_t top_bits(__m256i low, __m256i high) {
  return static_cast<uint32_t>(_mm256_movemask_epi8(low)) |
         uint64_t{static_cast<uint32_t>(_mm256_movemask_epi8(high))} << 32;
}

// The last three bytes.
using History = __m256i;

struct Block {
  __m256i low, high;  // groups
  uint64_t leads;
  unsigned count;
  const uint8_t* offsets;
  bool plain;  // every byte a character; the arrays are not used
  std::array<uint8_t, kBlockBytes + 8> own_offsets;
  std::array<uint8_t, 32 + kBlockBytes + 8> own_groups;
  size_t offset(unsigned i) const { return offsets[i]; }
};

inline History remember(const std::array<uint8_t, 3>& groups) {
  std::array<uint8_t, 32> bytes{};
  std::copy(groups.begin(), groups.end(), bytes.end() - 3);
  return load(bytes.data());
}

inline History history_after(const Block& block, const History&) {
  if (!block.plain) return load(block.own_groups.data() + block.count - 1);
  return _mm256_alignr_epi8(block.high, _mm256_permute2x128_si256(block.low, block.high, 0x21), 15);
}

// The groups of ASCII characters; others have a number too, which does not count.
inline __m256i ascii_groups(const RuleTables& rule, __m256i bytes) {
  const __m256i bits = _mm256_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2,
                                        4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
  const __m256i nibble = _mm256_set1_epi8(0x0F);
  const __m256i low = _mm256_and_si256(bytes, nibble);
  const __m256i high = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), nibble);
  const __m256i high_bit = _mm256_shuffle_epi8(bits, high);
  __m256i group = _mm256_setzero_si256();
  for (size_t bit = 0; bit < rule.group_bit.size(); ++bit) {
    const __m256i table = twice(rule.group_bit[bit].data());
    const __m256i hit = _mm256_and_si256(_mm256_shuffle_epi8(table, low), high_bit);
    const __m256i unset = _mm256_cmpeq_epi8(hit, _mm256_setzero_si256());
    const __m256i value = _mm256_set1_epi8(static_cast<char>(1 << bit));
    group = _mm256_or_si256(group, _mm256_andnot_si256(unset, value));
  }
  return group;
}

inline void read_block(const RuleTables& rule, const uint8_t* p, Block& block) {
  const __m256i low = load(p), high = load(p + 32);
  block.low = ascii_groups(rule, low);
  block.high = ascii_groups(rule, high);
  block.leads = ~uint64_t{0};
  block.count = 64;
  block.offsets = kCounting.data();
  const uint64_t beyond = top_bits(low, high);
  block.plain = beyond == 0;
  if (block.plain) return;
  const __m256i last_middle = _mm256_set1_epi8(-65);  // 0xBF, as signed bytes compare
  block.leads = top_bits(_mm256_cmpgt_epi8(low, last_middle), _mm256_cmpgt_epi8(high, last_middle));
  alignas(32) std::array<uint8_t, kBlockBytes> by_byte;
  store(by_byte.data(), block.low);
  store(by_byte.data() + 32, block.high);
  for (uint64_t left = beyond & block.leads; left != 0; left &= left - 1) {
    const auto i = static_cast<size_t>(std::countr_zero(left));
    by_byte[i] = rule.map.beyond_ascii(p + i);
  }
  unsigned count = 0;
  uint8_t* const groups = block.own_groups.data() + 32;
  for (unsigned i = 0; i < kBlockBytes; i += 8) {
    const uint64_t leads = block.leads >> i & 255;
    const auto keep = [&](const uint8_t* from, uint8_t* to) {
      _mm_storel_epi64(reinterpret_cast<__m128i*>(to), compress(from, leads));
    };
    keep(by_byte.data() + i, groups + count);
    keep(kCounting.data() + i, block.own_offsets.data() + count);
    count += static_cast<unsigned>(std::popcount(leads));
  }
  block.count = count;
  block.offsets = block.own_offsets.data();
  block.low = load(groups);
  block.high = load(groups + 32);
}

// The groups of the characters around 32 places.
struct Around {
  __m256i a, b, c, d, e;
  // `before`: sixteen characters before and the first sixteen; `after`: the last and sixteen after.
  Around(__m256i before, __m256i these, __m256i after)
      : a(_mm256_alignr_epi8(these, before, 13)),
        b(_mm256_alignr_epi8(these, before, 14)),
        c(_mm256_alignr_epi8(these, before, 15)),
        d(these),
        e(_mm256_alignr_epi8(after, these, 1)) {}

  __m256i terms(const RuleTables::Plane& plane) const {
    const auto& at = plane.at;
    const __m256i three = _mm256_and_si256(_mm256_and_si256(terms_of(at[0], a), terms_of(at[1], b)),
                                           terms_of(at[2], c));
    return _mm256_and_si256(three, _mm256_and_si256(terms_of(at[3], d), terms_of(at[4], e)));
  }
  static __m256i terms_of(const std::array<uint8_t, LocalRule::kGroups>& by_group, __m256i groups) {
    return _mm256_shuffle_epi8(twice(by_group.data()), groups);
  }
};

// Terms that were found, for 64 places.
struct Found {
  __m256i low, high;
  void add(__m256i low_terms, __m256i high_terms, uint32_t bits) {
    const __m256i wanted = _mm256_set1_epi32(static_cast<int>(bits));
    low = _mm256_or_si256(low, _mm256_and_si256(low_terms, wanted));
    high = _mm256_or_si256(high, _mm256_and_si256(high_terms, wanted));
  }
  uint64_t any() const {
    const __m256i zero = _mm256_setzero_si256();
    return ~top_bits(_mm256_cmpeq_epi8(low, zero), _mm256_cmpeq_epi8(high, zero));
  }
};

template <bool kTellGaps>
inline Masks decide(const RuleTables& rule, const Block& block, const History& history) {
  const __m256i middle = _mm256_permute2x128_si256(block.low, block.high, 0x21);
  const Around low(_mm256_permute2x128_si256(history, block.low, 0x21), block.low, middle);
  const Around high(middle, block.high, _mm256_permute2x128_si256(block.high, block.high, 0x81));
  // Set here: the constructors of a compiler's own making know nothing of the instruction set.
  const Found none{_mm256_setzero_si256(), _mm256_setzero_si256()};
  Found boundary = none, begins = none, ends = none, doubt = none;
  for (size_t i = 0; i < rule.planes; ++i) {
    const RuleTables::Plane& plane = rule.plane[i];
    const __m256i low_terms = low.terms(plane), high_terms = high.terms(plane);
    boundary.add(low_terms, high_terms, plane.boundary);
    doubt.add(low_terms, high_terms, plane.doubt);
    if constexpr (kTellGaps) {
      begins.add(low_terms, high_terms, plane.gap_begins);
      ends.add(low_terms, high_terms, plane.gap_ends);
    }
  }
  return {boundary.any(), begins.any(), ends.any(), doubt.any()};
}

// Eight places at a time; writes up to eight numbers too many.
template <class Write>
inline void each_eight(const Block& block, uint64_t mask, uint32_t base, Write&& write) {
  const __m256i bases = _mm256_set1_epi32(static_cast<int>(base));
  const uint8_t* offsets = block.offsets;
  for (size_t done = 0; mask != 0; mask >>= 8, offsets += 8) {
    write(done, _mm256_add_epi32(_mm256_cvtepu8_epi32(compress(offsets, mask)), bases));
    done += static_cast<size_t>(std::popcount(mask & 255));
  }
}

inline void write_places(const Block& block, uint64_t mask, uint32_t base, uint32_t* out) {
  each_eight(block, mask, base, [&](size_t at, __m256i places) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + at), places);
  });
}

inline void write_places(const Block& block, uint64_t mask, uint32_t base, uint32_t* one,
                         uint32_t* another) {
  each_eight(block, mask, base, [&](size_t at, __m256i places) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(one + at), places);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(another + at), places);
  });
}

#include "patterns/scan_vector.inl"

}  // namespace

VectorScan avx2_scan(bool tell_gaps) { return choose(tell_gaps); }

}  // namespace subwords::patterns

#pragma GCC pop_options

#else
namespace subwords::patterns {
VectorScan avx2_scan(bool) { return nullptr; }
}  // namespace subwords::patterns
#endif
