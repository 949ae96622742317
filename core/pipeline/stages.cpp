#include "pipeline/stages.hpp"

#include <stdexcept>

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

void Stages::cut(Range part, StageScratch& scratch) const {
  scratch.pieces.clear();
  if (part.begin == part.end) return;
  scratch.pieces.push_back(part);
  pretokenize(pre_tokenizer_, scratch.text, scratch.pieces, scratch.other_pieces);
}

bool Stages::match(StageScratch& scratch, size_t chars) const {
  scratch.ids.clear();
  if (chars <= model_.max_chars_per_word()) {
    scratch.ids.reserve_more(scratch.word.size());
    const auto* const word = reinterpret_cast<const uint8_t*>(scratch.word.data());
    const size_t count = model_.match(word, scratch.word.size(), scratch.ids.data());
    if (count != WordPiece::kUnknown) {
      scratch.ids.resize(count);
      return true;
    }
  }
  if (model_.unk_id() != kNoId) {
    scratch.ids.push_back(model_.unk_id());
  } else {
    model_.note_dropped_word();
  }
  return false;
}

void Stages::encode_normalized(Range part, StageScratch& scratch, IdBuffer& out) const {
  cut(part, scratch);
  for (const Range piece : scratch.pieces) {
    scratch.word.clear();
    for (uint32_t i = piece.begin; i < piece.end; ++i) {
      utf8::append(scratch.word, scratch.text.chars[i]);
    }
    match(scratch, piece.end - piece.begin);
    out.append(scratch.ids.data(), scratch.ids.size());
  }
}

int32_t Stages::encode_normalized(Range part, StageScratch& scratch, int32_t word,
                                  Columns& out) const {
  cut(part, scratch);
  const auto& origin = scratch.text.origin;
  for (const Range piece : scratch.pieces) {
    scratch.word.clear();
    scratch.boundaries.clear();
    for (uint32_t i = piece.begin; i < piece.end; ++i) {
      scratch.boundaries.push_back(static_cast<uint32_t>(scratch.word.size()));
      utf8::append(scratch.word, scratch.text.chars[i]);
    }
    scratch.boundaries.push_back(static_cast<uint32_t>(scratch.word.size()));
    const bool known = match(scratch, piece.end - piece.begin);
    uint32_t i = piece.begin, byte = 0;
    for (size_t k = 0; k < scratch.ids.size(); ++k) {
      const uint32_t id = scratch.ids[k];
      uint32_t end = piece.end;
      if (known) {
        byte += model_.text_bytes(id, k > 0);
        for (end = i; scratch.boundaries[end - piece.begin] < byte;) ++end;
      }
      out.push(id, origin[i].begin, origin[end - 1].end, word);
      i = end;
    }
    ++word;
  }
  return word;
}

void Stages::encode(std::string_view utf8, StageScratch& scratch, IdBuffer& out) const {
  normalize_text(utf8, 0, scratch);
  encode_normalized({0, static_cast<uint32_t>(scratch.text.size())}, scratch, out);
}

int32_t Stages::encode(std::string_view utf8, uint32_t first_char, StageScratch& scratch,
                       int32_t word, Columns& out) const {
  normalize_text(utf8, first_char, scratch);
  return encode_normalized({0, static_cast<uint32_t>(scratch.text.size())}, scratch, word, out);
}

}  // namespace subwords
