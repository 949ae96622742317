#include "models/short_merge.hpp"

#include <algorithm>
#include <bit>

#include "models/merger.hpp"
#include "text/steps.hpp"

#if defined(__x86_64__) && !defined(__clang__)
#include <immintrin.h>
#define SUBWORDS_X86 1
#endif

namespace subwords {

#if defined(SUBWORDS_X86)
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi,bmi2,lzcnt")
// g++ 12 takes the "undefined" operands of its own intrinsics for mistakes (GCC bug 105593).
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
namespace {

constexpr int32_t kNoKey = 0x7FFFFFFF;

// Keys of 16 or 32 places; a mask has a bit for every place.
template <int kRegisters>
struct Keys {
  __m512i part[kRegisters];

  void set(uint32_t mask, int32_t key) {
    for (int i = 0; i < kRegisters; ++i) {
      part[i] = _mm512_mask_set1_epi32(part[i], static_cast<__mmask16>(mask >> 16 * i), key);
    }
  }
  int32_t least() const {
    const __m512i all = kRegisters == 1 ? part[0] : _mm512_min_epi32(part[0], part[kRegisters - 1]);
    const __m256i eight =
        _mm256_min_epi32(_mm512_castsi512_si256(all), _mm512_extracti64x4_epi64(all, 1));
    __m128i four =
        _mm_min_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256(eight, 1));
    four = _mm_min_epi32(four, _mm_shuffle_epi32(four, 0x4E));
    four = _mm_min_epi32(four, _mm_shuffle_epi32(four, 0xB1));
    return _mm_cvtsi128_si32(four);
  }
};

inline __m512i places() {
  return _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

// The keys of the sixteen pairs from bytes[0] on, of which `pairs` are there; places count from 1.
inline __m512i first_keys(const uint32_t* grid, const uint8_t* bytes, __mmask16 pairs,
                          int first_place) {
  const auto load = [=](const uint8_t* p) {
    return _mm512_cvtepu8_epi32(_mm_maskz_loadu_epi8(pairs, p));
  };
  const __m512i cells = _mm512_or_si512(_mm512_slli_epi32(load(bytes), 8), load(bytes + 1));
  const __m512i none = _mm512_set1_epi32(static_cast<int>(Joins::kNone));
  const __m512i joins =
      _mm512_mask_i32gather_epi32(none, pairs, cells, grid, 4);
  const __m512i keys = _mm512_or_si512(_mm512_slli_epi32(joins, merging::kPlaceBits),
                                       _mm512_add_epi32(places(), _mm512_set1_epi32(first_place)));
  return _mm512_mask_mov_epi32(none, _mm512_cmpneq_epi32_mask(joins, none), keys);
}

inline int32_t key_of(uint32_t join, size_t place) {
  const uint32_t key = join << merging::kPlaceBits | static_cast<uint32_t>(place);
  const uint32_t none = 0 - static_cast<uint32_t>(join == Joins::kNone);  // all bits or no bit
  return static_cast<int32_t>((key | none) & static_cast<uint32_t>(kNoKey));
}

// A word on its way: its symbols stand at 1 to count, in the places that are alive.
template <int kRegisters>
class WordMerge {
 public:
  static constexpr size_t kRoom = 16 * kRegisters;

  WordMerge() = default;
  WordMerge(const uint32_t* grid, const uint8_t* bytes, const uint32_t* symbols, size_t count)
      : all_((uint64_t{1} << count) - 1), alive_((uint64_t{1} << (count + 2)) - 1) {
    static_assert(Joins::kNone == static_cast<uint32_t>(kNoKey));
    row_[0] = row_[count + 1] = Joins::kNoSymbol;
    for (int i = 0; i < kRegisters; ++i) {
      const auto here = static_cast<__mmask16>(all_ >> 16 * i);
      _mm512_mask_storeu_epi32(row_ + 1 + 16 * i, here,
                               _mm512_maskz_loadu_epi32(here, symbols + 16 * i));
      const auto pairs = static_cast<__mmask16>(all_ >> 1 >> 16 * i);
      keys_.part[i] = first_keys(grid, bytes + 16 * i, pairs, 16 * i + 1);
    }
    least_ = keys_.least();
  }

  bool finished() const { return least_ == kNoKey; }

  void step(const Joins& joins) {
    SUBWORDS_STEP();
    const size_t at = static_cast<size_t>(least_) & (merging::kShort - 1);
    const uint64_t beyond = alive_ & (~uint64_t{1} << at);
    const uint64_t eaten = beyond & -beyond;
    const auto right = static_cast<size_t>(std::countr_zero(beyond & (beyond - 1)));
    const auto left =
        static_cast<size_t>(63 - std::countl_zero(alive_ & ((uint64_t{1} << at) - 1)));
    const uint32_t made = joins.result(static_cast<uint32_t>(least_) >> merging::kPlaceBits);
    alive_ ^= eaten;
    const int32_t before = key_of(joins.find_steadily(row_[left], made), left);
    const int32_t after = key_of(joins.find_steadily(made, row_[right]), at);
    row_[at] = made;
    keys_.set(static_cast<uint32_t>(eaten >> 1), kNoKey);
    keys_.set(static_cast<uint32_t>(uint64_t{1} << left >> 1), before);
    keys_.set(uint32_t{1} << (at - 1), after);
    least_ = keys_.least();
  }

  // Writes the symbols that are left, and where each begins unless `starts` is null.
  size_t finish(uint32_t* symbols, uint32_t* starts) const {
    size_t kept = 0;
    const uint64_t alive = alive_ >> 1 & all_;
    for (int i = 0; i < kRegisters; ++i) {
      const auto here = static_cast<__mmask16>(alive >> 16 * i);
      const __m512i left = _mm512_maskz_loadu_epi32(here, row_ + 1 + 16 * i);
      _mm512_mask_compressstoreu_epi32(symbols + kept, here, left);
      if (starts != nullptr) {
        const __m512i numbers = _mm512_add_epi32(places(), _mm512_set1_epi32(16 * i));
        _mm512_mask_compressstoreu_epi32(starts + kept, here, numbers);
      }
      kept += static_cast<size_t>(std::popcount(static_cast<uint32_t>(here)));
    }
    return kept;
  }

 private:
  Keys<kRegisters> keys_;
  uint64_t all_ = 0, alive_ = 0;
  int32_t least_ = kNoKey;
  uint32_t row_[kRoom + 2];
};

template <int kRegisters>
size_t merge_in_registers(const Joins& joins, const uint32_t* grid, const uint8_t* bytes,
                          uint32_t* symbols, size_t count, uint32_t* starts) {
  WordMerge<kRegisters> word(grid, bytes, symbols, count);
  while (!word.finished()) word.step(joins);
  return word.finish(symbols, starts);
}

size_t merge_avx512(const Joins& joins, const uint32_t* grid, const uint8_t* bytes,
                    uint32_t* symbols, size_t count, uint32_t* starts) {
  return count <= 16 ? merge_in_registers<1>(joins, grid, bytes, symbols, count, starts)
                     : merge_in_registers<2>(joins, grid, bytes, symbols, count, starts);
}

// As many as keep the waits of one word busy and their keys in registers.
constexpr size_t kTogether = 4;

void merge_four(const Joins& joins, const uint32_t* grid, ShortWord* words, size_t count) {
  WordMerge<1> merges[kTogether];
#pragma GCC unroll 4
  for (size_t i = 0; i < kTogether; ++i) {
    if (i < count) merges[i] = WordMerge<1>(grid, words[i].bytes, words[i].symbols, words[i].size);
  }
  for (bool busy = true; busy;) {
    busy = false;
#pragma GCC unroll 4
    for (size_t i = 0; i < kTogether; ++i) {
      if (merges[i].finished()) continue;
      merges[i].step(joins);
      busy = true;
    }
  }
#pragma GCC unroll 4
  for (size_t i = 0; i < kTogether; ++i) {
    if (i < count) words[i].count = merges[i].finish(words[i].symbols, nullptr);
  }
}

void merge_together_avx512(const Joins& joins, const uint32_t* grid, ShortWord* words,
                           size_t count) {
  for (size_t i = 0; i < count; i += kTogether) {
    merge_four(joins, grid, words + i, std::min(kTogether, count - i));
  }
}

}  // namespace
#pragma GCC diagnostic pop
#pragma GCC pop_options
#endif

ShortMerges short_merges(const Joins& joins, Isa isa) {
#if defined(SUBWORDS_X86)
  const bool fits = !joins.has_groups() && !joins.is_wide() &&
                    joins.limit() <= merging::kMostShortJoins;
  if (isa == Isa::kAvx512 && fits) return {merge_avx512, merge_together_avx512};
#endif
  return {};
}

}  // namespace subwords
