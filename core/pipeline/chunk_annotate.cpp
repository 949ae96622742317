// The annotating half of the chunk path: the same chunks and the same ids, with spans and word
// numbers.
//
// Mostly each character of a chunk stands for one character of the normalized text, and the ids tell
// how many characters each token has. What is not so even is annotated by the model, chunk by chunk.
#include "pipeline/chunk_inline.hpp"

namespace subwords {

// Takes chunks from left to right and writes their rows.
class ChunkPath::Rows {
 public:
  // The first character of the user's is number `first_char`; `prefixed`: a space stands before it.
  Rows(const ChunkPath& path, const TextBounds& text, bool prefixed, uint32_t first_char,
       int32_t word, Worker& worker, Columns& out)
      : path_(path),
        characters_(path.token_characters()),
        text_(text),
        prefixed_(prefixed),
        ascii_(utf8::is_ascii({reinterpret_cast<const char*>(text.begin),
                               static_cast<size_t>(text.end - text.begin)})),
        position_(text.begin),
        number_(first_char - prefixed),
        word_(word),
        worker_(worker),
        out_(out) {}

  // False where the rows of this chunk do not tell those of the text.
  bool take(Span span, Kind kind, WordIds ids) {
    const uint8_t* const chunk = text_.begin + span.begin;
    const uint8_t* const end = text_.begin + span.end();
    const uint32_t after_last = number_;
    if (position_ != chunk) number_ += count(position_, chunk);
    if (path_.rules_.cuts_before_spaces && begun_ && path_.starts_word(chunk)) ++word_;
    const uint32_t size = count(chunk, end);
    const Lead lead = lead_of(chunk, after_last);
    if (!push(chunk, end, kind, ids, lead, size)) return false;
    begun_ |= !ids.empty();  // else the chunk has vanished
    position_ = end;
    number_ += size;
    return true;
  }
  bool begun() const { return begun_; }
  int32_t next_word() const { return word_ + 1; }

 private:
  // What the first character of a chunk comes from: itself, the one behind it, or another.
  struct Lead {
    enum class Kind : uint8_t { kOwn, kNext, kOther } kind;
    uint32_t begin, end;
  };

  uint32_t count(const uint8_t* from, const uint8_t* to) const {
    const auto bytes = static_cast<size_t>(to - from);
    if (ascii_) return static_cast<uint32_t>(bytes);
    return static_cast<uint32_t>(utf8::length({reinterpret_cast<const char*>(from), bytes}));
  }

  Lead lead_of(const uint8_t* chunk, uint32_t after_last) const {
    const Lead own{Lead::Kind::kOwn, number_, number_ + 1};
    const Lead next{Lead::Kind::kNext, number_ + 1, number_ + 2};
    if (prefixed_ && chunk == text_.begin) return next;
    if (!path_.folds_ || !path_.begins_with_space(chunk)) return own;
    using Origin = ChunkRules::Origin;
    switch (path_.rules_.origin) {
      case Origin::kNextCharacter: return next;
      case Origin::kLastSpace:
        if (crlf_is_one(chunk)) return {Lead::Kind::kOther, number_ - 1, number_};
        return own;
      case Origin::kFirstSpace: break;
    }
    return prefixed_ && !begun_ ? next : Lead{Lead::Kind::kOther, after_last, after_last + 1};
  }

  // Whether the space at `chunk` is the second half of a cluster that became one space.
  bool crlf_is_one(const uint8_t* chunk) const {
    return path_.crlf_is_one_ && *chunk == '\n' && chunk > text_.begin && chunk[-1] == '\r';
  }

  bool push(const uint8_t* chunk, const uint8_t* end, Kind kind, WordIds ids, const Lead& lead,
            uint32_t size) {
    if (kind == Kind::kEven) {
      const size_t before = out_.rows.size();
      if (push_even(chunk, ids, lead, size)) return true;
      out_.rows.resize(before);
    } else if (kind == Kind::kUnknown && ids.size() == 1) {
      note_if_called_by_text(ids[0], [&] { return path_.normalized(chunk, end, worker_); });
      out_.push(ids[0], number_, number_ + size, word_);
      return true;
    }
    return push_any(chunk, end, kind, ids, lead);
  }

