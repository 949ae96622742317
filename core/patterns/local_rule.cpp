// Tabulates what can be between characters for all classes around the place, then covers the tables
// with few products of sets.
#include "patterns/local_rule.hpp"

#include <algorithm>
#include <vector>

#include "patterns/boundaries.hpp"
#include "patterns/products.hpp"
#include "patterns/tabulation.hpp"

namespace subwords::patterns {
namespace {

// How far apart classes may be that the rule confuses for the sake of fewer terms.
constexpr size_t kMaxDistance = 4;

Groups all_classes(const Dfa& dfa) {
  Groups groups;
  for (Class one = 0; one < dfa.edge(); ++one) groups.push_back({one});
  return groups;
}

// In how many states of the automaton the two differ.
size_t distance(const Dfa& dfa, Class a, Class b) {
  size_t count = 0;
  for (size_t row = 0; row < dfa.table.size(); row += dfa.width) {
    count += dfa.table[row + a] != dfa.table[row + b];
  }
  return count;
}

// Joins groups of which no two members are farther apart than this: letters that only contractions
// tell apart, say. The rule is then smaller and in doubt more often.
Groups join(const Dfa& dfa, Groups groups, size_t limit) {
  const auto near = [&](const std::vector<Class>& x, const std::vector<Class>& y) {
    for (const Class a : x) {
      for (const auto& b : y) {
        if (distance(dfa, a, b) > limit) return false;
      }
    }
    return true;
  };
  for (size_t i = 0; i < groups.size(); ++i) {
    for (size_t j = i + 1; j < groups.size();) {
      if (!near(groups[i], groups[j])) {
        ++j;
        continue;
      }
      groups[i].insert(groups[i].end(), groups[j].begin(), groups[j].end());
      groups.erase(groups.begin() + static_cast<ptrdiff_t>(j));
      j = i + 1;
    }
  }
  return groups;
}

// One question about a cell of the grid.
using Asks = bool (*)(uint8_t what);

bool certain(uint8_t what) { return (what & (what - 1)) == 0 && what != 0; }

struct Question {
  Asks yes, no;  // cells that are neither may be answered either way
};

const Question kDoubt = {[](uint8_t w) { return !certain(w) && w != 0; }, certain};
const Question kBoundary = {[](uint8_t w) { return certain(w) && w != Between::kNothing; },
                            [](uint8_t w) { return w == Between::kNothing; }};
const Question kGapBegins = {[](uint8_t w) { return w == Between::kMatchToGap; },
                             [](uint8_t w) { return certain(w) && w != Between::kMatchToGap; }};
const Question kGapEnds = {[](uint8_t w) { return w == Between::kGapToMatch; },
                           [](uint8_t w) { return certain(w) && w != Between::kGapToMatch; }};

class RuleWriter {
 public:
  RuleWriter(const Grid& grid, const Groups& groups) : grid_(grid) {
    rule.groups = groups.size();
    for (size_t i = 0; i < groups.size(); ++i) {
      for (const Class one : groups[i]) rule.group_of[one] = static_cast<uint8_t>(i);
    }
  }

  // The terms that answer the question; false where the rule has no room for them.
  bool answer(const Question& question, uint64_t& bits) {
    const auto products = cover(grid_, question.yes, question.no, LocalRule::kTerms - used_);
    if (!products) return false;
    for (const Product& product : *products) {
      add(product, uint64_t{1} << used_);
      bits |= uint64_t{1} << used_++;
    }
    return true;
  }

  LocalRule rule;

 private:
  void add(const Product& product, uint64_t term) {
    for (size_t position = 0; position < LocalRule::kPositions; ++position) {
      for (size_t i = 0; i < rule.groups; ++i) {
        if ((product[position] >> i & 1) != 0) rule.at[position][i] |= term;
      }
    }
  }

  const Grid& grid_;
  size_t used_ = 0;
};

std::optional<LocalRule> write_rule(const Boundaries& boundaries, const Groups& groups,
                                    bool tell_gaps) {
  const Grid grid = tabulate(boundaries, groups, tell_gaps);
  RuleWriter writer(grid, groups);
  LocalRule& rule = writer.rule;
  const bool done = writer.answer(kBoundary, rule.boundary) &&
                    (!tell_gaps || (writer.answer(kGapBegins, rule.gap_begins) &&
                                    writer.answer(kGapEnds, rule.gap_ends))) &&
                    writer.answer(kDoubt, rule.doubt);
  if (!done) return std::nullopt;
  return rule;
}

}  // namespace

std::optional<LocalRule> derive_rule(const Dfa& dfa, bool tell_gaps) {
  const Groups classes = all_classes(dfa);
  try {
    const Boundaries boundaries(dfa);
    for (size_t limit = 0; limit <= kMaxDistance; ++limit) {
      const Groups groups = join(dfa, classes, limit);
      if (groups.size() > LocalRule::kGroups) continue;
      if (auto rule = write_rule(boundaries, groups, tell_gaps)) return rule;
    }
  } catch (const NotCompilable&) {
    // Too many situations: the pattern is left to its automaton.
  }
  return std::nullopt;
}

}  // namespace subwords::patterns
