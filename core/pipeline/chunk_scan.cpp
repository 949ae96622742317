// Where the chunk path cuts a text.
#include <algorithm>
#include <bit>

#include "pipeline/chunk_path.hpp"
#include "text/utf8.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace subwords {

// Whether a plain ASCII character stays with what stands before it.
inline bool ChunkPath::joins(const State& state, uint8_t c) const {
  if (state.last_plain != kNotPlain) return (joins_[state.last_plain][c / 64] >> c % 64 & 1) != 0;
  return !may_cut(state.last, symbols_[c].first);
}

// The end of the run of ASCII letters at p.
static inline const uint8_t* skip_letters(const uint8_t* p, const uint8_t* end) {
#if defined(__SSE2__)
  while (end - p >= 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    const __m128i lower = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
    // 'a' to 'z' become the 26 least of all signed bytes.
    const __m128i moved = _mm_sub_epi8(lower, _mm_set1_epi8(static_cast<char>('a' + 128)));
    const __m128i letters = _mm_cmplt_epi8(moved, _mm_set1_epi8(-128 + 26));
    const auto others = static_cast<unsigned>(_mm_movemask_epi8(letters)) ^ 0xFFFFu;
    if (others != 0) return p + std::countr_zero(others);
    p += 16;
  }
#endif
  while (p < end && (*p | 0x20u) - 'a' < 26u) ++p;
  return p;
}

// Goes on over plain ASCII that cannot be cut, from one such character on.
inline const uint8_t* ChunkPath::skip_plain(const uint8_t* p, const uint8_t* end) const {
  for (;;) {
    if (letters_are_plain_) p = skip_letters(p, end);
    if (p == end) return p;
    const uint8_t last = p[-1], c = *p;
    SUBWORDS_STEP();
    // No bit is set beside a character that is not plain.
    if (c >= 0x80 || (joins_[last][c / 64] >> c % 64 & 1) == 0) return p;
    ++p;
  }
}

// Whether the chunk at hand has one character only, cut from the chunk `before`, and the one at p
// may change it: then nobody knows what was cut.
bool ChunkPath::takes_back_cut(const TextBounds& text, const uint8_t* p, const State& state,
                               Span before) const {
  char32_t c;
  if (p == text.end || !state.open || text.begin + before.end() != state.begin) return false;
  if (utf8::decode(state.begin, c) != p) return false;
  utf8::decode(p, c);
  return symbols_[c].kind == SymbolKind::kComplex;
}

// Takes a character that is no plain ASCII, nor ASCII white space that cuts.
template <class Close, class Reopen>
inline const uint8_t* ChunkPath::take_other(const uint8_t* p, const uint8_t* end, State& state,
                                            Close& close, Reopen& reopen) const {
  char32_t c;
  const uint8_t* const next = utf8::decode(p, c);
  const Symbol& symbol = symbols_[c];
  switch (symbol.kind) {
    case SymbolKind::kUnknown: return take_unknown(p, next, end, symbol, state, close);
    case SymbolKind::kSpace: take_space(p, state, close); return next;
    case SymbolKind::kDrop:
      if (state.kind != Kind::kComplex) state.kind = Kind::kUneven;
      return next;
    case SymbolKind::kPlain: {
      if (state.open && !state.joined && may_cut(last_of(state), symbol.first)) close(p);
      if (symbol.count > 1 && state.kind != Kind::kComplex) state.kind = Kind::kUneven;
      if (state.kind == Kind::kUnknown) state.kind = Kind::kEven;
      state.joined = false;
      break;
    }
    case SymbolKind::kComplex:
      reopen(p);
      state.kind = Kind::kComplex;
      state.joined = true;
  }
  state.open = true;
  state.spaced = false;
  state.last = symbol.last;
  state.last_plain = kNotPlain;
  return next;
}

// Takes a run of characters that are in no token.
template <class Close>
inline const uint8_t* ChunkPath::take_unknown(const uint8_t* p, const uint8_t* next,
                                              const uint8_t* end, const Symbol& symbol,
                                              State& state, Close& close) const {
  if (state.open && !state.joined) {
    if (may_cut(last_of(state), symbol.first)) close(p);
  } else if (state.spaced && may_cut(kMetaSpace, symbol.first)) {
    // This character does not vanish, so the space stays; should one that follows change it, the
    // cut is taken back.
    close(p);
  }
  if (state.begin == p) state.kind = Kind::kUnknown;
  char32_t c = symbol.first;
  state.last = c;
  for (const uint8_t* after; next < end && *next >= 0x80; next = after) {
    SUBWORDS_STEP();
    after = utf8::decode(next, c);
    const Symbol& more = symbols_[c];
    if (more.kind != SymbolKind::kUnknown) break;
    state.last = more.first;
  }
  state.open = true;
  state.spaced = state.joined = false;
  state.last_plain = kNotPlain;
  return next;
}

