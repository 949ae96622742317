#include "pipeline/chunk_path.hpp"

#include <bit>

#include "text/unicode.hpp"
#include "text/utf8.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace subwords {

ChunkPath::ChunkPath(ChunkRules rules, const WordModel& model, const Stages& stages)
    : rules_(std::move(rules)),
      symbols_(rules_.symbols),
      model_(model),
      stages_(stages),
      folds_(rules_.symbols.folds_spaces || rules_.symbols.drops_white_space) {
  if (rules_.protected_symbols != nullptr) {
    std::vector<std::pair<std::vector<uint8_t>, uint32_t>> strings;
    for (const std::vector<char32_t>& symbol : rules_.protected_symbols->strings()) {
      std::string bytes;
      for (const char32_t c : symbol) utf8::append(bytes, c);
      if (!bytes.empty()) strings.push_back({{bytes.begin(), bytes.end()}, 0});
    }
    protected_ = TokenTrie<uint8_t>(std::move(strings));
    protected_begins_ =
        FirstBytes(protected_.first_bytes(), protected_.second_bytes(), protected_.has_single_unit());
  }
  tabulate_ascii();
}

bool ChunkPath::holds_protected(std::string_view text) const {
  if (protected_.empty()) return false;
  const std::span units(reinterpret_cast<const uint8_t*>(text.data()), text.size());
  for (size_t at = protected_begins_.find(text, 0); at < text.size();
       at = protected_begins_.find(text, at + 1)) {
    if (protected_.longest(units, at).value != protected_.kNone) return true;
  }
  return false;
}

void ChunkPath::tabulate_ascii() {
  for (char32_t c = 0; c < 128; ++c) {
    const Symbol& symbol = symbols_[c];
    const bool one = symbol.kind == SymbolKind::kPlain && symbol.first == symbol.last;
    role_[c] = symbol.kind == SymbolKind::kSpace ? Role::kSpace : one ? Role::kPlain : Role::kOther;
  }
  const auto is_letter = [](unsigned c) { return (c | 0x20) - 'a' < 26u; };
  letters_are_plain_ = true;
  for (unsigned c = 0; c < 128; ++c) {
    if (is_letter(c)) letters_are_plain_ &= role_[c] == Role::kPlain;
  }
  for (unsigned a = 0; a < 128; ++a) {
    for (unsigned b = 0; b < 128; ++b) {
      if (role_[a] != Role::kPlain || role_[b] != Role::kPlain) continue;
      // A word is not cut at a rare pair of letters: a cut saved costs nothing, looking for it does.
      const bool letters = letters_are_plain_ && is_letter(a) && is_letter(b);
      if (letters || !may_cut(symbols_[a].last, symbols_[b].first)) {
        joins_[a][b / 64] |= uint64_t{1} << b % 64;
      }
    }
  }
}

inline bool ChunkPath::may_cut(char32_t a, char32_t b) const {
  return (rules_.cuts_before_spaces && b == kMetaSpace) || model_.may_cut(a, b);
}

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
inline const uint8_t* ChunkPath::take_other(const uint8_t* p, State& state, Close& close,
                                            Reopen& reopen) const {
  char32_t c;
  const uint8_t* const next = utf8::decode(p, c);
  const Symbol& symbol = symbols_[c];
  if (symbol.kind == SymbolKind::kDrop) return next;
  if (symbol.kind == SymbolKind::kSpace) {
    take_space(p, state, close);
    return next;
  }
  const bool plain = symbol.kind == SymbolKind::kPlain;
  const char32_t last = state.last_plain != kNotPlain ? symbols_[state.last_plain].last : state.last;
  if (state.open && plain && !state.joined && may_cut(last, symbol.first)) close(p);
  if (!plain) [[unlikely]] reopen(p);
  state.open = true;
  state.complex |= !plain;
  state.joined = !plain;
  state.last = symbol.last;
  state.last_plain = kNotPlain;
  return next;
}

