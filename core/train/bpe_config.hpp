// The settings of a BPE training; see subwords/training/bpe_options.py.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "train/wordpiece_config.hpp"

namespace subwords {

struct BpeConfig {
  MergeConfig merges;
  std::string suffix;                        // of a piece that ends a word
  bool bare_alphabet = false;                // alphabet="huggingface"
  bool byte_order = false;                   // the first 256 letters come as they are given
  int64_t limit_alphabet = -1;               // -1: no limit
  std::vector<std::string> special_tokens;
  std::vector<std::string> first_letters;    // characters that are always kept
  std::vector<std::pair<std::string, uint32_t>> extend;             // by ascending id
  std::vector<std::pair<std::string, std::string>> extend_merges;   // by rank
};

}  // namespace subwords
