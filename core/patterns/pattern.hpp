// One compiled pattern: the classes of its characters and its automaton.
#pragma once
#include <memory>
#include <string>

#include "patterns/classes.hpp"
#include "patterns/dfa.hpp"
#include "patterns/match.hpp"
#include "patterns/tree.hpp"

namespace subwords::patterns {

struct Pattern {
  ClassMap map;
  Dfa dfa;
};

// Either a pattern or the reason why there is none.
struct CompiledPattern {
  std::shared_ptr<const Pattern> pattern;
  std::string reason;
};

CompiledPattern compile(const Node& tree);

// Several patterns over the same classes. Throws NotCompilable.
struct SharedClasses {
  ClassMap map;
  std::vector<Dfa> automata;
};
SharedClasses compile_together(const std::vector<Node>& trees);

}  // namespace subwords::patterns
