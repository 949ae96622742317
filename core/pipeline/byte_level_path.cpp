#include "pipeline/byte_level_path.hpp"

#include <algorithm>

#include "normalize/quick_check.hpp"
#include "pipeline/byte_level_words.hpp"
#include "text/utf8.hpp"

namespace subwords {

std::optional<ByteLevelRules> byte_level_rules(const NormalizerChain& normalizer,
                                               const PreTokenizerChain& pre_tokenizer,
                                               bool alphabet) {
  ByteLevelRules rules;
  if (normalizer.size() > 1) return std::nullopt;
  for (const NormalizerStep& step : normalizer) {
    if (step.kind != NormalizerKind::kNfc) return std::nullopt;
    rules.composes = true;
  }
  size_t at = 0;
  const auto take = [&](PreTokenizerKind kind) {
    const bool there = at < pre_tokenizer.size() && pre_tokenizer[at].kind == kind;
    at += there;
    return there;
  };
  rules.prefix_space = take(PreTokenizerKind::kPrefixSpace);
  while (take(PreTokenizerKind::kPatternSplit)) {
    const PreTokenizerStep& step = pre_tokenizer[at - 1];
    patterns::Keep keep = patterns::Keep::kAll;
    if (step.behavior == Behavior::kRemoved) {
      keep = step.invert ? patterns::Keep::kMatches : patterns::Keep::kGaps;
    } else if (step.behavior != Behavior::kIsolated) {
      return std::nullopt;
    }
    rules.splits.push_back({*step.tree, keep});
  }
  if (alphabet && !take(PreTokenizerKind::kByteLevel)) return std::nullopt;
  if (at != pre_tokenizer.size()) return std::nullopt;
  return rules;
}

std::unique_ptr<ByteLevelPath> ByteLevelPath::make(ByteLevelRules rules, const ByteBpe& model,
                                                   ByteLevelTokens tokens,
                                                   const Stages& stages, Isa isa) {
  auto path = std::unique_ptr<ByteLevelPath>(
      new ByteLevelPath(std::move(rules), model, std::move(tokens), stages));
  if (!path->rules_.splits.empty()) {
    path->scanner_ = patterns::PatternScanner::compile(path->rules_.splits, isa).scanner;
    if (path->scanner_ == nullptr) return nullptr;
  }
  return path;
}

// The first word comes last: of two in one set the newer stays longer.
void ByteLevelPath::teach(Worker& worker) const {
  worker.cache.reserve(2 * tokens_.words.size());
  for (size_t i = tokens_.words.size(); i-- > 0;) {
    const auto& [key, id] = tokens_.words[i];
    worker.cache.insert(worker.cache.set_of(key), key, {&id, 1});
  }
}

bool ByteLevelPath::keeps(std::string_view text) const {
  return !rules_.prefix_space && (!rules_.composes || surely_composed(text));
}

// The ids of a long word, into worker.ids. Where scripts have no spaces a word is a whole sentence,
// which nobody writes twice; its parts, between which no merge reaches over, come back.
WordIds ByteLevelPath::compute_long(const TextBounds& text, const uint8_t* word, size_t size,
                                    Worker& worker) const {
  worker.ids.clear();
  const uint32_t whole = model_.whole(word, size);
  if (whole != WholeWords::kNone) {
    worker.ids.push_back(whole);
    return worker.ids.items();
  }
  const ByteCuts& cuts = model_.cuts();
  WordBatch& parts = worker.parts;
  const auto offset = static_cast<uint32_t>(word - text.begin);
  for (size_t begin = 0; begin < size;) {
    size_t count = 0;
    for (; begin < size && count < WordBatch::kWords; ++count) {
      const size_t end = cuts.part_end(word, size, begin);
      parts.begins[count] = offset + static_cast<uint32_t>(begin);
      parts.ends[count] = offset + static_cast<uint32_t>(end);
      begin = end;
    }
    encode_batch(text, Unit::kPart, parts, count, worker, worker.ids);
  }
  return worker.ids.items();
}

// The ids of a part of a word: of its bytes merged, also where they are a word that is emitted
// whole; so what the cache says of such words is not asked.
WordIds ByteLevelPath::look_up_part(const uint8_t* part, size_t size, Worker& worker) const {
  const auto merge = [&]() -> std::optional<WordIds> {
    IdBuffer& ids = worker.part_ids;
    ids.resize(size);
    ids.resize(model_.merge_bytes(part, size, worker.merges, ids.data(), nullptr));
    return ids.items();
  };
  if (size <= WordCache::kShortBytes || model_.whole(part, size) != WholeWords::kNone) {
    return *merge();
  }
  return *look_up_long(part, size, worker, merge);
}

WordIds ByteLevelPath::look_up(const TextBounds& text, Span span, const Probe& probe,
                               Worker& worker) const {
  const uint8_t* const word = text.begin + span.begin;
  const size_t size = span.size();
  if (probe.set == nullptr) {
    return *look_up_long(word, size, worker, [&]() -> std::optional<WordIds> {
      return compute_long(text, word, size, worker);
    });
  }
  return *look_up_short(*probe.set, probe.key, worker, [&]() -> std::optional<WordIds> {
    worker.ids.resize(size);
    worker.ids.resize(model_.encode(word, size, worker.merges, worker.ids.data()));
    return worker.ids.items();
  });
}

// Merges the short words that were not in the cache, several at a time, and puts them there.
void ByteLevelPath::fill_short_gaps(const TextBounds& text, WordBatch& batch,
                                    Worker& worker) const {
  constexpr size_t kTogether = 8;
  ShortWord words[kTogether];
  Gaps::Gap* gaps[kTogether];
  size_t count = 0;
  const auto merge = [&] {
    model_.encode_together(words, count, worker.merges);
    for (size_t i = 0; i < count; ++i) {
      const Probe& probe = batch.probes[gaps[i]->word];
      const WordIds ids(words[i].symbols, words[i].count);
      batch.gaps.fill(*gaps[i], ids);
      if (!known_ids(*probe.set, probe.key, worker)) {
        worker.cache.insert_spilling(*probe.set, probe.key, ids);
      }
    }
    count = 0;
  };
  for (Gaps::Gap& gap : batch.gaps.all()) {
    if (batch.probes[gap.word].set == nullptr) continue;
    const uint32_t begin = batch.begins[gap.word];
    words[count].bytes = text.begin + begin;
    words[count].size = batch.ends[gap.word] - begin;
    gaps[count] = &gap;
    if (++count == kTogether) merge();
  }
  if (count > 0) merge();
}

// Appends the ids of the words, or parts of one, whose bounds the batch holds.
void ByteLevelPath::encode_batch(const TextBounds& text, Unit unit, WordBatch& batch, size_t count,
                                 Worker& worker, IdBuffer& out) const {
  prepare_probes<false>(text, ArrayWords{batch.begins, batch.ends}, count, worker.cache,
                        batch.probes);
  if (unit == Unit::kPart && model_.has_whole()) {
    for (size_t i = 0; i < count; ++i) {
      const uint8_t* const part = text.begin + batch.begins[i];
      const size_t size = batch.ends[i] - batch.begins[i];
      if (model_.whole(part, size) != WholeWords::kNone) batch.probes[i].set = nullptr;
    }
  }
  Gaps& gaps = batch.gaps;
  gaps.clear();
  append_known(batch.probes, count, worker.cache, out,
               [&](size_t i, uint32_t* next) {
                 gaps.add(i, static_cast<size_t>(next - out.data()));
                 return next;
               });
  if (gaps.empty()) return;
  fill_short_gaps(text, batch, worker);
  for (Gaps::Gap& gap : gaps.all()) {
    const size_t i = gap.word;
    if (batch.probes[i].set != nullptr) continue;
    const Span span{batch.begins[i], batch.ends[i]};
    gaps.fill(gap, unit == Unit::kPart
                       ? look_up_part(text.begin + span.begin, span.size(), worker)
                       : look_up(text, span, batch.probes[i], worker));
  }
  gaps.close(out);
}

void ByteLevelPath::encode_kept(std::string_view utf8, Worker& worker, IdBuffer& out) const {
  const auto* const begin = reinterpret_cast<const uint8_t*>(utf8.data());
  const TextBounds text{begin, begin + utf8.size()};
  Words words(scanner_.get(), utf8, worker);
  while (!words.finished()) {
    const size_t count = words.next();
    worker.cache.grow_if_useful();
    encode_batch(text, Unit::kWord, worker.words, count, worker, out);
  }
}

void ByteLevelPath::encode(std::string_view utf8, bool, Worker& worker, IdBuffer& out) const {
  if (utf8.empty()) return;
  if (rules_.composes && !surely_composed(utf8)) {
    StageScratch& scratch = worker.stages;
    scratch.text.clear();
    decode_into(utf8, 0, scratch.text);
    normalize(stages_.normalizer(), scratch.text, scratch.normalizer);
    worker.prefixed.clear();
    for (const char32_t c : scratch.text.chars) utf8::append(worker.prefixed, c);
    utf8 = worker.prefixed;
    if (utf8.empty()) return;
  }
  if (rules_.prefix_space && utf8[0] != ' ') {
    if (utf8.data() == worker.prefixed.data()) {
      worker.prefixed.insert(0, 1, ' ');
    } else {
      worker.prefixed.assign(1, ' ');
      worker.prefixed.append(utf8);
    }
    utf8 = worker.prefixed;
  }
  if (utf8.size() > kMaxTextBytes) return stages_.encode(utf8, 0, worker.stages, out);
  encode_kept(utf8, worker, out);
}

}  // namespace subwords
