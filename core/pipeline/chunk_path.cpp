#include "pipeline/chunk_inline.hpp"

#include <bit>

#include "text/unicode.hpp"
#include "text/utf8.hpp"

namespace subwords {

namespace {

SymbolMap::Rules with_unknown(SymbolMap::Rules rules, const WordModel& model) {
  // A ▁ may begin a word, so that it is not always part of the run before it.
  rules.is_unknown = [&model](char32_t c) { return c != kMetaSpace && model.is_unknown(c); };
  return rules;
}

}  // namespace

ChunkPath::ChunkPath(ChunkRules rules, const WordModel& model, const Stages& stages, Isa isa)
    : rules_(std::move(rules)),
      symbols_(with_unknown(rules_.symbols, model)),
      model_(model),
      stages_(stages),
      cut_map_(model.cut_map()),
      cut_map_decides_(model.cut_map_decides()),
      folds_(rules_.symbols.folds_spaces || rules_.symbols.drops_white_space),
      unknown_run_(model.unknown_run()),
      called_by_text_(model.called_by_text()),
      fresh_sure_ids_(model.sure_ids({})) {
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
  ascii_ = AsciiChunks(role_, joins_, isa);
  look_at_clusters();
}

void ChunkPath::look_at_clusters() {
  for (const NormalizerStep& step : rules_.symbols.normalizer) {
    has_clusters_ |= step.kind == NormalizerKind::kPrecompiled;
  }
  AlignedText text;
  NormalizerScratch scratch;
  decode_into("\r\n", 0, text);
  normalize(rules_.symbols.normalizer, text, scratch);
  crlf_is_one_ = text.size() == 1 && text.chars[0] == U' ' && text.origin[0] == Range{0, 1};
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
    const bool one = symbol.kind == SymbolKind::kPlain && symbol.count == 1;
    role_[c] = symbol.kind == SymbolKind::kSpace ? Role::kSpace : one ? Role::kPlain : Role::kOther;
    ascii_starts_word_[c] = symbol.first == kMetaSpace;
  }
  const auto is_letter = [](unsigned c) { return (c | 0x20) - 'a' < 26u; };
  letters_are_plain_ = true;
  for (unsigned c = 0; c < 128; ++c) {
    if (!is_letter(c)) continue;
    letters_are_plain_ &= role_[c] == Role::kPlain && symbols_[c].first != kMetaSpace;
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

// The ids of a chunk, into worker.ids, if they do not depend on what stands before it.
ChunkPath::Outcome ChunkPath::compute(const uint8_t* chunk, const uint8_t* end, bool complex,
                                      Worker& worker) const {
  worker.ids.clear();
  if (!normalize_chunk(chunk, end, complex, 0, worker)) return Outcome::kUnknown;
  StageScratch& scratch = worker.stages;
  if (scratch.model == nullptr) scratch.model = model_.make_scratch();
  const std::string_view word(reinterpret_cast<const char*>(worker.word.data()),
                              worker.word.size());
  return model_.encode_chunk(word, *scratch.model, worker.ids) ? Outcome::kSure
                                                               : Outcome::kDepends;
}

// Appends the ids of a chunk that is not a short one in the cache.
ChunkPath::Outcome ChunkPath::encode_chunk(const TextBounds& text, Span span, Kind kind,
                                           Worker& worker, IdBuffer& out) const {
  const uint8_t* const chunk = text.begin + span.begin;
  const uint8_t* const end = text.begin + span.end();
  Outcome outcome = Outcome::kSure;
  const auto compute_ids = [&]() -> std::optional<WordIds> {
    outcome = compute(chunk, end, kind == Kind::kComplex, worker);
    if (outcome != Outcome::kSure) return std::nullopt;
    return worker.ids.items();
  };
  std::optional<WordIds> ids;
  if (kind == Kind::kComplex) {
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
bool ChunkPath::encode_after(const TextBounds& text, Span span, Kind kind, Progress& at,
                             Worker& worker, IdBuffer& out) const {
  const bool complex = kind == Kind::kComplex;
  if (!normalize_chunk(text.begin + span.begin, text.begin + span.end(), complex, 0, worker)) {
    return false;
  }
  StageScratch& scratch = worker.stages;
  if (scratch.model == nullptr) scratch.model = model_.make_scratch();
  const std::string_view word(reinterpret_cast<const char*>(worker.word.data()),
                              worker.word.size());
  std::vector<WordModel::UnknownRun> runs;
  for (const Worker::UnknownRun& run : worker.unknown_runs) {
    const std::string_view covered(reinterpret_cast<const char*>(text.begin) + run.span.begin,
                                   run.span.size());
    runs.push_back({run.id - at.word_begin, static_cast<uint32_t>(utf8::length(covered))});
  }
  // The ids so far may move when more are appended, so those of the chunk go elsewhere first.
  worker.ids.clear();
  const std::span<const uint32_t> before(out.data() + at.word_begin, out.size() - at.word_begin);
  if (!model_.encode_chunk_after(word, before, runs, at.prefix, *scratch.model, worker.ids)) {
    return false;
  }
  out.append(worker.ids.begin(), worker.ids.size());
  worker.unknown_runs.clear();
  at.sure_ids = model_.sure_ids(at.prefix);
  at.unknown = 0;
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
  if (encode_chunks(text, worker, out, [](Span, Kind, WordIds) { return true; })) return;
  out.resize(before);
  stages_.encode(utf8, !starts, worker.stages, out);
}

}  // namespace subwords
