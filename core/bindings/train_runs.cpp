// Binding of the counting stage: runs of text become words.
#include "module.hpp"
#include "steps.hpp"
#include "train/run_cutter.hpp"

namespace subwords {
namespace {

void cut(const WordCounter& runs, WordCounter& words, nb::list normalizer,
         nb::list pre_tokenizer) {
  const NormalizerChain normalize_steps = bindings::normalizer_chain(normalizer);
  const PreTokenizerChain cut_steps = bindings::pre_tokenizer_chain(pre_tokenizer);
  std::string_view invalid;
  {
    const nb::gil_scoped_release unlocked;
    invalid = first_invalid_run(runs);
    if (invalid.empty()) cut_runs(runs, normalize_steps, cut_steps, words);
  }
  if (invalid.empty()) return;
  PyUnicode_DecodeUTF8(invalid.data(), static_cast<Py_ssize_t>(invalid.size()), nullptr);
  throw nb::python_error();
}

}  // namespace

void bind_train_runs(nb::module_& m) {
  m.def("cut_runs", &cut, nb::arg("runs"), nb::arg("words"), nb::arg("normalizer"),
        nb::arg("pre_tokenizer"));
}

}  // namespace subwords
