// Splits in a row as one automaton, where that is provably the same.
#pragma once
#include <vector>

#include "patterns/scanner.hpp"

namespace subwords::patterns {

// Whether a match begins at every character, whatever surrounds it.
bool always_matches(const Dfa& dfa);

// Makes neighbouring levels one for as long as that is possible, from the last to the first.
// A split by single characters of a set X (X, X+, X{1,n}) leaves pieces of X alone and pieces
// without X, so the split after it runs with the other kind of character as the edge of the text.
void fuse_levels(std::vector<PatternScanner::Level>& levels, const std::vector<Node>& trees,
                 const ClassMap& map);

}  // namespace subwords::patterns
