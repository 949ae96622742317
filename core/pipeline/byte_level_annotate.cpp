// The annotating half of ByteLevelPath: the same words, with spans and word numbers.
#include "pipeline/byte_level_words.hpp"
#include "text/utf8.hpp"

namespace subwords {

// Where annotation stands: characters are counted as the text goes by.
struct ByteLevelPath::Cursor {
  const uint8_t* position;
  uint32_t chars;  // the number of the character that begins at `position`
  int32_t word;
  bool ascii;  // every byte is a character
};

// The rows of a word. A token spans from the first to the last character of which it holds a byte.
inline void ByteLevelPath::push_word(const uint8_t* begin, Span span,
                                     std::span<const uint32_t> ids, Cursor& cursor,
                                     Columns& out) const {
  const uint8_t* const word = begin + span.begin;
  const uint8_t* const end = begin + span.end();
  if (cursor.ascii) {
    uint32_t at = cursor.chars + static_cast<uint32_t>(word - cursor.position);
    cursor.position = end;
    cursor.chars = at + span.size();
    if (ids.size() == 1) return out.push(ids[0], at, cursor.chars, cursor.word++);
    for (const uint32_t id : ids) {
      const uint32_t next = at + tokens_.bytes[id];
      out.push(id, at, next, cursor.word);
      at = next;
    }
    ++cursor.word;
    return;
  }
  const auto count = [](const uint8_t* from, const uint8_t* to) {
    uint32_t chars = 0;
    for (; from < to; ++from) chars += (*from & 0xC0) != 0x80;
    return chars;
  };
  uint32_t number = cursor.chars + count(cursor.position, word);  // of the character at `p`
  const uint8_t* p = word;
  for (const uint32_t id : ids) {
    const uint8_t* const next = ids.size() == 1 ? end : p + tokens_.bytes[id];
    // Inside a character the number is already that of the next one.
    const uint32_t first = (*p & 0xC0) == 0x80 ? number - 1 : number;
    number += count(p, next);
    out.push(id, first, number, cursor.word);
    p = next;
  }
  cursor.position = end;
  cursor.chars = number;
  ++cursor.word;
}

int32_t ByteLevelPath::annotate(std::string_view utf8, uint32_t first_char, int32_t word,
                                Worker& worker, Columns& out) const {
  if (utf8.empty()) return word;
  if (!keeps(utf8) && !(rules_.prefix_space && (utf8[0] == ' ') && !rules_.composes)) {
    return stages_.encode(utf8, first_char, worker.stages, word, out);
  }
  const auto* const begin = reinterpret_cast<const uint8_t*>(utf8.data());
  const TextBounds text{begin, begin + utf8.size()};
  Cursor cursor{begin, first_char, word, utf8::is_ascii(utf8)};
  Words words(scanner_.get(), utf8, worker);
  while (!words.finished()) {
    const size_t count = words.next();
    WordBatch& batch = worker.words;
    worker.cache.grow_if_useful();
    prepare_probes<false>(text, ArrayWords{batch.begins, batch.ends}, count, worker.cache,
                          batch.probes);
    out.rows.reserve_more(count + count / 2);  // push() sees to what is more
    visit_probes(
        batch.probes, count, worker,
        [&](size_t i, WordIds ids) { push_word(begin, words[i], ids, cursor, out); },
        [&](size_t i) {
          const WordIds ids = look_up(text, words[i], batch.probes[i], worker);
          push_word(begin, words[i], ids, cursor, out);
        });
  }
  return cursor.word;
}

}  // namespace subwords
