// The fast path of WordPiece after text rules that work character by character (BERT and its kin).
//
// The scanner cuts text into runs between ASCII spaces and punctuation. Plain ASCII words go to the
// cache as they are; runs with other characters are walked code point by code point and cut into
// chunks, which go to the same cache; on a miss the chunk is normalized by table and matched. Text
// around a character that needs context takes the general path (Stages).
#pragma once
#include <memory>
#include <string_view>

#include "pipeline/char_map.hpp"
#include "pipeline/fast_path.hpp"
#include "pipeline/word_lookup.hpp"

namespace subwords {

class WordPiecePath final : public FastPath {
 public:
  WordPiecePath(std::unique_ptr<const CharMap> map, const WordPiece& model, const Stages& stages,
                Isa isa = best_isa());

  void encode(std::string_view text, bool starts, Worker& worker, IdBuffer& out) const override;
  int32_t annotate(std::string_view text, uint32_t first_char, int32_t word, Worker& worker,
                   Columns& out) const override;
  bool normalize_text(std::string_view text, uint32_t first_char,
                      AlignedText& out) const override {
    return map_.normalize_text(text, first_char, out);
  }
  size_t memory_bytes() const override { return map_.memory_bytes(); }

 private:
  using Text = TextBounds;
  void prepare(const Text& text, const Span* spans, size_t count, Worker& worker) const;
  // The ids of one chunk that is one word, or one isolated character; `plain` says that the scanner
  // found only plain ASCII in it. Valid until the next call.
  std::span<const uint32_t> look_up(const Text& text, const uint8_t* chunk, size_t size,
                                    Worker& worker, bool plain) const;
  std::span<const uint32_t> match(const uint8_t* chunk, size_t size, Worker& worker) const;
  std::span<const uint32_t> match_plain(const uint8_t* word, size_t size, Worker& worker) const;

  template <class Ids>
  void push_known(uint32_t id, Ids& out) const;
  std::span<const uint32_t> matched(size_t count, Worker& worker) const;
  void encode_span(const Text& text, Span span, Worker& worker, IdBuffer& out) const;
  void encode_run(const Text& text, Text run, Worker& worker, IdBuffer& out) const;
  struct Cursor;  // where annotation stands
  void push_plain(const uint8_t* text, Span span, std::span<const uint32_t> ids, Cursor& cursor,
                  Columns& out) const;
  void annotate_span(const Text& text, Span span, Cursor& cursor, Worker& worker,
                     Columns& out) const;
  void annotate_run(const Text& text, Text run, Cursor& cursor, Worker& worker,
                    Columns& out) const;
  void push_word(const Text& text, Text chunk, Cursor& cursor, Worker& worker, Columns& out) const;

  template <class OnChunk, class OnIsolated>
  bool walk(Text run, OnChunk&& on_chunk, OnIsolated&& on_isolated) const;

  std::unique_ptr<const CharMap> owned_map_;
  const CharMap& map_;
  const WordPiece& model_;
  const Stages& stages_;
  Scanner scanner_;
  bool folds_;
};

}  // namespace subwords
