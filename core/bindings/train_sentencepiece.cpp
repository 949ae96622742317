// Binding of the counting stage of sentencepiece's trainers: runs of text become words.
#include <string>
#include <utility>

#include "module.hpp"
#include "train/run_cutter.hpp"
#include "train/sentencepiece_cutter.hpp"
#include "training.hpp"

namespace subwords {
namespace {

// Reads a SentencePieceText normalizer.
SentencePieceRules rules_from(nb::handle text, bool split) {
  SentencePieceRules rules;
  const auto charsmap = nb::cast<nb::bytes>(text.attr("charsmap"));
  rules.charsmap = std::string(charsmap.c_str(), charsmap.size());
  rules.add_dummy_prefix = nb::cast<bool>(text.attr("add_dummy_prefix"));
  rules.remove_extra_whitespaces = nb::cast<bool>(text.attr("remove_extra_whitespaces"));
  rules.escape_whitespaces = nb::cast<bool>(text.attr("escape_whitespaces"));
  rules.suffix = nb::cast<bool>(text.attr("suffix"));
  rules.symbols = bindings::strings(text.attr("protected"));
  rules.split = split;
  return rules;
}

void cut(const WordCounter& runs, WordCounter& words, nb::handle text, bool split) {
  SentencePieceCutter cutter(rules_from(text, split));
  std::string_view invalid;
  {
    const nb::gil_scoped_release unlocked;
    invalid = first_invalid_run(runs);
    if (invalid.empty()) cutter.cut(runs, words);
  }
  if (invalid.empty()) return;
  PyUnicode_DecodeUTF8(invalid.data(), static_cast<Py_ssize_t>(invalid.size()), nullptr);
  throw nb::python_error();
}

}  // namespace

void bind_train_sentencepiece(nb::module_& m) {
  m.def("cut_sentencepiece_runs", &cut, nb::arg("runs"), nb::arg("words"), nb::arg("text"),
        nb::arg("split"));
}

}  // namespace subwords
