#include "patterns/fuse.hpp"

#include <algorithm>
#include <optional>

namespace subwords::patterns {
namespace {

// A split by single characters of a set.
struct SetSplit {
  std::vector<bool> members;      // by class; the edge is none
  bool whole_runs = false;        // X+; else X{1,n}
  bool single = false;            // X alone
};

std::vector<bool> members_of(const CharSet& set, const ClassMap& map, size_t width) {
  std::vector<bool> members(width, false);
  for (const CharRange& range : set) {
    for (char32_t c = range.low; c <= range.high; ++c) members[map.of(c)] = true;
  }
  return members;
}

std::optional<SetSplit> set_split(const Node& tree, const ClassMap& map, size_t width) {
  const Node node = simplify(tree);
  if (node.kind == NodeKind::kChars) return SetSplit{members_of(node.chars, map, width), false, true};
  const bool repeat = node.kind == NodeKind::kRepeat && node.items[0].kind == NodeKind::kChars &&
                      node.least == 1 && node.mode != RepeatMode::kLazy;
  if (!repeat) return std::nullopt;
  return SetSplit{members_of(node.items[0].chars, map, width), !node.most.has_value(), false};
}

// Whether there is a match in some text of these characters alone.
bool matches_within(const Dfa& dfa, const std::vector<bool>& set) {
  std::vector<uint32_t> pending(dfa.starts);
  std::vector<bool> seen(dfa.table.size(), false);
  while (!pending.empty()) {
    const uint32_t row = pending.back();
    pending.pop_back();
    if (seen[row]) continue;
    seen[row] = true;
    if (dfa.step(row, dfa.edge()).accepts()) return true;
    for (Class c = 0; c < dfa.edge(); ++c) {
      if (set[c] && dfa.step(row, c).accepts()) return true;
      if (set[c]) pending.push_back(dfa.step(row, c).row());
    }
  }
  return false;
}

// Copies rows into `out`; classes for which `edge` does as the edge of the text does. Returns by
// how much the rows moved.
uint32_t append(Dfa& out, const Dfa& dfa, const std::vector<bool>& edge) {
  const auto offset = static_cast<uint32_t>(out.table.size());
  for (uint32_t row = 0; row < dfa.table.size(); row += dfa.width) {
    for (Class c = 0; c < dfa.width; ++c) {
      const Dfa::Step step = dfa.step(row, edge[c] ? dfa.edge() : c);
      const uint32_t to = step.row() == Dfa::kDead || edge[c] ? Dfa::kDead : step.row() + offset;
      out.table.push_back(to << 1 | static_cast<uint32_t>(step.accepts()));
      if (c == dfa.edge()) break;
    }
  }
  return offset;
}

// Gaps of pieces of different kinds stay apart.
std::vector<uint8_t> split_kinds(const Dfa& rest, const std::vector<bool>& members) {
  std::vector<uint8_t> kinds = rest.kinds;
  const auto more = static_cast<uint8_t>(*std::max_element(kinds.begin(), kinds.end()) + 1);
  for (size_t c = 0; c < kinds.size(); ++c) kinds[c] = static_cast<uint8_t>(kinds[c] + more * members[c]);
  return kinds;
}

// The automaton of a split by a set and what comes after it. Pieces of X are matches of `first`, or
// cut by the rest as well.
Dfa fused(const SetSplit& split, const Dfa& first, const Dfa& rest, bool cut_pieces) {
  const size_t width = rest.width;
  std::vector<bool> outside = split.members;
  outside.flip();
  std::vector<bool> nothing(width, false), inside = split.members;
  inside[rest.edge()] = false;
  outside[rest.edge()] = false;
  Dfa out;
  out.width = rest.width;
  out.table.assign(width, 0);  // dead
  const uint32_t without = append(out, rest, inside);
  const uint32_t within = cut_pieces ? append(out, rest, outside) : append(out, first, nothing);
  for (Class before = 0; before < width; ++before) {
    const auto row = static_cast<uint32_t>(out.table.size());
    out.starts.push_back(row);
    for (Class c = 0; c < width; ++c) {
      const bool of_set = split.members[c];
      // A piece begins where the kind of character changes, and nothing before it is seen.
      const bool same_piece = before != rest.edge() && split.members[before] == of_set;
      const Class seen = same_piece ? before : rest.edge();
      const bool by_first = of_set && !cut_pieces;
      const uint32_t start = by_first ? first.start(first.edge()) : rest.start(seen);
      const uint32_t offset = of_set ? within : without;
      const uint32_t bits = out.table[start + offset + c];
      out.table.push_back(bits);
      if (c == rest.edge()) break;
    }
    if (before == rest.edge()) break;
  }
  out.kinds = cut_pieces ? split_kinds(rest, split.members) : rest.kinds;
  Dfa small = minimize(out);
  small.looks_behind = false;
  for (const uint32_t start : small.starts) small.looks_behind |= start != small.starts[0];
  return small;
}

}  // namespace

bool always_matches(const Dfa& dfa) {
  // States that can be reached without a match; one of them that dies shows a gap.
  std::vector<uint32_t> pending(dfa.starts);
  std::vector<bool> seen(dfa.table.size(), false);
  while (!pending.empty()) {
    const uint32_t row = pending.back();
    pending.pop_back();
    if (seen[row]) continue;
    seen[row] = true;
    for (Class c = 0; c < dfa.width; ++c) {
      const Dfa::Step step = dfa.step(row, c);
      const bool at_start = std::find(dfa.starts.begin(), dfa.starts.end(), row) != dfa.starts.end();
      if (c == dfa.edge()) {
        if (!at_start && !step.accepts()) return false;
        break;
      }
      if (step.accepts()) continue;
      if (step.row() == Dfa::kDead) return false;
      pending.push_back(step.row());
    }
  }
  return true;
}

void fuse_levels(std::vector<PatternScanner::Level>& levels, const std::vector<Node>& trees,
                 const ClassMap& map) {
  while (levels.size() > 1) {
    const auto& [rest, rest_keep] = levels.back();
    const auto& [first, first_keep] = levels[levels.size() - 2];
    const auto split = set_split(trees[levels.size() - 2], map, rest.width);
    if (!split || first_keep != Keep::kAll) return;
    if (rest_keep != Keep::kAll && !always_matches(rest)) return;
    // A piece of X{1,n} is not the whole run, so the rest must leave it alone.
    const bool cuts = !split->single && matches_within(rest, split->members);
    if (first.looks_behind || (cuts && !split->whole_runs)) return;
    Dfa one = fused(*split, first, rest, cuts);
    levels.pop_back();
    levels.back() = {std::move(one), Keep::kAll};
  }
}

}  // namespace subwords::patterns
