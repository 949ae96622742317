// Split patterns made from any bytes, on any UTF-8. The input's first line spells trees, a node a
// byte; the rest is the text. Whatever the trees are, compiling ends in a scanner or a reason, every
// instruction set gives the same pieces, and they are those of the automata match by match.
#include <algorithm>
#include <vector>

#include "fuzz.hpp"
#include "patterns/pattern.hpp"
#include "patterns/scanner.hpp"
#include "text/utf8.hpp"

namespace subwords::fuzz {
namespace {

using namespace patterns;

// Reads a tree in prefix order; past the end of the input everything is a letter.
class TreeReader {
 public:
  explicit TreeReader(std::string_view bytes) : bytes_(bytes) {}
  bool done() const { return at_ >= bytes_.size(); }

  Node read(uint32_t depth = 0) {
    const uint8_t byte = next();
    Node node;
    node.kind = depth > kMaxDepth + 3 ? NodeKind::kChars : static_cast<NodeKind>(byte % 7);
    switch (node.kind) {
      case NodeKind::kChars: node.chars = set(); break;
      case NodeKind::kSeq:
      case NodeKind::kAlt:
        for (unsigned i = 0; i < byte / 7 % 4u; ++i) node.items.push_back(read(depth + 1));
        break;
      case NodeKind::kRepeat: repeat(node, byte / 7, depth); break;
      case NodeKind::kAtomic: node.items.push_back(read(depth + 1)); break;
      case NodeKind::kLook:
        node.behind = (byte & 64) != 0;
        node.negate = (byte & 128) != 0;
        node.items.push_back(read(depth + 1));
        break;
      case NodeKind::kAnchor: node.anchor = static_cast<AnchorKind>(byte / 7 % 7); break;
    }
    return node;
  }

 private:
  uint8_t next() { return at_ < bytes_.size() ? static_cast<uint8_t>(bytes_[at_++]) : uint8_t{0}; }

  void repeat(Node& node, unsigned bits, uint32_t depth) {
    node.mode = static_cast<RepeatMode>(bits % 3);
    node.least = bits / 3 % 3;
    if (bits % 2 == 0) node.most = bits == 16 ? 4000000000u : node.least + bits % 3;
    node.items.push_back(read(depth + 1));
  }

  // A character of the text's kind, one of a few classes, or nonsense.
  CharSet set() {
    const uint8_t byte = next();
    switch (byte % 8) {
      case 0: return {{'a', 'z'}};
      case 1: return {{9, 13}, {' ', ' '}, {0x3000, 0x3000}};
      case 2: return complement({{9, 13}, {' ', ' '}, {0x3000, 0x3000}});
      case 3: return {{'0', '9'}, {0x660, 0x669}};
      case 4: return {{'A', 'Z'}, {'a', 'z'}, {0xC0, 0x24F}, {0x400, 0x4FF}, {0x4E00, 0x9FFF}};
      case 5: return {{byte, byte}};
      case 6: return {{'\n', '\n'}, {'\r', '\r'}};
      default: return byte == 7 ? CharSet{{5, 3}} : CharSet{{'\'', '\''}};
    }
  }

  std::string_view bytes_;
  size_t at_ = 0;
};

std::vector<Match> scanned(const PatternScanner& scanner, std::string_view text, size_t capacity) {
  const std::vector<uint8_t> bytes(text.begin(), text.end());
  std::vector<uint32_t> begins(capacity), ends(capacity);
  std::vector<Match> pieces;
  PatternScanner::State state;
  while (!state.finished) {
    const size_t count =
        scanner.scan(bytes.data(), bytes.size(), state, begins.data(), ends.data(), capacity);
    for (size_t i = 0; i < count; ++i) pieces.push_back({begins[i], ends[i]});
  }
  return pieces;
}

std::vector<Match> by_hand(const std::vector<Split>& splits, std::string_view text) {
  std::vector<Match> pieces = {{0, text.size()}};
  for (const Split& split : splits) {
    const auto pattern = compile(split.tree).pattern;
    std::vector<Match> next;
    Barren barren;
    for (const Match& piece : pieces) {
      const auto* begin = reinterpret_cast<const uint8_t*>(text.data()) + piece.begin;
      MatchFinder finder(pattern->dfa, Utf8Source(pattern->map, begin, piece.end - piece.begin), barren);
      const auto add = [&](size_t from, size_t to, bool kept) {
        if (from < to && kept) next.push_back({piece.begin + from, piece.begin + to});
      };
      size_t done = 0;
      for (Match match; finder.next(match); done = match.end) {
        add(done, match.begin, split.keep != Keep::kMatches);
        add(match.begin, match.end, split.keep != Keep::kGaps);
      }
      add(done, piece.end - piece.begin, split.keep != Keep::kMatches);
    }
    pieces.swap(next);
  }
  return pieces;
}

}  // namespace

std::vector<std::string> fuzz_seeds() {
  // "'s| ?letters+| ?[^...]+|spaces(?!\S)|spaces", more or less, and single sets in a row
  using namespace std::string_literals;  // they hold zeros
  return {"\x17\x01\x00\x07\x0A\x00\x04\n it's  a \n\n test 12\xE4\xBA\xBA x"s,
          "\x0A\x00\x03\x0A\x00\x04\n1234 abc 5 \n a"s,
          "\x1E\x0A\x00\x04\x0A\x00\x02\x85\x00\x02\n\xC3\xA9t\xC3\xA9 a  b"s};
}

std::vector<std::string> fuzz_dictionary() {
  return {" ", "  ", "\n", "'s", "'", "a", "1", "123", "\xC3\xA9", "\xE3\x80\x80", "\x0A", "\x85", "ab ab"};
}

void fuzz_one(std::string_view input, Random& random) {
  const size_t line = std::min(input.find('\n', input.size() / 3), input.size());
  const std::string_view text = input.substr(std::min(line + 1, input.size()));
  if (utf8::validate(text) != text.size()) return;
  TreeReader reader(input.substr(0, line));
  std::vector<Split> splits;
  do splits.push_back({reader.read(), static_cast<Keep>(random.below(4) % 3)});
  while (!reader.done() && splits.size() < 3);
  const auto compiled = PatternScanner::compile(splits);
  if (!compiled.scanner) {
    if (compiled.reason.empty()) fuzz_fail("neither a scanner nor a reason");
    return;
  }
  const std::vector<Match> expected = by_hand(splits, text);
  for (const Isa isa : {Isa::kPortable, Isa::kAvx2, Isa::kAvx512}) {
    const auto scanner = PatternScanner::compile(splits, isa).scanner;
    if (scanned(*scanner, text, 160 + random.below(99)) != expected) {
      fuzz_fail("pieces differ from those of the automata");
    }
  }
}

}  // namespace subwords::fuzz
