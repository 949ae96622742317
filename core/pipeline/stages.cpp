#include "pipeline/stages.hpp"

#include <stdexcept>

#include "text/steps.hpp"
#include "text/utf8.hpp"

namespace subwords {

void decode_into(std::string_view utf8, uint32_t first, AlignedText& out) {
  const auto* p = reinterpret_cast<const uint8_t*>(utf8.data());
  const auto* const end = p + utf8.size();
  for (uint32_t i = first; p < end; ++i) {
    char32_t c;
    p = utf8::decode(p, c);
    SUBWORDS_STEP();
    out.push(c, {i, i + 1});
  }
}

void Stages::normalize_text(std::string_view utf8, uint32_t first_char,
                            StageScratch& scratch) const {
  scratch.text.clear();
  decode_into(utf8, first_char, scratch.text);
  normalize(normalizer_, scratch.text, scratch.normalizer);
  if (scratch.text.size() > 0xFFFFFFFFu) {
    throw std::length_error("the normalized text has more than 2^32 - 1 characters; cut the text "
                            "into parts");
  }
}

const AlignedText& Stages::cut(Range part, StageScratch& scratch) const {
  scratch.pieces.clear();
  scratch.pieces.push_back(part);
  return pretokenize(pre_tokenizer_, scratch.text, scratch.pieces, scratch.pre_tokenizer);
}

namespace {

WordModel::Scratch& scratch_of(const WordModel& model, StageScratch& scratch) {
  if (scratch.model == nullptr) scratch.model = model.make_scratch();
  return *scratch.model;
}

}  // namespace

void Stages::encode_normalized(Range part, StageScratch& scratch, IdBuffer& out) const {
  const AlignedText& text = cut(part, scratch);
  WordModel::Scratch& own = scratch_of(model_, scratch);
  for (const Range piece : scratch.pieces) {
    scratch.word.clear();
    for (uint32_t i = piece.begin; i < piece.end; ++i) {
      utf8::append(scratch.word, text.chars[i]);
    }
    if (scratch.draw == nullptr) {
      model_.encode(scratch.word, own, out);
    } else {
      model_.sample(scratch.word, scratch.draw->amount, scratch.draw->random, own, out);
    }
  }
}

// The rows of a word whose ids and spans are in `scratch`.
void Stages::push_rows(Range piece, const AlignedText& text, const StageScratch& scratch,
                       int32_t word, Columns& out) const {
  const auto& origin = text.origin;
  const std::vector<uint32_t>& boundaries = scratch.boundaries;
  const uint32_t* const ids = scratch.ids.begin();
  const uint32_t called_by_text = model_.called_by_text();
  const uint32_t last = piece.end - piece.begin - 1;
  uint32_t first = 0;  // the character that holds the first byte; spans begin in rising order
  for (size_t k = 0; k < scratch.ids.size(); ++k) {
    const ByteSpan span = scratch.spans[k];
    while (first < last && boundaries[first + 1] <= span.begin) ++first;
    uint32_t end = first;  // the character that holds the last byte
    while (end < last && boundaries[end + 1] < span.end) ++end;
    if (ids[k] == called_by_text && called_by_text != 0xFFFFFFFFu) {
      const std::string_view covered = scratch.word;
      out.matches.push_back(
          {out.size(), std::string(covered.substr(span.begin, span.end - span.begin))});
    }
    out.push(ids[k], origin[piece.begin + first].begin, origin[piece.begin + end].end,
             word);
  }
}

int32_t Stages::encode_normalized(Range part, StageScratch& scratch, int32_t word,
                                  Columns& out) const {
  const AlignedText& text = cut(part, scratch);
  WordModel::Scratch& own = scratch_of(model_, scratch);
  for (const Range piece : scratch.pieces) {
    scratch.word.clear();
    scratch.boundaries.clear();
    for (uint32_t i = piece.begin; i < piece.end; ++i) {
      scratch.boundaries.push_back(static_cast<uint32_t>(scratch.word.size()));
      utf8::append(scratch.word, text.chars[i]);
    }
    scratch.boundaries.push_back(static_cast<uint32_t>(scratch.word.size()));
    scratch.ids.clear();
    scratch.spans.clear();
    model_.annotate(scratch.word, own, scratch.ids, scratch.spans);
    push_rows(piece, text, scratch, word++, out);
  }
  return word;
}

void Stages::encode(std::string_view utf8, uint32_t first_char, StageScratch& scratch,
                    IdBuffer& out) const {
  normalize_text(utf8, first_char, scratch);
  encode_normalized({0, static_cast<uint32_t>(scratch.text.size())}, scratch, out);
}

int32_t Stages::encode(std::string_view utf8, uint32_t first_char, StageScratch& scratch,
                       int32_t word, Columns& out) const {
  normalize_text(utf8, first_char, scratch);
  return encode_normalized({0, static_cast<uint32_t>(scratch.text.size())}, scratch, word, out);
}

}  // namespace subwords
