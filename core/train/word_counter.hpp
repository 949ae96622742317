// Words and how often each occurs: the container that counting fills and training reads.
//
// Open addressing; a word of up to 15 bytes lies in its slot, a longer one in an arena, so the
// common case is one cache line per word. Its order is of no consequence: what leaves the process
// is sorted.
#pragma once
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "train/pages.hpp"

namespace subwords {

class WordCounter {
 public:
  WordCounter() : slots_(kFirstSlots) {}

  // Adds `count` to the word's count. Throws std::overflow_error beyond 2^63 - 1.
  void add(std::string_view word, uint64_t count);
  // Adds once each of some words of a text (below 4 GiB), given by where they begin and end.
  void add_words(std::string_view text, const uint32_t* begins, const uint32_t* ends,
                 size_t number);
  // Adds every run of a text (below 4 GiB); see runs.hpp.
  void add_runs(std::string_view text, const uint8_t (&classes)[256]);
  // Adds every word of the other counter.
  void merge(const WordCounter& other);
  // The word's count, 0 if it was never added.
  uint64_t count(std::string_view word) const;
  // Number of different words.
  size_t size() const { return size_; }
  // Makes room for so many words, in a counter that is empty.
  void reserve(size_t words);
  // Bytes held.
  size_t memory() const { return slots_.size() * sizeof(Slot) + arena_.capacity(); }

  // Calls visit(std::string_view word, uint64_t count) for every word, in no particular order.
  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (const Slot& slot : slots_) {
      if (slot.count) visit(word_of(slot), slot.count);
    }
  }
  // Every word and count, sorted by bytes (which is by code point). Views into this counter.
  std::vector<std::pair<std::string_view, uint64_t>> sorted() const;

 private:
  // Byte 15 of the key is the length of a short word, or kLong; a long word's key is its place in
  // the arena (low), its length and 24 bits of its hash (high).
  struct Slot {
    uint64_t low = 0, high = 0, count = 0;
  };
  static constexpr size_t kFirstSlots = 1024;
  static constexpr uint64_t kLong = 0xFF;

  std::string_view word_of(const Slot& slot) const {
    const uint64_t tag = slot.high >> 56;
    if (tag != kLong) return {reinterpret_cast<const char*>(&slot), static_cast<size_t>(tag)};
    return {arena_.data() + slot.low, static_cast<size_t>(slot.high & 0xFFFFFFFFu)};
  }
  size_t find(std::string_view word, Slot& key) const;
  void add_packed(uint64_t low, uint64_t high, uint64_t hash);
  void grow();

  PageVector<Slot> slots_;
  PageVector<char> arena_;
  size_t size_ = 0;
};

}  // namespace subwords
