#include "models/joins.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "models/merger.hpp"

namespace subwords {
Joins::Joins(const Pairs& pairs, std::vector<uint32_t> values, std::vector<uint32_t> results,
             std::vector<uint32_t> groups)
    : size_(results.size()), groups_(std::move(groups)) {
  // Where what is made is in the order of urgency, as trainers number it, it is its own join.
  const bool ascending = std::adjacent_find(results.begin(), results.end(),
                                            std::greater_equal<>()) == results.end();
  if (ascending && groups_.empty() && !results.empty() && results.back() < kMostSelfMade) {
    if (values.empty()) {
      values = std::move(results);
    } else {
      for (uint32_t& value : values) value = results[value];
    }
    size_ = size_t{kMostSelfMade};
  } else {
    results_ = std::move(results);
  }
  pairs_ = PairTable(pairs, values);
}

// Finds for each symbol the pair that makes it; see Joins::met.
class PairFinder {
 public:
  PairFinder(Joins& joins, const std::vector<uint32_t>& results, const Joins::Spell& spell,
             const Joins::Makes& makes)
      : joins_(joins), results_(results), spell_(spell), makes_(makes) {}

  void run() {
    for (uint32_t i = 0; i < results_.size(); ++i) {
      find(i);
      while (!again_.empty()) {
        const uint32_t next = again_.begin()->second;
        again_.erase(again_.begin());
        find(next);
      }
    }
  }

 private:
  void find(uint32_t i) {
    symbols_.clear();
    spell_(results_[i], symbols_);
    const size_t size = symbols_.size();
    if (size == 1 && symbols_[0] == results_[i]) joins_.set_formed(results_[i]);
    if (size < 2) return;
    const size_t left = merge(joins_, symbols_.data(), size, nullptr, scratch_);
    const uint32_t* const rest = symbols_.data();
    if (left == 2 && makes_(i, rest[0], rest[1])) {
      joins_.add(i, results_[i], rest[0], rest[1]);
      if (!waiting_.empty()) wake(rest[0], rest[1]);
    }
    // Merges of symbols that come later go on from here: wait for the first of them.
    for (size_t k = 0; k + 1 < left && left > 2; ++k) {
      waiting_[pair_of(rest[k], rest[k + 1])].push_back({static_cast<uint32_t>(size), i});
    }
  }
  // The shortest go first, so that what is within others is found before them.
  void wake(uint32_t left, uint32_t right) {
    const auto found = waiting_.find(pair_of(left, right));
    if (found == waiting_.end()) return;
    again_.insert(found->second.begin(), found->second.end());
    waiting_.erase(found);
  }
  static uint64_t pair_of(uint32_t left, uint32_t right) { return uint64_t{left} << 32 | right; }

  Joins& joins_;
  const std::vector<uint32_t>& results_;
  const Joins::Spell& spell_;
  const Joins::Makes& makes_;
  MergeScratch scratch_;
  IdBuffer symbols_;
  // By a pair that is still apart: who waits for it, as (initial symbols, place in the order).
  std::unordered_map<uint64_t, std::vector<std::pair<uint32_t, uint32_t>>> waiting_;
  std::set<std::pair<uint32_t, uint32_t>> again_;
};

std::optional<Joins> Joins::met(const std::vector<uint32_t>& results, const Spell& spell,
                                const Makes& makes) {
  uint32_t limit = 256;
  for (const uint32_t made : results) limit = std::max(limit, made + 1);
  if (limit > 4 * results.size() + (1u << 16)) return std::nullopt;
  Joins joins({}, {}, results);
  joins.pairs_ = PairTable(results.size(), limit + (uint64_t{1} << 16));
  joins.pruned_ = true;
  joins.formed_.resize(limit);
  PairFinder(joins, results, spell, makes).run();
  return joins;
}

void Joins::add(uint32_t join, uint32_t made, uint32_t left, uint32_t right) {
  pairs_.add(left, right, results_.empty() ? made : join);
  formed_[made] = true;
}

std::vector<Joins::Join> Joins::list() const {
  std::vector<Join> joins;
  pairs_.each([&](uint32_t left, uint32_t right, uint32_t join) {
    joins.push_back({join, left, right, result(join)});
  });
  const auto earlier = [](const Join& a, const Join& b) { return a.join < b.join; };
  std::sort(joins.begin(), joins.end(), earlier);
  return joins;
}

}  // namespace subwords
