// The fast path of models that see the text as a raw stream with ▁ for spaces: BPE and Unigram as
// sentencepiece and its heirs use them.
//
// Nothing cuts their text into words, so it is cut where that changes no id: between two characters
// that stand next to each other in no token. Chunks go to the word cache as they stand in the text,
// and only what the cache does not know is normalized (by table) and given to the model. In English
// a chunk is a word with the space before it, in Chinese it is one or two characters.
//
// Around characters that can change together with their neighbours (combining marks, say) a chunk
// is normalized by the stages; it ends where two plain neighbours may be cut apart. A run of
// characters that are in no token is a chunk that needs no look-up.
#pragma once
#include <array>
#include <atomic>
#include <optional>

#include "pipeline/ascii_chunks.hpp"
#include "pipeline/fast_path.hpp"
#include "pipeline/symbol_map.hpp"
#include "pipeline/word_lookup.hpp"
#include "text/utf8.hpp"

namespace subwords {

struct ChunkRules {
  // Whether a space goes before a text that is not empty: never, always, where it begins with none,
  // or where besides the user's text starts there.
  enum class Prefix : uint8_t { kNever, kAlways, kUnlessSpace, kFirst };

  SymbolMap::Rules symbols;
  Prefix prefix = Prefix::kNever;
  bool cuts_before_spaces = false;  // words begin at each ▁
  // While the chain is read: a step drops white space at the end, or makes a ▁ of a run of spaces.
  bool strips_end = false, folds_to_mark = false;
  // Where a run of white space is one ▁: which character of the text stands behind it. (The space
  // that goes before a text comes from the first character of the text.)
  enum class Origin : uint8_t { kFirstSpace, kLastSpace, kNextCharacter };
  Origin origin = Origin::kLastSpace;
  // A text that holds one of these takes the general path: they are not normalized.
  std::shared_ptr<const TokenTrie<char32_t>> protected_symbols;
};

// Nothing where a chain is not one that this path knows.
std::optional<ChunkRules> chunk_rules(const NormalizerChain& normalizer,
                                      const PreTokenizerChain& pre_tokenizer);

class ChunkPath final : public FastPath {
 public:
  ChunkPath(ChunkRules rules, const WordModel& model, const Stages& stages, Isa isa);
  ~ChunkPath() override { delete[] token_characters_.load(std::memory_order_relaxed); }

  void encode(std::string_view text, bool starts, Worker& worker, IdBuffer& out) const override;
  int32_t annotate(std::string_view text, uint32_t first_char, int32_t word, Worker& worker,
                   Columns& out) const override;
  size_t memory_bytes() const override { return sizeof *this + symbols_.memory_bytes(); }

 private:
  static constexpr uint8_t kNotPlain = 0xFF;
  // What is known of a chunk: each of its characters stands for one character of the normalized
  // text; some for none or several; all are in no token; the stages must normalize it.
  enum class Kind : uint8_t { kEven, kUneven, kUnknown, kComplex };
  // Where the scan stands.
  struct State {
    const uint8_t* position;
    const uint8_t* begin;            // of the chunk at hand
    bool open = false;               // it has a character that stands for something
    bool spaced = false;             // not open, but white space is waiting to begin it
    bool joined = false;             // no cut is possible behind its last character
    Kind kind = Kind::kEven;
    uint8_t last_plain = kNotPlain;  // that character, where it is plain ASCII
    char32_t last = 0;               // else what it ends with, normalized
  };
  // Some chunks; those of kind kUnknown and kComplex are dirty, so that no cache is asked for them.
  struct Chunks {
    Span* spans;
    size_t count = 0;
    Kind kinds[Worker::kSpans];
  };

  void scan(const TextBounds& text, State& state, Chunks& chunks) const;
  size_t scan_ascii(const TextBounds& text, State& state, Chunks& chunks, size_t count) const;
  // What the chunk at hand ends with, normalized.
  char32_t last_of(const State& state) const {
    return state.last_plain != kNotPlain ? symbols_[state.last_plain].last : state.last;
  }
  bool follows_ascii(const TextBounds& text, const uint8_t* p, const State& state) const;
  const uint8_t* skip_plain(const uint8_t* p, const uint8_t* end) const;
  bool joins(const State& state, uint8_t c) const;
  bool takes_back_cut(const TextBounds& text, const uint8_t* p, const State& state,
                      Span before) const;
  template <class Close, class Reopen>
  const uint8_t* take_other(const uint8_t* p, const uint8_t* end, State& state, Close& close,
                            Reopen& reopen) const;
  template <class Close>
  const uint8_t* take_unknown(const uint8_t* p, const uint8_t* next, const uint8_t* end,
                              const Symbol& symbol, State& state, Close& close) const;
  template <class Close>
  void take_space(const uint8_t* p, State& state, Close& close) const;
  bool may_cut(char32_t a, char32_t b) const {
    if (rules_.cuts_before_spaces && b == kMetaSpace) return true;
    if (cut_map_ == nullptr) return model_.may_cut(a, b);
    return !cut_map_->can_join(a, b) && (cut_map_decides_ || model_.may_cut(a, b));
  }
  // What is known of a chunk's ids: all, that they depend on what stands before, or nothing unless
  // the whole text is looked at.
  enum class Outcome : uint8_t { kSure, kDepends, kUnknown };
  // Where encoding stands: the word at hand, and for how many of its ids the cache may be trusted.
  struct Progress {
    size_t word_begin;
    WordModel::Prefix prefix;
    size_t sure_ids;
    size_t unknown = 0;  // bytes of the unknown runs since then, more than their characters
  };

