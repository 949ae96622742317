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

// Puts a short word into its set, unless it is there. One of more pieces than a slot holds is
// computed anew each time: that takes about as long as a place in the other table would.
inline void remember_short(WordCache::Set& set, const WordCache::Key& key, WordIds ids,
                           WordCache& cache) {
  if (ids.size() <= cache.short_ids() && !set.find(key)) cache.insert(set, key, ids);
}

// A word of at most WordCache::kShortBytes. `compute()` gives the ids of a word that is not in the
// cache, or nothing where they are not to be remembered; then nothing comes back.
template <class Compute>
inline std::optional<WordIds> look_up_short(WordCache::Set& set, const WordCache::Key& key,
                                            Worker& worker, Compute&& compute) {
  if (const WordCache::Found found = set.find(key)) return ids_of(found.slot(), worker);
  const std::optional<WordIds> ids = compute();
  if (ids) remember_short(set, key, *ids, worker.cache);
  return ids;
}
template <class Compute>
inline std::optional<WordIds> look_up_short(const TextBounds& text, const uint8_t* word,
                                            size_t size, bool folds, Worker& worker,
                                            Compute&& compute) {
  const WordCache::Key key = key_of(text, word, size, folds);
  return look_up_short(worker.cache.set_of(key), key, worker, std::forward<Compute>(compute));
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
inline void visit_probes(const Probe* probes, size_t count, Worker& worker, Found&& found,
                         Missing&& missing) {
  for (size_t i = 0; i < count; ++i) {
    const Probe& probe = probes[i];
    if (probe.set != nullptr) [[likely]] {
      if (const WordCache::Found slot = probe.set->find(probe.key)) [[likely]] {
        found(i, ids_of(slot.slot(), worker));
        continue;
      }
    }
    missing(i);
  }
}

}  // namespace subwords