// White space that cuts: the last of a run stands for all of it. A chunk that it opens may yet
// vanish, so there is no cut behind it.
template <class Close>
inline void ChunkPath::take_space(const uint8_t* p, State& state, Close& close) const {
  if (state.open) close(p);
  state.begin = p;
  state.open = state.complex = state.joined = false;
}

// Finds the next chunks, at most Worker::kSpans of them.
size_t ChunkPath::scan(const TextBounds& text, State& at, Span* out) const {
  State state = at;  // in registers
  const uint8_t* p = state.position;
  size_t count = 0;
  const auto close = [&](const uint8_t* end) {
    const auto offset = static_cast<uint32_t>(end - text.begin);
    out[count++] = {static_cast<uint32_t>(state.begin - text.begin),
                    state.complex ? offset | Span::kDirty : offset};
    state.begin = end;
    state.complex = false;
  };
  const auto takes_back = [&](const uint8_t* here) {
    return count > 0 && takes_back_cut(text, here, state, out[count - 1]);
  };
  const auto reopen = [&](const uint8_t* here) {
    if (!takes_back(here)) return;
    state.begin = text.begin + out[--count].begin;
    state.complex |= out[count].dirty();
  };
  // A cut that the next character takes back is not handed out.
  while (p < text.end && (count < Worker::kSpans - 1 || takes_back(p))) {
    SUBWORDS_STEP();
    const Role role = *p < 0x80 ? role_[*p] : Role::kOther;
    if (role == Role::kPlain) {
      if (state.open && !state.joined && !joins(state, *p)) close(p);
      state.open = true;
      state.joined = false;
      p = skip_plain(p + 1, text.end);
      state.last_plain = p[-1];
    } else if (role == Role::kSpace) {
      take_space(p++, state, close);
    } else {
      p = take_other(p, state, close, reopen);
    }
  }
  if (p == text.end && state.open) {
    close(p);
    state.open = false;
  }
  state.position = p;
  at = state;
  return count;
}

// The ids of a chunk, into worker.ids, if they do not depend on what stands before it.
ChunkPath::Outcome ChunkPath::compute(const uint8_t* chunk, const uint8_t* end, bool complex,
                                      Worker& worker) const {
  worker.ids.clear();
  if (!normalize_chunk(chunk, end, complex, worker)) return Outcome::kUnknown;
  StageScratch& scratch = worker.stages;
  if (scratch.model == nullptr) scratch.model = model_.make_scratch();
  const std::string_view word(reinterpret_cast<const char*>(worker.word.data()),
                              worker.word.size());
  return model_.encode_chunk(word, *scratch.model, worker.ids) ? Outcome::kSure
                                                               : Outcome::kDepends;
}

// Appends the ids of a chunk that is not a short one in the cache.
ChunkPath::Outcome ChunkPath::encode_chunk(const TextBounds& text, Span span, Worker& worker,
                                           IdBuffer& out) const {
  const uint8_t* const chunk = text.begin + span.begin;
  const uint8_t* const end = text.begin + span.end();
  Outcome outcome = Outcome::kSure;
  const auto compute_ids = [&]() -> std::optional<WordIds> {
    outcome = compute(chunk, end, span.dirty(), worker);
    if (outcome != Outcome::kSure) return std::nullopt;
    return worker.ids.items();
  };
  std::optional<WordIds> ids;
  if (span.dirty()) {
    ids = compute_ids();
  } else if (span.size() <= WordCache::kShortBytes) {
    ids = look_up_short(text, chunk, span.size(), false, worker, compute_ids);
  } else {
    ids = look_up_long(chunk, span.size(), worker, compute_ids);
  }
  if (ids) out.append(ids->data(), ids->size());
  return outcome;
}