// White space that cuts: the last of a run stands for all of it. A chunk that it opens may yet
// vanish, so there is no cut behind it.
template <class Close>
inline void ChunkPath::take_space(const uint8_t* p, State& state, Close& close) const {
  if (state.open) close(p);
  state.begin = p;
  state.open = state.joined = false;
  state.spaced = true;
  state.kind = Kind::kEven;
}

// Whether the character before p is ASCII and plain, or white space that cuts, and p goes on so.
inline bool ChunkPath::follows_ascii(const TextBounds& text, const uint8_t* p,
                                     const State& state) const {
  if (p == text.begin || (p[0] | p[-1]) >= 0x80) return false;
  const bool behind_space = state.spaced && role_[p[-1]] == Role::kSpace;
  const bool behind_plain = state.open && !state.joined && state.last_plain == p[-1] &&
                            role_[p[-1]] == Role::kPlain;
  return (behind_space || behind_plain) && role_[*p] != Role::kOther;
}

// Goes on behind an ASCII character that is plain or white space as long as more of these follow;
// returns the number of chunks there are then.
size_t ChunkPath::scan_ascii(const TextBounds& text, State& state, Chunks& chunks,
                             size_t count) const {
  const auto offset = [&](const uint8_t* p) { return static_cast<uint32_t>(p - text.begin); };
  AsciiChunks::State at{offset(state.begin), offset(state.position), state.spaced};
  const size_t more =
      ascii_.cut(text.begin, static_cast<size_t>(text.end - text.begin), at,
                 chunks.spans + count, Worker::kSpans - 1 - count);
  std::fill_n(chunks.kinds + count, more, Kind::kEven);
  if (text.begin + at.position == state.position) return count;
  state.begin = text.begin + at.begin;
  state.position = text.begin + at.position;
  state.open = !at.spaced;
  state.spaced = at.spaced;
  state.joined = false;
  state.last_plain = state.position[-1];
  return count + more;
}

// Finds the next chunks.
void ChunkPath::scan(const TextBounds& text, State& at, Chunks& chunks) const {
  State state = at;  // in registers
  const uint8_t* p = state.position;
  Span* const out = chunks.spans;
  size_t count = 0;
  const bool wide = static_cast<bool>(ascii_);
  const auto close = [&](const uint8_t* end) {
    const auto offset = static_cast<uint32_t>(end - text.begin);
    const bool dirty = state.kind >= Kind::kUnknown;
    out[count] = {static_cast<uint32_t>(state.begin - text.begin),
                  dirty ? offset | Span::kDirty : offset};
    chunks.kinds[count++] = state.kind;
    state.begin = end;
    state.spaced = false;
    state.kind = Kind::kEven;
  };
  const auto takes_back = [&](const uint8_t* here) {
    return count > 0 && takes_back_cut(text, here, state, out[count - 1]);
  };
  const auto reopen = [&](const uint8_t* here) {
    if (takes_back(here)) state.begin = text.begin + out[--count].begin;
  };
  // A cut that the next character takes back is not handed out.
  while (p < text.end && (count < Worker::kSpans - 1 || takes_back(p))) {
    SUBWORDS_STEP();
    if (*p >= 0x80) {
      if (state.open && !state.joined && state.kind == Kind::kEven) {
        const uint8_t* const from = p;
        char32_t last = last_of(state);
        do {
          char32_t c;
          const uint8_t* const next = utf8::decode(p, c);
          const Symbol& symbol = symbols_[c];
          if (symbol.kind != SymbolKind::kPlain || symbol.count != 1) break;
          if (may_cut(last, symbol.first)) close(p);
          last = symbol.first;
          p = next;
        } while (p < text.end && *p >= 0x80 && count < Worker::kSpans - 1);
        if (p != from) {
          state.last = last;
          state.last_plain = kNotPlain;
          continue;
        }
      }
      p = take_other(p, text.end, state, close, reopen);
      continue;
    }
    if (wide && state.kind == Kind::kEven && follows_ascii(text, p, state)) {
      State copy = state;  // so that `state` stays in registers
      copy.position = p;
      count = scan_ascii(text, copy, chunks, count);
      const bool moved = copy.position != p;
      state = copy;
      p = copy.position;
      if (count + AsciiChunks::kRoom > Worker::kSpans - 1 && !takes_back(p)) break;
      if (moved) continue;
    }
    const Role role = role_[*p];
    if (role == Role::kPlain) {
      if (state.open && !state.joined && !joins(state, *p)) close(p);
      if (state.kind == Kind::kUnknown) state.kind = Kind::kEven;
      state.open = true;
      state.spaced = state.joined = false;
      p = skip_plain(p + 1, text.end);
      state.last_plain = p[-1];
    } else if (role == Role::kSpace) {
      take_space(p++, state, close);
    } else {
      p = take_other(p, text.end, state, close, reopen);
    }
  }
  if (p == text.end && state.open) {
    close(p);
    state.open = false;
  }
  state.position = p;
  at = state;
  chunks.count = count;
}

}  // namespace subwords