  // Rows of ids that tell by themselves how many characters they stand for, `size` in all.
  bool push_even(const uint8_t* chunk, WordIds ids, const Lead& lead, uint32_t size) {
    uint32_t at = 0;
    const auto put = [&](uint32_t id, uint32_t begin, uint32_t end) {
      out_.push(id, begin == 0 ? lead.begin : number_ + begin,
                end == 1 ? lead.end : number_ + end, word_);
    };
    const uint8_t* p = chunk;  // of the character number `passed`
    uint32_t passed = 0;
    for (size_t k = 0; k < ids.size();) {
      const uint8_t more = characters_[ids[k]];
      if (more == 0) return false;
      if (more != WordModel::kOneByte) [[likely]] {
        put(ids[k++], at, at + more);
        at += more;
        continue;
      }
      // As many tokens as the character has bytes, all of the same span.
      if (at >= size) return false;
      char32_t c;
      for (; passed < at; ++passed) p = utf8::decode(p, c);
      utf8::decode(p, c);
      for (size_t left = path_.symbols_[c].size; left > 0; --left, ++k) {
        if (k == ids.size() || characters_[ids[k]] != WordModel::kOneByte) return false;
        put(ids[k], at, at + 1);
      }
      ++at;
    }
    return at == size;
  }

  // The rows of any chunk, from the model, if it gives these ids without what stands before.
  bool push_any(const uint8_t* chunk, const uint8_t* end, Kind kind, WordIds ids,
                const Lead& lead) {
    if (!spell(chunk, end, kind, lead)) return false;
    StageScratch& scratch = worker_.stages;
    if (scratch.model == nullptr) scratch.model = path_.model_.make_scratch();
    const std::string_view word(reinterpret_cast<const char*>(worker_.word.data()),
                                worker_.word.size());
    scratch.ids.clear();
    scratch.spans.clear();
    path_.model_.annotate(word, *scratch.model, scratch.ids, scratch.spans);
    if (!std::equal(ids.begin(), ids.end(), scratch.ids.begin(), scratch.ids.end())) return false;
    // By byte of the word: the place in `origins_` of the character that it is part of.
    places_.clear();
    uint32_t place = 0;
    for (size_t i = 0; i < word.size(); ++i) {
      place += i > 0 && (static_cast<uint8_t>(word[i]) & 0xC0) != 0x80;
      places_.push_back(place);
    }
    for (size_t k = 0; k < ids.size(); ++k) {
      const ByteSpan span = scratch.spans[k];
      note_if_called_by_text(ids[k], [&] {
        return std::string(word.substr(span.begin, span.end - span.begin));
      });
      out_.push(ids[k], origins_[places_[span.begin]].begin, origins_[places_[span.end - 1]].end,
                word_);
    }
    return true;
  }

  // The normalized chunk, into worker.word, and where each of its characters comes from.
  bool spell(const uint8_t* chunk, const uint8_t* end, Kind kind, const Lead& lead) {
    const bool complex = kind == Kind::kComplex;
    if (complex && path_.has_clusters_ && !path_.begins_with_text(chunk, end)) return false;
    if (!path_.normalize_chunk(chunk, end, complex, number_, worker_)) return false;
    origins_.clear();
    uint32_t number = number_;
    const uint8_t* p = chunk;
    size_t last = 0;
    // False where a compiled map moves what a character stands for over one that vanishes.
    const auto take_one = [&] {
      char32_t c;
      p = utf8::decode(p, c);
      const size_t characters = path_.symbols_[c].count;
      origins_.insert(origins_.end(), characters, {number, number + 1});
      ++number;
      if (characters == 0 && last > 1 && path_.has_clusters_) return false;
      last = characters;
      return true;
    };
    if (!complex) {
      while (p < end) {
        if (!take_one()) return false;
      }
    } else {
      if (path_.begins_with_space(chunk)) take_one();
      const auto& origin = worker_.stages.text.origin;
      origins_.insert(origins_.end(), origin.begin(), origin.end());
    }
    if (origins_.empty() || lead.kind == Lead::Kind::kOwn) return true;
    origins_[0] = {lead.begin, lead.end};
    if (lead.kind == Lead::Kind::kNext) {
      // Where it is all there is, the next chunk goes on with a character that stands for itself.
      const uint32_t behind = number_ + count(chunk, end);
      origins_[0] = origins_.size() > 1 ? origins_[1] : Range{behind, behind + 1};
    }
    return true;
  }

