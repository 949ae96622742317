// Binding of the Unigram model: its factory, and its one error.
#include <nanobind/stl/optional.h>

#include "models/unigram.hpp"

#include "models.hpp"
#include "tables.hpp"
#include "text/utf8.hpp"

namespace subwords {
namespace {

PyModel unigram_model(nb::handle table, std::optional<uint32_t> unk_id, bool byte_fallback,
                      const std::string& semantics) {
  const PiecesPtr pieces = pieces_of(table);
  if (pieces == nullptr) throw nb::type_error("pieces must be a _core.Pieces");
  const auto whose = semantics == "sentencepiece" ? UnigramSemantics::kSentencePiece
                                                  : UnigramSemantics::kHuggingFace;
  const nb::gil_scoped_release unlocked;
  return {std::make_shared<const Unigram>(pieces, unk_id, byte_fallback, whose)};
}

// The reference engine words the message, so that both say the same.
void raise_no_unknown_piece(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const NoUnknownPiece& error) {
    const nb::object make =
        nb::module_::import_("subwords.reference.unigram").attr("no_unknown_piece");
    std::string character;
    utf8::append(character, error.character());
    const nb::object exception = make(nb::str(character.data(), character.size()));
    PyErr_SetObject(exception.type().ptr(), exception.ptr());
  }
}

}  // namespace

void bind_unigram(nb::module_& m) {
  nb::register_exception_translator(&raise_no_unknown_piece);
  m.def("unigram_model", &unigram_model, nb::arg("pieces"), nb::arg("unk_id").none(),
        nb::arg("byte_fallback"), nb::arg("semantics"));
}

}  // namespace subwords
