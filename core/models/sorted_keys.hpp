// Keys for a trie: tokens in the order of their bytes, each once.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace subwords {

struct TrieKey {
  uint64_t head;  // the first eight bytes, big-endian, so that comparing it compares them
  std::string_view text;
  uint32_t id;

  TrieKey(std::string_view token, uint32_t token_id)
      : head(head_of(token)), text(token), id(token_id) {}
  // Mostly without a look at the text, which lies elsewhere.
  uint8_t byte(size_t i) const {
    return static_cast<uint8_t>(i < 8 ? head >> (56 - 8 * i) : static_cast<uint8_t>(text[i]));
  }

 private:
  static uint64_t head_of(std::string_view text) {
    uint64_t head = 0;
    std::memcpy(&head, text.data(), std::min<size_t>(8, text.size()));
    if constexpr (std::endian::native == std::endian::little) head = __builtin_bswap64(head);
    return head;
  }
};

// Vocabularies come in no useful order; comparing the heads first makes sorting cheap. Of equal
// keys the one of greatest id stays.
inline void sort_keys(std::vector<TrieKey>& keys) {
  std::sort(keys.begin(), keys.end(), [](const TrieKey& a, const TrieKey& b) {
    if (a.head != b.head) return a.head < b.head;
    const int order = a.text.compare(b.text);
    return order != 0 ? order < 0 : a.id > b.id;
  });
  const auto same = [](const TrieKey& a, const TrieKey& b) { return a.text == b.text; };
  keys.erase(std::unique(keys.begin(), keys.end(), same), keys.end());
}

}  // namespace subwords