// Appends the ids of a chunk with regard to what its word has given so far.
bool ChunkPath::encode_after(const TextBounds& text, Span span, size_t word_begin,
                             WordModel::Prefix& prefix, Worker& worker, IdBuffer& out) const {
  if (!normalize_chunk(text.begin + span.begin, text.begin + span.end(), span.dirty(), worker)) {
    return false;
  }
  StageScratch& scratch = worker.stages;
  if (scratch.model == nullptr) scratch.model = model_.make_scratch();
  const std::string_view word(reinterpret_cast<const char*>(worker.word.data()),
                              worker.word.size());
  // The ids so far may move when more are appended, so those of the chunk go elsewhere first.
  worker.ids.clear();
  const std::span<const uint32_t> before(out.data() + word_begin, out.size() - word_begin);
  if (!model_.encode_chunk_after(word, before, prefix, *scratch.model, worker.ids)) return false;
  out.append(worker.ids.begin(), worker.ids.size());
  return true;
}

// Appends the ids of the chunks that were prepared; false where the text must take the general path.
bool ChunkPath::encode_prepared(const TextBounds& text, size_t count, Progress& at, Worker& worker,
                                IdBuffer& out) const {
  const bool narrow = worker.cache.narrow();
  out.reserve_more((count + 1) * WordCache::kMaxShortIds);
  uint32_t* next = out.data() + out.size();
  for (size_t i = 0; i < count; ++i) {
    const Span span = worker.spans[i];
    const auto done = static_cast<size_t>(next - out.data());
    if (rules_.cuts_before_spaces && starts_word(text.begin + span.begin)) {
      at = {done, {}, model_.sure_ids({})};
    }
    const bool sure = done - at.word_begin - at.prefix.done < at.sure_ids;
    const Probe probe = worker.probes[i];
    if (sure && probe.set != nullptr) [[likely]] {
      const auto& ways = probe.set->ways;
      const bool second = ways[1].holds(probe.key);
      const WordCache::ShortSlot& slot = ways[second];
      if (second | slot.holds(probe.key)) [[likely]] {
        WordCache::copy_ids(slot, narrow, next);
        next += slot.count();
        continue;
      }
    }
    out.resize(done);
    Outcome outcome = sure ? encode_chunk(text, span, worker, out) : Outcome::kDepends;
    if (outcome == Outcome::kDepends &&
        encode_after(text, span, at.word_begin, at.prefix, worker, out)) {
      at.sure_ids = model_.sure_ids(at.prefix);
      outcome = Outcome::kSure;
    }
    if (outcome != Outcome::kSure) return false;
    out.reserve_more((count - i) * WordCache::kMaxShortIds);
    next = out.data() + out.size();
  }
  out.resize(static_cast<size_t>(next - out.data()));
  return true;
}

void ChunkPath::encode(std::string_view utf8, bool starts, Worker& worker, IdBuffer& out) const {
  const size_t before = out.size();
  const auto prefixed = with_prefix(utf8, starts, worker);
  if (!prefixed || prefixed->size() > kMaxTextBytes || holds_protected(utf8)) {
    return stages_.encode(utf8, !starts, worker.stages, out);
  }
  const auto* const begin = reinterpret_cast<const uint8_t*>(prefixed->data());
  const TextBounds text{begin, begin + prefixed->size()};
  State state{begin, begin};
  Progress at{before, {}, model_.sure_ids({})};
  bool sure = true;
  while (state.position < text.end && sure) {
    const size_t count = scan(text, state, worker.spans);
    prepare_probes<false>(text, worker.spans, count, worker.cache, worker.probes);
    sure = encode_prepared(text, count, at, worker, out);
  }
  if (sure) return;
  out.resize(before);
  stages_.encode(utf8, !starts, worker.stages, out);
}

int32_t ChunkPath::annotate(std::string_view text, uint32_t first_char, int32_t word,
                            Worker& worker, Columns& out) const {
  return stages_.encode(text, first_char, worker.stages, word, out);
}

}  // namespace subwords
