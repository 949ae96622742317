// A pattern as instructions of a backtracking matcher: earlier branches are preferred.
#pragma once
#include <cstdint>
#include <vector>

#include "patterns/classes.hpp"
#include "patterns/tree.hpp"

namespace subwords::patterns {

struct Instruction {
  enum class Kind : uint8_t { kChars, kSplit, kAhead, kBehind, kMatch };
  Kind kind = Kind::kMatch;
  uint32_t set = 0;     // kChars, kAhead, kBehind: which of Nfa::sets
  uint32_t next = 0;    // every kind but kMatch
  uint32_t second = 0;  // kSplit: where to go when `next` fails
};

struct Nfa {
  std::vector<Instruction> code;
  uint32_t start = 0;
  std::vector<ClassSet> sets;
};

// Adds every set that `build_nfa` will ask the partition for.
void collect_sets(const Node& simplified, Partition& partition);

// Throws NotCompilable where the pattern is outside the subset.
Nfa build_nfa(const Node& simplified, const Partition& partition);

}  // namespace subwords::patterns
