// Which classes of characters a local rule need not tell apart. Joined classes make the rule smaller
// and leave it in doubt where the automaton treats them differently; so those are joined between
// which ordinary text seldom depends on the difference. What is joined decides how fast a text is
// scanned, never how it is cut.
#pragma once
#include <utility>
#include <vector>

#include "patterns/classes.hpp"
#include "patterns/dfa.hpp"
#include "patterns/tabulation.hpp"

namespace subwords::patterns {

class Grouping {
 public:
  // Every class by itself, but those that no state tells apart are together.
  Grouping(const Dfa& dfa, const ClassMap& map);

  size_t size() const { return groups_.size(); }
  // Joins until there are no more groups than this, the least harmful first.
  void join(size_t most);

  Groups groups() const;
  // By group: the groups of which a character follows one of its own in the sample, as bits.
  std::vector<uint32_t> followers() const;

 private:
  struct Group {
    std::vector<Class> classes;
    std::vector<uint32_t> steps;   // by state: what the automaton does, or kMixed
    std::vector<uint32_t> visits;  // by state: how often a sample reads one of these there
  };
  struct Harm {
    uint64_t visits;  // of states where the classes differ
    size_t states;    // how many there are
    friend auto operator<=>(const Harm&, const Harm&) = default;
  };
  static constexpr uint32_t kMixed = ~uint32_t{0};

  static Harm harm(const Group& a, const Group& b);
  static void unite(Group& a, const Group& b);

  std::vector<Group> groups_;
  std::vector<std::pair<Class, Class>> neighbours_;  // of the sample, each once
};

}  // namespace subwords::patterns
