// The deterministic automaton of a pattern, leftmost-first: it runs from where a match begins and
// knows, one character late, every place where the match that a backtracking matcher prefers to
// those seen before would end.
#pragma once
#include <cstdint>
#include <vector>

#include "patterns/classes.hpp"
#include "patterns/nfa.hpp"

namespace subwords::patterns {

// Transitions by state and class of the next character, the edge of the text being the last class.
// A state is named by the index of its row; row 0 is dead.
struct Dfa {
  static constexpr uint32_t kDead = 0;

  // What reading a character does.
  struct Step {
    uint32_t bits;
    bool accepts() const { return (bits & 1) != 0; }  // a match ends before the character
    uint32_t row() const { return bits >> 1; }        // where to go on
  };

  uint32_t width = 1;  // classes, with the edge
  std::vector<uint32_t> table;
  std::vector<uint32_t> starts;  // by the class of the character before the match, or the edge
  bool looks_behind = false;     // whether `starts` differ
  // By class: what lies between matches divides where characters of different kinds meet, because
  // pieces of an earlier split end there.
  std::vector<uint8_t> kinds;

  Class edge() const { return static_cast<Class>(width - 1); }
  size_t states() const { return table.size() / width; }
  Step step(uint32_t row, Class next) const { return {table[row + next]}; }
  uint32_t start(Class before) const { return starts[before]; }
};

// Throws NotCompilable where the automaton would be too large.
Dfa determinize(const Nfa& nfa, size_t classes);

// Whether a match can be the empty string.
bool matches_empty(const Dfa& dfa);

// The same automaton with states that nothing tells apart made one.
Dfa minimize(const Dfa& dfa);

}  // namespace subwords::patterns
