#include "pipeline/byte_level_path.hpp"

#include <algorithm>

#include "normalize/quick_check.hpp"
#include "text/utf8.hpp"

namespace subwords {

// Gives the words of a text as spans, a few hundred at a time.
class ByteLevelPath::Words {
 public:
  Words(const ByteLevelPath& path, std::string_view text, Worker& worker)
      : scanner_(path.scanner_.get()), text_(text), worker_(worker), state_(worker.pattern_state) {
    state_ = {};
  }

  bool finished() const { return state_.finished; }

  size_t next() {
    Span* const out = worker_.spans;
    if (scanner_ == nullptr) {
      state_.finished = true;
      out[0] = {0, static_cast<uint32_t>(text_.size())};
      return text_.empty() ? 0 : 1;
    }
    uint32_t begins[Worker::kSpans], ends[Worker::kSpans];
    const auto* const text = reinterpret_cast<const uint8_t*>(text_.data());
    const size_t count =
        scanner_->scan(text, text_.size(), state_, begins, ends, Worker::kSpans);
    for (size_t i = 0; i < count; ++i) out[i] = {begins[i], ends[i]};
    return count;
  }

 private:
  const patterns::PatternScanner* scanner_;
  std::string_view text_;
  Worker& worker_;
  patterns::PatternScanner::State& state_;
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
                                                   std::vector<uint32_t> token_bytes,
                                                   const Stages& stages, Isa isa) {
  auto path = std::unique_ptr<ByteLevelPath>(
      new ByteLevelPath(std::move(rules), model, std::move(token_bytes), stages));
  if (!path->rules_.splits.empty()) {
    path->scanner_ = patterns::PatternScanner::compile(path->rules_.splits, isa).scanner;
    if (path->scanner_ == nullptr) return nullptr;
  }
  return path;
}

bool ByteLevelPath::keeps(std::string_view text) const {
  return !rules_.prefix_space && (!rules_.composes || surely_composed(text));
}

// The ids of a word, into worker.ids.
std::span<const uint32_t> ByteLevelPath::compute(const uint8_t* word, size_t size,
                                                 Worker& worker) const {
  worker.ids.resize(size);
  worker.ids.resize(model_.encode(word, size, worker.merges, worker.ids.data()));
  return worker.ids.items();
}

// Appends the ids of a part of a word to worker.ids, by way of the cache where a word of the same
// bytes gives the same ids.
void ByteLevelPath::append_part(const TextBounds& text, const uint8_t* part, size_t size,
                                Worker& worker) const {
  const auto merge = [&] {
    const size_t before = worker.ids.size();
    worker.ids.resize(before + size);
    const size_t count =
        model_.merge_bytes(part, size, worker.merges, worker.ids.data() + before, nullptr);
    worker.ids.resize(before + count);
    return std::span<const uint32_t>(worker.ids.data() + before, count);
  };
  if (size > WordCache::kShortBytes || model_.whole(part, size) != WholeWords::kNone) {
    merge();
    return;
  }
  const size_t before = worker.ids.size();
  const auto ids = look_up_short(text, part, size, false, worker,
                                 [&]() -> std::optional<WordIds> { return merge(); });
  if (worker.ids.size() == before) worker.ids.append(ids->data(), ids->size());
}

// The ids of a long word, into worker.ids. Where scripts have no spaces a word is a whole sentence,
// which nobody writes twice; its parts, between which no merge reaches over, come back.
std::span<const uint32_t> ByteLevelPath::compute_by_parts(const TextBounds& text,
                                                          const uint8_t* word, size_t size,
                                                          Worker& worker) const {
  if (model_.whole(word, size) != WholeWords::kNone) return compute(word, size, worker);
  const ByteCuts& cuts = model_.cuts();
  worker.ids.clear();
  for (size_t begin = 0; begin < size;) {
    const size_t end = cuts.part_end(word, size, begin);
    append_part(text, word + begin, end - begin, worker);
    begin = end;
  }
  return worker.ids.items();
}

// The ids of a word that may or may not be in the cache; valid until the next call.
std::span<const uint32_t> ByteLevelPath::look_up(const TextBounds& text, Span span,
                                                 Worker& worker) const {
  const uint8_t* const word = text.begin + span.begin;
  const size_t size = span.size();
  if (size <= WordCache::kShortBytes) {
    return *look_up_short(text, word, size, false, worker,
                          [&]() -> std::optional<WordIds> { return compute(word, size, worker); });
  }
  return *look_up_long(word, size, worker, [&]() -> std::optional<WordIds> {
    return compute_by_parts(text, word, size, worker);
  });
}

void ByteLevelPath::encode_kept(std::string_view utf8, Worker& worker, IdBuffer& out) const {
  const auto* const begin = reinterpret_cast<const uint8_t*>(utf8.data());
  const TextBounds text{begin, begin + utf8.size()};
  Words words(*this, utf8, worker);
  while (!words.finished()) {
    const size_t count = words.next();
    prepare_probes<false>(text, worker.spans, count, worker.cache, worker.probes);
    encode_probes(worker.probes, count, worker.cache, out, [&](size_t i, IdBuffer& ids) {
      const auto found = look_up(text, worker.spans[i], worker);
      ids.append(found.data(), found.size());
    });
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
  Words words(*this, utf8, worker);
  while (!words.finished()) {
    const size_t count = words.next();
    prepare_probes<false>(text, worker.spans, count, worker.cache, worker.probes);
    out.rows.reserve_more(count + count / 2);  // push() sees to what is more
    visit_probes(
        count, worker,
        [&](size_t i, WordIds ids) { push_word(begin, worker.spans[i], ids, cursor, out); },
        [&](size_t i) {
          push_word(begin, worker.spans[i], look_up(text, worker.spans[i], worker), cursor, out);
        });
  }
  return cursor.word;
}

}  // namespace subwords
