// Questions about pattern trees that decide how, and whether, they become automata.
#include "patterns/tree.hpp"

#include <algorithm>

namespace subwords::patterns {
namespace {

constexpr char32_t kNewline = U'\n';
const CharSet kEvery = {{0, kLastCodePoint}};

void check_chars(const CharSet& set) {
  for (size_t i = 0; i < set.size(); ++i) {
    const bool ordered = i == 0 || set[i - 1].high < set[i].low;
    if (set[i].low > set[i].high || set[i].high > kLastCodePoint || !ordered) {
      throw NotCompilable("a character set is not sorted ranges of code points");
    }
  }
}

Node chars_node(CharSet set) {
  Node node;
  node.kind = NodeKind::kChars;
  node.chars = std::move(set);
  return node;
}

Node without_items(const Node& node) {
  Node out = chars_node(node.chars);
  out.kind = node.kind;
  out.least = node.least;
  out.most = node.most;
  out.mode = node.mode;
  out.behind = node.behind;
  out.negate = node.negate;
  out.anchor = node.anchor;
  return out;
}

void append_flat(Node& parent, Node child) {
  if (child.kind == parent.kind) {
    for (Node& item : child.items) parent.items.push_back(std::move(item));
  } else {
    parent.items.push_back(std::move(child));
  }
}

// Neighbouring options that are one character each are one set: their order cannot matter.
void append_option(Node& alt, Node option) {
  const bool joins = option.kind == NodeKind::kChars && !alt.items.empty() &&
                     alt.items.back().kind == NodeKind::kChars;
  if (joins) {
    alt.items.back().chars = unite(alt.items.back().chars, option.chars);
  } else {
    alt.items.push_back(std::move(option));
  }
}

Node simplify_at(const Node& node, uint32_t depth) {
  if (depth > kMaxDepth) throw NotCompilable("the pattern is nested too deeply");
  if (node.kind == NodeKind::kChars) check_chars(node.chars);
  Node out = without_items(node);
  for (const Node& item : node.items) {
    Node child = simplify_at(item, depth + 1);
    if (node.kind == NodeKind::kSeq) {
      append_flat(out, std::move(child));
    } else if (node.kind == NodeKind::kAlt && child.kind == NodeKind::kAlt) {
      for (Node& option : child.items) append_option(out, std::move(option));
    } else if (node.kind == NodeKind::kAlt) {
      append_option(out, std::move(child));
    } else {
      out.items.push_back(std::move(child));
    }
  }
  const bool list = node.kind == NodeKind::kSeq || node.kind == NodeKind::kAlt;
  if (list && out.items.size() == 1) return Node(std::move(out.items[0]));
  if (node.kind == NodeKind::kAlt && out.items.empty()) return chars_node({});
  const bool single = node.kind == NodeKind::kRepeat || node.kind == NodeKind::kAtomic ||
                      node.kind == NodeKind::kLook;
  if (single && out.items.size() != 1) throw NotCompilable("a group without its one item");
  if (node.kind == NodeKind::kRepeat && node.most && *node.most < node.least) {
    throw NotCompilable("a repeat whose limits are out of order");
  }
  // A set alone, once: nothing to give back.
  const bool atomic_set = node.kind == NodeKind::kAtomic && unambiguous(out.items[0]);
  const bool once = node.kind == NodeKind::kRepeat && node.least == 1 && node.most == 1u &&
                    (node.mode != RepeatMode::kPossessive || unambiguous(out.items[0]));
  if (atomic_set || once) return Node(std::move(out.items[0]));
  return out;
}

Neighbour negated(const Neighbour& neighbour) {
  return {complement(neighbour.chars), !neighbour.edge};
}

std::optional<Neighbour> decided_by_one(const Node& node, bool behind);

std::optional<Neighbour> sequence_decided_by_one(const Node& node, bool behind) {
  if (node.items.empty()) return Neighbour{kEvery, true};
  // What stands nearest decides, if the rest can always match the empty string.
  const size_t near = behind ? node.items.size() - 1 : 0;
  for (size_t i = 0; i < node.items.size(); ++i) {
    const bool rest_matches = node.items[i].kind == NodeKind::kRepeat && node.items[i].least == 0;
    if (i != near && !rest_matches) return std::nullopt;
  }
  return decided_by_one(node.items[near], behind);
}

// Where the node matches (ahead: from here on; behind: up to here), told by one neighbour.
std::optional<Neighbour> decided_by_one(const Node& node, bool behind) {
  switch (node.kind) {
    case NodeKind::kChars: return Neighbour{node.chars, false};
    case NodeKind::kSeq: return sequence_decided_by_one(node, behind);
    case NodeKind::kAlt: {
      Neighbour all;
      for (const Node& option : node.items) {
        const auto one = decided_by_one(option, behind);
        if (!one) return std::nullopt;
        all = {unite(all.chars, one->chars), all.edge || one->edge};
      }
      return all;
    }
    case NodeKind::kRepeat:
      if (node.least == 0) return Neighbour{kEvery, true};
      return node.least == 1 ? decided_by_one(node.items[0], behind) : std::nullopt;
    case NodeKind::kAtomic: return decided_by_one(node.items[0], behind);
    case NodeKind::kLook:
    case NodeKind::kAnchor: {
      const auto condition = one_character_condition(node);
      if (!condition || condition->behind != behind) return std::nullopt;
      return condition->neighbour;
    }
  }
  return std::nullopt;
}

// The characters a match can begin with.
CharSet first_chars(const Node& node) {
  switch (node.kind) {
    case NodeKind::kChars: return node.chars;
    case NodeKind::kSeq:
    case NodeKind::kAlt: {
      CharSet all;
      for (const Node& item : node.items) {
        all = unite(all, first_chars(item));
        if (node.kind == NodeKind::kSeq && !nullable(item)) break;
      }
      return all;
    }
    case NodeKind::kRepeat:
    case NodeKind::kAtomic: return first_chars(node.items[0]);
    case NodeKind::kLook:
    case NodeKind::kAnchor: break;
  }
  return {};
}

}  // namespace

CharSet unite(const CharSet& a, const CharSet& b) {
  CharSet all(a);
  all.insert(all.end(), b.begin(), b.end());
  std::sort(all.begin(), all.end());
  CharSet out;
  for (const CharRange& range : all) {
    if (!out.empty() && range.low <= out.back().high + 1) {
      out.back().high = std::max(out.back().high, range.high);
    } else {
      out.push_back(range);
    }
  }
  return out;
}

CharSet complement(const CharSet& set) {
  CharSet out;
  char32_t next = 0;
  for (const CharRange& range : set) {
    if (range.low > next) out.push_back({next, range.low - 1});
    next = range.high + 1;
  }
  if (next <= kLastCodePoint) out.push_back({next, kLastCodePoint});
  return out;
}

bool overlap(const CharSet& a, const CharSet& b) {
  size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (a[i].high < b[j].low) {
      ++i;
    } else if (b[j].high < a[i].low) {
      ++j;
    } else {
      return true;
    }
  }
  return false;
}

