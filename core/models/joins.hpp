// What two neighbours become, and what comes first.
//
// A join is a number; of two joins that are possible the smaller comes first, unless they share a
// group: then the one further left does.
#pragma once
#include <cstdint>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

#include "models/pair_table.hpp"
#include "pipeline/buffers.hpp"

namespace subwords {

class Joins {
 public:
  static constexpr uint32_t kNone = PairTable::kNone;
  using Pairs = std::vector<PairTable::Pair>;

  Joins() = default;
  // pairs[k] is joined by values[k] (by k where `values` is empty), ascending, and join i makes
  // results[i]. `groups` holds a group for every join, ascending; empty where each has its own.
  Joins(const Pairs& pairs, std::vector<uint32_t> values, std::vector<uint32_t> results,
        std::vector<uint32_t> groups = {});

  // Writes the initial symbols of what a join makes; leaves nothing where text cannot spell it.
  using Spell = std::function<void(uint32_t symbol, IdBuffer& out)>;
  // The same without the pairs that no word brings together, unless merges are skipped. All that happens within the text
  // of a symbol until it is made happens as if the text stood alone, so only one of the pairs that
  // make it is ever met: the last that is left when its text is merged alone. That is worth the
  // effort where most symbols can be made in several ways; else nothing is done. Only for symbols
  // that are made of what `spell` says and of nothing else.
  static Joins reachable(Pairs pairs, std::vector<uint32_t> values, std::vector<uint32_t> results,
                         std::vector<uint32_t> groups, const Spell& spell);

  uint32_t find(uint32_t left, uint32_t right) const { return pairs_.find(left, right); }
  uint32_t result(uint32_t join) const {
    return results_.empty() ? join : results_[join];
  }
  uint32_t group(uint32_t join) const { return groups_.empty() ? join : groups_[join]; }
  bool has_groups() const { return !groups_.empty(); }
  // Joins are numbers below this.
  size_t limit() const { return size_; }
  // Whether pairs were left out.
  bool pruned() const { return pruned_; }
  size_t memory_bytes() const {
    return pairs_.memory_bytes() + (results_.size() + groups_.size()) * sizeof(uint32_t);
  }

 private:
  static constexpr uint32_t kMostSelfMade = 1u << 25;

  PairTable pairs_;
  size_t size_ = 0;
  bool pruned_ = false;
  std::vector<uint32_t> results_;  // empty where a join is the number of what it makes
  std::vector<uint32_t> groups_;
};

// All joins of a model, pruned or not: made when the first segmentation is drawn at random.
class AllJoins {
 public:
  template <class Make>
  const Joins& get(const Joins& joins, const Make& make) const {
    if (!joins.pruned()) return joins;
    std::call_once(once_, [&] { all_ = make(); });
    return all_;
  }

 private:
  mutable std::once_flag once_;
  mutable Joins all_;
};

}  // namespace subwords
