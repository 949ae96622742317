// Tabulates what can be between characters for all groups around the place, then covers the tables
// with few products of sets.
#include "patterns/local_rule.hpp"

#include <algorithm>
#include <vector>

#include "patterns/boundaries.hpp"
#include "patterns/grouping.hpp"
#include "patterns/products.hpp"
#include "patterns/tabulation.hpp"

namespace subwords::patterns {
namespace {

// Fewer groups than these tell nothing worth knowing.
constexpr size_t kFewestGroups = 3;
// With this many there may be room for all terms; each attempt takes a while.
constexpr size_t kMostAttempts = 6;

// One question about a cell of the grid.
using Asks = bool (*)(uint8_t what);

// Beside the bits of Between. Nobody minds doubt about what hardly occurs, and where the rule is in
// doubt it may say anything.
constexpr uint8_t kUnlikely = 32, kDoubted = 64;

bool certain(uint8_t what) {
  const uint8_t between = what & Between::kAny;
  return (between & (between - 1)) == 0 && between != 0;
}
bool decided(uint8_t what) { return certain(what) && (what & kDoubted) == 0; }
uint8_t between(uint8_t what) { return what & Between::kAny; }

struct Question {
  Asks yes, no;  // cells that are neither may be answered either way
};

const Question kDoubt = {[](uint8_t w) { return !certain(w) && between(w) != 0; },
                         [](uint8_t w) { return certain(w) && (w & kUnlikely) == 0; }};
const Question kBoundary = {
    [](uint8_t w) { return decided(w) && between(w) != Between::kNothing; },
    [](uint8_t w) { return decided(w) && between(w) == Between::kNothing; }};
const Question kGapBegins = {
    [](uint8_t w) { return decided(w) && between(w) == Between::kMatchToGap; },
    [](uint8_t w) { return decided(w) && between(w) != Between::kMatchToGap; }};
const Question kGapEnds = {
    [](uint8_t w) { return decided(w) && between(w) == Between::kGapToMatch; },
    [](uint8_t w) { return decided(w) && between(w) != Between::kGapToMatch; }};

// Marks the cells in which neighbours meet that never do in ordinary text.
void mark_unlikely(const std::vector<uint32_t>& followers, Grid& grid) {
  // By position and index: the members that may come next.
  std::array<std::vector<uint32_t>, Grid::kPositions> next;
  for (size_t position = 0; position < Grid::kPositions; ++position) {
    for (const uint32_t members : grid.members[position]) {
      uint32_t all = 0;
      for (size_t i = 0; i < followers.size(); ++i) all |= members >> i & 1 ? followers[i] : 0;
      next[position].push_back(all);
    }
  }
  const auto meet = [&](size_t position, size_t i, size_t j) {
    return (next[position][i] & grid.members[position + 1][j]) != 0;
  };
  size_t cell = 0;
  for (size_t a = 0; a < grid.side(0); ++a) {
    for (size_t b = 0; b < grid.side(1); ++b) {
      for (size_t c = 0; c < grid.side(2); ++c) {
        const bool first = meet(0, a, b) && meet(1, b, c);
        for (size_t d = 0; d < grid.side(3); ++d) {
          const bool likely = first && meet(2, c, d);
          for (size_t e = 0; e < grid.side(4); ++e, ++cell) {
            if (!likely || !meet(3, d, e)) grid.cells[cell] |= kUnlikely;
          }
        }
      }
    }
  }
}

// Marks the cells of a product.
void mark_doubted(const Product& product, Grid& grid) {
  std::array<std::vector<uint8_t>, Grid::kPositions> holds;
  for (size_t position = 0; position < Grid::kPositions; ++position) {
    for (const uint32_t members : grid.members[position]) {
      holds[position].push_back((product[position] & members) != 0 ? kDoubted : 0);
    }
  }
  std::vector<uint8_t> page;  // of cells with the same first three positions
  for (const uint8_t d : holds[3]) {
    for (const uint8_t e : holds[4]) page.push_back(d & e);
  }
  uint8_t* cells = grid.cells.data();
  for (const uint8_t a : holds[0]) {
    for (const uint8_t b : holds[1]) {
      for (const uint8_t c : holds[2]) {
        for (size_t i = 0; i < page.size() && (a & b & c) != 0; ++i) cells[i] |= page[i];
        cells += page.size();
      }
    }
  }
}

class RuleWriter {
 public:
  RuleWriter(const Groups& groups, Grid grid) : grid_(std::move(grid)) {
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
      if (&bits == &rule.doubt) mark_doubted(product, grid_);
    }
    return true;
  }

  LocalRule rule;

 private:
  void add(const Product& product, uint64_t term) {
    for (size_t position = 0; position < LocalRule::kPositions; ++position) {
      for (size_t i = 0; i <= rule.edge(); ++i) {
        if ((product[position] >> i & 1) != 0) rule.at[position][i] |= term;
      }
    }
  }

  Grid grid_;
  size_t used_ = 0;
};

std::optional<LocalRule> write_rule(const Boundaries& boundaries, const Grouping& grouping,
                                    bool tell_gaps) {
  const Groups groups = grouping.groups();
  Grid grid = tabulate(boundaries, groups, tell_gaps);
  std::vector<uint32_t> followers = grouping.followers();
  for (uint32_t& some : followers) some |= 1u << groups.size();
  followers.push_back(~0u);  // a text begins and ends with anything
  mark_unlikely(followers, grid);
  RuleWriter writer(groups, std::move(grid));
  LocalRule& rule = writer.rule;
  const bool done = writer.answer(kDoubt, rule.doubt) && writer.answer(kBoundary, rule.boundary) &&
                    (!tell_gaps || (writer.answer(kGapBegins, rule.gap_begins) &&
                                    writer.answer(kGapEnds, rule.gap_ends)));
  if (!done) return std::nullopt;
  return rule;
}

}  // namespace

std::optional<LocalRule> derive_rule(const Dfa& dfa, const ClassMap& map, bool tell_gaps) {
  try {
    const Boundaries boundaries(dfa);
    Grouping grouping(dfa, map);
    size_t most = LocalRule::kGroups - 1;
    for (size_t attempt = 0; attempt < kMostAttempts && most >= kFewestGroups; ++attempt) {
      grouping.join(most);
      if (auto rule = write_rule(boundaries, grouping, tell_gaps)) return rule;
      most = grouping.size() - 1;
    }
  } catch (const NotCompilable&) {
    // Too many situations: the pattern is left to its automaton.
  }
  return std::nullopt;
}

}  // namespace subwords::patterns
