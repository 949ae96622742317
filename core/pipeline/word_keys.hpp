// Keys of words in the cache, and their places fetched ahead: the first of the two passes that the
// fast paths make over a few hundred words at a time, so that the waits for memory overlap.
#pragma once
#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "pipeline/worker.hpp"
#include "text/steps.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace subwords {

struct TextBounds {
  const uint8_t* begin;
  const uint8_t* end;
};

namespace word_keys {

struct Sixteen {
  uint64_t low, high;
};

// By the number of bytes of a word: the mask that keeps them, and the word's length where a key has
// it.
struct alignas(32) KeyMask {
  Sixteen keep, length;
};
inline constexpr std::array<KeyMask, 16> kKeyMasks = [] {
  std::array<KeyMask, 16> masks{};
  for (unsigned size = 0; size < 16; ++size) {
    masks[size].keep.low = size >= 8 ? ~uint64_t{0} : (uint64_t{1} << 8 * size) - 1;
    masks[size].keep.high = size <= 8 ? 0 : (uint64_t{1} << 8 * (size - 8)) - 1;
    masks[size].length = {0, static_cast<uint64_t>(size) << 60};
  }
  return masks;
}();

// A key from sixteen bytes that start with a word of `size` bytes; A to Z lower-cased if `folds`.
#if defined(__SSE2__)
inline WordCache::Key make_key(const uint8_t* bytes, size_t size, bool folds) {
  const auto load = [](const void* p) { return _mm_loadu_si128(static_cast<const __m128i*>(p)); };
  const KeyMask& mask = kKeyMasks[size];
  __m128i v = _mm_and_si128(load(bytes), load(&mask.keep));
  if (folds) {
    const __m128i upper = _mm_and_si128(_mm_cmpgt_epi8(v, _mm_set1_epi8('A' - 1)),
                                        _mm_cmpgt_epi8(_mm_set1_epi8('Z' + 1), v));
    v = _mm_or_si128(v, _mm_and_si128(upper, _mm_set1_epi8(0x20)));
  }
  v = _mm_or_si128(v, load(&mask.length));
  return {static_cast<uint64_t>(_mm_cvtsi128_si64(v)),
          static_cast<uint64_t>(_mm_cvtsi128_si64(_mm_unpackhi_epi64(v, v)))};
}
#else
inline uint64_t fold_eight(uint64_t x) {
  constexpr uint64_t kOnes = 0x0101010101010101ull;
  const uint64_t seven = x & (kOnes * 0x7F);
  // The top bit of a byte of `upper` says that it is ASCII and from 'A' to 'Z'.
  const uint64_t upper =
      (seven + kOnes * (0x80 - 'A')) & ~(seven + kOnes * (0x80 - ('Z' + 1))) & ~x & (kOnes * 0x80);
  return x | upper >> 2;
}

inline WordCache::Key make_key(const uint8_t* bytes, size_t size, bool folds) {
  Sixteen v;
  std::memcpy(&v, bytes, sizeof v);
  v.low &= kKeyMasks[size].keep.low;
  v.high &= kKeyMasks[size].keep.high;
  if (folds) v = {fold_eight(v.low), fold_eight(v.high)};
  return {v.low, v.high | kKeyMasks[size].length.high};
}
#endif

}  // namespace word_keys

// The key of a word of at most WordCache::kShortBytes.
inline WordCache::Key key_of(const TextBounds& text, const uint8_t* word, size_t size,
                             bool folds) {
  if (word + 16 <= text.end) [[likely]] return word_keys::make_key(word, size, folds);
  uint8_t bytes[16] = {};
  std::memcpy(bytes, word, size);
  return word_keys::make_key(bytes, size, folds);
}

// The key of a word that is no part of a text.
inline WordCache::Key key_of(std::string_view word) {
  const auto* const begin = reinterpret_cast<const uint8_t*>(word.data());
  return key_of({begin, begin + word.size()}, begin, word.size(), false);
}