  template <class Covered>
  void note_if_called_by_text(uint32_t id, Covered&& covered) {
    if (id == path_.called_by_text_ && id != WordModel::kNoToken) {
      out_.matches.push_back({out_.size(), covered()});
    }
  }

  const ChunkPath& path_;
  const uint8_t* const characters_;
  const TextBounds text_;
  const bool prefixed_, ascii_;
  const uint8_t* position_;  // behind the last chunk
  uint32_t number_;          // of the character there
  int32_t word_;
  bool begun_ = false;
  Worker& worker_;
  Columns& out_;
  std::vector<Range> origins_;
  std::vector<uint32_t> places_;
};

// The normalized form of a chunk that is not complex.
std::string ChunkPath::normalized(const uint8_t* chunk, const uint8_t* end, Worker& worker) const {
  normalize_chunk(chunk, end, false, 0, worker);
  return {reinterpret_cast<const char*>(worker.word.data()), worker.word.size()};
}

// By id; made at the first call, by whoever comes first.
const uint8_t* ChunkPath::token_characters() const {
  const uint8_t* table = token_characters_.load(std::memory_order_acquire);
  if (table != nullptr) return table;
  const auto size = static_cast<size_t>(model_.max_id() + 1);
  auto made = std::make_unique<uint8_t[]>(size + 1);
  model_.count_token_characters({made.get(), size});
  if (token_characters_.compare_exchange_strong(table, made.get(), std::memory_order_acq_rel)) {
    return made.release();
  }
  return table;
}

// Whether it is plain where what a text begins with comes from. A space put before it comes from its
// first character even where that one vanishes; and the clusters of a compiled map that vanish there
// move all that follow.
bool ChunkPath::begins_evenly(std::string_view text) const {
  if (rules_.prefix != ChunkRules::Prefix::kAlways && !has_clusters_) return true;
  const auto* p = reinterpret_cast<const uint8_t*>(text.data());
  for (const auto* const end = p + text.size(); p < end;) {
    char32_t c;
    p = utf8::decode(p, c);
    const SymbolKind kind = symbols_[c].kind;
    if (kind != SymbolKind::kSpace) return stands_for_text(kind);
  }
  return true;
}

// Whether a chunk, after the space it may begin with, goes on with a character that stays.
bool ChunkPath::begins_with_text(const uint8_t* chunk, const uint8_t* end) const {
  char32_t c;
  if (begins_with_space(chunk)) chunk = utf8::decode(chunk, c);
  if (chunk == end) return true;
  utf8::decode(chunk, c);
  return stands_for_text(symbols_[c].kind);
}

int32_t ChunkPath::annotate(std::string_view utf8, uint32_t first_char, int32_t word,
                            Worker& worker, Columns& out) const {
  const size_t rows = out.rows.size(), matches = out.matches.size();
  const auto prefixed = with_prefix(utf8, first_char == 0, worker);
  if (prefixed && prefixed->size() <= kMaxTextBytes && !holds_protected(utf8) &&
      begins_evenly(utf8) && model_.annotates_chunks()) {
    const auto* const begin = reinterpret_cast<const uint8_t*>(prefixed->data());
    const TextBounds text{begin, begin + prefixed->size()};
    // Only a prefix makes a text longer, and what is cut off makes it shorter.
    const bool longer = prefixed->size() > utf8.size();
    const size_t cut_off = longer ? 0 : utf8.size() - prefixed->size();
    const auto skipped = static_cast<uint32_t>(utf8::length(utf8.substr(0, cut_off)));
    Rows to(*this, text, longer, first_char + skipped, word, worker, out);
    worker.text_ids.clear();
    const auto take = [&](Span span, Kind kind, WordIds ids) { return to.take(span, kind, ids); };
    const bool sure = encode_chunks(text, worker, worker.text_ids, take);
    if (sure && to.begun()) return to.next_word();
    out.rows.resize(rows);
    out.matches.resize(matches);
  }
  return stages_.encode(utf8, first_char, worker.stages, word, out);
}

}  // namespace subwords
