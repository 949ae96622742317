// Binding of the BPE trainer. Registered by module.cpp.
#include <nanobind/stl/string.h>

#include <string>
#include <utility>

#include "module.hpp"
#include "train/bpe_trainer.hpp"
#include "training.hpp"

namespace subwords {
namespace {

using bindings::number_or_none;
using bindings::strings;
using bindings::utf8;

// Reads a BPEOptions object.
BpeConfig config_from(nb::handle options, nb::handle extend) {
  BpeConfig config;
  MergeConfig& merges = config.merges;
  merges.vocab_size = nb::cast<uint64_t>(options.attr("vocab_size"));
  merges.min_frequency = nb::cast<uint64_t>(options.attr("min_frequency"));
  const auto ties = nb::cast<std::string>(options.attr("ties"));
  merges.ties = bindings::ties_named(ties);
  merges.prefix = nb::cast<std::string>(options.attr("continuing_prefix"));
  merges.max_token_length = number_or_none(options, "max_token_length");
  config.suffix = nb::cast<std::string>(options.attr("end_of_word_suffix"));
  config.bare_alphabet = nb::cast<std::string>(options.attr("alphabet")) == "huggingface";
  config.limit_alphabet = number_or_none(options, "limit_alphabet");
  config.special_tokens = strings(options.attr("special_tokens"));
  config.first_letters = strings(options.attr("first_letters")());
  config.byte_order = ties == "tiktoken" && config.first_letters.size() >= 256;
  config.extend = bindings::vocabulary(extend);
  for (nb::handle merge : options.attr("extend_merges")) {
    config.extend_merges.emplace_back(utf8(merge[0]), utf8(merge[1]));
  }
  return config;
}

}  // namespace

void bind_train_bpe(nb::module_& m) {
  using Training = bindings::Training<BpeTrainer>;
  bindings::bind_training<BpeTrainer>(m, "BPETraining")
      .def("__init__",
           [](Training* self, nb::object counts, nb::handle options, nb::handle extend) {
             Training::make(self, std::move(counts), config_from(options, extend));
           },
           nb::arg("counts"), nb::arg("options"), nb::arg("extend"));
}

}  // namespace subwords
