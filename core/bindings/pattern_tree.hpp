// Pattern trees from the nested tuples that `subwords.patterns.as_tuples` makes.
#pragma once
#include "module.hpp"
#include "patterns/pattern.hpp"

namespace subwords::bindings {

// Raises ValueError for what is no tree. Trees nested too deeply come back without their depths
// and are refused by the compiler: see patterns::kMaxDepth.
patterns::Node pattern_tree(nb::handle tuples);

// The compiled pattern; raises ValueError with the reason where there is none.
std::shared_ptr<const patterns::Pattern> compile_or_raise(const patterns::Node& tree);
std::shared_ptr<const patterns::Pattern> compiled_pattern(nb::handle tuples);

}  // namespace subwords::bindings
