// The ids of a word by way of the cache: the second of the two passes that the fast paths make over
// their words (word_keys.hpp has the first), and what becomes of a word that is not there.
#pragma once
#include <optional>
#include <span>

#include "pipeline/word_keys.hpp"

namespace subwords {

// Valid until the next look-up with the same worker.
using WordIds = std::span<const uint32_t>;

// The ids that a set has for a key, if it has.
inline std::optional<WordIds> known_ids(const WordCache::Set& set, const WordCache::Key& key,
                                        Worker& worker) {
  const WordCache::Found found = set.find(key);
  if (!found) return std::nullopt;
  const WordCache::ShortSlot& slot = found.slot();
  if (!found.has_ids()) [[unlikely]] {
    const WordCache::Spill* const spill = worker.cache.spill_of(slot, key);
    if (spill == nullptr) return std::nullopt;
    return WordIds{spill->ids, spill->count};
  }
  WordCache::copy_ids(slot, worker.cache.narrow(), worker.short_ids);
  return WordIds{worker.short_ids, slot.count()};
}

// A word of at most WordCache::kShortBytes. `compute()` gives the ids of a word that is not in the
// cache, or nothing where they are not to be remembered; then nothing comes back.
template <class Compute>
inline std::optional<WordIds> look_up_short(WordCache::Set& set, const WordCache::Key& key,
                                            Worker& worker, Compute&& compute) {
  if (auto known = known_ids(set, key, worker)) return known;
  const std::optional<WordIds> ids = compute();
  if (ids) worker.cache.insert_spilling(set, key, *ids);
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
      if (const auto ids = known_ids(*probe.set, probe.key, worker)) [[likely]] {
        found(i, *ids);
        continue;
      }
    }
    missing(i);
  }
}

}  // namespace subwords
