// The Python classes `_core.Vocab`, `_core.Merges` and `_core.Pieces`.
//
// Each holds one shared pointer to its immutable table. Another binding that is handed such an
// object gets at the table with
//
//   VocabPtr vocab = vocab_of(object);   // an empty pointer where it is not a _core.Vocab
//
// and gives one back with nb::cast(PyVocab{pointer}). The pure-Python twins (subwords.tables) are
// not these classes: `subwords.native.tables.native_vocab` copies one into a `_core.Vocab`.
#pragma once
#include "module.hpp"
#include "text/merges.hpp"
#include "text/pieces.hpp"
#include "text/vocab.hpp"

struct PyVocab {
  subwords::VocabPtr table;
};
struct PyMerges {
  subwords::MergesPtr table;
};
struct PyPieces {
  subwords::PiecesPtr table;
};

inline subwords::VocabPtr vocab_of(nb::handle object) {
  PyVocab* held = nullptr;
  return nb::try_cast(object, held) && held != nullptr ? held->table : nullptr;
}
inline subwords::MergesPtr merges_of(nb::handle object) {
  PyMerges* held = nullptr;
  return nb::try_cast(object, held) && held != nullptr ? held->table : nullptr;
}
inline subwords::PiecesPtr pieces_of(nb::handle object) {
  PyPieces* held = nullptr;
  return nb::try_cast(object, held) && held != nullptr ? held->table : nullptr;
}

void bind_tables(nb::module_& m);
void bind_formats(nb::module_& m);
