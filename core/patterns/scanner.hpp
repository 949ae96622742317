// Cuts UTF-8 text into pieces by a split pattern, or by several in a row, a few hundred at a time.
//
// Where five neighbouring characters tell what is between them (local_rule.hpp), up to 64 places are
// decided at once by instructions on vectors; elsewhere the automaton runs, one match at a time,
// until the rule is sure again. Both give the same pieces.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "patterns/match.hpp"
#include "patterns/rule_tables.hpp"
#include "patterns/tree.hpp"
#include "text/scan.hpp"

namespace subwords::patterns {

// Which parts of the text become pieces.
enum class Keep : uint8_t {
  kAll,      // matches and what lies between them (Split "isolated")
  kMatches,  // matches alone (Split "removed", inverted)
  kGaps,     // what lies between matches (Split "removed")
};

struct Split {
  Node tree;
  Keep keep = Keep::kAll;
};

class PatternScanner {
 public:
  // Room that every call needs: it writes up to this many pieces before it looks at the capacity,
  // and both arrays may be written up to their capacity.
  static constexpr size_t kMinCapacity = 160;

  struct Compiled {
    std::shared_ptr<const PatternScanner> scanner;
    std::string reason;  // why there is none
  };

  // Each split cuts the pieces that the one before it left, and sees nothing around them.
  static Compiled compile(const std::vector<Split>& splits, Isa isa = best_isa());

  struct State {
    size_t position = 0;  // everything before it is decided
    size_t open = 0;      // where the segment begins that is not over yet
    bool finished = false;
    // The match found beyond a gap, so that it need not be found again.
    size_t found_begin = kNone, found_end = kNone;
    Barren barren;
    // Pieces of the first split's segment at hand, where splits in a row could not be made one.
    std::vector<Match> pending;
    size_t pending_at = 0;
  };

  // Writes the next pieces, at most `capacity` (>= kMinCapacity) of them, in bytes of the text;
  // returns how many. The text, valid UTF-8 of at most kMaxTextBytes, is done when state.finished.
  size_t scan(const uint8_t* text, size_t size, State& state, uint32_t* begins, uint32_t* ends,
              size_t capacity) const {
    return scan_(*this, text, size, state, begins, ends, capacity);
  }

  size_t states() const;
  bool vectorised() const { return rule_ != nullptr; }
  bool fused() const { return levels_.size() == 1; }

  // For the code that scans.
  struct Level {
    Dfa dfa;
    Keep keep;
  };
  const RuleTables& rule() const { return *rule_; }
  const std::vector<Level>& levels() const { return levels_; }
  const ClassMap& map() const { return map_; }
  // Where the segment ends that begins at `open`, and whether it is a gap.
  size_t segment_end(const Utf8Source& source, size_t open, State& state, bool& gap) const;

 private:
  using ScanFunction = size_t (*)(const PatternScanner&, const uint8_t*, size_t, State&, uint32_t*,
                                  uint32_t*, size_t);
  explicit PatternScanner(const std::vector<Split>& splits, Isa isa);

  ClassMap map_;
  std::vector<Level> levels_;
  std::unique_ptr<const RuleTables> rule_;
  ScanFunction scan_;
};

}  // namespace subwords::patterns
