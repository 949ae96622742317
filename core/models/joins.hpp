// What two neighbours become, and what comes first.
//
// A join is a number; of two joins that are possible the smaller comes first, unless they share a
// group: then the one further left does.
#pragma once
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "models/pair_table.hpp"
#include "pipeline/buffers.hpp"

namespace subwords {

class Joins {
 public:
  static constexpr uint32_t kNone = PairTable::kNone;
  static constexpr uint32_t kNoSymbol = 0xFFFFFFFFu;
  using Pairs = std::vector<PairTable::Pair>;

  Joins() = default;
  // pairs[k] is joined by values[k] (by k where `values` is empty), ascending, and join i makes
  // results[i]. `groups` holds a group for every join, ascending; empty where each has its own.
  Joins(const Pairs& pairs, std::vector<uint32_t> values, std::vector<uint32_t> results,
        std::vector<uint32_t> groups = {});

  // Writes the initial symbols of what a join makes; leaves nothing where text cannot spell it.
  using Spell = std::function<void(uint32_t symbol, IdBuffer& out)>;

  // The pairs that words really bring together, for symbols that are made of what `spell` says and
  // of nothing else.
  //
  // All that happens within the text of a symbol until it is made happens as if the text stood
  // alone. So of the pairs that make a symbol only one is ever met, the last two that are left when
  // its text is merged by itself; the others need no place in the table. Mostly that takes joins of
  // earlier symbols only; a symbol that needs later ones waits for them.
  //
  // `makes(i, left, right)` says whether the i-th pair of symbols may be joined to results[i].
  // Gives nothing where the ids are too sparse: then take all pairs.
  using Makes = std::function<bool(size_t i, uint32_t left, uint32_t right)>;
  static std::optional<Joins> met(const std::vector<uint32_t>& results, const Spell& spell,
                                  const Makes& makes);

  uint32_t find(uint32_t left, uint32_t right) const { return pairs_.find(left, right); }
  // The same in a time that depends little on the answer; not for wide tables.
  uint32_t find_steadily(uint32_t left, uint32_t right) const {
    return pairs_.find_steadily(left, right);
  }
  bool is_wide() const { return pairs_.is_wide(); }
  uint32_t result(uint32_t join) const {
    return results_.empty() ? join : results_[join];
  }
  uint32_t group(uint32_t join) const { return groups_.empty() ? join : groups_[join]; }
  bool has_groups() const { return !groups_.empty(); }
  // Joins are numbers below this.
  size_t limit() const { return size_; }
  // Whether pairs were left out, and whether merging the text of a symbol alone is known to give it.
  bool pruned() const { return pruned_; }
  bool forms(uint32_t symbol) const { return symbol < formed_.size() && formed_[symbol]; }
  struct Join {
    uint32_t join, left, right, made;
  };
  // All of them, best first.
  std::vector<Join> list() const;
  size_t memory_bytes() const {
    return pairs_.memory_bytes() + (results_.size() + groups_.size()) * sizeof(uint32_t);
  }

 private:
  friend class PairFinder;
  // `join` makes `made` of these two.
  void add(uint32_t join, uint32_t made, uint32_t left, uint32_t right);
  void set_formed(uint32_t symbol) { formed_[symbol] = true; }

  static constexpr uint32_t kMostSelfMade = 1u << 25;

  PairTable pairs_;
  size_t size_ = 0;
  bool pruned_ = false;
  std::vector<bool> formed_;
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
