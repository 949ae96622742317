// The ids of a word by way of the cache: the second of the two passes that the fast paths make over
// their words (word_keys.hpp has the first), and what becomes of a word that is not there.
#pragma once
#include <optional>
#include <span>

#include "pipeline/word_keys.hpp"

namespace subwords {

// Valid until the next look-up with the same worker.
using WordIds = std::span<const uint32_t>;

inline WordIds ids_of(const WordCache::ShortSlot& slot, Worker& worker) {
  WordCache::copy_ids(slot, worker.cache.narrow(), worker.short_ids);
  return {worker.short_ids, slot.count()};
}

// A word of at most WordCache::kShortBytes. `compute()` gives the ids of a word that is not in the
// cache, or nothing where they are not to be remembered; then nothing comes back.
template <class Compute>
inline std::optional<WordIds> look_up_short(const TextBounds& text, const uint8_t* word,
                                            size_t size, bool folds, Worker& worker,
                                            Compute&& compute) {
  WordCache& cache = worker.cache;
  const WordCache::Key key = key_of(text, word, size, folds);
  WordCache::Set& set = cache.set_of(key);
  for (const WordCache::ShortSlot& slot : set.ways) {
    if (slot.holds(key)) return ids_of(slot, worker);
  }
  const std::optional<WordIds> ids = compute();
  // A short word of more pieces than its slot holds is computed anew each time: that takes about as
  // long as a place in the other table would.
  if (ids && ids->size() <= cache.short_ids()) cache.insert(set, key, *ids);
  return ids;
}

// The same for a longer word, of which `key` holds the bytes as the cache knows them.
template <class Compute>
inline std::optional<WordIds> look_up_long(const uint8_t* key, size_t size, Worker& worker,
                                           Compute&& compute) {
  if (size > WordCache::kLongBytes) return compute();
  WordCache::LongSlot& slot = worker.cache.long_slot_of(key, size);
  if (WordCache::holds(slot, key, size)) return WordIds{slot.ids, slot.count()};
  const std::optional<WordIds> ids = compute();
  if (ids && ids->size() <= WordCache::kLongIds) WordCache::fill(slot, key, size, *ids);
  return ids;
}

// Goes over prepared words: `found(i, ids)` for a short word in the cache, else `missing(i)`.
template <class Found, class Missing>
inline void visit_probes(size_t count, Worker& worker, Found&& found, Missing&& missing) {
  for (size_t i = 0; i < count; ++i) {
    const Probe& probe = worker.probes[i];
    if (probe.set != nullptr) [[likely]] {
      const auto& ways = probe.set->ways;
      const WordCache::ShortSlot& slot = ways[ways[1].holds(probe.key)];
      if (slot.holds(probe.key)) [[likely]] {
        found(i, ids_of(slot, worker));
        continue;
      }
    }
    missing(i);
  }
}

}  // namespace subwords
