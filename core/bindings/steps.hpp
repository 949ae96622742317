// Steps of the general path from the dictionaries that native/lowering.py makes.
#pragma once
#include "module.hpp"
#include "normalize/normalizer.hpp"
#include "pretokenize/pretokenizer.hpp"

namespace subwords::bindings {

NormalizerChain normalizer_chain(nb::list steps);
PreTokenizerChain pre_tokenizer_chain(nb::list steps);

// The code points of a str, lone surrogates included.
std::u32string code_points(nb::handle text);

}  // namespace subwords::bindings
