// Determinizes: a state is the list of instructions, in order of preference, that a backtracking
// matcher could be at, before the conditions on the next character are looked at.
#include "patterns/dfa.hpp"

#include <algorithm>
#include <map>

namespace subwords::patterns {
namespace {

constexpr size_t kMaxStates = 4096;
constexpr size_t kMaxEntries = size_t{1} << 20;

// What lies before the next character matters only as far as the pattern looks behind: classes
// that no such look tells apart share a view.
struct Views {
  std::vector<uint32_t> of_class;  // the edge included
  std::vector<Class> example;
};

Views views_of(const Nfa& nfa, size_t width) {
  Views views;
  std::map<std::vector<bool>, uint32_t> numbers;
  for (size_t c = 0; c < width; ++c) {
    std::vector<bool> seen;
    for (const Instruction& one : nfa.code) {
      if (one.kind == Instruction::Kind::kBehind) seen.push_back(nfa.sets[one.set][c]);
    }
    const auto [found, fresh] = numbers.try_emplace(std::move(seen), views.example.size());
    if (fresh) views.example.push_back(static_cast<Class>(c));
    views.of_class.push_back(found->second);
  }
  return views;
}

class Determinizer {
 public:
  Determinizer(const Nfa& nfa, size_t classes)
      : nfa_(nfa), width_(classes + 1), views_(views_of(nfa, width_)),
        visited_(nfa.code.size(), 0), taken_(nfa.code.size(), 0) {}

  Dfa run() {
    add_state({});  // dead
    Dfa dfa;
    dfa.width = static_cast<uint32_t>(width_);
    for (size_t c = 0; c < width_; ++c) dfa.starts.push_back(state({{nfa_.start}, views_.of_class[c]}));
    dfa.looks_behind = views_.example.size() > 1;
    dfa.kinds.assign(width_, 0);
    for (size_t at = 0; at < states_.size(); ++at) {
      for (size_t c = 0; c < width_; ++c) dfa.table.push_back(transition(at, static_cast<Class>(c)));
    }
    return dfa;
  }

 private:
  struct State {
    std::vector<uint32_t> places;
    uint32_t view = 0;
    friend auto operator<=>(const State&, const State&) = default;
  };

  uint32_t add_state(State state) {
    if (states_.size() == kMaxStates || (states_.size() + 1) * width_ > kMaxEntries) {
      throw NotCompilable("the automaton would have too many states");
    }
    const auto row = static_cast<uint32_t>(states_.size() * width_);
    numbers_.emplace(state, row);
    states_.push_back(std::move(state));
    return row;
  }

  uint32_t state(State state) {
    if (state.places.empty()) return Dfa::kDead;
    const auto found = numbers_.find(state);
    return found != numbers_.end() ? found->second : add_state(std::move(state));
  }

  uint32_t transition(size_t at, Class next) {
    State target;
    target.view = views_.of_class[next];
    const Class before = views_.example[states_[at].view];
    ++round_;
    bool accepts = false;
    for (size_t i = 0; i < states_[at].places.size() && !accepts; ++i) {
      accepts = follow(states_[at].places[i], before, next, target.places);
    }
    return state(std::move(target)) << 1 | static_cast<uint32_t>(accepts);
  }

  // Goes on from one place, best branch first; true where a match ends: what would come after it
  // is worse and given up.
  bool follow(uint32_t place, Class before, Class next, std::vector<uint32_t>& out) {
    stack_.assign(1, place);
    while (!stack_.empty()) {
      const uint32_t at = stack_.back();
      stack_.pop_back();
      if (visited_[at] == round_) continue;
      visited_[at] = round_;
      const Instruction& one = nfa_.code[at];
      switch (one.kind) {
        case Instruction::Kind::kMatch: return true;
        case Instruction::Kind::kSplit:
          stack_.push_back(one.second);
          stack_.push_back(one.next);
          break;
        case Instruction::Kind::kAhead:
          if (nfa_.sets[one.set][next]) stack_.push_back(one.next);
          break;
        case Instruction::Kind::kBehind:
          if (nfa_.sets[one.set][before]) stack_.push_back(one.next);
          break;
        case Instruction::Kind::kChars:
          if (nfa_.sets[one.set][next] && taken_[one.next] != round_) {
            taken_[one.next] = round_;
            out.push_back(one.next);
          }
          break;
      }
    }
    return false;
  }

  const Nfa& nfa_;
  size_t width_;
  Views views_;
  std::vector<State> states_;
  std::map<State, uint32_t> numbers_;
  std::vector<uint32_t> visited_, taken_, stack_;  // by instruction: the round that saw it last
  uint32_t round_ = 0;
};

}  // namespace

Dfa determinize(const Nfa& nfa, size_t classes) { return Determinizer(nfa, classes).run(); }

bool matches_empty(const Dfa& dfa) {
  for (const uint32_t start : dfa.starts) {
    for (uint32_t next = 0; next < dfa.width; ++next) {
      if (dfa.step(start, static_cast<Class>(next)).accepts()) return true;
    }
  }
  return false;
}

}  // namespace subwords::patterns
