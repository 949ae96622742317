// The general stages on one run after the other, with a short cut for what they leave alone.
#include "train/run_cutter.hpp"

#include <string>
#include <vector>

#include "text/utf8.hpp"

namespace subwords {
namespace {

class Cutter {
 public:
  Cutter(const NormalizerChain& normalizer, const PreTokenizerChain& pre_tokenizer,
         WordCounter& words)
      : normalizer_(normalizer), pre_tokenizer_(pre_tokenizer), words_(words) {}

  void cut(std::string_view run, uint64_t count) {
    text_.clear();
    const auto* p = reinterpret_cast<const uint8_t*>(run.data());
    const auto* const end = p + run.size();
    for (uint32_t i = 0; p < end; ++i) {
      char32_t c;
      p = utf8::decode(p, c);
      text_.push(c, {i, i + 1});
    }
    normalize(normalizer_, text_, scratch_);
    if (text_.size() == 0) return;
    pieces_.assign(1, {0, static_cast<uint32_t>(text_.size())});
    const AlignedText& text = pretokenize(pre_tokenizer_, text_, pieces_, pre_tokenizer_scratch_);
    for (const Range piece : pieces_) {
      word_.clear();
      for (uint32_t i = piece.begin; i < piece.end; ++i) utf8::append(word_, text.chars[i]);
      words_.add(word_, count);
    }
  }

 private:
  const NormalizerChain& normalizer_;
  const PreTokenizerChain& pre_tokenizer_;
  WordCounter& words_;
  AlignedText text_;
  NormalizerScratch scratch_;
  std::vector<Range> pieces_;
  PreTokenizerScratch pre_tokenizer_scratch_;
  std::string word_;
};

}  // namespace

std::string_view first_invalid_run(const WordCounter& runs) {
  std::string_view invalid;
  runs.for_each([&](std::string_view run, uint64_t) {
    if (invalid.data() == nullptr && utf8::validate(run) != run.size()) invalid = run;
  });
  return invalid;
}

void cut_runs(const WordCounter& runs, const NormalizerChain& normalizer,
              const PreTokenizerChain& pre_tokenizer, WordCounter& words) {
  Cutter cutter(normalizer, pre_tokenizer, words);
  runs.for_each([&](std::string_view run, uint64_t count) { cutter.cut(run, count); });
}

}  // namespace subwords
