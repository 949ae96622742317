// Binding of the SentencePiece BPE trainer. Registered by module.cpp.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "module.hpp"
#include "train/sentencepiece_bpe_trainer.hpp"
#include "training.hpp"

namespace subwords {
namespace {

// A corpus and what was trained on it.
struct Training {
  std::unique_ptr<UnigramCorpus> corpus;
  std::unique_ptr<SentencePieceBpeTrainer> trainer;
};

void make(Training* self, WordCounter& counts, nb::handle symbols, bool release) {
  const std::vector<std::string> all = bindings::strings(symbols);
  std::unique_ptr<UnigramCorpus> corpus;
  {
    const nb::gil_scoped_release unlocked;
    corpus = std::make_unique<UnigramCorpus>(release ? std::move(counts) : counts, all);
    if (release) counts = WordCounter();
  }
  new (self) Training{std::move(corpus), nullptr};
}

nb::list letters(const Training& self) {
  nb::list all;
  for (const auto& [c, count] : self.corpus->letters()) {
    all.append(nb::make_tuple(static_cast<uint32_t>(c), count));
  }
  return all;
}

void keep(Training& self, const std::vector<uint32_t>& characters, std::vector<int32_t> kinds) {
  if (characters.size() != kinds.size()) throw nb::value_error("as many kinds as characters");
  std::vector<char32_t> kept(characters.begin(), characters.end());
  const nb::gil_scoped_release unlocked;
  self.corpus->keep(std::move(kept), std::move(kinds));
}

bindings::Rows run(Training& self, nb::handle options, int64_t space, uint64_t merges,
                   nb::handle taken, nb::handle callback) {
  const auto progress = [&](uint64_t size) {
    const nb::gil_scoped_acquire locked;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (!callback.is_none()) callback(size);
  };
  JoinOptions join;
  join.max_piece_length = nb::cast<size_t>(options.attr("max_piece_length"));
  join.space = space;
  join.suffix = nb::cast<bool>(options.attr("treat_whitespace_as_suffix"));
  for (std::string& name : bindings::strings(taken)) join.taken.insert(std::move(name));
  const auto min_frequency = nb::cast<uint64_t>(options.attr("min_frequency"));
  std::vector<MergeRow> rows;
  {
    const nb::gil_scoped_release unlocked;
    self.trainer = std::make_unique<SentencePieceBpeTrainer>(*self.corpus);
    rows = self.trainer->run(merges, min_frequency, std::move(join), progress);
  }
  return bindings::as_array(rows);
}

nb::list tokens(const Training& self) {
  nb::list all;
  if (!self.trainer) return all;
  const PieceTable& pieces = self.trainer->pieces();
  for (uint32_t piece = 0; piece < pieces.size(); ++piece) {
    const std::string& token = pieces.token(piece);
    all.append(nb::str(token.data(), token.size()));
  }
  return all;
}

}  // namespace

void bind_train_sentencepiece_bpe(nb::module_& m) {
  nb::class_<Training>(m, "SentencePieceBPETraining")
      .def("__init__", &make, nb::arg("counts"), nb::arg("symbols"), nb::arg("release"))
      .def_prop_ro("words", [](const Training& self) { return self.corpus->words(); })
      .def_prop_ro("occurrences", [](const Training& self) { return self.corpus->occurrences(); })
      .def_prop_ro("characters",
                   [](const Training& self) { return self.corpus->word_characters(); })
      .def_prop_ro("letters", &letters)
      .def("keep", &keep, nb::arg("characters"), nb::arg("kinds"))
      .def("run", &run, nb::arg("options"), nb::arg("space"), nb::arg("merges"), nb::arg("taken"),
           nb::arg("progress").none())
      .def_prop_ro("tokens", &tokens);
}

}  // namespace subwords
