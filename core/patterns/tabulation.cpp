// Three characters lead to a state of knowledge, of which there are few; each has one page of cells
// for the two characters that follow.
#include "patterns/tabulation.hpp"

#include <map>
#include <string>

namespace subwords::patterns {
namespace {

// Numbers by cell. A string: g++ 12 warns of comparing vectors of bytes (GCC bug 105329).
using Cells = std::string;

uint8_t without_gaps(uint8_t what) {
  const uint8_t any = Between::kAny & ~Between::kNothing;
  return static_cast<uint8_t>((what & Between::kNothing) |
                              ((what & any) != 0 ? Between::kMatchToMatch : 0));
}

// Gives equal values equal numbers.
template <class Value>
class Numbers {
 public:
  size_t of(Value value) {
    const auto [found, fresh] = numbers_.try_emplace(std::move(value), values_.size());
    if (fresh) values_.push_back(&found->first);
    return found->second;
  }
  size_t size() const { return values_.size(); }
  const Value& operator[](size_t number) const { return *values_[number]; }

 private:
  std::map<Value, size_t> numbers_;
  std::vector<const Value*> values_;
};

class Tabulation {
 public:
  Tabulation(const Boundaries& boundaries, const Groups& groups, bool tell_gaps)
      : boundaries_(boundaries), groups_(groups), tell_gaps_(tell_gaps), n_(groups.size() + 1) {
    std::vector<size_t> now = {knowledge_.of(boundaries.anywhere())};
    beginning_ = knowledge_.of(boundaries.beginning());
    for (int depth = 0; depth < 3; ++depth) now = one_more(now, depth == 0);
    std::map<size_t, size_t> page_numbers;
    for (const size_t known : now) {
      const auto [found, fresh] = page_numbers.try_emplace(known, 0);
      if (fresh) found->second = pages_.of(make_page(known));
      page_of_.push_back(found->second);
    }
  }

  Grid grid() {
    Grid grid;
    for (size_t position = 0; position < Grid::kPositions; ++position) fold(position, grid);
    for (const size_t a : examples_[0]) {
      for (const size_t b : examples_[1]) {
        for (const size_t c : examples_[2]) {
          const Cells& page = pages_[page_of_[(a * n_ + b) * n_ + c]];
          for (const size_t d : examples_[3]) {
            for (const size_t e : examples_[4]) {
              grid.cells.push_back(static_cast<uint8_t>(page[d * n_ + e]));
            }
          }
        }
      }
    }
    return grid;
  }

 private:
  // What is known after another character, for each of the cases in hand.
  std::vector<size_t> one_more(const std::vector<size_t>& cases, bool first) {
    std::map<size_t, std::vector<size_t>> known;
    std::vector<size_t> out;
    for (const size_t one : cases) {
      const auto [found, fresh] = known.try_emplace(one);
      for (size_t i = 0; i < groups_.size() && fresh; ++i) {
        auto next = boundaries_.read(knowledge_[one], groups_[i], Between::kAny);
        found->second.push_back(knowledge_.of(std::move(next)));
      }
      // Nothing but the edge is before the edge.
      const bool edge = first || one == beginning_;
      if (fresh) found->second.push_back(edge ? beginning_ : knowledge_.of({}));
      out.insert(out.end(), found->second.begin(), found->second.end());
    }
    return out;
  }

  // Nobody asks what is before the first character.
  Cells make_page(size_t number) const {
    if (number == beginning_) return Cells(n_ * n_, '\0');
    const Boundaries::Set& known = knowledge_[number];
    Cells page;
    for (const auto& next : groups_) {
      Cells line(n_, '\0');
      for (const uint8_t what : {Between::kNothing, Between::kMatchToMatch, Between::kMatchToGap,
                                 Between::kGapToMatch, Between::kGapToGap}) {
        const auto after = boundaries_.read(known, next, what);
        const auto cell = static_cast<char>(tell_gaps_ ? what : without_gaps(what));
        for (size_t i = 0; i < n_ && !after.empty(); ++i) {
          const bool possible = i < groups_.size()
                                    ? !boundaries_.read(after, groups_[i], Between::kAny).empty()
                                    : boundaries_.can_end(after);
          if (possible) line[i] = static_cast<char>(line[i] | cell);
        }
      }
      page += line;
    }
    return page + Cells(n_, '\0');
  }

  // Everything that depends on which group stands at the position.
  std::vector<size_t> slice(size_t position, size_t group) const {
    std::vector<size_t> out;
    if (position >= 3) {
      for (size_t page = 0; page < pages_.size(); ++page) {
        for (size_t i = 0; i < n_; ++i) {
          const size_t cell = position == 3 ? group * n_ + i : i * n_ + group;
          out.push_back(static_cast<uint8_t>(pages_[page][cell]));
        }
      }
      return out;
    }
    const size_t stride = position == 0 ? n_ * n_ : position == 1 ? n_ : 1;
    for (size_t i = 0; i < page_of_.size(); ++i) {
      if (i / stride % n_ == group) out.push_back(page_of_[i]);
    }
    return out;
  }

  void fold(size_t position, Grid& grid) {
    std::map<std::vector<size_t>, size_t> numbers;
    for (size_t group = 0; group < n_; ++group) {
      const auto [found, fresh] = numbers.try_emplace(slice(position, group), numbers.size());
      if (fresh) {
        examples_[position].push_back(group);
        grid.members[position].push_back(0);
      }
      grid.members[position][found->second] |= 1u << group;
    }
  }

  const Boundaries& boundaries_;
  const Groups& groups_;
  bool tell_gaps_;
  size_t n_;  // with the edge
  size_t beginning_;
  Numbers<Boundaries::Set> knowledge_;
  Numbers<Cells> pages_;
  std::vector<size_t> page_of_;  // by the first three groups
  std::array<std::vector<size_t>, Grid::kPositions> examples_;  // one group for each index
};

}  // namespace

Grid tabulate(const Boundaries& boundaries, const Groups& groups, bool tell_gaps) {
  return Tabulation(boundaries, groups, tell_gaps).grid();
}

}  // namespace subwords::patterns
