// The pattern tree: a regular expression whose classes, escapes and case are already explicit
// ranges of code points. Its Python twin is patterns/tree.py, which parses the two dialects.
#pragma once
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace subwords::patterns {

// Inclusive.
struct CharRange {
  char32_t low;
  char32_t high;
  friend bool operator==(const CharRange&, const CharRange&) = default;
  friend auto operator<=>(const CharRange&, const CharRange&) = default;
};

// Sorted, disjoint, not touching.
using CharSet = std::vector<CharRange>;

inline constexpr char32_t kLastCodePoint = 0x10FFFF;

CharSet unite(const CharSet& a, const CharSet& b);
CharSet complement(const CharSet& set);
bool overlap(const CharSet& a, const CharSet& b);

enum class NodeKind : uint8_t { kChars, kSeq, kAlt, kRepeat, kAtomic, kLook, kAnchor };
enum class RepeatMode : uint8_t { kGreedy, kLazy, kPossessive };
enum class AnchorKind : uint8_t {
  kTextStart, kTextEnd, kLineStart, kLineEnd, kTextEndOrLastNewline, kWordBoundary,
  kNotWordBoundary,
};

struct Node {
  NodeKind kind = NodeKind::kSeq;
  CharSet chars;                // kChars
  std::vector<Node> items;      // kSeq, kAlt; one in kRepeat, kAtomic, kLook
  uint32_t least = 0;           // kRepeat
  std::optional<uint32_t> most; // kRepeat; none: no limit
  RepeatMode mode = RepeatMode::kGreedy;
  bool behind = false;          // kLook
  bool negate = false;          // kLook
  AnchorKind anchor = AnchorKind::kTextEnd;
};

// Trees from outside are held to this nesting, so that recursion over them is bounded.
inline constexpr uint32_t kMaxDepth = 200;

// Why a pattern cannot become an automaton; the caller takes another matcher.
struct NotCompilable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The same pattern with nested sequences flattened and choices between single characters joined
// into one set. Throws NotCompilable where the tree is nested too deeply or badly formed.
Node simplify(const Node& node);

// Whether the node can match the empty string.
bool nullable(const Node& node);

// What a one-character look asks of its neighbour: a character of the set, or (`edge`) none at all
// because the text ends there.
struct Neighbour {
  CharSet chars;
  bool edge = false;
};

// The condition that a look or an anchor stands for, `behind` or ahead; none where more than one
// character decides. The node is a kLook or kAnchor.
struct Condition {
  Neighbour neighbour;
  bool behind = false;
};
std::optional<Condition> one_character_condition(const Node& node);

// Whether the node, wherever it matches, matches in exactly one way and length.
bool unambiguous(const Node& node);

}  // namespace subwords::patterns
