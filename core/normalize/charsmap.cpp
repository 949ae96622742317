#include "normalize/charsmap.hpp"

#include <algorithm>
#include <cstring>
#include <unordered_set>

#include "text/steps.hpp"
#include "text/utf8.hpp"

namespace subwords {
namespace {

// Longer strings, in characters, are not looked for: a damaged trie may have no end.
constexpr size_t kLongest = 1024;

uint32_t little_endian(std::string_view data, size_t at) {
  uint32_t value = 0;
  for (size_t i = 4; i-- > 0;) value = value << 8 | static_cast<uint8_t>(data[at + i]);
  return value;
}

}  // namespace

std::shared_ptr<const Charsmap> Charsmap::read(std::string_view data) {
  auto map = std::make_shared<Charsmap>();
  if (!data.empty()) {
    if (data.size() < 8) return nullptr;
    const size_t size = little_endian(data, 0);
    if (size % 4 != 0 || size < 4 || size > data.size() - 4) return nullptr;
    map->units_.resize(size / 4);
    for (size_t i = 0; i < size / 4; ++i) map->units_[i] = little_endian(data, 4 + 4 * i);
    map->texts_ = data.substr(4 + size);
    if (!map->texts_.empty() && map->texts_.back() != '\0') return nullptr;
    if (utf8::validate(map->texts_) != map->texts_.size()) return nullptr;
  }
  map->note_ascii();
  return map;
}

void Charsmap::note_ascii() {
  const auto is_kept = [this](char32_t c) {
    if (empty()) return true;
    Walk first{offset(units_[0]), false};
    if (!step(first, static_cast<uint8_t>(c))) return true;
    if (first.ends) return false;
    for (uint8_t next = 0; next < 0x80; ++next) {
      Walk second = first;
      if (step(second, next)) return false;
    }
    return true;
  };
  for (char32_t c = 0; c < 0x80; ++c) keeps_before_ascii_[c] = is_kept(c);
}

// All units that can be reached from a position by one byte stand in one block of 256.
size_t Charsmap::bytes_from(size_t position, std::array<uint8_t, 256>& bytes) const {
  const size_t begin = position & ~size_t{0xFF};
  if (begin >= units_.size()) return 0;
  const size_t size = std::min<size_t>(256, units_.size() - begin);
  uint32_t block[256];
  std::fill(std::copy_n(units_.begin() + static_cast<std::ptrdiff_t>(begin), size, block),
            std::end(block), 0x80000000u);
  const auto low = static_cast<uint32_t>(position & 0xFF);
  alignas(8) uint8_t found[256];
  for (uint32_t i = 0; i < 256; ++i) found[i] = (block[i] & 0x800000FFu) == (i ^ low);
  size_t count = 0;
  for (uint32_t i = 0; i < 256; i += 8) {
    uint64_t eight;
    std::memcpy(&eight, found + i, 8);
    if (eight == 0) continue;
    for (uint32_t k = i; k < i + 8; ++k) {
      if (found[k] != 0) bytes[count++] = static_cast<uint8_t>(k ^ low);
    }
  }
  return count;
}

std::optional<std::vector<char32_t>> Charsmap::followers() const {
  std::vector<char32_t> found;
  if (empty()) return found;
  struct Node {
    size_t position;
    char32_t partial;   // of the character at hand, as far as it is read
    uint8_t missing;    // bytes of it
    bool first;         // it is the first of its string
  };
  std::vector<Node> waiting{{offset(units_[0]), 0, 0, true}};
  std::array<uint8_t, 256> bytes;
  // Strings may share their ends, which are then visited once. A damaged trie may have no end.
  std::unordered_set<uint64_t> seen;
  for (size_t budget = 2 * units_.size() + 1; !waiting.empty() && budget > 0; --budget) {
    const Node node = waiting.back();
    waiting.pop_back();
    const unsigned low = node.missing != 0 ? 0x80 : 0, high = node.missing != 0 ? 0xC0 : 0xF5;
    const size_t count = bytes_from(node.position, bytes);
    for (size_t i = 0; i < count; ++i) {
      const unsigned byte = bytes[i];
      if (byte < low || byte >= high) continue;
      Walk walk{node.position, false};
      step(walk, static_cast<uint8_t>(byte));
      Node next{walk.position, 0, 0, node.first};
      if (node.missing != 0) {
        next.partial = node.partial << 6 | (byte & 0x3F);
        next.missing = static_cast<uint8_t>(node.missing - 1);
      } else if (byte < 0x80) {
        next.partial = byte;
      } else if (byte >= 0xC0) {
        next.missing = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : 1;
        next.partial = byte & (0x3Fu >> next.missing);
      } else {
        continue;
      }
      if (next.missing == 0) {
        if (!next.first) found.push_back(next.partial);
        next.first = false;
      }
      const uint64_t key = uint64_t{next.position} << 24 | next.partial << 3 |
                           uint64_t{next.missing} << 1 | next.first;
      if (seen.insert(key).second) waiting.push_back(next);
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  if (!waiting.empty()) return std::nullopt;
  return found;
}

std::optional<std::string_view> Charsmap::text_at(size_t position) const {
  if (position >= units_.size()) return std::nullopt;
  const size_t begin = units_[position] & 0x7FFFFFFFu;
  if (begin >= texts_.size()) return std::nullopt;
  // A damaged map may point into the middle of a character.
  if ((static_cast<uint8_t>(texts_[begin]) & 0xC0) == 0x80) return std::nullopt;
  return std::string_view(texts_).substr(begin, texts_.find('\0', begin) - begin);
}

template <bool shortest>
Charsmap::Match Charsmap::find(std::span<const char32_t> chars, size_t begin) const {
  Match match;
  if (empty()) return match;
  Walk walk{offset(units_[0]), false};
  const size_t last = std::min(chars.size(), begin + kLongest);
  for (size_t at = begin; at < last; ++at) {
    uint8_t bytes[4];
    const size_t size = utf8::encode(chars[at], bytes);
    for (size_t k = 0; k < size; ++k) {
      SUBWORDS_STEP();
      if (!step(walk, bytes[k])) return match;
    }
    if (!walk.ends) continue;
    if (const auto text = text_at(walk.position)) {
      match = {at + 1, *text};
      if (shortest) return match;
    }
  }
  return match;
}

template Charsmap::Match Charsmap::find<false>(std::span<const char32_t>, size_t) const;
template Charsmap::Match Charsmap::find<true>(std::span<const char32_t>, size_t) const;

Charsmap::Match Charsmap::longest(std::string_view utf8) const {
  Match match;
  if (empty()) return match;
  Walk walk{offset(units_[0]), false};
  for (size_t at = 0; at < std::min(utf8.size(), kLongest); ++at) {
    if (!step(walk, static_cast<uint8_t>(utf8[at]))) return match;
    const bool whole =
        at + 1 == utf8.size() || (static_cast<uint8_t>(utf8[at + 1]) & 0xC0) != 0x80;
    if (!walk.ends || !whole) continue;
    if (const auto text = text_at(walk.position)) match = {at + 1, *text};
  }
  return match;
}

}  // namespace subwords