Node simplify(const Node& node) { return simplify_at(node, 0); }

bool nullable(const Node& node) {
  const auto item_nullable = [](const Node& item) { return nullable(item); };
  switch (node.kind) {
    case NodeKind::kChars: return false;
    case NodeKind::kSeq: return std::all_of(node.items.begin(), node.items.end(), item_nullable);
    case NodeKind::kAlt: return std::any_of(node.items.begin(), node.items.end(), item_nullable);
    case NodeKind::kRepeat: return node.least == 0 || nullable(node.items[0]);
    case NodeKind::kAtomic: return nullable(node.items[0]);
    case NodeKind::kLook:
    case NodeKind::kAnchor: break;
  }
  return true;
}

std::optional<Condition> one_character_condition(const Node& node) {
  if (node.kind == NodeKind::kLook) {
    const auto neighbour = decided_by_one(node.items[0], node.behind);
    if (!neighbour) return std::nullopt;
    return Condition{node.negate ? negated(*neighbour) : *neighbour, node.behind};
  }
  switch (node.anchor) {
    case AnchorKind::kTextStart: return Condition{{{}, true}, true};
    case AnchorKind::kTextEnd: return Condition{{{}, true}, false};
    case AnchorKind::kLineStart: return Condition{{{{kNewline, kNewline}}, true}, true};
    case AnchorKind::kLineEnd: return Condition{{{{kNewline, kNewline}}, true}, false};
    case AnchorKind::kTextEndOrLastNewline:
    case AnchorKind::kWordBoundary:
    case AnchorKind::kNotWordBoundary: break;
  }
  return std::nullopt;
}

bool unambiguous(const Node& node) {
  switch (node.kind) {
    case NodeKind::kChars:
    case NodeKind::kLook:
    case NodeKind::kAnchor: return true;
    case NodeKind::kSeq:
      return std::all_of(node.items.begin(), node.items.end(),
                         [](const Node& item) { return unambiguous(item); });
    case NodeKind::kAlt: {
      CharSet seen;
      for (const Node& option : node.items) {
        if (nullable(option) || !unambiguous(option)) return false;
        const CharSet first = first_chars(option);
        if (overlap(seen, first)) return false;
        seen = unite(seen, first);
      }
      return true;
    }
    case NodeKind::kRepeat: return node.most == node.least && unambiguous(node.items[0]);
    case NodeKind::kAtomic: return unambiguous(node.items[0]);
  }
  return false;
}

}  // namespace subwords::patterns
