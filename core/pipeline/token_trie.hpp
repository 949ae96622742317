// A static trie that finds the longest of many strings at a position, whatever their number.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace subwords {

// `Unit` is uint8_t (UTF-8) or char32_t. Children of a node stand side by side, sorted by label.
template <class Unit>
class TokenTrie {
 public:
  static constexpr uint32_t kNone = 0xFFFFFFFFu;

  struct Found {
    size_t end = 0;
    uint32_t value = kNone;
  };

  TokenTrie() = default;

  // Of equal strings the first wins.
  explicit TokenTrie(std::vector<std::pair<std::vector<Unit>, uint32_t>> strings) {
    std::stable_sort(strings.begin(), strings.end(),
                     [](const auto& a, const auto& b) {
                       return std::ranges::lexicographical_compare(a.first, b.first);
                     });
    if (!strings.empty()) build(strings);
    if (empty()) return;
    for (uint32_t first = nodes_[0].first; first < nodes_[0].last; ++first) {
      begins_[labels_[first] & 0xFF] = true;
      any_second_ |= nodes_[first].value != kNone;
      for (uint32_t second = nodes_[first].first; second < nodes_[first].last; ++second) {
        comes_second_[labels_[second] & 0xFF] = true;
      }
    }
  }

  bool empty() const { return nodes_.empty(); }
  // Whether the empty string is one of them.
  bool has_empty_string() const { return !empty() && nodes_[0].value != kNone; }
  // Whether a string may begin with this unit (exact for bytes, by the low byte for characters).
  bool may_begin(Unit unit) const { return begins_[unit & 0xFF]; }
  // By low byte: which units begin a string, and which come second.
  const std::array<bool, 256>& first_bytes() const { return begins_; }
  const std::array<bool, 256>& second_bytes() const { return comes_second_; }
  // Whether one of the strings has a single unit, so that anything may come second.
  bool has_single_unit() const { return any_second_; }

  // The longest string that stands at text[begin]; value kNone where none does.
  Found longest(std::span<const Unit> text, size_t begin) const {
    Found found;
    uint32_t node = 0;
    for (size_t i = begin;; ++i) {
      if (nodes_[node].value != kNone) found = {i, nodes_[node].value};
      if (i == text.size()) break;
      node = child(node, text[i]);
      if (node == kNone) break;
    }
    return found;
  }

  // Every string, in the order of the nodes where they end.
  std::vector<std::vector<Unit>> strings() const {
    std::vector<std::vector<Unit>> out, spelled(nodes_.size());
    for (uint32_t node = 0; node < nodes_.size(); ++node) {
      for (uint32_t child = nodes_[node].first; child < nodes_[node].last; ++child) {
        spelled[child] = spelled[node];
        spelled[child].push_back(labels_[child]);
      }
      if (nodes_[node].value != kNone) out.push_back(spelled[node]);
    }
    return out;
  }

 private:
  struct Node {
    uint32_t first = 0, last = 0;  // its children
    uint32_t value = kNone;
  };

  uint32_t child(uint32_t node, Unit label) const {
    const auto first = labels_.begin() + nodes_[node].first;
    const auto last = labels_.begin() + nodes_[node].last;
    const auto found = std::lower_bound(first, last, label);
    if (found == last || *found != label) return kNone;
    return static_cast<uint32_t>(found - labels_.begin());
  }

  // Breadth first: a node is the stretch of sorted strings that share its prefix.
  template <class Strings>
  void build(const Strings& strings) {
    struct Task {
      size_t begin, end, depth;
    };
    std::vector<Task> tasks{{0, strings.size(), 0}};
    nodes_.emplace_back();
    labels_.push_back(Unit{});  // the root's, never looked at
    for (uint32_t node = 0; node < nodes_.size(); ++node) {
      auto [begin, end, depth] = tasks[node];
      if (strings[begin].first.size() == depth) nodes_[node].value = strings[begin].second;
      while (begin < end && strings[begin].first.size() == depth) ++begin;
      nodes_[node].first = static_cast<uint32_t>(nodes_.size());
      while (begin < end) {
        const Unit label = strings[begin].first[depth];
        size_t next = begin;
        while (next < end && strings[next].first[depth] == label) ++next;
        tasks.push_back({begin, next, depth + 1});
        nodes_.emplace_back();
        labels_.push_back(label);
        begin = next;
      }
      nodes_[node].last = static_cast<uint32_t>(nodes_.size());
    }
  }

  std::vector<Node> nodes_;
  std::vector<Unit> labels_;  // of the edge that leads to a node
  std::array<bool, 256> begins_{}, comes_second_{};
  bool any_second_ = false;
};

}  // namespace subwords
