// What can be between two characters, for all quintuples of classes around the place.
#pragma once
#include "patterns/boundaries.hpp"
#include "patterns/products.hpp"

namespace subwords::patterns {

// Classes of characters that are not told apart.
using Groups = std::vector<std::vector<Class>>;

// Beside the groups there is the edge of the text, the member behind them: all that is before the
// first character, and what is behind the last one.
//
// The grid's cells are sums of Between for what can lie between the third and the fourth character;
// its members are groups. Groups that mean the same at a position are one index. Without `tell_gaps`
// every boundary is kMatchToMatch.
Grid tabulate(const Boundaries& boundaries, const Groups& groups, bool tell_gaps);

}  // namespace subwords::patterns
