// Compiles splits into a scanner, and scans by the automaton alone; scan_vector.cpp has the rest.
#include "patterns/scanner.hpp"

#include <algorithm>

#include "patterns/fuse.hpp"
#include "patterns/pattern.hpp"
#include "patterns/scan_vector.hpp"

namespace subwords::patterns {
namespace {

bool keeps(Keep keep, bool gap) {
  return keep == Keep::kAll || (keep == Keep::kGaps) == gap;
}

// One automaton over the whole text.
size_t scan_scalar(const PatternScanner& scanner, const uint8_t* text, size_t size,
                   PatternScanner::State& state, uint32_t* begins, uint32_t* ends,
                   size_t capacity) {
  const Utf8Source source(scanner.map(), text, size);
  const Keep keep = scanner.levels()[0].keep;
  size_t count = 0;
  while (state.open < size && count < capacity) {
    bool gap = false;
    const size_t end = scanner.segment_end(source, state.open, state, gap);
    begins[count] = static_cast<uint32_t>(state.open);
    ends[count] = static_cast<uint32_t>(end);
    count += keeps(keep, gap);
    state.open = end;
  }
  state.finished = state.open >= size;
  return count;
}

// Calls `add(begin, end)` for the parts of what lies between two matches (Dfa::kinds).
template <class Add>
void divide_gap(const Dfa& dfa, const Utf8Source& source, size_t begin, size_t end, Add&& add) {
  Class one, first = 0;
  for (size_t at = begin, next; at < end; at = next) {
    next = source.read(at, one);
    if (at == begin) first = one;
    if (dfa.kinds[one] == dfa.kinds[first]) continue;
    add(begin, at);
    begin = at;
    first = one;
  }
  if (begin < end) add(begin, end);
}

// The pieces that the splits from `level` on make of one piece; places are relative to `base`.
void cut(const PatternScanner& scanner, size_t level, const uint8_t* text, Match piece,
         std::vector<Match>& out) {
  if (level == scanner.levels().size()) {
    out.push_back(piece);
    return;
  }
  const Dfa& dfa = scanner.levels()[level].dfa;
  const Keep keep = scanner.levels()[level].keep;
  const Utf8Source source(scanner.map(), text + piece.begin, piece.end - piece.begin);
  Barren barren;
  MatchFinder finder(dfa, source, barren);
  const auto add = [&](size_t begin, size_t end) {
    cut(scanner, level + 1, text, {piece.begin + begin, piece.begin + end}, out);
  };
  size_t done = 0;
  for (Match match; finder.next(match); done = match.end) {
    if (keep != Keep::kMatches) divide_gap(dfa, source, done, match.begin, add);
    if (keep != Keep::kGaps) add(match.begin, match.end);
  }
  if (keep != Keep::kMatches) divide_gap(dfa, source, done, source.size(), add);
}

// Several automata: the first one's segments are cut one by one, and handed out from a buffer.
size_t scan_nested(const PatternScanner& scanner, const uint8_t* text, size_t size,
                   PatternScanner::State& state, uint32_t* begins, uint32_t* ends,
                   size_t capacity) {
  const Utf8Source source(scanner.map(), text, size);
  size_t count = 0;
  for (;;) {
    for (; state.pending_at < state.pending.size() && count < capacity; ++count) {
      const Match& piece = state.pending[state.pending_at++];
      begins[count] = static_cast<uint32_t>(piece.begin);
      ends[count] = static_cast<uint32_t>(piece.end);
    }
    if (count == capacity) return count;
    if (state.open >= size) break;
    bool gap = false;
    const size_t end = scanner.segment_end(source, state.open, state, gap);
    state.pending.clear();
    state.pending_at = 0;
    if (keeps(scanner.levels()[0].keep, gap)) cut(scanner, 1, text, {state.open, end}, state.pending);
    state.open = end;
  }
  state.finished = true;
  return count;
}

}  // namespace

size_t PatternScanner::segment_end(const Utf8Source& source, size_t open, State& state,
                                   bool& gap) const {
  const Dfa& dfa = levels_[0].dfa;
  gap = false;
  if (state.found_begin == open) return state.found_end;
  uint8_t kind = 0;
  for (size_t at = open; at < source.size();) {
    state.barren.forget_before(at);
    const size_t end = match_end(dfa, source, at, state.barren);
    if (end != kNone) {
      if (at == open) return end;
      state.found_begin = at;
      state.found_end = end;
      break;
    }
    Class one;
    const size_t next = source.read(at, one);
    if (at == open) kind = dfa.kinds[one];
    gap = true;
    if (dfa.kinds[one] != kind) return at;
    at = next;
  }
  gap = true;
  return state.found_begin == kNone || state.found_begin <= open ? source.size() : state.found_begin;
}

size_t PatternScanner::states() const {
  size_t count = 0;
  for (const Level& level : levels_) count += level.dfa.states();
  return count;
}

PatternScanner::Compiled PatternScanner::compile(const std::vector<Split>& splits, Isa isa) {
  try {
    return {std::shared_ptr<const PatternScanner>(new PatternScanner(splits, isa)), {}};
  } catch (const NotCompilable& reason) {
    return {nullptr, reason.what()};
  }
}

PatternScanner::PatternScanner(const std::vector<Split>& splits, Isa isa) : scan_(scan_scalar) {
  if (splits.empty()) throw NotCompilable("no split at all");
  std::vector<Node> trees;
  for (const Split& split : splits) trees.push_back(split.tree);
  SharedClasses shared = compile_together(trees);
  map_ = std::move(shared.map);
  for (size_t i = 0; i < splits.size(); ++i) {
    if (matches_empty(shared.automata[i])) throw NotCompilable("a match can be empty");
    levels_.push_back({std::move(shared.automata[i]), splits[i].keep});
  }
  fuse_levels(levels_, trees, map_);
  if (levels_.size() > 1) {
    scan_ = scan_nested;
    return;
  }
  const auto& [dfa, keep] = levels_[0];
  if (keep == Keep::kGaps) return;
  const bool tell_gaps = keep == Keep::kMatches && !always_matches(dfa);
  if (const auto rule = derive_rule(dfa, map_, tell_gaps)) {
    rule_ = std::make_unique<RuleTables>(*rule, map_);
    scan_ = vector_scan(isa, tell_gaps);
  }
}

}  // namespace subwords::patterns
