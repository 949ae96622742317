// Explores every situation that some text leads to, and keeps those from which some text ends well.
#include "patterns/boundaries.hpp"

#include <algorithm>

namespace subwords::patterns {
namespace {

constexpr size_t kMaxSituations = 2000;

// Adds a row to a sorted set.
void insert(std::vector<uint32_t>& rows, uint32_t row) {
  const auto at = std::lower_bound(rows.begin(), rows.end(), row);
  if (at == rows.end() || *at != row) rows.insert(at, row);
}

}  // namespace

Boundaries::Boundaries(const Dfa& dfa) : dfa_(dfa) {
  number({kBegin, dfa.start(dfa.edge()), 0, {}});
  explore();
  keep_what_can_end();
  for (uint32_t i = 0; i < situations_.size(); ++i) {
    if (!moves_[i].empty()) anywhere_.push_back(i);
  }
}

uint32_t Boundaries::number(Situation situation) {
  const auto next = static_cast<uint32_t>(situations_.size());
  const auto [found, fresh] = numbers_.try_emplace(std::move(situation), next);
  if (fresh) {
    if (situations_.size() == kMaxSituations) throw NotCompilable("too many situations");
    situations_.push_back(found->first);
    moves_.emplace_back();
  }
  return found->second;
}

void Boundaries::explore() {
  for (uint32_t at = 0; at < situations_.size(); ++at) {
    for (Class next = 0; next < dfa_.edge(); ++next) moves(at, next);
  }
}

void Boundaries::moves(uint32_t from, Class next) {
  const Situation now = situations_[from];
  std::vector<uint32_t> vain;
  for (const uint32_t row : now.vain) {
    const Dfa::Step step = dfa_.step(row, next);
    if (step.accepts()) return;
    if (step.row() != Dfa::kDead) insert(vain, step.row());
  }
  if (now.current == kGap || now.current == kBegin) {
    start_segment(from, now, std::move(vain), next, false);
    return;
  }
  const Dfa::Step step = dfa_.step(now.current, next);
  if (step.row() != Dfa::kDead) add_move(from, next, Between::kNothing, step.row(), vain);
  if (!step.accepts()) return;
  if (step.row() != Dfa::kDead) insert(vain, step.row());
  start_segment(from, now, std::move(vain), next, true);
}

// The character begins a match, or belongs to a gap because none begins there.
void Boundaries::start_segment(uint32_t from, const Situation& now, std::vector<uint32_t> vain,
                               Class next, bool was_match) {
  const Dfa::Step step = dfa_.step(now.start, next);
  if (step.row() != Dfa::kDead) {
    const uint8_t what = was_match ? Between::kMatchToMatch : Between::kGapToMatch;
    add_move(from, next, what, step.row(), vain);
    insert(vain, step.row());
  }
  add_move(from, next, before_gap(now, next, was_match), kGap, std::move(vain));
}

uint8_t Boundaries::before_gap(const Situation& now, Class next, bool was_match) const {
  if (was_match) return Between::kMatchToGap;
  const bool divides = now.current == kGap && now.kind != dfa_.kinds[next];
  return divides ? Between::kGapToGap : Between::kNothing;
}

void Boundaries::add_move(uint32_t from, Class next, uint8_t what, uint32_t current,
                          std::vector<uint32_t> vain) {
  // One automaton cannot both find a match and come to nothing.
  if (std::binary_search(vain.begin(), vain.end(), current)) return;
  const uint8_t kind = current == kGap ? dfa_.kinds[next] : uint8_t{0};
  const uint32_t to = number({current, dfa_.start(next), kind, std::move(vain)});
  moves_[from].push_back({next, what, to});
}

bool Boundaries::can_end(const Situation& situation) const {
  const Class edge = dfa_.edge();
  for (const uint32_t row : situation.vain) {
    if (dfa_.step(row, edge).accepts()) return false;
  }
  const bool in_match = situation.current != kGap && situation.current != kBegin;
  return !in_match || dfa_.step(situation.current, edge).accepts();
}

bool Boundaries::can_end(const Set& set) const {
  return std::any_of(set.begin(), set.end(),
                     [this](uint32_t situation) { return can_end(situations_[situation]); });
}

void Boundaries::keep_what_can_end() {
  std::vector<std::vector<uint32_t>> from(situations_.size());
  for (uint32_t i = 0; i < situations_.size(); ++i) {
    for (const Move& move : moves_[i]) from[move.to].push_back(i);
  }
  std::vector<uint32_t> pending;
  std::vector<bool> good(situations_.size(), false);
  const auto reach = [&](uint32_t at) {
    if (!good[at]) pending.push_back(at);
    good[at] = true;
  };
  for (uint32_t i = 0; i < situations_.size(); ++i) {
    if (can_end(situations_[i])) reach(i);
  }
  while (!pending.empty()) {
    const uint32_t at = pending.back();
    pending.pop_back();
    for (const uint32_t before : from[at]) reach(before);
  }
  for (uint32_t i = 0; i < situations_.size(); ++i) {
    std::erase_if(moves_[i], [&](const Move& move) { return !good[i] || !good[move.to]; });
  }
}

Boundaries::Set Boundaries::read(const Set& from, const std::vector<Class>& next,
                                 uint8_t what) const {
  Set to;
  for (const uint32_t situation : from) {
    for (const Class one : next) {
      const std::vector<Move>& moves = moves_[situation];
      auto move = std::lower_bound(moves.begin(), moves.end(), one,
                                   [](const Move& a, Class b) { return a.next < b; });
      for (; move != moves.end() && move->next == one; ++move) {
        if ((move->what & what) != 0) to.push_back(move->to);
      }
    }
  }
  std::sort(to.begin(), to.end());
  to.erase(std::unique(to.begin(), to.end()), to.end());
  return to;
}

}  // namespace subwords::patterns
