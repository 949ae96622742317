// Makes states one that nothing tells apart. Source: Hopcroft 1971, "An n log n algorithm for
// minimizing states in a finite automaton"; what is told apart first is where transitions accept.
#include <algorithm>
#include <map>
#include <utility>

#include "patterns/dfa.hpp"

namespace subwords::patterns {
namespace {

class Refinement {
 public:
  explicit Refinement(const Dfa& dfa)
      : dfa_(dfa), states_(dfa.states()), block_(states_), members_(states_), at_(states_) {
    invert();
    divide_by_acceptance();
  }

  // By state: its block. Blocks are numbered in the order of their first states.
  std::vector<uint32_t> run() {
    while (!pending_.empty()) {
      const auto [block, next] = pending_.back();
      pending_.pop_back();
      is_pending_[block * dfa_.width + next] = false;
      refine(block, next);
    }
    return numbered();
  }

 private:
  struct Block {
    size_t begin = 0, end = 0;  // in members_
    size_t marked = 0;          // how many of the first ones are to be split off
  };

  // The states that lead to each state, for each class of characters.
  void invert() {
    from_begin_.assign(states_ * dfa_.width + 1, 0);
    each_edge([&](size_t, size_t to) { ++from_begin_[to + 1]; });
    for (size_t i = 1; i < from_begin_.size(); ++i) from_begin_[i] += from_begin_[i - 1];
    from_.resize(dfa_.table.size());
    std::vector<size_t> free(from_begin_.begin(), from_begin_.end() - 1);
    each_edge([&](size_t state, size_t to) { from_[free[to]++] = static_cast<uint32_t>(state); });
  }

  template <class Visit>
  void each_edge(const Visit& visit) const {
    for (size_t i = 0; i < dfa_.table.size(); ++i) {
      visit(i / dfa_.width, Dfa::Step{dfa_.table[i]}.row() + i % dfa_.width);
    }
  }

  void divide_by_acceptance() {
    std::map<std::vector<bool>, std::vector<uint32_t>> alike;
    for (size_t s = 0; s < states_; ++s) {
      std::vector<bool> accepts(dfa_.width);
      for (size_t c = 0; c < dfa_.width; ++c) {
        accepts[c] = Dfa::Step{dfa_.table[s * dfa_.width + c]}.accepts();
      }
      alike[std::move(accepts)].push_back(static_cast<uint32_t>(s));
    }
    size_t at = 0;
    for (const auto& [accepts, states] : alike) {
      const size_t begin = at;
      for (const uint32_t state : states) place(state, at++);
      add_block(begin, at);
      for (uint32_t c = 0; c < dfa_.width; ++c) put_off(blocks_.size() - 1, c);
    }
  }

  void place(uint32_t state, size_t at) {
    members_[at] = state;
    at_[state] = at;
  }

  void add_block(size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) block_[members_[i]] = static_cast<uint32_t>(blocks_.size());
    blocks_.push_back({begin, end, 0});
    is_pending_.resize(blocks_.size() * dfa_.width, false);
  }

  void put_off(size_t block, uint32_t next) {
    if (is_pending_[block * dfa_.width + next]) return;
    is_pending_[block * dfa_.width + next] = true;
    pending_.emplace_back(block, next);
  }

  // Tells apart the states that this character leads into the block and those it does not.
  void refine(size_t block, uint32_t next) {
    std::vector<uint32_t> leading;
    for (size_t i = blocks_[block].begin; i < blocks_[block].end; ++i) {
      const size_t to = members_[i] * dfa_.width + next;
      for (size_t j = from_begin_[to]; j < from_begin_[to + 1]; ++j) leading.push_back(from_[j]);
    }
    std::vector<uint32_t> touched;
    for (const uint32_t state : leading) {
      Block& home = blocks_[block_[state]];
      if (home.marked == 0) touched.push_back(block_[state]);
      const size_t target = home.begin + home.marked++;
      const uint32_t other = members_[target];
      place(other, at_[state]);
      place(state, target);
    }
    for (const uint32_t home : touched) split(home);
  }

  void split(uint32_t home) {
    const Block old = blocks_[home];
    blocks_[home].marked = 0;
    const size_t middle = old.begin + old.marked;
    if (middle == old.end) return;
    const auto fresh = blocks_.size();
    if (old.marked <= old.end - middle) {
      blocks_[home].begin = middle;
      add_block(old.begin, middle);
    } else {
      blocks_[home].end = middle;
      add_block(middle, old.end);
    }
    // The new block is the smaller one. Where the old one waits, both have to.
    for (uint32_t c = 0; c < dfa_.width; ++c) put_off(fresh, c);
  }

  std::vector<uint32_t> numbered() const {
    constexpr uint32_t kNone = ~uint32_t{0};
    std::vector<uint32_t> names(blocks_.size(), kNone), out(states_);
    uint32_t next = 0;
    for (size_t s = 0; s < states_; ++s) {
      uint32_t& name = names[block_[s]];
      if (name == kNone) name = next++;
      out[s] = name;
    }
    return out;
  }

  const Dfa& dfa_;
  size_t states_;
  std::vector<size_t> from_begin_;  // by state and class
  std::vector<uint32_t> from_;
  std::vector<uint32_t> block_, members_;  // by state; the states, block by block
  std::vector<size_t> at_;                 // by state: its place in members_
  std::vector<Block> blocks_;
  std::vector<std::pair<size_t, uint32_t>> pending_;
  std::vector<bool> is_pending_;  // by block and class
};

}  // namespace

// State 0 is seen first, so the dead state keeps row 0.
Dfa minimize(const Dfa& dfa) {
  const size_t states = dfa.states(), width = dfa.width;
  const std::vector<uint32_t> block = Refinement(dfa).run();
  const size_t blocks = *std::max_element(block.begin(), block.end()) + size_t{1};
  Dfa out;
  out.width = dfa.width;
  out.looks_behind = dfa.looks_behind;
  out.kinds = dfa.kinds;
  out.table.resize(blocks * width);
  const auto row_of = [&](uint32_t row) {
    return block[row / width] * static_cast<uint32_t>(width);
  };
  for (size_t s = 0; s < states; ++s) {
    for (size_t c = 0; c < width; ++c) {
      const Dfa::Step step{dfa.table[s * width + c]};
      out.table[block[s] * width + c] = row_of(step.row()) << 1 | static_cast<uint32_t>(step.accepts());
    }
  }
  for (const uint32_t start : dfa.starts) out.starts.push_back(row_of(start));
  return out;
}

}  // namespace subwords::patterns
