#include "models/joins.hpp"

#include <algorithm>

#include "models/merger.hpp"

namespace subwords {
namespace {

// Remembers the last pair that was merged.
struct WatchLast {
  PairTable::Pair last{};

  static void possible(uint32_t, uint32_t, uint32_t) {}
  void done(uint32_t left, uint32_t right) { last = {left, right}; }
};

// The joins that are left, numbered from 0.
Joins renumbered(const Joins::Pairs& pairs, const std::vector<uint32_t>& values,
                 const std::vector<uint32_t>& results, const std::vector<uint32_t>& groups) {
  std::vector<uint32_t> new_values, new_results, new_groups;
  uint32_t last = Joins::kNone;
  for (const uint32_t value : values) {  // ascending: pairs stand in the order of urgency
    if (value != last) {
      new_results.push_back(results[value]);
      if (!groups.empty()) new_groups.push_back(groups[value]);
    }
    last = value;
    new_values.push_back(static_cast<uint32_t>(new_results.size() - 1));
  }
  return Joins(pairs, std::move(new_values), std::move(new_results), std::move(new_groups));
}

}  // namespace

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

Joins Joins::reachable(Pairs pairs, std::vector<uint32_t> values, std::vector<uint32_t> results,
                       std::vector<uint32_t> groups, const Spell& spell) {
  Joins all(pairs, values, results, groups);
  std::vector<uint32_t> ways;
  for (size_t k = 0; k < pairs.size(); ++k) {
    const uint32_t made = results[values.empty() ? k : values[k]];
    if (made >= ways.size()) {
      if (made > 4 * pairs.size() + 1024) return all;  // ids are sparse
      ways.resize(made + 1, 0);
    }
    ++ways[made];
  }
  const auto many = std::count_if(ways.begin(), ways.end(), [](uint32_t n) { return n > 1; });
  if (static_cast<size_t>(many) < pairs.size() / 8) return all;

  std::vector<PairTable::Pair> only(ways.size());  // of the symbols that have many
  MergeScratch scratch;
  IdBuffer symbols;
  for (uint32_t made = 0; made < ways.size(); ++made) {
    if (ways[made] < 2) continue;
    symbols.clear();
    spell(made, symbols);
    WatchLast watch;
    const uint32_t* const initial = symbols.data();
    const size_t left = merge(
        all, symbols.data(), symbols.size(), nullptr, scratch,
        [&](size_t i) { return all.find(initial[i], initial[i + 1]); }, watch);
    const bool met = left == 1 && symbols[0] == made;
    only[made] = met ? watch.last : PairTable::Pair{kNone, kNone};
  }
  const bool numbered = values.empty();
  size_t kept = 0;
  std::vector<uint32_t> old_values;
  for (size_t k = 0; k < pairs.size(); ++k) {
    const auto value = numbered ? static_cast<uint32_t>(k) : values[k];
    const uint32_t made = results[value];
    if (ways[made] > 1 &&
        (only[made].left != pairs[k].left || only[made].right != pairs[k].right)) {
      continue;
    }
    pairs[kept++] = pairs[k];
    old_values.push_back(value);
  }
  pairs.resize(kept);
  Joins some = renumbered(pairs, old_values, results, groups);
  some.pruned_ = true;
  return some;
}

}  // namespace subwords
