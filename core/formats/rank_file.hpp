// tiktoken's rank files: a line holds a token in base64, a space and its rank.
//
// The readable twin is subwords/formats/tiktoken_ranks.py.
#pragma once
#include <string>
#include <string_view>

#include "text/vocab.hpp"

namespace subwords {

// Throws Fault where a line is wrong, or a token or a rank is repeated; names the line.
VocabPtr read_rank_file(std::string_view text);

// What identifies ranks whatever the file's layout: by ascending rank, the rank and the token's
// length (32 bits each, little-endian) and the token.
std::string rank_image(const Vocab& vocab);

}  // namespace subwords
