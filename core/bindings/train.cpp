// Bindings of training: word counts and the merge trainer. Registered by module.cpp.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <string>
#include <vector>

#include "module.hpp"
#include "train/word_counter.hpp"
#include "train/wordpiece_trainer.hpp"
#include "training.hpp"

namespace subwords {
namespace {

using bindings::strings;
using bindings::utf8;

void add_all(WordCounter& counter, nb::dict words) {
  for (auto [word, count] : words) counter.add(utf8(word), nb::cast<uint64_t>(count));
}

void add_runs(WordCounter& counter, nb::handle data, nb::bytes classes) {
  if (classes.size() != 256) throw nb::value_error("classes must have 256 bytes");
  uint8_t table[256];
  std::memcpy(table, classes.c_str(), 256);
  const bindings::BytesView view(data);
  const nb::gil_scoped_release unlocked;
  counter.add_runs(view.text(), table);
}

// Text of a counter; raises UnicodeDecodeError where it is not UTF-8.
nb::object text_of(std::string_view word) {
  PyObject* text = PyUnicode_DecodeUTF8(word.data(), static_cast<Py_ssize_t>(word.size()), nullptr);
  if (!text) throw nb::python_error();
  return nb::steal(text);
}

nb::list sorted_items(const WordCounter& counter) {
  nb::list all;
  for (const auto& [word, count] : counter.sorted()) {
    all.append(nb::make_tuple(text_of(word), count));
  }
  return all;
}

Score score_named(const std::string& name) {
  return name == "likelihood" ? Score::kLikelihood
                              : (name == "gain" ? Score::kGain : Score::kFrequency);
}

// Reads a WordPieceOptions object.
WordPieceConfig config_from(nb::handle options, nb::handle starting_forms, nb::handle extend) {
  WordPieceConfig config;
  MergeConfig& merges = config.merges;
  merges.vocab_size = nb::cast<uint64_t>(options.attr("vocab_size"));
  merges.min_frequency = nb::cast<uint64_t>(options.attr("min_frequency"));
  merges.score = score_named(nb::cast<std::string>(options.attr("score")));
  merges.ties = bindings::ties_named(nb::cast<std::string>(options.attr("ties")));
  merges.pmi_shift = nb::cast<bool>(options.attr("pmi_shift"));
  merges.prefix = nb::cast<std::string>(options.attr("continuing_prefix"));
  config.bare_alphabet = nb::cast<std::string>(options.attr("alphabet")) == "huggingface";
  config.limit_alphabet = bindings::number_or_none(options, "limit_alphabet");
  config.special_tokens = strings(options.attr("special_tokens"));
  config.starting_forms = strings(starting_forms);
  config.extend = bindings::vocabulary(extend);
  return config;
}

}  // namespace

void bind_train(nb::module_& m) {
  nb::class_<WordCounter>(m, "WordCounter")
      .def(nb::init<>())
      .def("add_all", &add_all)
      .def("add_runs", &add_runs, nb::arg("data"), nb::arg("classes"))
      .def("merge", &WordCounter::merge, nb::call_guard<nb::gil_scoped_release>())
      .def("count", [](const WordCounter& self, nb::str word) { return self.count(utf8(word)); })
      .def("sorted_items", &sorted_items)
      .def_prop_ro("memory", &WordCounter::memory)
      .def("__len__", &WordCounter::size);
  using Training = bindings::Training<WordPieceTrainer>;
  bindings::bind_training<WordPieceTrainer>(m, "WordPieceTraining")
      .def("__init__",
           [](Training* self, nb::object counts, nb::handle options, nb::handle starting_forms,
              nb::handle extend) {
             Training::make(self, std::move(counts), config_from(options, starting_forms, extend));
           },
           nb::arg("counts"), nb::arg("options"), nb::arg("starting_forms"), nb::arg("extend"));
}

}  // namespace subwords
