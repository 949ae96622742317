// The annotating half of WordPiecePath: the same walk, with spans and word numbers.
#include <span>

#include "pipeline/wordpiece_inline.hpp"

namespace subwords {

// Where annotation stands: characters are counted as the text goes by.
struct WordPiecePath::Cursor {
  const uint8_t* position;
  uint32_t chars;  // the number of the character at `position`
  int32_t word;
  bool ascii;  // every byte is a character

  uint32_t advance(const uint8_t* to) {
    if (ascii) {
      chars += static_cast<uint32_t>(to - position);
      position = to;
    }
    for (; position < to; ++position) chars += (*position & 0xC0) != 0x80;
    return chars;
  }
};

// The rows of one chunk that is one word.
void WordPiecePath::push_word(const Text& text, Text chunk, Cursor& cursor, Worker& worker,
                             Columns& out) const {
  const size_t size = static_cast<size_t>(chunk.end - chunk.begin);
  const auto ids = look_up(text, chunk.begin, size, worker, false);
  // For each byte of the normalized chunk, the character that it came from; built only where the
  // chunk is not plain ASCII.
  auto& origins = worker.origins;
  origins.clear();
  uint32_t number = cursor.advance(chunk.begin);
  uint32_t first = 0, last = 0;
  bool any = false;
  for (const uint8_t* p = chunk.begin; p < chunk.end; ++number) {
    char32_t c;
    p = utf8::decode(p, c);
    const CharEntry& entry = map_[c];
    if (entry.kind != CharKind::kWord) continue;
    origins.insert(origins.end(), entry.size, number);
    if (!any) first = number;
    any = true;
    last = number;
  }
  const bool whole = ids.size() == 1;  // known or not, one piece covers the word
  uint32_t byte = 0;
  for (size_t k = 0; k < ids.size(); ++k) {
    if (whole) {
      out.push(ids[k], first, last + 1, cursor.word);
      break;
    }
    const uint32_t end = byte + model_.text_bytes(ids[k], k > 0);
    out.push(ids[k], origins[byte], origins[end - 1] + 1, cursor.word);
    byte = end;
  }
  ++cursor.word;
}

void WordPiecePath::annotate_run(const Text& text, Text run, Cursor& cursor, Worker& worker,
                                Columns& out) const {
  const size_t before = out.size();
  const Cursor start = cursor;
  const bool done = walk(
      run, [&](Text chunk) { push_word(text, chunk, cursor, worker, out); },
      [&](const uint8_t* p, uint32_t id) {
        const uint32_t number = cursor.advance(p);
        if (id != kNoId) {
          out.push(id, number, number + 1, cursor.word);
        } else {
          model_.note_dropped_word();
        }
        ++cursor.word;
      });
  if (done) return;
  out.rows.resize(before);
  cursor = start;
  const uint32_t number = cursor.advance(run.begin);
  cursor.word = stages_.encode({reinterpret_cast<const char*>(run.begin),
                                static_cast<size_t>(run.end - run.begin)},
                               number, worker.stages, cursor.word, out);
}

int32_t WordPiecePath::annotate(std::string_view utf8, uint32_t first_char, int32_t word,
                               Worker& worker, Columns& out) const {
  const auto* const begin = reinterpret_cast<const uint8_t*>(utf8.data());
  const Text text{begin, begin + utf8.size()};
  Cursor cursor{begin, first_char, word, utf8::is_ascii(utf8)};
  Scanner::State state;
  while (!state.finished) {
    const size_t count = scanner_.scan(begin, utf8.size(), state, worker.spans, Worker::kSpans);
    prepare(text, worker.spans, count, worker);
    out.rows.reserve_more(count + count / 2);  // push() sees to what is more
    visit_probes(
        worker.probes, count, worker,
        [&](size_t i, WordIds ids) { push_plain(begin, worker.spans[i], ids, cursor, out); },
        [&](size_t i) { annotate_span(text, worker.spans[i], cursor, worker, out); });
  }
  return cursor.word;
}

// The rows of a plain ASCII word: every byte is a character that stands for itself.
inline void WordPiecePath::push_plain(const uint8_t* text, Span span, std::span<const uint32_t> ids,
                                     Cursor& cursor, Columns& out) const {
  const uint32_t start = cursor.advance(text + span.begin);
  if (ids.size() == 1) [[likely]] {  // known or not, one piece covers the word
    out.push(ids[0], start, start + span.size(), cursor.word++);
    return;
  }
  uint32_t at = start;
  for (size_t k = 0; k < ids.size(); ++k) {
    const uint32_t end = at + model_.text_bytes(ids[k], k > 0);
    out.push(ids[k], at, end, cursor.word);
    at = end;
  }
  ++cursor.word;
}

// A span that is not a short word in the cache.
void WordPiecePath::annotate_span(const Text& text, Span span, Cursor& cursor, Worker& worker,
                                 Columns& out) const {
  const uint8_t* const first = text.begin + span.begin;
  if (span.dirty()) {
    annotate_run(text, {first, text.begin + span.end()}, cursor, worker, out);
  } else {
    push_plain(text.begin, span, look_up(text, first, span.size(), worker, true), cursor, out);
  }
}

}  // namespace subwords
