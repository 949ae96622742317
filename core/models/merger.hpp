// The heart of every BPE: replay merges on a row of symbols, best first, leftmost among equals.
//
// Two strategies with one result. A short word keeps the keys of its pairs in one small array that
// is searched anew for each merge, and a bit for every symbol that is left: no list, no queue. A
// long one keeps them in a MinTree, so that n symbols take n log n steps. Both look pairs up in the
// same order, which callers may rely on (`Watch`).
//
// Python twin: reference/merging.py (a heap).
#pragma once
#include <bit>
#include <cstdint>
#include <vector>

#include "models/joins.hpp"
#include "models/min_tree.hpp"
#include "pipeline/buffers.hpp"
#include "text/steps.hpp"

namespace subwords {

struct MergeScratch {
  MinTree tree;
  IdBuffer next, previous, joins;

  void release_large();
};

// Sees every join that becomes possible (what it makes, and of what), and every one that is done,
// in order; for those who must remember some.
struct NoWatch {
  static void possible(uint32_t, uint32_t, uint32_t) {}
  static void done(uint32_t, uint32_t) {}
};

namespace merging {

constexpr size_t kShort = 64;
constexpr int kPlaceBits = 6;
// The key of a pair is its group and its place in one number, so joins must leave room for that.
constexpr size_t kMostShortJoins = size_t{1} << (31 - kPlaceBits);

inline size_t compact(const uint32_t* symbols, uint64_t alive, uint32_t* out, uint32_t* starts) {
  size_t count = 0;
  for (; alive != 0; alive &= alive - 1) {
    const auto at = static_cast<uint32_t>(std::countr_zero(alive));
    out[count] = symbols[at];
    if (starts != nullptr) starts[count] = at;
    ++count;
  }
  return count;
}

// `first(i)` is the join of the initial symbols i and i + 1.
template <size_t kSlots, bool kGroups, class First, class Watch>
size_t merge_short(const Joins& joins, uint32_t* symbols, size_t count, uint32_t* starts,
                   const First& first, Watch& watch) {
  constexpr int32_t kNoKey = 0x7FFFFFFF;
  alignas(64) int32_t keys[kSlots];
  uint32_t possible[kGroups ? kSlots : 1];
  const auto put = [&](size_t at, uint32_t join, uint32_t left, uint32_t right) {
    if (join == Joins::kNone) {
      keys[at] = kNoKey;
      return;
    }
    watch.possible(joins.result(join), left, right);
    if constexpr (kGroups) possible[at] = join;
    const uint32_t group = kGroups ? joins.group(join) : join;
    keys[at] = static_cast<int32_t>(group << kPlaceBits | at);
  };
  for (size_t i = 0; i + 1 < count; ++i) put(i, first(i), symbols[i], symbols[i + 1]);
  for (size_t i = count - 1; i < kSlots; ++i) keys[i] = kNoKey;
  uint64_t alive = ~uint64_t{0} >> (64 - count);
  for (;;) {
    int32_t least = kNoKey;
    for (size_t i = 0; i < kSlots; ++i) least = keys[i] < least ? keys[i] : least;
    SUBWORDS_STEP();
    if (least == kNoKey) break;
    const size_t at = static_cast<size_t>(least) & (kShort - 1);
    const uint32_t join = kGroups ? possible[at] : static_cast<uint32_t>(least) >> kPlaceBits;
    const uint64_t beyond = alive & (~uint64_t{1} << at);
    const uint64_t further = beyond & (beyond - 1);
    const uint64_t before = alive & ((uint64_t{1} << at) - 1);
    const auto eaten = static_cast<size_t>(std::countr_zero(beyond));
    const uint32_t made = joins.result(join);
    watch.done(symbols[at], symbols[eaten]);
    symbols[at] = made;
    alive ^= uint64_t{1} << eaten;
    keys[eaten] = kNoKey;
    if (before != 0) {
      const auto left = static_cast<size_t>(63 - std::countl_zero(before));
      put(left, joins.find(symbols[left], made), symbols[left], made);
    }
    if (further != 0) {
      const uint32_t right = symbols[std::countr_zero(further)];
      put(at, joins.find(made, right), made, right);
    } else {
      keys[at] = kNoKey;
    }
  }
  return compact(symbols, alive, symbols, starts);
}

// The joins of the initial neighbours stand in scratch.joins.
template <bool kGroups, class Watch>
size_t merge_long(const Joins& joins, uint32_t* symbols, size_t count, uint32_t* starts,
                  MergeScratch& scratch, Watch& watch) {
  constexpr uint32_t kEnd = 0xFFFFFFFFu;
  MinTree& tree = scratch.tree;
  tree.reset(count);
  scratch.next.resize(count);
  scratch.previous.resize(count);
  uint32_t* const next = scratch.next.data();
  uint32_t* const previous = scratch.previous.data();
  uint32_t* const possible = scratch.joins.data();
  const auto key_of = [&](size_t at, uint32_t join) {
    possible[at] = join;
    if (join == Joins::kNone) return MinTree::kNone;
    return static_cast<int32_t>(kGroups ? joins.group(join) : join);
  };
  for (size_t i = 0; i < count; ++i) {
    next[i] = i + 1 < count ? static_cast<uint32_t>(i + 1) : kEnd;
    previous[i] = static_cast<uint32_t>(i) - 1;  // kEnd before the first
  }
  for (size_t i = 0; i + 1 < count; ++i) {
    if (possible[i] != Joins::kNone) {
      watch.possible(joins.result(possible[i]), symbols[i], symbols[i + 1]);
    }
    tree.keys()[i] = key_of(i, possible[i]);
  }
  tree.build();
  const auto offer = [&](uint32_t left, uint32_t right) {
    const uint32_t join = joins.find(symbols[left], symbols[right]);
    if (join != Joins::kNone) watch.possible(joins.result(join), symbols[left], symbols[right]);
    tree.set(left, key_of(left, join));
  };
  for (;;) {
    const int32_t least = tree.least();
    if (least == MinTree::kNone) break;
    const auto at = static_cast<uint32_t>(tree.find(least));
    const uint32_t eaten = next[at], further = next[eaten], before = previous[at];
    watch.done(symbols[at], symbols[eaten]);
    symbols[at] = joins.result(possible[at]);
    if (tree.key(eaten) != MinTree::kNone) tree.set(eaten, MinTree::kNone);
    previous[eaten] = eaten;  // no symbol any more
    next[at] = further;
    if (before != kEnd) offer(before, at);
    if (further != kEnd) {
      previous[further] = at;
      offer(at, further);
    } else {
      tree.set(at, MinTree::kNone);
    }
  }
  size_t kept = 0;
  for (uint32_t at = 0; at != kEnd; at = next[at]) {
    symbols[kept] = symbols[at];
    if (starts != nullptr) starts[kept] = at;
    ++kept;
  }
  return kept;
}

template <bool kGroups, class First, class Watch>
size_t merge_any(const Joins& joins, uint32_t* symbols, size_t count, uint32_t* starts,
                 MergeScratch& scratch, const First& first, Watch& watch) {
  if (count <= kShort && joins.limit() <= kMostShortJoins) {
    if (count <= 16) {
      return merge_short<16, kGroups>(joins, symbols, count, starts, first, watch);
    }
    if (count <= 32) {
      return merge_short<32, kGroups>(joins, symbols, count, starts, first, watch);
    }
    return merge_short<64, kGroups>(joins, symbols, count, starts, first, watch);
  }
  scratch.joins.resize(count);
  for (size_t i = 0; i + 1 < count; ++i) scratch.joins[i] = first(i);
  return merge_long<kGroups>(joins, symbols, count, starts, scratch, watch);
}

}  // namespace merging

// Merges `count` symbols in place and returns how many are left; the k-th of them begins at initial
// symbol starts[k], unless `starts` is null.
template <class First, class Watch>
size_t merge(const Joins& joins, uint32_t* symbols, size_t count, uint32_t* starts,
             MergeScratch& scratch, const First& first, Watch& watch) {
  if (count < 2) {
    if (count == 1 && starts != nullptr) starts[0] = 0;
    return count;
  }
  if (joins.has_groups()) {
    return merging::merge_any<true>(joins, symbols, count, starts, scratch, first, watch);
  }
  return merging::merge_any<false>(joins, symbols, count, starts, scratch, first, watch);
}

inline size_t merge(const Joins& joins, uint32_t* symbols, size_t count, uint32_t* starts,
                    MergeScratch& scratch) {
  NoWatch watch;
  return merge(
      joins, symbols, count, starts, scratch,
      [&](size_t i) { return joins.find(symbols[i], symbols[i + 1]); }, watch);
}

}  // namespace subwords
