#include "pipeline/pipeline.hpp"

#include <algorithm>

#include "text/utf8.hpp"

namespace subwords {

namespace {

Range range(size_t begin, size_t end) {
  return {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
}

// What a match in a normalized text covers.
template <class Chars>
std::string utf8_of(const Chars& chars, const AddedMatch& match) {
  std::string out;
  for (size_t i = match.begin; i < match.end; ++i) utf8::append(out, chars[i]);
  return out;
}

// Goes over what added tokens leave of a text: `on_gap(begin, end)` for every stretch between them,
// the last one even where it is empty, `on_match` for every match that is a token.
template <class OnGap, class OnMatch>
void for_each_part(const std::vector<AddedMatch>& matches, size_t size, OnGap&& on_gap,
                   OnMatch&& on_match) {
  size_t at = 0;
  for (const AddedMatch& match : matches) {
    if (match.begin > at) on_gap(at, match.begin);
    if (match.end > match.begin) on_match(match);
    at = match.end;
  }
  on_gap(at, size);
}

}  // namespace

// The number of the character at a byte of a text, counted from where it was last asked.
class Pipeline::CharNumbers {
 public:
  // The first character is number `first`.
  explicit CharNumbers(std::string_view text, uint32_t first = 0) : text_(text), number_(first) {}
  uint32_t at(size_t byte) {
    if (byte >= byte_) {
      number_ += static_cast<uint32_t>(utf8::length(text_.substr(byte_, byte - byte_)));
    } else {
      number_ -= static_cast<uint32_t>(utf8::length(text_.substr(byte, byte_ - byte)));
    }
    byte_ = byte;
    return number_;
  }

