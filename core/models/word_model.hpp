// What every model offers to the general path: from one word to its tokens.
//
// A "word" is what the pre-tokenizer cut (the whole text where nothing cuts), as valid UTF-8 of the
// normalized text. Models are immutable and shared by threads; what a call needs to write to is in
// a Scratch, of which every worker has one.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "models/cut_map.hpp"
#include "pipeline/buffers.hpp"
#include "text/random.hpp"
#include "text/utf8.hpp"

namespace subwords {

// Bytes of a word that a token stands for. A token that holds a part of a character may begin or
// end within it; tokens that spell one character byte by byte all span the whole of it.
struct ByteSpan {
  uint32_t begin, end;
  friend bool operator==(const ByteSpan&, const ByteSpan&) = default;
};

class WordModel {
 public:
  struct Scratch {
    virtual ~Scratch() = default;
    // Gives back what an enormous word needed.
    virtual void release_large() {}
  };

  static constexpr uint32_t kNoToken = 0xFFFFFFFFu;

  virtual ~WordModel() = default;
  virtual std::unique_ptr<Scratch> make_scratch() const { return std::make_unique<Scratch>(); }

  // Appends the ids of a word.
  virtual void encode(std::string_view word, Scratch& scratch, IdBuffer& ids) const = 0;
  // The same, and appends one span per id.
  virtual void annotate(std::string_view word, Scratch& scratch, IdBuffer& ids,
                        std::vector<ByteSpan>& spans) const = 0;
  // Whether words may be cut into chunks at all.
  virtual bool cuts_chunks() const { return false; }
  // Whether a token may hold a ▁ that is not its first character.
  virtual bool joins_spaces() const { return true; }
  // Whether text may be cut between these neighbours in a word without changing an id: no token
  // holds one behind the other, and nothing the model does beyond tokens reaches across.
  virtual bool may_cut(char32_t, char32_t) const { return false; }
  // The map that tells most of the pairs that may not be cut apart, or null; and whether all others
  // may be.
  virtual const CutMap* cut_map() const { return nullptr; }
  virtual bool cut_map_decides() const { return true; }
  // Appends the ids of a part of a word between two such cuts, or of a whole one. False where the
  // ids may depend on what stands before; what was appended is worth nothing then.
  virtual bool encode_chunk(std::string_view chunk, Scratch& scratch, IdBuffer& ids) const {
    encode(chunk, scratch, ids);
    return true;
  }
  // Whether a character stands in no token, so that a run of such characters becomes the one token
  // `unknown_run()`, whatever stands beside it (but where `may_cut` says that it may not be cut).
  virtual bool is_unknown(char32_t) const { return false; }
  virtual uint32_t unknown_run() const { return kNoToken; }
  // The token of a run of several unknown characters, by its place among the ids of its word.
  struct UnknownRun {
    size_t id;
    uint32_t characters;
  };
  // Whether annotating the chunks of a word one by one gives the rows that annotating it whole does.
  virtual bool annotates_chunks() const { return true; }
  // For each id how many characters of a word the token always stands for; kOneByte for one of as
  // many tokens as a character has bytes; 0 where only `annotate` can tell, or where there are many.
  static constexpr uint8_t kOneByte = 255;
  virtual void count_token_characters(std::span<uint8_t> by_id) const {
    std::fill(by_id.begin(), by_id.end(), uint8_t{0});
  }
  // What stands before a chunk, for models that count from the start of the word: the caller keeps
  // one per word, fresh where the word begins.
  struct Prefix {
    size_t done = 0;     // so many ids of the word are in `total`
    double total = 0.0;  // the sum of their scores, rounded as it is in one go
  };
  // The way out where `encode_chunk` said false: appends the ids of a chunk whose word has given
  // the ids `before` so far, of which `runs` (from `prefix.done` on, in order) stand for several
  // unknown characters each. False where only the whole word can tell.
  virtual bool encode_chunk_after(std::string_view, std::span<const uint32_t>,
                                  std::span<const UnknownRun>, Prefix&, Scratch&,
                                  IdBuffer&) const {
    return false;
  }
  // What `encode_chunk` says holds while fewer than so many ids (or characters, where one id is an
  // unknown run) have followed `prefix.done`; then
  // the next chunk must go through `encode_chunk_after`, whatever a cache says.
  virtual size_t sure_ids(const Prefix&) const { return SIZE_MAX; }
  // Whether the model has a distribution to draw from.
  virtual bool samples() const { return false; }
  // Appends the ids of one random segmentation; `amount` is the model's own parameter (BPE: the
  // probability that a merge is skipped; Unigram: the power of the probabilities).
  virtual void sample(std::string_view word, double amount, RandomStream& random, Scratch& scratch,
                      IdBuffer& ids) const {
    (void)amount, (void)random;
    encode(word, scratch, ids);
  }
  // A number of characters for `count_token_characters`.
  static uint8_t token_characters(std::string_view text) {
    const size_t count = utf8::length(text);
    return count < kOneByte ? static_cast<uint8_t>(count) : uint8_t{0};
  }
  virtual size_t memory_bytes() const = 0;
  // Greatest id, -1 where there is none.
  virtual int64_t max_id() const = 0;
  // The token that is called by the text it covers where a text is annotated; kNoId where none is.
  virtual uint32_t called_by_text() const { return kNoToken; }
  // Whether a word has given no token for want of an unknown token.
  virtual bool dropped_words() const { return false; }
};

}  // namespace subwords
