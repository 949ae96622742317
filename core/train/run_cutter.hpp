// From counted runs of text to counted words: every different run is normalized and cut once.
#pragma once
#include <string_view>

#include "normalize/normalizer.hpp"
#include "pretokenize/pretokenizer.hpp"
#include "train/word_counter.hpp"

namespace subwords {

// The first run that is not valid UTF-8, or an empty view.
std::string_view first_invalid_run(const WordCounter& runs);

// Adds the words of all runs (which are valid UTF-8) to `words`.
void cut_runs(const WordCounter& runs, const NormalizerChain& normalizer,
              const PreTokenizerChain& pre_tokenizer, WordCounter& words);

}  // namespace subwords
