// The Python module `subwords.native._core`: one registration function per file of this folder.
#include "module.hpp"
#include "tables.hpp"

namespace subwords {
void bind_arithmetic(nb::module_& m);
void bind_stages(nb::module_& m);
void bind_cuts(nb::module_& m);
void bind_models(nb::module_& m);
void bind_unigram(nb::module_& m);
void bind_pipeline(nb::module_& m);
void bind_decoder(nb::module_& m);
void bind_train(nb::module_& m);
void bind_train_bpe(nb::module_& m);
void bind_train_runs(nb::module_& m);
void bind_patterns(nb::module_& m);
void bind_train_sentencepiece(nb::module_& m);
void bind_train_sentencepiece_bpe(nb::module_& m);
void bind_train_unigram(nb::module_& m);
}  // namespace subwords

NB_MODULE(_core, m) {
  m.doc() = "Native engine of subwords.";
  bind_tables(m);
  bind_formats(m);
  subwords::bind_arithmetic(m);
  subwords::bind_stages(m);
  subwords::bind_cuts(m);
  subwords::bind_models(m);
  subwords::bind_unigram(m);
  subwords::bind_pipeline(m);
  subwords::bind_decoder(m);
  subwords::bind_train(m);
  subwords::bind_train_bpe(m);
  subwords::bind_train_runs(m);
  subwords::bind_patterns(m);
  subwords::bind_train_sentencepiece(m);
  subwords::bind_train_sentencepiece_bpe(m);
  subwords::bind_train_unigram(m);
}
