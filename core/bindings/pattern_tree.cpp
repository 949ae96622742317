#include "pattern_tree.hpp"

#include <map>
#include <string>

namespace subwords::bindings {
namespace {

using patterns::AnchorKind;
using patterns::Node;
using patterns::NodeKind;
using patterns::RepeatMode;

const std::map<std::string, NodeKind> kKinds = {
    {"chars", NodeKind::kChars},   {"seq", NodeKind::kSeq},   {"alt", NodeKind::kAlt},
    {"repeat", NodeKind::kRepeat}, {"atomic", NodeKind::kAtomic}, {"look", NodeKind::kLook},
    {"anchor", NodeKind::kAnchor},
};

const std::map<std::string, RepeatMode> kModes = {
    {"greedy", RepeatMode::kGreedy},
    {"lazy", RepeatMode::kLazy},
    {"possessive", RepeatMode::kPossessive},
};

const std::map<std::string, AnchorKind> kAnchors = {
    {"text_start", AnchorKind::kTextStart},
    {"text_end", AnchorKind::kTextEnd},
    {"line_start", AnchorKind::kLineStart},
    {"line_end", AnchorKind::kLineEnd},
    {"text_end_or_last_newline", AnchorKind::kTextEndOrLastNewline},
    {"word_boundary", AnchorKind::kWordBoundary},
    {"not_word_boundary", AnchorKind::kNotWordBoundary},
};

template <class Enum>
Enum named(const std::map<std::string, Enum>& names, nb::handle name) {
  const std::string key = nb::cast<std::string>(name);
  const auto found = names.find(key);
  if (found == names.end()) throw nb::value_error(("not in a pattern tree: " + key).c_str());
  return found->second;
}

nb::handle field(const nb::tuple& tuple, size_t at) {
  if (at >= tuple.size()) throw nb::value_error("a node of a pattern tree lacks a field");
  return tuple[at];
}

patterns::CharSet char_set(nb::handle ranges) {
  patterns::CharSet set;
  for (nb::handle item : nb::cast<nb::tuple>(ranges)) {
    const nb::tuple range = nb::cast<nb::tuple>(item);
    set.push_back({static_cast<char32_t>(nb::cast<uint32_t>(field(range, 0))),
                   static_cast<char32_t>(nb::cast<uint32_t>(field(range, 1)))});
  }
  return set;
}

// A greater limit cannot be reached: texts are shorter.
uint32_t limit(nb::handle number) {
  const auto value = nb::cast<uint64_t>(number);
  return value > UINT32_MAX ? UINT32_MAX : static_cast<uint32_t>(value);
}

Node tree_at(nb::handle object, uint32_t depth) {
  const nb::tuple tuple = nb::cast<nb::tuple>(object);
  Node node;
  node.kind = named(kKinds, field(tuple, 0));
  // One level more than the compiler takes, so that it sees the excess and says so.
  if (depth > patterns::kMaxDepth) return node;
  const auto add = [&](nb::handle item) { node.items.push_back(tree_at(item, depth + 1)); };
  switch (node.kind) {
    case NodeKind::kChars: node.chars = char_set(field(tuple, 1)); break;
    case NodeKind::kSeq:
    case NodeKind::kAlt:
      for (nb::handle item : nb::cast<nb::tuple>(field(tuple, 1))) add(item);
      break;
    case NodeKind::kRepeat:
      add(field(tuple, 1));
      node.least = limit(field(tuple, 2));
      if (!field(tuple, 3).is_none()) node.most = limit(field(tuple, 3));
      node.mode = named(kModes, field(tuple, 4));
      break;
    case NodeKind::kAtomic: add(field(tuple, 1)); break;
    case NodeKind::kLook:
      add(field(tuple, 1));
      node.behind = nb::cast<bool>(field(tuple, 2));
      node.negate = nb::cast<bool>(field(tuple, 3));
      break;
    case NodeKind::kAnchor: node.anchor = named(kAnchors, field(tuple, 1)); break;
  }
  return node;
}

}  // namespace

patterns::Node pattern_tree(nb::handle tuples) {
  try {
    return tree_at(tuples, 0);
  } catch (const nb::cast_error&) {
    throw nb::value_error("not a pattern tree");
  }
}

std::shared_ptr<const patterns::Pattern> compile_or_raise(const patterns::Node& tree) {
  patterns::CompiledPattern compiled = patterns::compile(tree);
  if (compiled.pattern == nullptr) throw nb::value_error(compiled.reason.c_str());
  return std::move(compiled.pattern);
}

std::shared_ptr<const patterns::Pattern> compiled_pattern(nb::handle tuples) {
  return compile_or_raise(pattern_tree(tuples));
}

}  // namespace subwords::bindings
