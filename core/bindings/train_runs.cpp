// Binding of the counting stage: runs of text become words.
#include <nanobind/stl/string.h>

#include <string>
#include <vector>

#include "module.hpp"
#include "pattern_tree.hpp"
#include "steps.hpp"
#include "text/utf8.hpp"
#include "train/pattern_counter.hpp"
#include "train/run_cutter.hpp"
#include "training.hpp"

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

// Reads (tree, which parts become words) pairs.
std::vector<patterns::Split> splits_from(nb::handle list) {
  std::vector<patterns::Split> splits;
  for (nb::handle entry : list) {
    const auto keep = nb::cast<std::string>(entry[1]);
    splits.push_back({bindings::pattern_tree(entry[0]),
                      keep == "matches" ? patterns::Keep::kMatches
                                        : (keep == "gaps" ? patterns::Keep::kGaps
                                                          : patterns::Keep::kAll)});
  }
  return splits;
}

void count(const PatternCounter& self, nb::handle data, bool by_line, WordCounter& words) {
  const bindings::BytesView view(data);
  const std::string_view text = view.text();
  bool valid;
  {
    const nb::gil_scoped_release unlocked;
    valid = utf8::validate(text) == text.size();
    if (valid) self.add(text, by_line, words);
  }
  if (valid) return;
  PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), nullptr);
  throw nb::python_error();
}

}  // namespace

void bind_train_runs(nb::module_& m) {
  nb::class_<PatternCounter>(m, "PatternCounter")
      .def("__init__",
           [](PatternCounter* self, nb::handle splits) {
             new (self) PatternCounter(splits_from(splits));
           },
           nb::arg("splits"))
      .def("add", &count, nb::arg("data"), nb::arg("by_line"), nb::arg("words"));
  m.def("spell_bytes", &spell_bytes, nb::arg("words"), nb::arg("spelled"),
        nb::call_guard<nb::gil_scoped_release>());
  m.def("cut_runs", &cut, nb::arg("runs"), nb::arg("words"), nb::arg("normalizer"),
        nb::arg("pre_tokenizer"));
}

}  // namespace subwords
