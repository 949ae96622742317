// Split patterns: every way of scanning gives the pieces that the automaton gives match by match,
// and no pattern makes work grow faster than the text.
#include <random>
#include <string>
#include <vector>

#include "patterns/fuse.hpp"
#include "patterns/group_map.hpp"
#include "patterns/local_rule.hpp"
#include "patterns/pattern.hpp"
#include "patterns/scanner.hpp"
#include "tests/check.hpp"
#include "tests/pattern_reader.hpp"
#include "text/utf8.hpp"

using namespace subwords;
using namespace subwords::patterns;

namespace {

using Pieces = std::vector<Match>;

using Automata = std::vector<decltype(CompiledPattern::pattern)>;

Automata automata_of(const std::vector<Split>& splits) {
  Automata automata;
  for (const Split& split : splits) automata.push_back(compile(split.tree).pattern);
  return automata;
}

// The plain way: each split on each piece, by its own automaton.
Pieces by_hand(const std::vector<Split>& splits, const Automata& automata,
               const std::string& text) {
  Pieces pieces = {{0, text.size()}};
  for (size_t i = 0; i < splits.size(); ++i) {
    const Split& split = splits[i];
    const auto& compiled = automata[i];
    Pieces next;
    for (const Match& piece : pieces) {
      const auto* begin = reinterpret_cast<const uint8_t*>(text.data()) + piece.begin;
      const Utf8Source source(compiled->map, begin, piece.end - piece.begin);
      Barren barren;
      MatchFinder finder(compiled->dfa, source, barren);
      const auto add = [&](size_t from, size_t to, bool gap) {
        const bool kept = split.keep == Keep::kAll || (split.keep == Keep::kGaps) == gap;
        if (from < to && kept) next.push_back({piece.begin + from, piece.begin + to});
      };
      size_t done = 0;
      for (Match match; finder.next(match); done = match.end) {
        add(done, match.begin, true);
        add(match.begin, match.end, false);
      }
      add(done, source.size(), true);
    }
    pieces.swap(next);
  }
  return pieces;
}

Pieces scanned(const PatternScanner& scanner, const std::string& text, size_t capacity) {
  // A copy of exactly the right size lets the sanitizer see a read past the end.
  const std::vector<uint8_t> bytes(text.begin(), text.end());
  std::vector<uint32_t> begins(capacity), ends(capacity);
  Pieces pieces;
  PatternScanner::State state;
  while (!state.finished) {
    const size_t count =
        scanner.scan(bytes.data(), bytes.size(), state, begins.data(), ends.data(), capacity);
    for (size_t i = 0; i < count; ++i) pieces.push_back({begins[i], ends[i]});
  }
  return pieces;
}

std::string random_text(std::mt19937& random, const std::vector<std::string>& alphabet, size_t size) {
  std::string text;
  while (text.size() < size) text += alphabet[random() % alphabet.size()];
  return text;
}

const std::vector<std::vector<std::string>>& alphabets() {
  static const std::vector<std::vector<std::string>> all = {
      {"a", "b", " ", "'", "s", "ll", "'ve", "\n", "  ", "1", "."},
      {"word ", "Word", " the", " it's", " don't", ", ", ". ", "12 ", "\n", "x"},
      {"    ", "\n", "if", "(", ")", "\r\n", "\t", " = ", "0", "//", "a_b", ";", "  \n"},
      {"é", "А", "б", " ", "字", "漢", "・", "か", "１", "²", "\xC2\xA0", "\xE3\x80\x80", "a", "'",
       "\xCC\x81", "😀", "\n", "3"},
      {"это ", "слово", "И", ", ", "«", "»", "—", "漢字", "。", "한국어 ", "ą", "’s", "don’t "},
      {"😀", "🙅", "🙕", "𐍈", "𝒳", "\U0010FFFF", "a", " ", "é", "字"},
      {" ", "\n", "\r", "\t", "a"},
      {"1", "2", " ", "a", "\x01", "\xC2\x80"},
      {"<|startoftext|>", "<|", "|>", "endoftext", "<", "'D", "'RE", "S", "'", "/", "A", "b"},
  };
  return all;
}

std::vector<std::pair<std::string, std::vector<Split>>> published_splits() {
  std::vector<std::pair<std::string, std::vector<Split>>> all;
  for (const auto& [name, pattern] : published_patterns()) {
    all.push_back({name, {{read_pattern(pattern), Keep::kAll}}});
    all.push_back({name + " matches", {{read_pattern(pattern), Keep::kMatches}}});
    all.push_back({name + " gaps", {{read_pattern(pattern), Keep::kGaps}}});
  }
  const auto& patterns = published_patterns();
  const Split numbers{read_pattern(patterns.at("deepseek-numbers")), Keep::kAll};
  const Split cjk{read_pattern(patterns.at("deepseek-cjk")), Keep::kAll};
  const Split words{read_pattern(patterns.at("deepseek-words")), Keep::kAll};
  const Split gpt2{read_pattern(patterns.at("gpt2")), Keep::kAll};
  all.push_back({"deepseek", {numbers, cjk, words}});
  all.push_back({"digits one by one, gpt2", {{read_pattern(U"\\p{N}"), Keep::kAll}, gpt2}});
  all.push_back({"digits together, gpt2", {{read_pattern(U"\\p{N}+"), Keep::kAll}, gpt2}});
  all.push_back({"digits by three, gpt2", {numbers, gpt2}});
  all.push_back({"words, then letters", {{read_pattern(U"\\S+"), Keep::kMatches},
                                         {read_pattern(U"[a-z]"), Keep::kAll}}});
  return all;
}

}  // namespace

