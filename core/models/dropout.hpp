// Merging with dropout: merges are skipped at random (Provilkov et al. 2020, algorithm 1).
//
// At every step the possible merges are gone through best first; each is skipped with the
// probability asked for, the first that is not is done, and the next step begins with all of them
// again; when all were skipped, the word is done. With `final`, as in sentencepiece, a merge draws
// once only. Python twin: reference/merging.py, which draws in the same order.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "models/merger.hpp"
#include "text/random.hpp"

namespace subwords {

struct DropoutScratch {
  struct Merge {
    uint32_t group, begin, middle, end, join;
  };
  std::vector<Merge> heap, skipped;
  std::vector<uint32_t> ends, begins;
};

// Merges in place and returns how many symbols are left; the k-th begins at starts[k].
template <class Watch>
size_t merge_with_dropout(const Joins& joins, uint32_t* symbols, size_t count, uint32_t* starts,
                          double amount, bool final, RandomStream& random,
                          DropoutScratch& scratch, Watch& watch) {
  using Merge = DropoutScratch::Merge;
  const auto later = [](const Merge& a, const Merge& b) {
    return a.group != b.group ? a.group > b.group : a.begin > b.begin;
  };
  auto& [heap, skipped, ends, begins] = scratch;
  heap.clear();
  skipped.clear();
  ends.resize(count + 1);
  begins.resize(count + 1);
  for (uint32_t i = 0; i < count; ++i) ends[i] = i + 1, begins[i + 1] = i;
  const auto push = [&](const Merge& merge) {
    heap.push_back(merge);
    std::push_heap(heap.begin(), heap.end(), later);
  };
  const auto offer = [&](uint32_t begin) {
    const uint32_t middle = ends[begin];
    if (middle >= count) return;
    const uint32_t join = joins.find(symbols[begin], symbols[middle]);
    if (join == Joins::kNone) return;
    watch.possible(joins.result(join), symbols[begin], symbols[middle]);
    push({joins.group(join), begin, middle, ends[middle], join});
  };
  for (uint32_t i = 0; i + 1 < count; ++i) offer(i);
  while (!heap.empty()) {
    std::pop_heap(heap.begin(), heap.end(), later);
    const Merge merge = heap.back();
    heap.pop_back();
    if (ends[merge.begin] != merge.middle || ends[merge.middle] != merge.end) continue;
    if (random.uniform() < amount) {
      if (!final) skipped.push_back(merge);
      continue;
    }
    symbols[merge.begin] = joins.result(merge.join);
    ends[merge.begin] = merge.end;
    ends[merge.middle] = 0;  // nothing begins here any more
    begins[merge.end] = merge.begin;
    if (merge.begin > 0) offer(begins[merge.begin]);
    offer(merge.begin);
    for (const Merge& other : skipped) push(other);
    skipped.clear();
  }
  size_t kept = 0;
  for (uint32_t at = 0; at < count; at = ends[at]) {
    symbols[kept] = symbols[at];
    starts[kept++] = at;
  }
  return kept;
}

}  // namespace subwords
