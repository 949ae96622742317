// Tokenizers drawn at random around given pieces: a model of any kind, and before it stages as
// published files have them. What they are tried with is fuzz_models.cpp's business.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/fuzz.hpp"
#include "models/word_model.hpp"
#include "pipeline/stages.hpp"

namespace subwords::fuzz {

using Strings = std::vector<std::string>;

struct Subject {
  NormalizerChain normalizer;
  PreTokenizerChain pre_tokenizer;
  std::shared_ptr<const WordModel> model;
  bool is_bpe = true;
};

// Nothing where such pieces make no model, which it must say by a Fault or std::invalid_argument.
std::optional<Subject> make_subject(const Strings& pieces, Random& random);

}  // namespace subwords::fuzz