TEST(every_way_of_scanning_gives_the_same_pieces) {
  std::mt19937 random(3);
  for (const auto& [name, splits] : published_splits()) {
    std::vector<std::shared_ptr<const PatternScanner>> scanners;
    for (const Isa isa : {Isa::kPortable, Isa::kAvx2, Isa::kAvx512}) {
      const auto compiled = PatternScanner::compile(splits, isa);
      CHECK_EQ(compiled.reason, "");
      if (!compiled.scanner) return;
      scanners.push_back(compiled.scanner);
    }
    const Automata automata = automata_of(splits);
    for (int round = 0; round < 140; ++round) {
      const auto& alphabet = alphabets()[static_cast<size_t>(round) % alphabets().size()];
      const std::string text = random_text(random, alphabet, random() % 400);
      const Pieces expected = by_hand(splits, automata, text);
      for (const auto& scanner : scanners) {
        const bool same = scanned(*scanner, text, PatternScanner::kMinCapacity) == expected &&
                          scanned(*scanner, text, 2000) == expected;
        if (!same) check::fail(__FILE__, __LINE__, name + " on: " + text);
        if (!same) return;
      }
    }
  }
}

TEST(every_character_has_the_group_of_its_class) {
  const auto pattern = compile(read_pattern(published_patterns().at("o200k"))).pattern;
  const auto rule = derive_rule(pattern->dfa, pattern->map, false);
  CHECK(rule.has_value());
  const GroupMap map(pattern->map, *rule);
  for (char32_t c = 0; c <= kLastCodePoint; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;  // not in UTF-8
    uint8_t bytes[8] = {0, 0, 0, 0, 0xFF};
    utf8::encode(c, bytes);
    const uint8_t expected = rule->group_of[pattern->map.of(c)];
    if (map.at(bytes) != expected) {
      check::fail(__FILE__, __LINE__, "U+" + std::to_string(static_cast<uint32_t>(c)));
      return;
    }
  }
}

TEST(published_patterns_are_vectorised) {
  for (const auto& [name, splits] : published_splits()) {
    if (splits[0].keep == Keep::kGaps || name == "digits by three, gpt2" || name == "words, then letters") continue;
    const auto scanner = PatternScanner::compile(splits).scanner;
    if (!scanner->fused() || !scanner->vectorised()) check::fail(__FILE__, __LINE__, name);
  }
}

#if defined(SUBWORDS_COUNT_STEPS)
namespace {

uint64_t steps_of(const PatternScanner& scanner, const std::string& text) {
  const uint64_t before = step_count();
  scanned(scanner, text, 1000);
  return step_count() - before;
}

std::string repeated(std::string_view unit, size_t size) {
  std::string text;
  while (text.size() < size) text += unit;
  return text;
}

}  // namespace

TEST(work_grows_with_the_text) {
  std::vector<std::pair<std::string, std::vector<Split>>> all = published_splits();
  for (const char32_t* hostile : {U"\\s+$|\\s", U"a*b|a", U"(?:a|b)*c|[ab]", U"a+(?=b)|a",
                                  U"\\s*[\r\n]+|\\s", U"(?:aa)*b|(?:aaa)*c|a"}) {
    all.push_back({"hostile", {{read_pattern(hostile), Keep::kAll}}});
  }
  for (const auto& [name, splits] : all) {
    const auto scanner = PatternScanner::compile(splits).scanner;
    for (const std::string_view unit : {"a", "^", " ", "\n", "\n   ", "1", "'", "a ", "字", " \n",
                                        "ab", "'s", "\xC2\xA0", "aaaaaab"}) {
      for (const std::string_view tail : {"", "x", " x"}) {
        const size_t size = 20000;
        const uint64_t once = steps_of(*scanner, repeated(unit, size) + std::string(tail));
        const uint64_t twice = steps_of(*scanner, repeated(unit, 2 * size) + std::string(tail));
        if (static_cast<double>(twice) > 2.2 * static_cast<double>(once) + 2000) {
          check::fail(__FILE__, __LINE__, name + " on " + std::string(unit) + ": " +
                                              std::to_string(once) + ", " + std::to_string(twice));
        }
      }
    }
  }
}
#endif
