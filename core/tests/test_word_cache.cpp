// The cache gives back what was put in, in either width of ids, also after it has grown.
#include "pipeline/word_cache.hpp"

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

std::vector<uint32_t> found(WordCache& cache, const std::string& word) {
  const WordCache::Key key = key_of(word);
  for (const auto& slot : cache.set_of(key).ways) {
    if (!slot.holds(key)) continue;
    uint32_t ids[WordCache::kMaxShortIds];
    WordCache::copy_ids(slot, cache.narrow(), ids);
    return {ids, ids + slot.count()};
  }
  return {0xFFFFFFFF};
}

}  // namespace

TEST(what_was_put_in_comes_out) {
  for (const bool narrow : {false, true}) {
    WordCache cache(narrow);
    const std::vector<uint32_t> four{1, 2, 3, narrow ? 65535u : 70000u}, none;
    CHECK_EQ(found(cache, "word"), std::vector<uint32_t>{0xFFFFFFFF});
    cache.insert(cache.set_of(key_of("word")), key_of("word"), four);
    cache.insert(cache.set_of(key_of("w")), key_of("w"), none);
    CHECK_EQ(found(cache, "word"), four);
    CHECK_EQ(found(cache, "w"), none);
    CHECK_EQ(found(cache, "wor"), std::vector<uint32_t>{0xFFFFFFFF});
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
    const auto ids = found(cache, "w" + std::to_string(i));
    if (ids[0] == 0xFFFFFFFF) continue;
    ++kept;
    CHECK_EQ(ids, std::vector<uint32_t>{i & 0xFFFF});
  }
  CHECK(cache.shift() < first);
  CHECK_EQ(64 - cache.shift(), WordCache::kLastBits);
  CHECK(kept > 300000);
}