 private:
  std::string_view text_;
  size_t byte_ = 0;
  uint32_t number_;
};

Pipeline::Pipeline(PipelineSpec spec, Isa isa)
    : spec_(std::move(spec)),
      stages_(spec_.normalizer, spec_.pre_tokenizer, *spec_.model),
      fast_(make_fast_path(stages_, *spec_.model, isa)),
      added_(spec_.added_tokens, [this](const std::u32string& content) {
        AlignedText text;
        NormalizerScratch scratch;
        for (const char32_t c : content) text.push(c, {0, 0});
        normalize(spec_.normalizer, text, scratch);
        return std::u32string(text.chars.begin(), text.chars.end());
      }),
      pool_(spec_.model->max_id() <= 0xFFFF, fast_.get()) {}

// Whether the normalized text is the raw one, so that tokens are looked for in it as it stands;
// worker.normalized_matches then count its bytes, and a fast path serves what lies between.
bool Pipeline::finds_in_kept(std::string_view utf8, const EncodeOptions& options,
                             Worker& worker) const {
  return added_.has_normalized() && fast_ != nullptr && worker.stages.draw == nullptr &&
         fast_->keeps(utf8) &&
         added_.find_normalized(utf8, options.allowed, worker.normalized_matches);
}

// Text between raw matches. Tokens that are looked for in normalized text need that text; only
// where one is found does the stretch take the general path. False where the fast path serves.
bool Pipeline::needs_stages(std::string_view utf8, uint32_t first_char,
                            const EncodeOptions& options, Worker& worker) const {
  worker.normalized_matches.clear();
  const bool fast = fast_ != nullptr && worker.stages.draw == nullptr;
  if (!added_.has_normalized() && fast) return false;
  worker.stages.text.clear();
  if (fast_ == nullptr || !fast_->normalize_text(utf8, first_char, worker.stages.text)) {
    stages_.normalize_text(utf8, first_char, worker.stages);
  }
  added_.find_normalized(worker.stages.text.chars, options.allowed, worker.normalized_matches);
  return !fast || !worker.normalized_matches.empty();
}

// `starts`: the user's text begins with it.
void Pipeline::encode_gap(std::string_view utf8, bool starts, const EncodeOptions& options,
                          Worker& worker, IdBuffer& out) const {
  const auto push = [&](const AddedMatch& match) {
    out.push_back(added_.tokens()[match.token].id);
  };
  if (finds_in_kept(utf8, options, worker)) {
    return for_each_part(
        worker.normalized_matches, utf8.size(),
        [&](size_t begin, size_t end) {
          fast_->encode(utf8.substr(begin, end - begin), starts && begin == 0, worker, out);
        },
        push);
  }
  if (!needs_stages(utf8, !starts, options, worker)) {
    return fast_->encode(utf8, starts, worker, out);
  }
  StageScratch& scratch = worker.stages;
  for_each_part(
      worker.normalized_matches, scratch.text.size(),
      [&](size_t begin, size_t end) {
        stages_.encode_normalized(range(begin, end), scratch, out);
      },
      push);
}

void Pipeline::encode_content(std::string_view utf8, const EncodeOptions& options, Worker& worker,
                              IdBuffer& out) const {
  added_.find_raw(utf8, options.allowed, worker.matches);
  for_each_part(
      worker.matches, utf8.size(),
      [&](size_t begin, size_t end) {
        encode_gap(utf8.substr(begin, end - begin), begin == 0, options, worker, out);
      },
      [&](const AddedMatch& match) { out.push_back(added_.tokens()[match.token].id); });
}

// The ids of a text without the template around it.
std::optional<TextError> Pipeline::encode_text(const RawText& text, const EncodeOptions& options,
                                               Worker& worker, IdBuffer& out) const {
  // With the usual options a text gives the same ids each time.
  const bool usual = (options.allowed.empty() || options.allows_none) &&
                     options.surrogates == Surrogates::kReject && worker.stages.draw == nullptr;
  const TextMemo::Key key(text, options.allows_none);
  if (usual && worker.memo.append(key, out)) return std::nullopt;
  const Utf8Text utf8 = to_utf8(text, options.surrogates, worker.utf8);
  if (utf8.lone_surrogate != SIZE_MAX) return TextError{0, utf8.lone_surrogate};
  if (utf8.utf8.size() > kMaxTextBytes) return TextError{0, SIZE_MAX};
  const size_t before = out.size();
  encode_content(utf8.utf8, options, worker, out);
  if (usual) worker.memo.remember(key, out.items().subspan(before));
  return std::nullopt;
}

std::optional<TextError> Pipeline::encode_one(const RawText& text, const EncodeOptions& options,
                                              Worker& worker, IdBuffer& out) const {
  for (const Slot& slot : options.add_special_tokens ? spec_.single : spec_.plain_single) {
    if (slot.kind == Slot::Kind::kSpecial) {
      out.push_back(slot.id);
    } else if (auto error = encode_text(text, options, worker, out)) {
      return error;
    }
  }
  return std::nullopt;
}

std::optional<TextError> Pipeline::encode(const RawText& text, const EncodeOptions& options,
                                          IdBuffer& out) const {
  const WorkerPool::Lease worker(pool_);
  return encode_one(text, options, *worker, out);
}

std::optional<TextError> Pipeline::sample(const RawText& text, const EncodeOptions& options,
                                          Draw draw, IdBuffer& out) const {
  const WorkerPool::Lease worker(pool_);
  worker->stages.draw = &draw;
  const auto error = encode_one(text, options, *worker, out);
  worker->stages.draw = nullptr;
  return error;
}

int32_t Pipeline::annotate_gap(std::string_view utf8, uint32_t first_char, int32_t word,
                               const EncodeOptions& options, Worker& worker, Columns& out) const {
  if (finds_in_kept(utf8, options, worker)) {
    CharNumbers chars(utf8, first_char);
    for_each_part(
        worker.normalized_matches, utf8.size(),
        [&](size_t begin, size_t end) {
          const uint32_t number = chars.at(begin);
          word = fast_->annotate(utf8.substr(begin, end - begin), number, word, worker, out);
        },
        [&](const AddedMatch& match) { push_match(match, utf8, chars, word++, out); });
    return word;
  }
  if (!needs_stages(utf8, first_char, options, worker)) {
    return fast_->annotate(utf8, first_char, word, worker, out);
  }
  StageScratch& scratch = worker.stages;
  const auto& origin = scratch.text.origin;
  for_each_part(
      worker.normalized_matches, scratch.text.size(),
      [&](size_t begin, size_t end) {
        word = stages_.encode_normalized(range(begin, end), scratch, word, out);
      },
      [&](const AddedMatch& match) {
        out.matches.push_back({out.size(), utf8_of(scratch.text.chars, match)});
        out.push(added_.tokens()[match.token].id, origin[match.begin].begin,
                 origin[match.end - 1].end, word++);
      });
  return word;
}

// The row of an added token that was found in the text as it stands.
void Pipeline::push_match(const AddedMatch& match, std::string_view utf8, CharNumbers& chars,
                          int32_t word, Columns& out) const {
  const uint32_t begin = chars.at(match.begin);
  out.matches.push_back(
      {out.size(), std::string(utf8.substr(match.begin, match.end - match.begin))});
  out.push(added_.tokens()[match.token].id, begin, chars.at(match.end), word);
}

void Pipeline::annotate_content(std::string_view utf8, const EncodeOptions& options,
                                Worker& worker, Columns& out) const {
  added_.find_raw(utf8, options.allowed, worker.matches);
  CharNumbers chars(utf8);
  int32_t word = 0;
  for_each_part(
      worker.matches, utf8.size(),
      [&](size_t begin, size_t end) {
        const std::string_view gap = utf8.substr(begin, end - begin);
        word = annotate_gap(gap, chars.at(begin), word, options, worker, out);
      },
      [&](const AddedMatch& match) { push_match(match, utf8, chars, word++, out); });
}

std::optional<TextError> Pipeline::annotate(const RawText& first, const RawText* second,
                                            const EncodeOptions& options, Columns& out) const {
  const WorkerPool::Lease lease(pool_);
  Worker& worker = *lease;
  out.clear();
  const Template* places = &(options.add_special_tokens ? spec_.single : spec_.plain_single);
  if (second != nullptr) {
    places = &(options.add_special_tokens ? spec_.pair : spec_.plain_pair);
  }
  for (const Slot& slot : *places) {
    int8_t sequence = -1;
    if (slot.kind == Slot::Kind::kSpecial) {
      out.push(slot.id, 0, 0, -1);
    } else {
      sequence = slot.kind == Slot::Kind::kSecond;
      const RawText& text = sequence == 1 ? *second : first;
      const Utf8Text utf8 = to_utf8(text, options.surrogates, worker.utf8);
      const auto index = static_cast<size_t>(sequence);
      if (utf8.lone_surrogate != SIZE_MAX) return TextError{index, utf8.lone_surrogate};
      if (utf8.utf8.size() > kMaxTextBytes) return TextError{index, SIZE_MAX};
      annotate_content(utf8.utf8, options, worker, out);
    }
    out.runs.push_back({out.size(), slot.type_id, sequence});
  }
  return std::nullopt;
}

std::optional<TextError> Pipeline::normalize_text(const RawText& text, Surrogates surrogates,
                                                  std::string& out) const {
  const WorkerPool::Lease worker(pool_);
  const Utf8Text utf8 = to_utf8(text, surrogates, worker->utf8);
  if (utf8.lone_surrogate != SIZE_MAX) return TextError{0, utf8.lone_surrogate};
  if (utf8.utf8.size() > kMaxTextBytes) return TextError{0, SIZE_MAX};
  stages_.normalize_text(utf8.utf8, 0, worker->stages);
  out.clear();
  for (const char32_t c : worker->stages.text.chars) utf8::append(out, c);
  return std::nullopt;
}

size_t Pipeline::model_bytes() const {
  return spec_.model->memory_bytes() + (fast_ != nullptr ? fast_->memory_bytes() : 0);
}

size_t Pipeline::cache_bytes() const { return WordCache::kBytes + TextMemo::kBytes; }

}  // namespace subwords
