#include "pipeline/wordpiece_path.hpp"

#include <algorithm>
#include <cstring>

#include "pipeline/wordpiece_inline.hpp"
#include "text/utf8.hpp"

namespace subwords {
namespace {

inline uint8_t fold_one(uint8_t byte) {
  return byte >= 'A' && byte <= 'Z' ? static_cast<uint8_t>(byte | 0x20) : byte;
}

}  // namespace

WordPiecePath::WordPiecePath(std::unique_ptr<const CharMap> map, const WordPiece& model,
                             const Stages& stages, Isa isa)
    : owned_map_(std::move(map)),
      map_(*owned_map_),
      model_(model),
      stages_(stages),
      scanner_(map_.ascii_classes(), isa),
      folds_(map_.folds_ascii()) {}

// Matches a plain ASCII word as it stands.
std::span<const uint32_t> WordPiecePath::match_plain(const uint8_t* word, size_t size,
                                                    Worker& worker) const {
  const CharEntry& first = map_[*word];
  worker.ids.clear();
  if (size == 1 && first.kind == CharKind::kIsolated) {
    push_known(first.id, worker.ids);
    return worker.ids.items();
  }
  worker.ids.reserve_more(size);
  const size_t count = size <= model_.max_chars_per_word()
                           ? model_.match(word, size, worker.ids.data(), folds_)
                           : WordPiece::kUnknown;
  return matched(count, worker);
}

// Normalizes a chunk by table and matches it.
std::span<const uint32_t> WordPiecePath::match(const uint8_t* chunk, size_t size,
                                              Worker& worker) const {
  worker.ids.clear();
  worker.word.clear();
  size_t chars = 0;
  const uint8_t* const end = chunk + size;
  for (const uint8_t* p = chunk; p < end;) {
    char32_t c;
    p = utf8::decode(p, c);
    const CharEntry& entry = map_[c];
    SUBWORDS_STEP();
    if (entry.kind != CharKind::kWord) continue;
    // All bytes of the entry are copied, whatever their number: no branch.
    worker.word.reserve_more(sizeof entry.bytes);
    std::memcpy(worker.word.data() + worker.word.size(), entry.bytes, sizeof entry.bytes);
    worker.word.resize(worker.word.size() + entry.size);
    chars += entry.chars;
  }
  worker.ids.reserve_more(worker.word.size());
  const size_t count = chars <= model_.max_chars_per_word()
                           ? model_.match(worker.word.data(), worker.word.size(), worker.ids.data())
                           : WordPiece::kUnknown;
  return matched(count, worker);
}

inline std::span<const uint32_t> WordPiecePath::matched(size_t count, Worker& worker) const {
  if (count == WordPiece::kUnknown) {
    push_known(model_.unk_id(), worker.ids);
  } else {
    worker.ids.resize(count);
  }
  return worker.ids.items();
}

std::span<const uint32_t> WordPiecePath::look_up(const Text& text, const uint8_t* chunk,
                                                size_t size, Worker& worker, bool plain) const {
  const auto compute = [&]() -> std::optional<WordIds> {
    return plain ? match_plain(chunk, size, worker) : match(chunk, size, worker);
  };
  if (size <= WordCache::kShortBytes) {
    return *look_up_short(text, chunk, size, folds_, worker, compute);
  }
  uint8_t folded[WordCache::kLongBytes];
  const size_t kept = std::min(size, sizeof folded);
  for (size_t i = 0; i < kept; ++i) folded[i] = folds_ ? fold_one(chunk[i]) : chunk[i];
  return *look_up_long(folded, size, worker, compute);
}

void WordPiecePath::encode_run(const Text& text, Text run, Worker& worker, IdBuffer& out) const {
  const size_t before = out.size();
  const bool done = walk(
      run,
      [&](Text chunk) {
        const auto ids =
            look_up(text, chunk.begin, static_cast<size_t>(chunk.end - chunk.begin), worker,
                    false);
        out.append(ids.data(), ids.size());
      },
      [&](const uint8_t*, uint32_t id) {
        push_known(id, out);
      });
  if (done) return;
  out.resize(before);
  stages_.encode({reinterpret_cast<const char*>(run.begin),
                  static_cast<size_t>(run.end - run.begin)},
                 0, worker.stages, out);
}

void WordPiecePath::prepare(const Text& text, const Span* spans, size_t count,
                           Worker& worker) const {
  worker.cache.grow_if_useful();
  if (folds_) {
    prepare_probes<true>(text, SpanWords{spans}, count, worker.cache, worker.probes);
  } else {
    prepare_probes<false>(text, SpanWords{spans}, count, worker.cache, worker.probes);
  }
}

void WordPiecePath::encode(std::string_view utf8, bool, Worker& worker, IdBuffer& out) const {
  const auto* const begin = reinterpret_cast<const uint8_t*>(utf8.data());
  const Text text{begin, begin + utf8.size()};
  Scanner::State state;
  while (!state.finished) {
    const size_t count = scanner_.scan(begin, utf8.size(), state, worker.spans, Worker::kSpans);
    prepare(text, worker.spans, count, worker);
    encode_probes(worker.probes, count, worker.cache, out, [&](size_t i, IdBuffer& ids) {
      encode_span(text, worker.spans[i], worker, ids);
    });
  }
}

// A span that is not a short word in the cache.
void WordPiecePath::encode_span(const Text& text, Span span, Worker& worker, IdBuffer& out) const {
  const uint8_t* const first = text.begin + span.begin;
  if (span.dirty()) {
    encode_run(text, {first, text.begin + span.end()}, worker, out);
    return;
  }
  const auto ids = look_up(text, first, span.size(), worker, true);
  out.append(ids.data(), ids.size());
}

}  // namespace subwords
