// Which characters an alphabet keeps where it may not keep all.
#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace subwords {

// Characters that are always kept count against the limit (negative: none); the most frequent fill
// the rest, the smaller first of two that are as frequent. `characters[c]` has `count` and `kept`;
// `present` is sorted. Returns what was dropped, and how often it occurs.
template <class Characters>
std::vector<std::pair<char32_t, uint64_t>> keep_most_frequent(const std::vector<char32_t>& present,
                                                              Characters& characters,
                                                              int64_t limit) {
  std::vector<char32_t> ranked;
  for (const char32_t c : present) {
    if (!characters[c].kept) ranked.push_back(c);
  }
  std::stable_sort(ranked.begin(), ranked.end(), [&](char32_t a, char32_t b) {
    return characters[a].count > characters[b].count;
  });
  const auto always = static_cast<int64_t>(present.size() - ranked.size());
  const auto number = static_cast<int64_t>(ranked.size());
  const int64_t room = limit < 0 ? number : std::clamp<int64_t>(limit - always, 0, number);
  std::vector<std::pair<char32_t, uint64_t>> dropped;
  for (int64_t i = 0; i < number; ++i) {
    auto& character = characters[ranked[static_cast<size_t>(i)]];
    character.kept = i < room;
    if (i >= room) dropped.emplace_back(ranked[static_cast<size_t>(i)], character.count);
  }
  return dropped;
}

}  // namespace subwords
