// The cache gives back what was put in, in either width of ids, also after it has grown.
#include "pipeline/word_cache.hpp"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "tests/check.hpp"

using namespace subwords;

namespace {

WordCache::Key key_of(const std::string& word) {
  WordCache::Key key{0, 0};
  uint8_t bytes[16] = {};
  std::memcpy(bytes, word.data(), word.size());
  std::memcpy(&key, bytes, 16);
  key.high |= static_cast<uint64_t>(word.size()) << 60;
  return key;
}

std::vector<uint32_t> ids_in_slot(WordCache& cache, const std::string& word) {
  const WordCache::Key key = key_of(word);
  for (const auto& slot : cache.set_of(key).ways) {
    if (!slot.holds(key)) continue;
    uint32_t ids[WordCache::kMaxShortIds];
    WordCache::copy_ids(slot, cache.narrow(), ids);
    return {ids, ids + slot.count()};
  }
  return {0xFFFFFFFF};
}

void insert(WordCache& cache, const std::string& word, const std::vector<uint32_t>& ids) {
  cache.insert(cache.set_of(key_of(word)), key_of(word), ids);
}

const std::vector<uint32_t> kAbsent{0xFFFFFFFF};

}  // namespace

TEST(what_was_put_in_comes_out) {
  for (const bool narrow : {false, true}) {
    WordCache cache(narrow);
    const std::vector<uint32_t> four{1, 2, 3, narrow ? 65535u : 70000u}, none;
    CHECK_EQ(ids_in_slot(cache, "word"), std::vector<uint32_t>{0xFFFFFFFF});
    cache.insert(cache.set_of(key_of("word")), key_of("word"), four);
    cache.insert(cache.set_of(key_of("w")), key_of("w"), none);
    CHECK_EQ(ids_in_slot(cache, "word"), four);
    CHECK_EQ(ids_in_slot(cache, "w"), none);
    CHECK_EQ(ids_in_slot(cache, "wor"), std::vector<uint32_t>{0xFFFFFFFF});
  }
}

TEST(growing_keeps_words_and_stops_at_the_bound) {
  WordCache cache(true);
  const unsigned first = cache.shift();
  size_t kept = 0;
  constexpr uint32_t kWords = 600000;
  for (uint32_t i = 0; i < kWords; ++i) {
    cache.grow_if_useful();
    const std::string word = "w" + std::to_string(i);
    const std::vector<uint32_t> ids{i & 0xFFFF};
    cache.insert(cache.set_of(key_of(word)), key_of(word), ids);
  }
  for (uint32_t i = 0; i < kWords; ++i) {
    const auto ids = ids_in_slot(cache, "w" + std::to_string(i));
    if (ids[0] == 0xFFFFFFFF) continue;
    ++kept;
    CHECK_EQ(ids, std::vector<uint32_t>{i & 0xFFFF});
  }
  CHECK(cache.shift() < first);
  CHECK_EQ(64 - cache.shift(), WordCache::kLastBits);
  CHECK(kept > 300000);
}

TEST(a_set_that_holds_a_key_says_where) {
  WordCache cache(true);
  WordCache::Set set{};
  const auto slot_ids = [&](const std::string& word) -> std::vector<uint32_t> {
    const WordCache::Found found = set.find(key_of(word));
    if (!found) return kAbsent;
    return {found.slot().narrow, found.slot().narrow + found.slot().count()};
  };
  CHECK_EQ(slot_ids("a"), kAbsent);
  cache.insert(set, key_of("a"), std::vector<uint32_t>{1});
  CHECK_EQ(slot_ids("a"), std::vector<uint32_t>{1});
  cache.insert(set, key_of("b"), std::vector<uint32_t>{2, 3});
  CHECK_EQ(slot_ids("a"), std::vector<uint32_t>{1});
  CHECK_EQ(slot_ids("b"), std::vector<uint32_t>{2, 3});
  cache.insert(set, key_of("c"), std::vector<uint32_t>{});
  CHECK_EQ(slot_ids("a"), kAbsent);  // the oldest gave way
  CHECK_EQ(slot_ids("b"), std::vector<uint32_t>{2, 3});
  CHECK_EQ(slot_ids("c"), std::vector<uint32_t>{});
}

TEST(words_of_every_size_are_told_apart) {
  WordCache cache(false);
  std::vector<std::string> words;
  for (size_t size = 1; size <= WordCache::kShortBytes; ++size) {
    words.push_back(std::string(size, '\0'));
    words.push_back(std::string(size, '\xFF'));
    words.push_back(std::string(size - 1, 'a') + 'b');
  }
  for (uint32_t i = 0; i < words.size(); ++i) insert(cache, words[i], {i, 100000 + i});
  for (uint32_t i = 0; i < words.size(); ++i) {
    CHECK_EQ(ids_in_slot(cache, words[i]), std::vector<uint32_t>{i, 100000 + i});
  }
}

