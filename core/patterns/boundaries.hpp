// How a text divides into matches and the gaps between them, as one automaton that reads from left
// to right and guesses: before each character it may say that a segment ends there. Guesses that
// the pattern's matches would not bear out die. So it knows what can happen at a place when only
// the characters around it are known.
#pragma once
#include <cstdint>
#include <map>
#include <vector>

#include "patterns/dfa.hpp"

namespace subwords::patterns {

// What can be between two neighbouring characters. A set of them is a sum.
struct Between {
  static constexpr uint8_t kNothing = 1;       // both in one match, or both in one gap
  static constexpr uint8_t kMatchToMatch = 2;
  static constexpr uint8_t kMatchToGap = 4;
  static constexpr uint8_t kGapToMatch = 8;
  static constexpr uint8_t kGapToGap = 16;     // pieces of an earlier split (Dfa::kinds)
  static constexpr uint8_t kAny = 31;
};

class Boundaries {
 public:
  // The pattern must not match the empty string. Throws NotCompilable where there are too many
  // situations to look at.
  explicit Boundaries(const Dfa& dfa);

  // A set of situations that the automaton can be in.
  using Set = std::vector<uint32_t>;

  const Set& anywhere() const { return anywhere_; }
  Set beginning() const { return {0}; }
  bool can_end(const Set& set) const;
  // Where it can be after one more character, if all that is known of the character is that its
  // class is one of these, and what lies before it is among `what`.
  Set read(const Set& from, const std::vector<Class>& next, uint8_t what) const;

 private:
  struct Situation {
    uint32_t current;  // row of the match that goes on; kGap, kBegin
    uint32_t start;    // where a match that begins here starts
    uint8_t kind;      // in a gap: of the character before
    // Rows of automata that already had their match: they must come to nothing.
    std::vector<uint32_t> vain;
    friend auto operator<=>(const Situation&, const Situation&) = default;
  };
  struct Move {
    Class next;
    uint8_t what;
    uint32_t to;
  };
  static constexpr uint32_t kGap = Dfa::kDead;
  static constexpr uint32_t kBegin = ~0u;

  uint32_t number(Situation situation);
  void explore();
  void moves(uint32_t from, Class next);
  void start_segment(uint32_t from, const Situation& now, std::vector<uint32_t> vain, Class next,
                     bool was_match);
  uint8_t before_gap(const Situation& now, Class next, bool was_match) const;
  void add_move(uint32_t from, Class next, uint8_t what, uint32_t current,
                std::vector<uint32_t> vain);
  bool can_end(const Situation& situation) const;
  void keep_what_can_end();

  const Dfa& dfa_;
  std::map<Situation, uint32_t> numbers_;
  std::vector<Situation> situations_;
  std::vector<std::vector<Move>> moves_;  // by situation, in the order of the next class
  Set anywhere_;
};

}  // namespace subwords::patterns
