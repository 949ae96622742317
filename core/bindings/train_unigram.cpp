// Binding of the Unigram trainer. Registered by module.cpp.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "module.hpp"
#include "text/arithmetic.hpp"
#include "train/unigram_trainer.hpp"
#include "training.hpp"

namespace subwords {
namespace {

// A corpus and what was trained on it.
struct UnigramTraining {
  std::unique_ptr<UnigramCorpus> corpus;
  std::unique_ptr<UnigramTrainer> trainer;
};

void make(UnigramTraining* self, WordCounter& counts, nb::handle symbols, bool release) {
  const std::vector<std::string> all = bindings::strings(symbols);
  std::unique_ptr<UnigramCorpus> corpus;
  {
    const nb::gil_scoped_release unlocked;
    corpus = std::make_unique<UnigramCorpus>(release ? std::move(counts) : counts, all);
    if (release) counts = WordCounter();
  }
  new (self) UnigramTraining{std::move(corpus), nullptr};
}

nb::list letters(const UnigramTraining& self) {
  nb::list all;
  for (const auto& [c, count] : self.corpus->letters()) all.append(nb::make_tuple(static_cast<uint32_t>(c), count));
  return all;
}

void keep(UnigramTraining& self, const std::vector<uint32_t>& characters,
          std::vector<int32_t> kinds) {
  if (characters.size() != kinds.size()) throw nb::value_error("as many kinds as characters");
  std::vector<char32_t> kept(characters.begin(), characters.end());
  const nb::gil_scoped_release unlocked;
  self.corpus->keep(std::move(kept), std::move(kinds));
}

// Reads a UnigramOptions object.
UnigramConfig config_from(nb::handle options, uint32_t space, unsigned threads) {
  UnigramConfig config;
  config.min_frequency = nb::cast<uint64_t>(options.attr("min_frequency"));
  config.seed_size = nb::cast<uint64_t>(options.attr("seed_size"));
  config.max_piece_length = nb::cast<uint32_t>(options.attr("max_piece_length"));
  config.shrinking_factor = nb::cast<double>(options.attr("shrinking_factor"));
  config.sub_iterations = nb::cast<uint32_t>(options.attr("sub_iterations"));
  config.viterbi = nb::cast<std::string>(options.attr("method")) == "viterbi";
  config.inner_space = nb::cast<bool>(options.attr("treat_whitespace_as_suffix"));
  config.space = space;
  config.threads = threads;
  return config;
}

void run(UnigramTraining& self, nb::handle options, uint32_t space, uint64_t desired,
         unsigned threads, nb::handle callback) {
  const auto progress = [&](uint64_t size) {
    const nb::gil_scoped_acquire locked;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (!callback.is_none()) callback(size);
  };
  if (!self.trainer) {
    self.trainer =
        std::make_unique<UnigramTrainer>(*self.corpus, config_from(options, space, threads));
  }
  const nb::gil_scoped_release unlocked;
  self.trainer->run(desired, progress);
}

nb::list pieces(const UnigramTraining& self) {
  std::vector<std::pair<std::string, double>> found;
  {
    const nb::gil_scoped_release unlocked;
    found = self.trainer->pieces();
  }
  nb::list all;
  for (const auto& [piece, score] : found) {
    all.append(nb::make_tuple(nb::str(piece.data(), piece.size()), score));
  }
  return all;
}

// (size, likelihoods, unused, pruned, examples) of each round.
nb::list rounds(const UnigramTraining& self) {
  nb::list all;
  for (const UnigramRound& round : self.trainer->rounds()) {
    all.append(nb::make_tuple(round.size, round.likelihoods, round.unused, round.pruned,
                              round.examples));
  }
  return all;
}

}  // namespace

void bind_train_unigram(nb::module_& m) {
  m.def("digamma", &digamma);
  nb::class_<UnigramTraining>(m, "UnigramTraining")
      .def("__init__", &make, nb::arg("counts"), nb::arg("symbols"), nb::arg("release"))
      .def_prop_ro("words", [](const UnigramTraining& self) { return self.corpus->words(); })
      .def_prop_ro("occurrences",
                   [](const UnigramTraining& self) { return self.corpus->occurrences(); })
      .def_prop_ro("characters",
                   [](const UnigramTraining& self) { return self.corpus->word_characters(); })
      .def_prop_ro("letters", &letters)
      .def("keep", &keep, nb::arg("characters"), nb::arg("kinds"))
      .def("run", &run, nb::arg("options"), nb::arg("space"), nb::arg("desired"),
           nb::arg("threads"), nb::arg("progress").none())
      .def_prop_ro("pieces", &pieces)
      .def_prop_ro("rounds", &rounds);
}

}  // namespace subwords
