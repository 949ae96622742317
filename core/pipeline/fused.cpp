#include "pipeline/fused.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "pipeline/fused_inline.hpp"
#include "text/utf8.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace subwords {
namespace {

struct Sixteen {
  uint64_t low, high;
};

// By the number of bytes of a word: the mask that keeps them, and the word's length where a key has
// it.
struct alignas(32) KeyMask {
  Sixteen keep, length;
};
constexpr std::array<KeyMask, 16> kKeyMasks = [] {
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

inline uint8_t fold_one(uint8_t byte) {
  return byte >= 'A' && byte <= 'Z' ? static_cast<uint8_t>(byte | 0x20) : byte;
}

}  // namespace

FusedEncoder::FusedEncoder(const CharMap& map, const WordPiece& model, const Stages& stages,
                           Isa isa)
    : map_(map),
      model_(model),
      stages_(stages),
      scanner_(map.ascii_classes(), isa),
      folds_(map.folds_ascii()) {}

inline WordCache::Key FusedEncoder::key_of(const Text& text, const uint8_t* word, size_t size,
                                           bool folds) {
  if (word + 16 <= text.end) [[likely]] return make_key(word, size, folds);
  uint8_t bytes[16] = {};
  std::memcpy(bytes, word, size);
  return make_key(bytes, size, folds);
}

// Matches a plain ASCII word as it stands.
std::span<const uint32_t> FusedEncoder::match_plain(const uint8_t* word, size_t size,
                                                    Worker& worker) const {
  const CharEntry& first = map_[*word];
  worker.ids.clear();
  if (size == 1 && first.kind == CharKind::kIsolated) {
    push_known(first.id, worker.ids);
    return worker.ids.items();
  }
  worker.ids.reserve_more(size);
  const size_t count = size <= model_.max_chars_per_word()
                           ? model_.match(word, size, worker.ids.data(), folds_)
                           : WordPiece::kUnknown;
  return matched(count, worker);
}

// Normalizes a chunk by table and matches it.
std::span<const uint32_t> FusedEncoder::match(const uint8_t* chunk, size_t size,
                                              Worker& worker) const {
  worker.ids.clear();
  worker.word.clear();
  size_t chars = 0;
  const uint8_t* const end = chunk + size;
  for (const uint8_t* p = chunk; p < end;) {
    char32_t c;
    p = utf8::decode(p, c);
    const CharEntry& entry = map_[c];
    SUBWORDS_STEP();
    if (entry.kind != CharKind::kWord) continue;
    // All bytes of the entry are copied, whatever their number: no branch.
    worker.word.reserve_more(sizeof entry.bytes);
    std::memcpy(worker.word.data() + worker.word.size(), entry.bytes, sizeof entry.bytes);
    worker.word.resize(worker.word.size() + entry.size);
    chars += entry.chars;
  }
  worker.ids.reserve_more(worker.word.size());
  const size_t count = chars <= model_.max_chars_per_word()
                           ? model_.match(worker.word.data(), worker.word.size(), worker.ids.data())
                           : WordPiece::kUnknown;
  return matched(count, worker);
}

inline std::span<const uint32_t> FusedEncoder::matched(size_t count, Worker& worker) const {
  if (count == WordPiece::kUnknown) {
    push_known(model_.unk_id(), worker.ids);
  } else {
    worker.ids.resize(count);
  }
  return worker.ids.items();
}

std::span<const uint32_t> FusedEncoder::look_up_long(const uint8_t* chunk, size_t size,
                                                     Worker& worker, bool plain) const {
  const auto compute = [&] {
    return plain ? match_plain(chunk, size, worker) : match(chunk, size, worker);
  };
  if (size > WordCache::kLongBytes) return compute();
  uint8_t folded[WordCache::kLongBytes];
  for (size_t i = 0; i < size; ++i) folded[i] = folds_ ? fold_one(chunk[i]) : chunk[i];
  WordCache::LongSlot& slot = worker.cache.long_slot_of(folded, size);
  if (!WordCache::holds(slot, folded, size)) {
    const auto ids = compute();
    if (ids.size() > WordCache::kLongIds) return ids;
    WordCache::fill(slot, folded, size, ids);
  }
  return {slot.ids, slot.count()};
}

std::span<const uint32_t> FusedEncoder::look_up(const Text& text, const uint8_t* chunk,
                                                       size_t size, Worker& worker,
                                                       bool plain) const {
  if (size > WordCache::kShortBytes) return look_up_long(chunk, size, worker, plain);
  const WordCache::Key key = key_of(text, chunk, size, folds_);
  WordCache::Set& set = worker.cache.set_of(key);
  for (const WordCache::ShortSlot& slot : set.ways) {
    if (slot.holds(key)) return ids_of(slot, worker);
  }
  const auto ids = plain ? match_plain(chunk, size, worker) : match(chunk, size, worker);
  // A short word of more pieces than its slot holds is matched anew each time: that takes about
  // as long as a place in the other table would.
  if (ids.size() <= worker.cache.short_ids()) worker.cache.insert(set, key, ids);
  return ids;
}

void FusedEncoder::encode_run(const Text& text, Text run, Worker& worker, IdBuffer& out) const {
  const size_t before = out.size();
  const bool done = walk(
      run,
      [&](Text chunk) {
        const auto ids =
            look_up(text, chunk.begin, static_cast<size_t>(chunk.end - chunk.begin), worker,
                    false);
        out.append(ids.data(), ids.size());
      },
      [&](const uint8_t*, uint32_t id) {
        push_known(id, out);
      });
  if (done) return;
  out.resize(before);
  stages_.encode({reinterpret_cast<const char*>(run.begin),
                  static_cast<size_t>(run.end - run.begin)},
                 worker.stages, out);
}

// Makes the keys of some spans and fetches their places in the cache ahead.
void FusedEncoder::prepare(const Text& text, const Span* spans, size_t count, WordCache& cache,
                           Probe* probes) const {
  cache.grow_if_useful();
  // Spans rise, so those too near the end to read sixteen bytes at come last.
  size_t safe = count;
  while (safe > 0 && text.begin + spans[safe - 1].begin + 16 > text.end) --safe;
  if (folds_) {
    prepare_with<true>(text, spans, 0, safe, cache, probes);
    prepare_with<true, false>(text, spans, safe, count, cache, probes);
  } else {
    prepare_with<false>(text, spans, 0, safe, cache, probes);
    prepare_with<false, false>(text, spans, safe, count, cache, probes);
  }
}

template <bool kFolds, bool kSafe>
inline void FusedEncoder::prepare_with(const Text& text, const Span* spans, size_t first,
                                       size_t last, WordCache& cache, Probe* probes) {
  const Text local = text;  // copies stay in registers, whatever the stores below may alias
  WordCache::Set* const sets = cache.sets();
  const unsigned shift = cache.shift();
  for (size_t i = first; i < last; ++i) {
    SUBWORDS_STEP();
    // A dirty span has the top bit set, so it looks longer than any short word.
    const uint32_t size = spans[i].end_and_flag - spans[i].begin;
    if (size > WordCache::kShortBytes) [[unlikely]] {
      probes[i].set = nullptr;
      continue;
    }
    const uint8_t* const word = local.begin + spans[i].begin;
    const WordCache::Key key =
        kSafe ? make_key(word, size, kFolds) : key_of(local, word, size, kFolds);
    WordCache::Set* const set = sets + WordCache::set_index(key, shift);
    probes[i].key = key;
    probes[i].set = set;
    __builtin_prefetch(set);
  }
}

// Two passes over a few hundred spans at a time: first every key is made and its place in the cache
// fetched ahead, then the words are looked up; so the waits for memory overlap.
void FusedEncoder::encode(std::string_view utf8, Worker& worker, IdBuffer& out) const {
  const auto* const begin = reinterpret_cast<const uint8_t*>(utf8.data());
  const Text text{begin, begin + utf8.size()};
  Scanner::State state;
  while (!state.finished) {
    const size_t count = scanner_.scan(begin, utf8.size(), state, worker.spans, Worker::kSpans);
    prepare(text, worker.spans, count, worker.cache, worker.probes);
    out.reserve_more((count + 1) * WordCache::kMaxShortIds);
    const bool narrow = worker.cache.narrow();
    uint32_t* next = out.data() + out.size();
    const Probe* const probes = worker.probes;
    for (size_t i = 0; i < count; ++i) {
      const Probe probe = probes[i];
      if (probe.set != nullptr) [[likely]] {
        const auto& ways = probe.set->ways;
        const bool second = ways[1].holds(probe.key);
        const WordCache::ShortSlot& slot = ways[second];
        if (second | slot.holds(probe.key)) [[likely]] {
          WordCache::copy_ids(slot, narrow, next);
          next += slot.count();
          continue;
        }
      }
      out.resize(static_cast<size_t>(next - out.data()));
      encode_span(text, worker.spans[i], worker, out);
      out.reserve_more((count - i) * WordCache::kMaxShortIds);
      next = out.data() + out.size();
    }
    out.resize(static_cast<size_t>(next - out.data()));
  }
}

// A span that is not a short word in the cache.
void FusedEncoder::encode_span(const Text& text, Span span, Worker& worker, IdBuffer& out) const {
  const uint8_t* const first = text.begin + span.begin;
  if (span.dirty()) {
    encode_run(text, {first, text.begin + span.end()}, worker, out);
    return;
  }
  const auto ids = look_up(text, first, span.size(), worker, true);
  out.append(ids.data(), ids.size());
}

}  // namespace subwords
