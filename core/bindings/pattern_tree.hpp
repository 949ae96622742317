// Pattern trees from the nested tuples that `subwords.patterns.as_tuples` makes.
#pragma once
#include "module.hpp"
#include "patterns/tree.hpp"

namespace subwords::bindings {

// Raises ValueError for what is no tree. Trees nested too deeply come back without their depths
// and are refused by the compiler: see patterns::kMaxDepth.
patterns::Node pattern_tree(nb::handle tuples);

}  // namespace subwords::bindings
