#include "pipeline/byte_level_path.hpp"

#include <algorithm>

#include "text/utf8.hpp"

namespace subwords {

// Gives the words of a text as spans, a few hundred at a time.
class ByteLevelPath::Words {
 public:
  Words(const ByteLevelRules& rules, std::string_view text, patterns::Barren& barren)
      : keeps_rest_(rules.keeps_rest), size_(static_cast<uint32_t>(text.size())) {
    if (rules.pattern == nullptr) return;
    finder_.emplace(rules.pattern->dfa,
                    patterns::Utf8Source(rules.pattern->map,
                                         reinterpret_cast<const uint8_t*>(text.data()), text.size()),
                    barren);
  }

  bool finished() const { return finished_; }

  size_t next(Span* out) {
    size_t count = 0;
    const auto push = [&](uint32_t begin, uint32_t end) {
      if (end > begin) out[count++] = {begin, end};
    };
    if (!finder_) {
      push(0, size_);
      finished_ = true;
      return count;
    }
    while (count < Worker::kSpans - 2) {
      patterns::Match match;
      if (!finder_->next(match)) {
        if (keeps_rest_) push(done_, size_);
        finished_ = true;
        break;
      }
      if (keeps_rest_) push(done_, static_cast<uint32_t>(match.begin));
      push(static_cast<uint32_t>(match.begin), static_cast<uint32_t>(match.end));
      done_ = static_cast<uint32_t>(match.end);
    }
    return count;
  }

 private:
  std::optional<patterns::MatchFinder<patterns::Utf8Source>> finder_;
  bool keeps_rest_, finished_ = false;
  uint32_t size_, done_ = 0;
};

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
  if (take(PreTokenizerKind::kPatternSplit)) {
    const PreTokenizerStep& split = pre_tokenizer[at - 1];
    rules.pattern = split.compiled;
    rules.keeps_rest = split.behavior == Behavior::kIsolated;
    if (!rules.keeps_rest && !(split.behavior == Behavior::kRemoved && split.invert)) {
      return std::nullopt;
    }
  }
  if (alphabet && !take(PreTokenizerKind::kByteLevel)) return std::nullopt;
  if (at != pre_tokenizer.size()) return std::nullopt;
  return rules;
}

ByteLevelPath::ByteLevelPath(ByteLevelRules rules, const ByteBpe& model,
                             std::vector<uint32_t> token_bytes, const Stages& stages)
    : rules_(std::move(rules)),
      model_(model),
      token_bytes_(std::move(token_bytes)),
      stages_(stages) {}

bool ByteLevelPath::keeps(std::string_view text) const {
  return !rules_.prefix_space && (!rules_.composes || utf8::is_ascii(text));
}

// The ids of a word, into worker.ids.
std::span<const uint32_t> ByteLevelPath::compute(const uint8_t* word, size_t size,
                                                 Worker& worker) const {
  worker.ids.resize(size);
  worker.ids.resize(model_.encode(word, size, worker.merges, worker.ids.data()));
  return worker.ids.items();
}

// The ids of a word that may or may not be in the cache; valid until the next call.
std::span<const uint32_t> ByteLevelPath::look_up(const TextBounds& text, Span span,
                                                 Worker& worker) const {
  const uint8_t* const word = text.begin + span.begin;
  const size_t size = span.size();
  WordCache& cache = worker.cache;
  if (size <= WordCache::kShortBytes) {
    const WordCache::Key key = key_of(text, word, size, false);
    WordCache::Set& set = cache.set_of(key);
    for (const WordCache::ShortSlot& slot : set.ways) {
      if (!slot.holds(key)) continue;
      WordCache::copy_ids(slot, cache.narrow(), worker.short_ids);
      return {worker.short_ids, slot.count()};
    }
    const auto ids = compute(word, size, worker);
    if (ids.size() <= cache.short_ids()) cache.insert(set, key, ids);
    return ids;
  }
  if (size > WordCache::kLongBytes) return compute(word, size, worker);
  WordCache::LongSlot& slot = cache.long_slot_of(word, size);
  if (!WordCache::holds(slot, word, size)) {
    const auto ids = compute(word, size, worker);
    if (ids.size() > WordCache::kLongIds) return ids;
    WordCache::fill(slot, word, size, ids);
  }
  return {slot.ids, slot.count()};
}

void ByteLevelPath::encode_kept(std::string_view utf8, Worker& worker, IdBuffer& out) const {
  const auto* const begin = reinterpret_cast<const uint8_t*>(utf8.data());
  const TextBounds text{begin, begin + utf8.size()};
  Words words(rules_, utf8, worker.barren);
  while (!words.finished()) {
    const size_t count = words.next(worker.spans);
    prepare_probes<false>(text, worker.spans, count, worker.cache, worker.probes);
    encode_probes(worker.probes, count, worker.cache, out, [&](size_t i, IdBuffer& ids) {
      const auto found = look_up(text, worker.spans[i], worker);
      ids.append(found.data(), found.size());
    });
  }
}

void ByteLevelPath::encode(std::string_view utf8, bool, Worker& worker, IdBuffer& out) const {
  if (utf8.empty()) return;
  if (rules_.composes && !utf8::is_ascii(utf8)) {
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
      const uint32_t next = at + token_bytes_[id];
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
    const uint8_t* const next = ids.size() == 1 ? end : p + token_bytes_[id];
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
  Words words(rules_, utf8, worker.barren);
  while (!words.finished()) {
    const size_t count = words.next(worker.spans);
    prepare_probes<false>(text, worker.spans, count, worker.cache, worker.probes);
    out.rows.reserve_more(count + count / 2);  // push() sees to what is more
    for (size_t i = 0; i < count; ++i) {
      const Probe& probe = worker.probes[i];
      if (probe.set != nullptr) [[likely]] {
        const auto& ways = probe.set->ways;
        const WordCache::ShortSlot& slot = ways[ways[1].holds(probe.key)];
        if (slot.holds(probe.key)) [[likely]] {
          WordCache::copy_ids(slot, worker.cache.narrow(), worker.short_ids);
          push_word(begin, worker.spans[i], {worker.short_ids, slot.count()}, cursor, out);
          continue;
        }
      }
      push_word(begin, worker.spans[i], look_up(text, worker.spans[i], worker), cursor, out);
    }
  }
  return cursor.word;
}

}  // namespace subwords