  // Calls take(chunk, ids) for every chunk that was prepared, ids being those appended for it, until
  // it says false. False where the text must take the general path.
  template <class Take>
  bool encode_prepared(const TextBounds& text, const Chunks& chunks, Progress& at, Worker& worker,
                       IdBuffer& out, Take&& take) const;
  // The same for all of a text (`prefixed` holds what is put before it).
  template <class Take>
  bool encode_chunks(const TextBounds& text, Worker& worker, IdBuffer& out, Take&& take) const;
  Outcome encode_chunk(const TextBounds& text, Span chunk, Kind kind, Worker& worker,
                       IdBuffer& out) const;
  bool encode_after(const TextBounds& text, Span span, Kind kind, Progress& at, Worker& worker,
                    IdBuffer& out) const;
  bool starts_word(const uint8_t* chunk) const {
    if (*chunk < 0x80) return ascii_starts_word_[*chunk];
    char32_t c;
    utf8::decode(chunk, c);
    return symbols_[c].first == kMetaSpace;
  }
  Outcome compute(const uint8_t* chunk, const uint8_t* end, bool complex, Worker& worker) const;
  // `number` is that of its first character.
  bool normalize_chunk(const uint8_t* chunk, const uint8_t* end, bool complex, uint32_t number,
                       Worker& worker) const;
  std::string normalized(const uint8_t* chunk, const uint8_t* end, Worker& worker) const;
  bool normalize_aligned(AlignedText& text, uint32_t number, NormalizerScratch& scratch) const;
  bool normalize_by_stages(const uint8_t* chunk, const uint8_t* end, uint32_t number,
                           Worker& worker) const;
  std::optional<std::string_view> with_prefix(std::string_view text, bool starts,
                                              Worker& worker) const;
  std::optional<std::string_view> without_leading_spaces(std::string_view text) const;
  bool holds_protected(std::string_view text) const;
  bool begins_evenly(std::string_view text) const;
  bool begins_with_text(const uint8_t* chunk, const uint8_t* end) const;
  bool begins_with_space(const uint8_t* chunk) const {
    if (*chunk < 0x80) return role_[*chunk] == Role::kSpace;
    char32_t c;
    utf8::decode(chunk, c);
    return symbols_[c].kind == SymbolKind::kSpace;
  }
  void tabulate_ascii();
  void look_at_clusters();
  class Rows;
  const uint8_t* token_characters() const;

  ChunkRules rules_;
  SymbolMap symbols_;
  const WordModel& model_;
  const Stages& stages_;
  const CutMap* cut_map_;  // the model's, asked first; null where it has none
  bool cut_map_decides_;   // when it says that two characters may be cut apart
  bool folds_;
  bool has_clusters_ = false;  // a step normalizes clusters of characters, as tokenizers does
  bool crlf_is_one_ = false;   // and makes one space of a carriage return and a line feed
  uint32_t unknown_run_;  // the token of a run of unknown characters
  uint32_t called_by_text_;
  size_t fresh_sure_ids_;
  TokenTrie<uint8_t> protected_;
  FirstBytes protected_begins_;
  // What an ASCII character is to the scan: itself or another single character, white space that
  // cuts, or something to look up.
  using Role = AsciiChunks::Role;
  std::array<Role, 128> role_{};
  std::array<bool, 128> ascii_starts_word_{};
  bool letters_are_plain_ = false;
  // Bit b of row a: no cut between these plain ASCII characters.
  AsciiChunks::Joins joins_{};
  AsciiChunks ascii_;  // empty: characters are gone through one by one
  // See WordModel::count_token_characters.
  mutable std::atomic<const uint8_t*> token_characters_{nullptr};
};

}  // namespace subwords
