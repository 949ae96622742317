// Added tokens and decoders from Python's descriptions of them.
#pragma once
#include "module.hpp"
#include "pipeline/added_tokens.hpp"
#include "pipeline/decode.hpp"

namespace subwords::bindings {

// `tokens` are `subwords.spec.AddedToken`.
std::vector<AddedToken> added_token_list(nb::handle tokens);

// The same, ready to be searched for. `normalize` is a function from str to str, asked once
// for each normalized token.
AddedTokens added_tokens(nb::handle tokens, nb::handle normalize);

// `steps` are the dictionaries of native/decoding.py; None joins tokens with spaces.
DecoderChain decoder_chain(nb::handle steps);

}  // namespace subwords::bindings