TEST(growing_forgets_nothing) {
  std::mt19937 random(2);
  WordCache cache(false);
  std::vector<std::string> words;
  for (uint32_t i = 0; i < 100000; ++i) {
    std::string word(1 + random() % WordCache::kShortBytes, '\0');
    for (char& byte : word) byte = static_cast<char>(random());
    if (ids_in_slot(cache, word) == kAbsent) insert(cache, word, {i, i * 7});
    words.push_back(word);
  }
  std::vector<std::vector<uint32_t>> before;
  for (const std::string& word : words) before.push_back(ids_in_slot(cache, word));
  const unsigned shift = cache.shift();
  while (cache.shift() != 64 - WordCache::kLastBits) {
    const unsigned last = cache.shift();
    cache.reserve(size_t{1} << (64 - last));
    CHECK_EQ(cache.shift(), last - 1);
    for (size_t i = 0; i < words.size(); ++i) {
      if (before[i] != kAbsent) CHECK_EQ(ids_in_slot(cache, words[i]), before[i]);
    }
  }
  CHECK(cache.shift() < shift);
}

TEST(a_cache_does_not_grow_while_it_forgets_little) {
  WordCache cache(true);
  const unsigned first = cache.shift();
  for (int i = 0; i < 5000; ++i) {
    insert(cache, "w" + std::to_string(i), {1});
    cache.grow_if_useful();
  }
  CHECK_EQ(cache.shift(), first);
}

TEST(room_that_was_reserved_is_there) {
  for (const uint32_t count : {1000u, 40000u, 120000u}) {
    WordCache cache(true);
    cache.reserve(count);
    CHECK(size_t{1} << (64 - cache.shift()) >= count);
    const unsigned shift = cache.shift();
    for (uint32_t i = 0; i < count; ++i) insert(cache, std::to_string(i), {i & 0xFFFF});
    cache.reserve(1);  // never smaller
    CHECK_EQ(cache.shift(), shift);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; ++i) {
      kept += ids_in_slot(cache, std::to_string(i)) == std::vector<uint32_t>{i & 0xFFFF};
    }
    CHECK(kept > count * 0.9);  // where three want one set, one goes
  }
  WordCache cache;
  cache.reserve(size_t{1} << 40);
  CHECK_EQ(64 - cache.shift(), WordCache::kLastBits);
}

TEST(long_words_come_back) {
  WordCache cache(true);
  for (size_t size = 16; size <= WordCache::kLongBytes; ++size) {
    std::string word(size, 'x');
    const auto* const bytes = reinterpret_cast<const uint8_t*>(word.data());
    for (size_t count = 0; count <= WordCache::kLongIds; ++count) {
      const std::vector<uint32_t> ids(count, 0xFFFFFFFFu - static_cast<uint32_t>(count));
      WordCache::LongSlot& slot = cache.long_slot_of(bytes, size);
      WordCache::fill(slot, bytes, size, ids);
      CHECK(WordCache::holds(slot, bytes, size));
      CHECK_EQ(std::vector<uint32_t>(slot.ids, slot.ids + slot.count()), ids);
      word[size / 2] = 'y';
      CHECK(!WordCache::holds(slot, bytes, size));
      word[size / 2] = 'x';
      CHECK(!WordCache::holds(slot, bytes, size - 1));
    }
  }
}

TEST(words_of_many_ids_come_out_and_the_oldest_give_way) {
  for (const bool narrow : {false, true}) {
    WordCache cache(narrow);
    const auto asked = [&](const std::string& word) -> std::vector<uint32_t> {
      const WordCache::Key key = key_of(word);
      const WordCache::Found found = cache.set_of(key).find(key);
      if (!found) return kAbsent;
      if (found.has_ids()) return ids_in_slot(cache, word);
      const WordCache::Spill* const spill = cache.spill_of(found.slot(), key);
      return spill == nullptr ? kAbsent : std::vector(spill->ids, spill->ids + spill->count);
    };
    const auto told = [&](const std::string& word, const std::vector<uint32_t>& ids) {
      cache.insert_spilling(cache.set_of(key_of(word)), key_of(word), ids);
    };
    for (uint32_t count = 0; count <= 20; ++count) {
      std::vector<uint32_t> ids(count);
      for (uint32_t i = 0; i < count; ++i) ids[i] = 40000 + i;
      const std::string word = "word" + std::to_string(count);
      told(word, ids);
      // One that a normalizer made longer than any word of fifteen bytes is not kept.
      CHECK_EQ(asked(word), count <= WordCache::kShortBytes ? ids : kAbsent);
    }
    const std::vector<uint32_t> eleven(11, 7);
    told("first", eleven);
    for (uint32_t i = 0; i < 5000; ++i) told("x" + std::to_string(i), std::vector<uint32_t>(9, i));
    CHECK_EQ(asked("first"), kAbsent);
    CHECK_EQ(asked("x4999"), std::vector<uint32_t>(9, 4999));
    // Told again it is there again, once: its place in the set is the one that it had.
    told("first", eleven);
    CHECK_EQ(asked("first"), eleven);
    const auto& ways = cache.set_of(key_of("first")).ways;
    CHECK_EQ(ways[0].holds(key_of("first")) + ways[1].holds(key_of("first")), 1);
  }
}
