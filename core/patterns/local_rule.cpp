// Tabulates what can be between characters for all quadruples of classes, then covers the tables
// with few products of sets.
#include "patterns/local_rule.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "patterns/boundaries.hpp"
#include "patterns/products.hpp"

namespace subwords::patterns {
namespace {

// More groups cost more time than they save; sets of groups are 32 bits wide.
constexpr size_t kMaxGroups = 24;
// How far apart classes may be that the rule confuses for the sake of fewer terms.
constexpr size_t kMaxDistance = 4;

// Classes of ASCII characters that the rule does not tell apart.
using Groups = std::vector<std::vector<Class>>;

Groups ascii_classes(const ClassMap& map) {
  std::vector<Class> classes(map.ascii().begin(), map.ascii().end());
  std::sort(classes.begin(), classes.end());
  classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
  Groups groups;
  for (const Class one : classes) groups.push_back({one});
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

// Numbers by cell; g++ 12 warns of comparing vectors of bytes (GCC bug 105329), not of strings.
using Cells = std::string;

uint8_t without_gaps(uint8_t what) {
  const uint8_t any = Between::kAny & ~Between::kNothing;
  return static_cast<uint8_t>((what & Between::kNothing) |
                              ((what & any) != 0 ? Between::kMatchToMatch : 0));
}

// What can be before the third character, for quadruples of classes: the first two lead to a
// state of knowledge, of which there are few, and each has one page for the last two.
class Tabulation {
 public:
  Tabulation(const Boundaries& boundaries, const Groups& classes, bool tell_gaps)
      : boundaries_(boundaries), classes_(classes), tell_gaps_(tell_gaps) {
    for (const auto& a : classes) {
      const auto first = boundaries.read(boundaries.anywhere(), a, Between::kAny);
      std::vector<size_t> row;
      for (const auto& b : classes) row.push_back(page_of(boundaries.read(first, b, Between::kAny)));
      pages_of_.push_back(std::move(row));
    }
  }

  // With classes that mean the same at a position made one.
  Grid grid() const {
    const size_t n = classes_.size();
    std::array<std::vector<size_t>, 4> examples;
    Grid grid;
    const auto fold = [&](size_t position, auto&& signature) {
      std::map<decltype(signature(size_t{0})), size_t> numbers;
      for (size_t i = 0; i < n; ++i) {
        const auto [found, fresh] = numbers.try_emplace(signature(i), numbers.size());
        if (fresh) {
          examples[position].push_back(i);
          grid.members[position].push_back(0);
        }
        grid.members[position][found->second] |= 1u << i;
      }
    };
    fold(0, [&](size_t a) { return pages_of_[a]; });
    fold(1, [&](size_t b) {
      std::vector<size_t> column;
      for (const auto& row : pages_of_) column.push_back(row[b]);
      return column;
    });
    fold(2, [&](size_t c) { return across(c * n, 1); });
    fold(3, [&](size_t d) { return across(d, n); });
    for (const size_t a : examples[0]) {
      for (const size_t b : examples[1]) {
        const Cells& page = *pages_[pages_of_[a][b]];
        for (const size_t c : examples[2]) {
          for (const size_t d : examples[3]) {
            grid.cells.push_back(static_cast<uint8_t>(page[c * n + d]));
          }
        }
      }
    }
    return grid;
  }

 private:
  // n cells of every page, from one on, a stride apart.
  Cells across(size_t first, size_t stride) const {
    Cells out;
    for (const Cells* page : pages_) {
      for (size_t i = 0; i < classes_.size(); ++i) out.push_back((*page)[first + i * stride]);
    }
    return out;
  }

  size_t page_of(const Boundaries::Set& knowledge) {
    const auto [found, fresh] = numbers_.try_emplace(knowledge, 0);
    if (fresh) {
      const auto [page, is_new] = numbers_by_page_.try_emplace(make_page(knowledge), pages_.size());
      if (is_new) pages_.push_back(&page->first);
      found->second = page->second;
    }
    return found->second;
  }

  Cells make_page(const Boundaries::Set& knowledge) {
    Cells page;
    for (const auto& c : classes_) {
      Cells line(classes_.size(), '\0');
      for (const uint8_t what : {Between::kNothing, Between::kMatchToMatch, Between::kMatchToGap,
                                 Between::kGapToMatch, Between::kGapToGap}) {
        const auto third = boundaries_.read(knowledge, c, what);
        for (size_t d = 0; d < classes_.size() && !third.empty(); ++d) {
          if (!boundaries_.read(third, classes_[d], Between::kAny).empty()) line[d] = static_cast<char>(line[d] | what);
        }
      }
      for (const char cell : line) {
        const auto what = static_cast<uint8_t>(cell);
        page.push_back(static_cast<char>(tell_gaps_ ? what : without_gaps(what)));
      }
    }
    return page;
  }

  const Boundaries& boundaries_;
  const Groups& classes_;
  bool tell_gaps_;
  std::map<Boundaries::Set, size_t> numbers_;
  std::map<Cells, size_t> numbers_by_page_;
  std::vector<const Cells*> pages_;
  std::vector<std::vector<size_t>> pages_of_;  // by the first two classes
};

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
  RuleWriter(const Grid& grid, const ClassMap& map, const Groups& groups)
      : grid_(grid), map_(map), groups_(groups) {}

  // The terms that answer the question; false where the rule has no room for them.
  bool answer(const Question& question, uint32_t& bits) {
    const auto products = cover(grid_, question.yes, question.no, LocalRule::kTerms - used_);
    if (!products) return false;
    for (const Product& product : *products) {
      add(product, 1u << used_);
      bits |= 1u << used_++;
    }
    return true;
  }

  LocalRule rule;

 private:
  void add(const Product& product, uint32_t term) {
    for (size_t position = 0; position < LocalRule::kPositions; ++position) {
      for (size_t c = 0; c < 128; ++c) {
        for (size_t i = 0; i < groups_.size(); ++i) {
          const auto& group = groups_[i];
          if ((product[position] >> i & 1) == 0) continue;
          if (std::find(group.begin(), group.end(), map_.ascii()[c]) == group.end()) continue;
          rule.at[position][c] |= term;
        }
      }
    }
  }

  const Grid& grid_;
  const ClassMap& map_;
  const Groups& groups_;
  size_t used_ = 0;
};

std::optional<LocalRule> write_rule(const Boundaries& boundaries, const ClassMap& map,
                                    const Groups& groups, bool tell_gaps) {
  const Grid grid = Tabulation(boundaries, groups, tell_gaps).grid();
  RuleWriter writer(grid, map, groups);
  LocalRule& rule = writer.rule;
  const bool done = writer.answer(kBoundary, rule.boundary) &&
                    (!tell_gaps || (writer.answer(kGapBegins, rule.gap_begins) &&
                                    writer.answer(kGapEnds, rule.gap_ends))) &&
                    writer.answer(kDoubt, rule.doubt);
  if (!done) return std::nullopt;
  return rule;
}

}  // namespace

std::optional<LocalRule> derive_rule(const Dfa& dfa, const ClassMap& map, bool tell_gaps) {
  const Groups classes = ascii_classes(map);
  try {
    const Boundaries boundaries(dfa);
    for (size_t limit = 0; limit <= kMaxDistance; ++limit) {
      const Groups groups = join(dfa, classes, limit);
      if (groups.size() > kMaxGroups) continue;
      if (auto rule = write_rule(boundaries, map, groups, tell_gaps)) return rule;
    }
  } catch (const NotCompilable&) {
    // Too many situations: the pattern is left to its automaton.
  }
  return std::nullopt;
}

}  // namespace subwords::patterns
