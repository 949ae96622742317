// The settings and the result of a merge training; see subwords/training/options.py.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace subwords {

enum class Score { kFrequency, kLikelihood, kGain };
enum class Ties { kLast, kHuggingFace, kSentencePiece };

struct MergeConfig {
  uint64_t vocab_size = 30000;
  Score score = Score::kFrequency;
  bool pmi_shift = true;
  Ties ties = Ties::kLast;
  uint64_t min_frequency = 2;
  std::string prefix;
  int64_t max_token_length = -1;             // -1: no limit
  bool stop_at_repeat = false;               // end before a merge that spells an existing token
};

struct WordPieceConfig {
  MergeConfig merges;
  bool bare_alphabet = false;                // alphabet="huggingface"
  int64_t limit_alphabet = -1;               // -1: no limit
  std::vector<std::string> special_tokens;
  std::vector<std::string> starting_forms;   // single characters, bare or marked, always kept
  std::vector<std::pair<std::string, uint32_t>> extend;  // by ascending id
};

// One merge: places in the table of pieces, and the counts before it.
struct MergeRow {
  uint32_t left, right, merged;
  uint64_t count, left_count, right_count, total;
};

}  // namespace subwords