namespace word_keys {

template <bool kFolds, bool kSafe, class Words>
inline void prepare(const TextBounds& text, const Words words, size_t first, size_t last,
                    WordCache& cache, Probe* probes) {
  const TextBounds local = text;  // copies stay in registers, whatever the stores below may alias
  WordCache::Set* const sets = cache.sets();
  const unsigned shift = cache.shift();
  for (size_t i = first; i < last; ++i) {
    SUBWORDS_STEP();
    const uint32_t size = words.size(i);
    if (size > WordCache::kShortBytes) [[unlikely]] {
      probes[i].set = nullptr;
      continue;
    }
    const uint8_t* const word = local.begin + words.begin(i);
    const WordCache::Key key =
        kSafe ? make_key(word, size, kFolds) : key_of(local, word, size, kFolds);
    WordCache::Set* const set = sets + WordCache::set_index(key, shift);
    probes[i].key = key;
    probes[i].set = set;
    __builtin_prefetch(set);
  }
}

}  // namespace word_keys

// Words by one array of spans, or by one array of begins and one of ends.
struct SpanWords {
  const Span* spans;
  uint32_t begin(size_t i) const { return spans[i].begin; }
  // A dirty span has the top bit set, so it looks longer than any short word.
  uint32_t size(size_t i) const { return spans[i].end_and_flag - spans[i].begin; }
};
struct ArrayWords {
  const uint32_t* begins;
  const uint32_t* ends;
  uint32_t begin(size_t i) const { return begins[i]; }
  uint32_t size(size_t i) const { return ends[i] - begins[i]; }
};

// Makes the keys of some words and fetches their places in the cache ahead. The probes hold for as
// long as the cache does not grow, which it does only where it is told to.
template <bool kFolds, class Words>
inline void prepare_probes(const TextBounds& text, const Words words, size_t count,
                           WordCache& cache, Probe* probes) {
  // Words rise, so those too near the end to read sixteen bytes at come last.
  size_t safe = count;
  while (safe > 0 && text.begin + words.begin(safe - 1) + 16 > text.end) --safe;
  word_keys::prepare<kFolds, true>(text, words, 0, safe, cache, probes);
  word_keys::prepare<kFolds, false>(text, words, safe, count, cache, probes);
}

// So many places are written to, at most, for so many words from the cache.
inline constexpr size_t room_for(size_t words) {
  return (words + 1) * std::max(WordCache::kMaxShortIds, WordCache::kShortBytes);
}

// Appends the ids of every prepared word that is in the cache. Of every other one `missing(i, next)`
// is told, and where its ids would go; what it returns is where the next ids go.
template <class Missing>
inline void append_known(const Probe* probes, size_t count, const WordCache& cache, IdBuffer& out,
                         Missing&& missing) {
  out.reserve_more(room_for(count));
  const bool narrow = cache.narrow();
  uint32_t* next = out.data() + out.size();
  for (size_t i = 0; i < count; ++i) {
    const Probe probe = probes[i];
    if (probe.set != nullptr) [[likely]] {
      const WordCache::Found found = probe.set->find(probe.key);
      if (found.has_ids()) [[likely]] {
        const WordCache::ShortSlot& slot = found.slot();
        WordCache::copy_ids(slot, narrow, next);
        next += slot.count();
        continue;
      }
      if (found) {
        if (const WordCache::Spill* const spill = cache.spill_of(found.slot(), probe.key)) {
          std::memcpy(next, spill->ids, sizeof spill->ids);
          next += spill->count;
          continue;
        }
      }
    }
    next = missing(i, next);
  }
  out.resize(static_cast<size_t>(next - out.data()));
}

// The same, where `otherwise(i, out)` appends the ids of a word that is not in the cache.
template <class Otherwise>
inline void encode_probes(const Probe* probes, size_t count, const WordCache& cache, IdBuffer& out,
                          Otherwise&& otherwise) {
  append_known(probes, count, cache, out, [&](size_t i, uint32_t* next) {
    out.resize(static_cast<size_t>(next - out.data()));
    otherwise(i, out);
    out.reserve_more(room_for(count - i));
    return out.data() + out.size();
  });
}

}  // namespace subwords
