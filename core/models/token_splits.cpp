// A rolling hash gives the hash of every prefix and suffix of a token in one step each, so that the
// work is linear in the bytes of the vocabulary; what hashes alike is compared.
#include "models/token_splits.hpp"

#include <algorithm>
#include <bit>

namespace subwords {
namespace {

constexpr uint64_t kBase = 0x9FB21C651E98DF25u;

class TokenHashes {
 public:
  explicit TokenHashes(const std::vector<SplitToken>& tokens) : tokens_(tokens) {
    size_t longest = 0;
    for (const SplitToken& token : tokens) longest = std::max(longest, token.text.size());
    powers_.resize(longest + 1, 1);
    for (size_t i = 1; i <= longest; ++i) powers_[i] = powers_[i - 1] * kBase;
    prefixes_.resize(longest + 1, 0);
    slots_.assign(std::bit_ceil(tokens.size() * 2 + 2), 0);
    for (size_t i = 0; i < tokens.size(); ++i) {
      read(tokens[i].text);
      insert(static_cast<uint32_t>(i), prefixes_[tokens[i].text.size()]);
    }
  }

  // From now on, hashes are of parts of `text`.
  void read(std::string_view text) {
    uint64_t hash = 0;
    for (size_t i = 0; i < text.size(); ++i) {
      hash = hash * kBase + static_cast<uint8_t>(text[i]) + 1;
      prefixes_[i + 1] = hash;
    }
  }
  void prefetch_prefix(size_t size) const { __builtin_prefetch(&slots_[slot(mix(prefixes_[size]))]); }

  uint32_t find_prefix(std::string_view text, size_t size) const {
    return find(text.substr(0, size), prefixes_[size]);
  }
  uint32_t find_suffix(std::string_view text, size_t begin) const {
    const size_t size = text.size() - begin;
    return find(text.substr(begin), prefixes_[text.size()] - prefixes_[begin] * powers_[size]);
  }

  static constexpr uint32_t kNone = 0xFFFFFFFFu;

 private:
  static uint64_t mix(uint64_t hash) {
    hash ^= hash >> 32;
    hash *= 0xD6E8FEB86659FD93u;
    return hash ^ hash >> 32;
  }
  size_t slot(uint64_t mixed) const { return mixed & (slots_.size() - 1); }

  uint32_t find(std::string_view text, uint64_t hash) const {
    const uint64_t mixed = mix(hash);
    for (size_t at = slot(mixed);; at = (at + 1) & (slots_.size() - 1)) {
      const uint64_t entry = slots_[at];
      if (entry == 0) return kNone;
      const auto index = static_cast<uint32_t>(entry) - 1;
      if (entry >> 32 == mixed >> 32 && tokens_[index].text == text) return index;
    }
  }
  void insert(uint32_t index, uint64_t hash) {
    const uint64_t mixed = mix(hash);
    size_t at = slot(mixed);
    while (slots_[at] != 0) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = (mixed & ~uint64_t{0xFFFFFFFFu}) | (uint64_t{index} + 1);
  }

  const std::vector<SplitToken>& tokens_;
  std::vector<uint64_t> powers_, prefixes_;
  std::vector<uint64_t> slots_;  // upper half of the hash, index + 1
};

bool starts_character(char byte) { return (static_cast<uint8_t>(byte) & 0xC0) != 0x80; }

}  // namespace

TokenSplits token_splits(const std::vector<SplitToken>& tokens, bool characters) {
  TokenSplits splits;
  splits.pairs.reserve(tokens.size() * 2);
  splits.tokens.reserve(tokens.size() * 2);
  TokenHashes hashes(tokens);
  for (size_t i = 0; i < tokens.size(); ++i) {
    const std::string_view text = tokens[i].text;
    hashes.read(text);
    for (size_t at = 1; at < text.size(); ++at) hashes.prefetch_prefix(at);
    for (size_t at = 1; at < text.size(); ++at) {
      if (characters && !starts_character(text[at])) continue;
      const uint32_t left = hashes.find_prefix(text, at);
      if (left == TokenHashes::kNone) continue;
      const uint32_t right = hashes.find_suffix(text, at);
      if (right == TokenHashes::kNone) continue;
      splits.pairs.push_back({tokens[left].symbol, tokens[right].symbol});
      splits.tokens.push_back(static_cast<uint32_t>(i));
    }
  }
  return splits;
}

}  // namespace subwords
