// From trees to automata, all steps in a row.
#include "patterns/pattern.hpp"

#include <utility>

#include "patterns/nfa.hpp"

namespace subwords::patterns {

SharedClasses compile_together(const std::vector<Node>& trees) {
  std::vector<Node> simplified;
  Partition partition;
  for (const Node& tree : trees) {
    simplified.push_back(simplify(tree));
    collect_sets(simplified.back(), partition);
  }
  partition.divide();
  SharedClasses out{partition.map(), {}};
  for (const Node& tree : simplified) {
    out.automata.push_back(
        minimize(determinize(build_nfa(tree, partition), partition.classes())));
  }
  return out;
}

CompiledPattern compile(const Node& tree) {
  try {
    SharedClasses shared = compile_together({tree});
    auto pattern = std::make_shared<Pattern>();
    pattern->map = std::move(shared.map);
    pattern->dfa = std::move(shared.automata[0]);
    return {std::move(pattern), {}};
  } catch (const NotCompilable& reason) {
    return {nullptr, reason.what()};
  }
}

}  // namespace subwords::patterns
