// Chunks to ids by way of the cache: what encoding and annotation share.
#pragma once
#include "pipeline/chunk_path.hpp"

namespace subwords {

template <class Take>
bool ChunkPath::encode_prepared(const TextBounds& text, const Chunks& chunks, Progress& at,
                                Worker& worker, IdBuffer& out, Take&& take) const {
  const bool narrow = worker.cache.narrow();
  const size_t count = chunks.count;
  out.reserve_more((count + 1) * WordCache::kMaxShortIds);
  uint32_t* next = out.data() + out.size();
  for (size_t i = 0; i < count; ++i) {
    const Span span = worker.spans[i];
    const auto done = static_cast<size_t>(next - out.data());
    if (rules_.cuts_before_spaces && starts_word(text.begin + span.begin)) {
      at = {done, {}, fresh_sure_ids_};
      worker.unknown_runs.clear();
    }
    const size_t spent = done - at.word_begin - at.prefix.done + at.unknown;
    const bool sure = spent < at.sure_ids;
    const Probe probe = worker.probes[i];
    if (sure && probe.set != nullptr) [[likely]] {
      const WordCache::Found found = probe.set->find(probe.key);
      if (found.has_ids()) [[likely]] {
        const WordCache::ShortSlot& slot = found.slot();
        WordCache::copy_ids(slot, narrow, next);
        if (!take(i, WordIds{next, slot.count()})) return false;
        next += slot.count();
        continue;
      }
    }
    const Kind kind = chunks.kinds[i];
    if (kind == Kind::kUnknown && sure && span.size() < at.sure_ids - spent) {
      worker.unknown_runs.push_back({done, span});
      at.unknown += span.size();
      *next = unknown_run_;
      if (!take(i, WordIds{next, 1})) return false;
      ++next;
      continue;
    }
    out.resize(done);
    Outcome outcome = Outcome::kDepends;
    if (sure && kind != Kind::kUnknown) outcome = encode_chunk(text, span, kind, worker, out);
    if (outcome == Outcome::kDepends && encode_after(text, span, kind, at, worker, out)) {
      outcome = Outcome::kSure;
    }
    if (outcome != Outcome::kSure) return false;
    if (!take(i, WordIds{out.data() + done, out.size() - done})) return false;
    out.reserve_more((count - i) * WordCache::kMaxShortIds);
    next = out.data() + out.size();
  }
  out.resize(static_cast<size_t>(next - out.data()));
  return true;
}

template <class Take>
bool ChunkPath::encode_chunks(const TextBounds& text, Worker& worker, IdBuffer& out,
                              Take&& take) const {
  State state{text.begin, text.begin};
  Progress at{out.size(), {}, fresh_sure_ids_};
  Chunks chunks;
  chunks.spans = worker.spans;
  worker.unknown_runs.clear();
  while (state.position < text.end) {
    scan(text, state, chunks);
    worker.cache.grow_if_useful();
    prepare_probes<false>(text, SpanWords{worker.spans}, chunks.count, worker.cache, worker.probes);
    const auto take_one = [&](size_t i, WordIds ids) {
      return take(worker.spans[i], chunks.kinds[i], ids);
    };
    if (!encode_prepared(text, chunks, at, worker, out, take_one)) return false;
  }
  return true;
}

}  // namespace subwords
