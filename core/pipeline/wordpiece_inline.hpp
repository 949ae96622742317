// What the encoding and the annotating half of WordPiecePath both compile into their loops.
#pragma once
#include "pipeline/wordpiece_path.hpp"
#include "text/utf8.hpp"

namespace subwords {

// Appends an id, or notes that a word gives none.
template <class Ids>
inline void WordPiecePath::push_known(uint32_t id, Ids& out) const {
  if (id != kNoId) {
    out.push_back(id);
  } else {
    model_.note_dropped_word();
  }
}

// Cuts a run into chunks of one word each and isolated characters. False where it holds a complex
// character; what was reported until then must be taken back.
template <class OnChunk, class OnIsolated>
bool WordPiecePath::walk(Text run, OnChunk&& on_chunk, OnIsolated&& on_isolated) const {
  const uint8_t* chunk = run.begin;
  bool open = false;
  uint8_t run_class = 0;
  for (const uint8_t* p = run.begin; p < run.end;) {
    char32_t c;
    const uint8_t* const next = utf8::decode(p, c);
    const CharEntry& entry = map_[c];
    SUBWORDS_STEP();
    switch (entry.kind) {
      case CharKind::kWord:
        if (open && entry.run_class != run_class) {
          on_chunk(Text{chunk, p});
          chunk = p;
        }
        open = true;
        run_class = entry.run_class;
        break;
      case CharKind::kDrop:
        break;
      case CharKind::kSpace:
        if (open) on_chunk(Text{chunk, p});
        open = false;
        chunk = next;
        break;
      case CharKind::kIsolated:
        if (open) on_chunk(Text{chunk, p});
        open = false;
        chunk = next;
        on_isolated(p, entry.id);
        break;
      case CharKind::kComplex:
        return false;
    }
    p = next;
  }
  if (open) on_chunk(Text{chunk, run.end});
  return true;
}

}  // namespace subwords
