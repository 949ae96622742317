// From tree to instructions, built from the end backwards so that every jump is known when it is
// written. Possessive repeats of one character become a look at the next one: X*+ is X*(?!X).
#include "patterns/nfa.hpp"

#include <optional>

namespace subwords::patterns {
namespace {

constexpr size_t kMaxInstructions = 20000;
constexpr const char* kLookReason =
    "a look that more than one character decides, or a word boundary";

class Builder {
 public:
  explicit Builder(const Partition& partition) : partition_(partition) {}

  Nfa build(const Node& root) {
    nfa_.start = compile(root, add({Instruction::Kind::kMatch, 0, 0, 0}));
    return std::move(nfa_);
  }

 private:
  static constexpr uint32_t kMatchAt = 0;

  uint32_t add(Instruction instruction) {
    if (nfa_.code.size() >= kMaxInstructions) throw NotCompilable("the pattern is too large");
    nfa_.code.push_back(instruction);
    return static_cast<uint32_t>(nfa_.code.size() - 1);
  }

  uint32_t add_set(ClassSet set) {
    for (uint32_t i = 0; i < nfa_.sets.size(); ++i) {
      if (nfa_.sets[i] == set) return i;
    }
    nfa_.sets.push_back(std::move(set));
    return static_cast<uint32_t>(nfa_.sets.size() - 1);
  }

  // The instruction to enter for: match the node, then go on at `next`.
  uint32_t compile(const Node& node, uint32_t next) {
    switch (node.kind) {
      case NodeKind::kChars:
        return add({Instruction::Kind::kChars, add_set(partition_.members(node.chars, false)), next, 0});
      case NodeKind::kSeq:
        for (size_t i = node.items.size(); i-- > 0;) next = compile(node.items[i], next);
        return next;
      case NodeKind::kAlt: return compile_choice(node, next);
      case NodeKind::kRepeat: return compile_repeat(node, next);
      case NodeKind::kAtomic:
        // Where nothing follows, the first way is taken anyway.
        if (next == kMatchAt || unambiguous(node.items[0])) return compile(node.items[0], next);
        throw NotCompilable("an atomic group that could have matched in several ways");
      case NodeKind::kLook:
      case NodeKind::kAnchor: return compile_condition(node, next);
    }
    return next;
  }

  uint32_t compile_choice(const Node& node, uint32_t next) {
    uint32_t entry = compile(node.items.back(), next);
    for (size_t i = node.items.size() - 1; i-- > 0;) {
      const uint32_t option = compile(node.items[i], next);
      entry = add({Instruction::Kind::kSplit, 0, option, entry});
    }
    return entry;
  }

  uint32_t compile_condition(const Node& node, uint32_t next) {
    const auto condition = one_character_condition(node);
    if (!condition) throw NotCompilable(kLookReason);
    const Neighbour& neighbour = condition->neighbour;
    const uint32_t set = add_set(partition_.members(neighbour.chars, neighbour.edge));
    const auto kind = condition->behind ? Instruction::Kind::kBehind : Instruction::Kind::kAhead;
    return add({kind, set, next, 0});
  }

  uint32_t compile_repeat(const Node& node, uint32_t next) {
    const Node& item = node.items[0];
    if (node.most == 0u) return next;
    if (nullable(item) && node.most != 1u) {
      throw NotCompilable("a repeat of something that can be empty");
    }
    RepeatMode mode = node.mode;
    uint32_t leave = next;  // where to go with fewer repeats than allowed
    if (mode == RepeatMode::kPossessive && next != kMatchAt) {
      if (item.kind != NodeKind::kChars) {
        if (node.least != node.most || !unambiguous(item)) {
          throw NotCompilable("a possessive repeat of more than single characters");
        }
      } else {
        ClassSet others = partition_.members(item.chars, false);
        others.flip();
        leave = add({Instruction::Kind::kAhead, add_set(std::move(others)), next, 0});
      }
    }
    uint32_t entry = node.most ? optional_repeats(node, next, leave, mode == RepeatMode::kLazy)
                               : endless_repeat(item, leave, mode == RepeatMode::kLazy);
    for (uint32_t i = 0; i < node.least; ++i) entry = compile(item, entry);
    return entry;
  }

  uint32_t split(uint32_t again, uint32_t leave, bool lazy) {
    return add({Instruction::Kind::kSplit, 0, lazy ? leave : again, lazy ? again : leave});
  }

  uint32_t optional_repeats(const Node& node, uint32_t next, uint32_t leave, bool lazy) {
    uint32_t entry = next;
    for (uint32_t i = node.least; i < *node.most; ++i) {
      entry = split(compile(node.items[0], entry), leave, lazy);
    }
    return entry;
  }

  uint32_t endless_repeat(const Node& item, uint32_t leave, bool lazy) {
    const uint32_t loop = split(0, leave, lazy);
    const uint32_t body = compile(item, loop);
    (lazy ? nfa_.code[loop].second : nfa_.code[loop].next) = body;
    return loop;
  }

  const Partition& partition_;
  Nfa nfa_;
};

}  // namespace

void collect_sets(const Node& node, Partition& partition) {
  if (node.kind == NodeKind::kChars) partition.add(node.chars);
  if (node.kind == NodeKind::kLook || node.kind == NodeKind::kAnchor) {
    const auto condition = one_character_condition(node);
    if (!condition) throw NotCompilable(kLookReason);
    partition.add(condition->neighbour.chars);
    return;
  }
  for (const Node& item : node.items) collect_sets(item, partition);
}

Nfa build_nfa(const Node& simplified, const Partition& partition) {
  return Builder(partition).build(simplified);
}

}  // namespace subwords::patterns
