// Where matches begin and end, as far as five neighbouring characters tell: three before the place,
// two after it. Derived from the automaton of any pattern; what five characters
// do not decide is doubtful and left to the automaton. (Three before, because of words that end
// like a contraction: in "very" the "ve" might belong to "'ve".)
#pragma once
#include <array>
#include <cstdint>
#include <optional>

#include "patterns/classes.hpp"
#include "patterns/dfa.hpp"

namespace subwords::patterns {

// The rule as a sum of products that 64 places can be asked at once: a place has the terms
//   at[0][g[i-3]] & at[1][g[i-2]] & at[2][g[i-1]] & at[3][g[i]] & at[4][g[i+1]]
// where g are the groups of the text's characters,
// and what holds before character i follows from the bits among them.
struct LocalRule {
  static constexpr size_t kPositions = 5;
  static constexpr size_t kTerms = 64;
  static constexpr size_t kGroups = 16;  // one shuffle of bytes looks a group up

  // Classes of characters that the rule does not tell apart are a group.
  std::array<uint8_t, Partition::kMaxClasses> group_of{};
  size_t groups = 0;
  // The edge of the text is one more group, behind the others.
  uint8_t edge() const { return static_cast<uint8_t>(groups); }
  // By group: the terms that a character of it at this position allows.
  std::array<std::array<uint64_t, kGroups>, kPositions> at{};
  // The terms that say so: a segment begins here; it is a gap; what ends here was a gap; doubt
  // (then nothing else counts).
  uint64_t boundary = 0, gap_begins = 0, gap_ends = 0, doubt = 0;
};

// None where the pattern has no use for it: too many situations, or a rule too large.
// Without `tell_gaps` the gap bits stay 0.
std::optional<LocalRule> derive_rule(const Dfa& dfa, const ClassMap& map, bool tell_gaps);

}  // namespace subwords::patterns
