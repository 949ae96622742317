// Joins pairs greedily; the harm is counted on a sample.
#include "patterns/grouping.hpp"

#include <algorithm>

#include "patterns/match.hpp"
#include "patterns/sample_text.hpp"

namespace subwords::patterns {
namespace {

// Calls `read(row, class)` for every step of the automaton on its way through the sample.
template <class Read>
void walk_sample(const Dfa& dfa, const ClassMap& map, Read&& read) {
  const auto* const text = reinterpret_cast<const uint8_t*>(kSampleText.data());
  const Utf8Source source(map, text, kSampleText.size());
  Class before = dfa.edge();
  for (size_t begin = 0; begin < source.size();) {
    Class one;
    size_t end = source.read(begin, one);  // at least one character
    const Class first = one;
    uint32_t row = dfa.start(before);
    for (size_t at = begin; at < source.size() && row != Dfa::kDead;) {
      const size_t next = source.read(at, one);
      read(row, one);
      const Dfa::Step step = dfa.step(row, one);
      if (step.accepts() && at > begin) end = at;
      row = step.row();
      at = next;
    }
    before = first;
    begin = end;
  }
}

std::vector<std::pair<Class, Class>> sample_neighbours(const ClassMap& map) {
  const auto* const text = reinterpret_cast<const uint8_t*>(kSampleText.data());
  const Utf8Source source(map, text, kSampleText.size());
  std::vector<std::pair<Class, Class>> all;
  Class before, one;
  for (size_t at = source.read(0, before); at < source.size(); before = one) {
    at = source.read(at, one);
    all.emplace_back(before, one);
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

}  // namespace

Grouping::Grouping(const Dfa& dfa, const ClassMap& map) : neighbours_(sample_neighbours(map)) {
  const size_t width = dfa.width;
  std::vector<uint32_t> visits(dfa.table.size(), 0);
  walk_sample(dfa, map, [&](uint32_t row, Class one) { ++visits[row + one]; });
  for (Class one = 0; one < dfa.edge(); ++one) {
    Group group{{one}, {}, {}};
    for (size_t row = 0; row < dfa.table.size(); row += width) {
      group.steps.push_back(dfa.table[row + one]);
      group.visits.push_back(visits[row + one]);
    }
    const auto same = std::find_if(groups_.begin(), groups_.end(), [&](const Group& other) {
      return other.steps == group.steps;
    });
    if (same != groups_.end()) unite(*same, group);
    else groups_.push_back(std::move(group));
  }
}

Grouping::Harm Grouping::harm(const Group& a, const Group& b) {
  Harm harm{0, 0};
  for (size_t i = 0; i < a.steps.size(); ++i) {
    if (a.steps[i] == b.steps[i]) continue;
    ++harm.states;
    if (a.steps[i] != kMixed) harm.visits += a.visits[i];
    if (b.steps[i] != kMixed) harm.visits += b.visits[i];
  }
  return harm;
}

void Grouping::unite(Group& a, const Group& b) {
  a.classes.insert(a.classes.end(), b.classes.begin(), b.classes.end());
  for (size_t i = 0; i < a.steps.size(); ++i) {
    if (a.steps[i] != b.steps[i]) a.steps[i] = kMixed;
    a.visits[i] += b.visits[i];
  }
}

void Grouping::join(size_t most) {
  while (groups_.size() > most) {
    Harm least{~uint64_t{0}, 0};
    size_t first = 0, second = 1;
    for (size_t i = 0; i < groups_.size(); ++i) {
      for (size_t j = i + 1; j < groups_.size(); ++j) {
        const Harm one = harm(groups_[i], groups_[j]);
        if (one >= least) continue;
        least = one;
        first = i;
        second = j;
      }
    }
    unite(groups_[first], groups_[second]);
    groups_.erase(groups_.begin() + static_cast<ptrdiff_t>(second));
  }
}

Groups Grouping::groups() const {
  Groups all;
  for (const Group& group : groups_) all.push_back(group.classes);
  return all;
}

std::vector<uint32_t> Grouping::followers() const {
  std::vector<size_t> group_of(Partition::kMaxClasses, 0);
  for (size_t i = 0; i < groups_.size(); ++i) {
    for (const Class one : groups_[i].classes) group_of[one] = i;
  }
  std::vector<uint32_t> all(groups_.size(), 0);
  for (const auto& [before, after] : neighbours_) all[group_of[before]] |= 1u << group_of[after];
  return all;
}

}  // namespace subwords::patterns
