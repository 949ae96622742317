// The general path: any chain of normalizers and pre-tokenizers, stage by stage on an AlignedText.
// The Python twin is reference/engine.py.
#pragma once
#include <memory>
#include <string_view>

#include "models/word_model.hpp"
#include "normalize/normalizer.hpp"
#include "pipeline/columns.hpp"
#include "pretokenize/pretokenizer.hpp"

namespace subwords {

// What a random segmentation is drawn with.
struct Draw {
  double amount;
  RandomStream random;
};

// Buffers of the general path, reused between calls.
struct StageScratch {
  AlignedText text;
  NormalizerScratch normalizer;
  std::vector<Range> pieces;
  PreTokenizerScratch pre_tokenizer;
  std::string word;                 // one word as UTF-8
  std::vector<uint32_t> boundaries;  // the byte where each of its characters starts, and its end
  std::vector<ByteSpan> spans;
  std::unique_ptr<WordModel::Scratch> model;  // made by the first word
  Draw* draw = nullptr;                       // set while segmentations are drawn at random
  IdBuffer ids;

  void release_large() {
    draw = nullptr;
    if (model != nullptr) model->release_large();
    subwords::release_large(spans);
    text.release_large();
    normalizer.release_large();
    subwords::release_large(pieces);
    pre_tokenizer.release_large();
    subwords::release_large(word);
    subwords::release_large(boundaries);
    subwords::release_large(ids);
  }
};

// Decodes valid UTF-8; the first character is number `first` of the user's text.
void decode_into(std::string_view utf8, uint32_t first, AlignedText& out);

class Stages {
 public:
  Stages(const NormalizerChain& normalizer, const PreTokenizerChain& pre_tokenizer,
         const WordModel& model)
      : normalizer_(normalizer), pre_tokenizer_(pre_tokenizer), model_(model) {}

  const NormalizerChain& normalizer() const { return normalizer_; }
  const PreTokenizerChain& pre_tokenizer() const { return pre_tokenizer_; }

  // Decodes and normalizes a text into scratch.text; its first character is number `first_char`.
  void normalize_text(std::string_view utf8, uint32_t first_char, StageScratch& scratch) const;

  // Encodes a part of scratch.text, which is normalized already. Appends rows; word ids count on
  // from `word`. Returns the next free word id.
  int32_t encode_normalized(Range part, StageScratch& scratch, int32_t word, Columns& out) const;
  // The same, ids only.
  void encode_normalized(Range part, StageScratch& scratch, IdBuffer& out) const;

  // Normalizes and encodes raw text.
  int32_t encode(std::string_view utf8, uint32_t first_char, StageScratch& scratch, int32_t word,
                 Columns& out) const;
  void encode(std::string_view utf8, uint32_t first_char, StageScratch& scratch,
              IdBuffer& out) const;

 private:
  // Leaves the pieces of a part of scratch.text in scratch.pieces; returns the text they cut.
  const AlignedText& cut(Range part, StageScratch& scratch) const;
  void push_rows(Range piece, const AlignedText& text, const StageScratch& scratch, int32_t word,
                 Columns& out) const;

  NormalizerChain normalizer_;
  PreTokenizerChain pre_tokenizer_;
  const WordModel& model_;
};

}  // namespace subwords
