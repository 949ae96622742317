// BERT's vocab.txt: one piece per line, the line number (from 0) is the id.
// The Python twin is formats/vocab_txt.py.
#pragma once
#include <string_view>

#include "formats/fault.hpp"
#include "text/vocab.hpp"

namespace subwords {

// White space at the end of a line does not count; of empty lines the last gives the id of the
// empty piece. Throws Fault where the text is not UTF-8, or a piece is repeated.
VocabPtr read_vocab_txt(std::string_view text);

}  // namespace subwords
