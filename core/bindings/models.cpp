// Factories of the native models: tables and options in, a `_core.Model` out.
#include "models.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include "formats/fault.hpp"
#include "models/bpe.hpp"
#include "models/rank_bpe.hpp"
#include "models/sentencepiece_bpe.hpp"
#include "models/wordpiece.hpp"
#include "tables.hpp"

namespace subwords {
namespace {

VocabPtr given_vocab(nb::handle object) {
  VocabPtr vocab = vocab_of(object);
  if (vocab == nullptr) throw nb::type_error("vocab must be a _core.Vocab");
  return vocab;
}

PyModel wordpiece_model(nb::handle table, const std::string& unk_token,
                        const std::string& continuing_prefix, uint32_t max_chars_per_word) {
  const VocabPtr vocab = given_vocab(table);
  const nb::gil_scoped_release unlocked;
  return {std::make_shared<const WordPiece>(vocab, unk_token, continuing_prefix,
                                            max_chars_per_word)};
}

// Builds a model; what is wrong with the tables is a ValueError.
template <class Make>
PyModel made(const Make& make) {
  std::string wrong;
  {
    const nb::gil_scoped_release unlocked;
    try {
      return {make()};
    } catch (const Fault& fault) {
      wrong = fault.text;
    }
  }
  throw nb::value_error(wrong.c_str());
}

PyModel bpe_model(nb::handle table, nb::handle merge_table, std::optional<std::string> unk_token,
                  std::string prefix, std::string suffix, bool fuse_unk, bool byte_fallback,
                  bool ignore_merges) {
  const VocabPtr vocab = given_vocab(table);
  const MergesPtr merges = merges_of(merge_table);
  if (merges == nullptr) throw nb::type_error("merges must be a _core.Merges");
  BpeOptions options{std::move(unk_token), std::move(prefix), std::move(suffix), fuse_unk,
                     byte_fallback, ignore_merges};
  return made([&] { return std::make_shared<const Bpe>(vocab, merges, std::move(options)); });
}

PyModel rank_bpe_model(nb::handle table) {
  const VocabPtr vocab = given_vocab(table);
  return made([&] { return std::make_shared<const RankBpe>(vocab); });
}

PyModel sentencepiece_bpe_model(nb::handle table, uint32_t unk_id, bool byte_fallback) {
  const PiecesPtr pieces = pieces_of(table);
  if (pieces == nullptr) throw nb::type_error("pieces must be a _core.Pieces");
  return made(
      [&] { return std::make_shared<const SentencePieceBpe>(pieces, unk_id, byte_fallback); });
}

// The reference engine words the message, so that both say the same.
void raise_no_unknown_token(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const NoUnknownToken& error) {
    const nb::object make =
        nb::module_::import_("subwords.reference.bpe").attr("no_unknown_token");
    const std::string& token = error.unk_token();
    const nb::object exception = make(nb::str(token.data(), token.size()));
    PyErr_SetObject(exception.type().ptr(), exception.ptr());
  }
}

}  // namespace

void bind_models(nb::module_& m) {
  nb::register_exception_translator(&raise_no_unknown_token);
  nb::class_<PyModel>(m, "Model")
      .def_prop_ro("memory_bytes", [](const PyModel& self) { return self.model->memory_bytes(); })
      .def_prop_ro("samples", [](const PyModel& self) { return self.model->samples(); });
  m.def("wordpiece_model", &wordpiece_model, nb::arg("vocab"), nb::arg("unk_token"),
        nb::arg("continuing_prefix"), nb::arg("max_chars_per_word"));
  m.def("bpe_model", &bpe_model, nb::arg("vocab"), nb::arg("merges"), nb::arg("unk_token").none(),
        nb::arg("prefix"), nb::arg("suffix"), nb::arg("fuse_unk"), nb::arg("byte_fallback"),
        nb::arg("ignore_merges"));
  m.def("rank_bpe_model", &rank_bpe_model, nb::arg("vocab"));
  m.def("sentencepiece_bpe_model", &sentencepiece_bpe_model, nb::arg("pieces"), nb::arg("unk_id"),
        nb::arg("byte_fallback"));
}

}  // namespace subwords
