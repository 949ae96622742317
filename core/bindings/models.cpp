// Factories of the native models: tables and options in, a `_core.Model` out.
#include "models.hpp"

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

}  // namespace

void bind_models(nb::module_& m) {
  nb::class_<PyModel>(m, "Model")
      .def_prop_ro("memory_bytes", [](const PyModel& self) { return self.model->memory_bytes(); })
      .def_prop_ro("samples", [](const PyModel& self) { return self.model->samples(); });
  m.def("wordpiece_model", &wordpiece_model, nb::arg("vocab"), nb::arg("unk_token"),
        nb::arg("continuing_prefix"), nb::arg("max_chars_per_word"));
}

}  // namespace subwords
