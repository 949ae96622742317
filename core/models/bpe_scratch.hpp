// What the BPE models write to while they encode.
#pragma once
#include <vector>

#include "models/dropout.hpp"
#include "models/merger.hpp"
#include "models/word_model.hpp"
#include "text/release.hpp"

namespace subwords {

struct BpeScratch final : WordModel::Scratch {
  MergeScratch merge;
  DropoutScratch dropout;
  IdBuffer symbols, starts, sizes;
  // Of the unused pieces seen so far, the sides that last could make them.
  std::vector<PairTable::Pair> sides;
  std::vector<uint32_t> seen, waiting;

  void release_large() override {
    merge.release_large();
    subwords::release_large(symbols);
    subwords::release_large(starts);
    subwords::release_large(sizes);
    subwords::release_large(dropout.heap);
    subwords::release_large(dropout.skipped);
    subwords::release_large(dropout.ends);
    subwords::release_large(dropout.begins);
    subwords::release_large(waiting);
  }
};

}  // namespace subwords
