// Every way to split a token into two tokens: the joins of models that list no merges.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "models/pair_table.hpp"

namespace subwords {

struct SplitToken {
  std::string_view text;  // not empty
  uint32_t symbol;
};

struct TokenSplits {
  std::vector<PairTable::Pair> pairs;  // of symbols
  std::vector<uint32_t> tokens;        // which token (its index) each pair makes
};

// In the order of the tokens, and within a token from the shortest left side to the longest. With
// `characters`, tokens are UTF-8 and split between characters only, else between any two bytes.
TokenSplits token_splits(const std::vector<SplitToken>& tokens, bool characters);

}  // namespace subwords
