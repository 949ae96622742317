// Bindings of training: word counts and the merge trainer. Registered by module.cpp.
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "module.hpp"
#include "train/word_counter.hpp"
#include "train/wordpiece_trainer.hpp"

namespace subwords {
namespace {

std::string_view utf8(nb::handle text) {
  Py_ssize_t size = 0;
  const char* data = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (!data) throw nb::python_error();
  return {data, static_cast<size_t>(size)};
}

std::vector<std::string> strings(nb::handle sequence) {
  std::vector<std::string> all;
  for (nb::handle item : sequence) all.emplace_back(utf8(item));
  return all;
}

void add_all(WordCounter& counter, nb::dict words) {
  for (auto [word, count] : words) counter.add(utf8(word), nb::cast<uint64_t>(count));
}

void add_runs(WordCounter& counter, nb::handle data, nb::bytes classes) {
  if (classes.size() != 256) throw nb::value_error("classes must have 256 bytes");
  uint8_t table[256];
  std::memcpy(table, classes.c_str(), 256);
  Py_buffer view;
  if (PyObject_GetBuffer(data.ptr(), &view, PyBUF_SIMPLE) != 0) throw nb::python_error();
  const std::unique_ptr<Py_buffer, void (*)(Py_buffer*)> release(&view, &PyBuffer_Release);
  const std::string_view text(static_cast<const char*>(view.buf), static_cast<size_t>(view.len));
  const nb::gil_scoped_release unlocked;
  counter.add_runs(text, table);
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

Ties ties_named(const std::string& name) {
  return name == "huggingface" ? Ties::kHuggingFace
                               : (name == "sentencepiece" ? Ties::kSentencePiece : Ties::kLast);
}

// Reads a WordPieceOptions object.
WordPieceConfig config_from(nb::handle options, nb::handle starting_forms, nb::handle extend) {
  WordPieceConfig config;
  MergeConfig& merges = config.merges;
  merges.vocab_size = nb::cast<uint64_t>(options.attr("vocab_size"));
  merges.min_frequency = nb::cast<uint64_t>(options.attr("min_frequency"));
  merges.score = score_named(nb::cast<std::string>(options.attr("score")));
  merges.ties = ties_named(nb::cast<std::string>(options.attr("ties")));
  merges.pmi_shift = nb::cast<bool>(options.attr("pmi_shift"));
  merges.prefix = nb::cast<std::string>(options.attr("continuing_prefix"));
  config.bare_alphabet = nb::cast<std::string>(options.attr("alphabet")) == "huggingface";
  const nb::object limit = options.attr("limit_alphabet");
  config.limit_alphabet = limit.is_none() ? -1 : nb::cast<int64_t>(limit);
  config.special_tokens = strings(options.attr("special_tokens"));
  config.starting_forms = strings(starting_forms);
  for (nb::handle entry : extend) {
    config.extend.emplace_back(utf8(entry[0]), nb::cast<uint32_t>(entry[1]));
  }
  return config;
}

// The trainer and the counts it reads, which it keeps alive.
struct Training {
  nb::object owner;
  WordCounter* counts;
  std::unique_ptr<WordPieceTrainer> trainer;
};

nb::list dropped(const Training& self) {
  nb::list all;
  for (const auto& [c, count] : self.trainer->alphabet().dropped()) {
    const Py_UCS4 character = c;
    all.append(nb::make_tuple(
        nb::steal<nb::str>(PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, &character, 1)), count));
  }
  return all;
}

nb::list tokens(const Training& self) {
  nb::list all;
  const PieceTable& pieces = self.trainer->pieces();
  for (uint32_t piece = 0; piece < pieces.size(); ++piece) {
    const std::string& token = pieces.token(piece);
    all.append(nb::make_tuple(nb::str(token.data(), token.size()), pieces.id(piece)));
  }
  return all;
}

// The rows (left, right, merged, count, left_count, right_count, total) as an n x 7 array.
using Rows = nb::ndarray<nb::numpy, uint64_t, nb::shape<-1, 7>>;

// Lets Python look for signals now and then; `callback` is None or takes a number.
Rows run(Training& self, nb::handle callback, bool release_counts) {
  const auto progress = [&](uint64_t size) {
    const nb::gil_scoped_acquire locked;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (!callback.is_none()) callback(size);
  };
  std::vector<MergeRow> rows;
  {
    const nb::gil_scoped_release unlocked;
    self.trainer->cut();
    if (release_counts) *self.counts = WordCounter();
    rows = self.trainer->run(progress);
  }
  auto flat = std::make_unique<std::vector<uint64_t>>();
  flat->reserve(rows.size() * 7);
  for (const MergeRow& row : rows) {
    flat->insert(flat->end(), {row.left, row.right, row.merged, row.count, row.left_count,
                               row.right_count, row.total});
  }
  uint64_t* data = flat->data();
  nb::capsule owner(flat.release(),
                    [](void* p) noexcept { delete static_cast<std::vector<uint64_t>*>(p); });
  return Rows(data, {rows.size(), 7}, owner);
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
  nb::class_<Training>(m, "WordPieceTraining")
      .def("__init__",
           [](Training* self, nb::object counts, nb::handle options, nb::handle starting_forms,
              nb::handle extend) {
             WordPieceConfig config = config_from(options, starting_forms, extend);
             auto* counter = nb::cast<WordCounter*>(counts);
             auto trainer = std::make_unique<WordPieceTrainer>(*counter, std::move(config));
             new (self) Training{std::move(counts), counter, std::move(trainer)};
           },
           nb::arg("counts"), nb::arg("options"), nb::arg("starting_forms"), nb::arg("extend"))
      .def_prop_ro("words", [](const Training& self) { return self.trainer->words(); })
      .def_prop_ro("occurrences", [](const Training& self) { return self.trainer->occurrences(); })
      .def_prop_ro("characters", [](const Training& self) { return self.trainer->characters(); })
      .def_prop_ro("needed", [](const Training& self) { return self.trainer->needed(); })
      .def_prop_ro("letters",
                   [](const Training& self) { return self.trainer->alphabet().letters().size(); })
      .def_prop_ro("dropped", &dropped)
      .def_prop_ro("tokens", &tokens)
      .def("run", &run, nb::arg("progress").none(), nb::arg("release_counts"));
}

}  // namespace subwords
