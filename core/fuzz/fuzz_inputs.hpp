// What several fuzzers make of their input: text that is UTF-8, and normalizer maps.
#pragma once
#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fuzz/fuzz.hpp"
#include "normalize/charsmap.hpp"
#include "text/utf8.hpp"

namespace subwords::fuzz {

// What the input says, with broken bytes read as U+FFFD.
inline std::string repaired(std::string_view input) {
  std::string text;
  const auto* p = reinterpret_cast<const uint8_t*>(input.data());
  const auto* const end = p + input.size();
  while (p < end) {
    const size_t size = utf8::valid_prefix(p, end);
    if (size == 0) {
      utf8::append(text, 0xFFFD);
      ++p;
    } else {
      text.append(reinterpret_cast<const char*>(p), size);
      p += size;
    }
  }
  return text;
}

inline std::vector<char32_t> code_points(std::string_view text) {
  std::vector<char32_t> out;
  const auto* p = reinterpret_cast<const uint8_t*>(text.data());
  const auto* const end = p + text.size();
  while (p < end) {
    char32_t c = 0;
    p = utf8::decode(p, c);
    out.push_back(c);
  }
  return out;
}

// A compiled map, its trie laid out as reference/charsmap.py says: a block of 256 cells for the
// children of each node, and the value of a string in its cell 0.
class CharsmapWriter {
 public:
  CharsmapWriter() : units_(1), blocks_{0} { open_block(0); }

  void add(std::string_view from, std::string_view to) {
    size_t node = 0;
    for (const char c : from) {
      const auto byte = static_cast<uint8_t>(c);
      if (byte == 0) return;
      const size_t child = blocks_[node] + byte;
      if (units_[child] == 0) {
        units_[child] = byte;
        open_block(child);
      }
      node = child;
    }
    if (node == 0 || units_[blocks_[node]] != 0) return;
    units_[node] |= 0x100;
    units_[blocks_[node]] = 0x80000000u | static_cast<uint32_t>(texts_.size());
    texts_ += to;
    texts_ += '\0';
  }

  std::string bytes() const {
    std::string out;
    const auto append = [&out](uint32_t value) {
      for (int k = 0; k < 4; ++k) out += static_cast<char>(value >> 8 * k & 0xFF);
    };
    append(static_cast<uint32_t>(units_.size() * 4));
    for (const uint32_t unit : units_) append(unit);
    return out + texts_;
  }

 private:
  // Gives a node room for its children.
  void open_block(size_t node) {
    const size_t block = (units_.size() + 255) / 256 * 256;
    units_.resize(block + 256);
    blocks_.resize(units_.size());
    blocks_[node] = block;
    units_[node] |= static_cast<uint32_t>(block ^ node) << 10;
  }

  std::vector<uint32_t> units_;
  std::vector<size_t> blocks_;  // by node
  std::string texts_;
};

// A map of some of the strings to others, at times a damaged one; an empty one where the damage is
// such that it is no map.
inline std::shared_ptr<const Charsmap> random_charsmap(const std::vector<std::string>& strings,
                                                       Random& random) {
  CharsmapWriter writer;
  bool any = false;
  const auto cut = [&](const std::string& text) {  // at most two characters of it
    const std::vector<char32_t> chars = code_points(text);
    std::string out;
    const size_t begin = random.below(chars.size());
    for (size_t i = begin; i < std::min(chars.size(), begin + 2); ++i) utf8::append(out, chars[i]);
    return out;
  };
  for (size_t count = strings.empty() ? 0 : random.below(6); count > 0; --count) {
    const std::string from = cut(strings[random.below(strings.size())]);
    const std::string to = cut(strings[random.below(strings.size())]);
    writer.add(from, random.below(6) == 0 ? "" : random.below(6) == 0 ? " " : to);
    any = true;
  }
  if (any && random.below(3) == 0) writer.add(random.below(2) == 0 ? "\t" : "\xE3\x80\x80", " ");
  std::string bytes = any ? writer.bytes() : "";
  if (any && random.below(4) == 0) {
    for (size_t edits = random.below(8); edits > 0; --edits) {
      bytes[random.below(bytes.size())] = static_cast<char>(random.below(256));
    }
  }
  auto map = Charsmap::read(bytes);
  return map != nullptr ? map : Charsmap::read("");
}

}  // namespace subwords::fuzz
