// The hash table of word_counter.hpp. Keys are packed for little-endian machines.
#include "train/word_counter.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "train/runs.hpp"
#include "train/wide.hpp"

namespace subwords {
namespace {

static_assert(std::endian::native == std::endian::little, "short words are packed little-endian");

constexpr uint64_t kMaxCount = 0x7FFFFFFFFFFFFFFFu;

uint64_t mix(uint64_t a, uint64_t b) {
  const uint128 product = static_cast<uint128>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

template <typename T>
T load(const char* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

// Up to 15 bytes as two integers, the length in the topmost byte; reads nothing beyond them.
void pack(std::string_view word, uint64_t& low, uint64_t& high) {
  const char* p = word.data();
  const size_t n = word.size();
  low = high = 0;
  if (n >= 8) {
    low = load<uint64_t>(p);
    if (n > 8) high = load<uint64_t>(p + n - 8) >> (8 * (16 - n));
  } else if (n >= 4) {
    low = load<uint32_t>(p) | uint64_t{load<uint32_t>(p + n - 4)} << (8 * (n - 4));
  } else if (n > 0) {
    const auto at = [p](size_t i) { return uint64_t{static_cast<unsigned char>(p[i])} << (8 * i); };
    low = at(0) | at(n / 2) | at(n - 1);
  }
  high |= uint64_t{n} << 56;
}

// The same where 16 bytes can be read.
void pack_readable(const char* p, size_t n, uint64_t& low, uint64_t& high) {
  const uint64_t first = load<uint64_t>(p), second = load<uint64_t>(p + 8);
  const uint64_t partial = ~(~uint64_t{0} << (8 * (n & 7)));
  low = n >= 8 ? first : first & partial;
  high = (n > 8 ? second & partial : 0) | uint64_t{n} << 56;
}

[[noreturn]] void too_many() {
  throw std::overflow_error("the count of a word exceeds 2**63 - 1");
}

uint64_t hash_short(uint64_t low, uint64_t high) {
  return mix(low ^ 0x9E3779B97F4A7C15u, high ^ 0xD1B54A32D192ED03u);
}

uint64_t hash_long(std::string_view word) {
  uint64_t hash = word.size();
  const char* p = word.data();
  size_t left = word.size();
  for (; left > 16; p += 16, left -= 16) {
    hash = mix(load<uint64_t>(p) ^ hash, load<uint64_t>(p + 8) ^ 0x9E3779B97F4A7C15u);
  }
  const char* tail = word.data() + word.size() - 16;  // long words have at least 16 bytes
  return mix(load<uint64_t>(tail) ^ hash, load<uint64_t>(tail + 8) ^ 0xD1B54A32D192ED03u);
}

}  // namespace

// The slot of a word, or the free slot where it belongs; `key` is filled for an insertion.
size_t WordCounter::find(std::string_view word, Slot& key) const {
  const size_t mask = slots_.size() - 1;
  if (word.size() <= 15) {
    pack(word, key.low, key.high);
    size_t i = hash_short(key.low, key.high) & mask;
    while (slots_[i].count && (slots_[i].low != key.low || slots_[i].high != key.high)) {
      i = (i + 1) & mask;
    }
    return i;
  }
  if (word.size() > 0xFFFFFFFFu) throw std::length_error("a word is longer than 4 GiB");
  const uint64_t hash = hash_long(word);
  key.low = arena_.size();
  key.high = kLong << 56 | (hash >> 40 & 0xFFFFFFu) << 32 | word.size();
  size_t i = hash & mask;
  while (slots_[i].count && (slots_[i].high != key.high || word_of(slots_[i]) != word)) {
    i = (i + 1) & mask;
  }
  return i;
}

void WordCounter::add(std::string_view word, uint64_t count) {
  if (count == 0) return;
  Slot key;
  const size_t i = find(word, key);
  Slot& slot = slots_[i];
  if (count > kMaxCount - slot.count) too_many();
  if (slot.count) {
    slot.count += count;
    return;
  }
  if (word.size() > 15) arena_.insert(arena_.end(), word.begin(), word.end());
  slot = {key.low, key.high, count};
  if (++size_ * 4 > slots_.size() * 3) grow();
}

// Short words are packed first and looked up some words later, when their slots have arrived.
void WordCounter::add_words(std::string_view text, const uint32_t* begins, const uint32_t* ends,
                            size_t number) {
  constexpr size_t kWaiting = 32;
  struct Waiting {
    uint64_t low, high, hash;
  } waiting[kWaiting];
  for (size_t first = 0; first < number; first += kWaiting) {
    const size_t last = std::min(first + kWaiting, number);
    size_t packed = 0;
    for (size_t i = first; i < last; ++i) {
      const char* const begin = text.data() + begins[i];
      const size_t size = ends[i] - begins[i];
      if (size > 15) {
        add({begin, size}, 1);
        continue;
      }
      Waiting& next = waiting[packed++];
      if (text.size() - begins[i] >= 16) {
        pack_readable(begin, size, next.low, next.high);
      } else {
        pack({begin, size}, next.low, next.high);
      }
      next.hash = hash_short(next.low, next.high);
      __builtin_prefetch(&slots_[next.hash & (slots_.size() - 1)]);
    }
    for (size_t i = 0; i < packed; ++i) {
      add_packed(waiting[i].low, waiting[i].high, waiting[i].hash);
    }
  }
}

void WordCounter::add_runs(std::string_view text, const uint8_t (&classes)[256]) {
  if (text.size() > 0xFFFFFFFFu) throw std::length_error("a text is longer than 4 GiB");
  constexpr size_t kRuns = 256;
  uint32_t begins[kRuns], ends[kRuns];
  size_t number = 0;
  for_each_run(text, classes, [&](const char* begin, size_t size) {
    begins[number] = static_cast<uint32_t>(begin - text.data());
    ends[number] = begins[number] + static_cast<uint32_t>(size);
    if (++number == kRuns) {
      add_words(text, begins, ends, number);
      number = 0;
    }
  });
  add_words(text, begins, ends, number);
}

void WordCounter::add_packed(uint64_t low, uint64_t high, uint64_t hash) {
  const size_t mask = slots_.size() - 1;
  size_t i = hash & mask;
  for (; slots_[i].count; i = (i + 1) & mask) {
    if (slots_[i].low != low || slots_[i].high != high) continue;
    if (slots_[i].count == kMaxCount) too_many();
    ++slots_[i].count;
    return;
  }
  slots_[i] = {low, high, 1};
  if (++size_ * 4 > slots_.size() * 3) grow();
}

void WordCounter::merge(const WordCounter& other) {
  if (&other == this) {
    const WordCounter copy = other;
    return merge(copy);
  }
  // In the order of the slots, equal hash prefixes would come together and crowd one end of this
  // table; an odd stride spreads them.
  const size_t mask = other.slots_.size() - 1;
  for (size_t i = 0; i <= mask; ++i) {
    const Slot& slot = other.slots_[(i * 0x9E3779B1u) & mask];
    if (slot.count) add(other.word_of(slot), slot.count);
  }
}

uint64_t WordCounter::count(std::string_view word) const {
  Slot key;
  return slots_[find(word, key)].count;
}

std::vector<std::pair<std::string_view, uint64_t>> WordCounter::sorted() const {
  std::vector<std::pair<std::string_view, uint64_t>> all;
  all.reserve(size_);
  for_each([&](std::string_view word, uint64_t count) { all.emplace_back(word, count); });
  std::sort(all.begin(), all.end());
  return all;
}

void WordCounter::reserve(size_t words) {
  const size_t slots = std::bit_ceil(words + words / 3 + 1);
  if (size_ == 0 && slots > slots_.size()) slots_ = PageVector<Slot>(slots);
}

void WordCounter::grow() {
  PageVector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  const size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (!slot.count) continue;
    const std::string_view word = word_of(slot);
    size_t i = (word.size() > 15 ? hash_long(word) : hash_short(slot.low, slot.high)) & mask;
    while (slots_[i].count) i = (i + 1) & mask;
    slots_[i] = slot;
  }
}

}  // namespace subwords
