// A compiled spec: text to ids in one pass, one text or many.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "pipeline/added_tokens.hpp"
#include "pipeline/columns.hpp"
#include "pipeline/fused.hpp"
#include "pipeline/worker_pool.hpp"
#include "text/transcode.hpp"

namespace subwords {

// One place of a template: the first text, the second, or a special token.
struct Slot {
  enum class Kind : uint8_t { kFirst, kSecond, kSpecial };
  Kind kind;
  uint32_t id = 0;  // kSpecial
  uint32_t type_id = 0;
};
using Template = std::vector<Slot>;

struct PipelineSpec {
  NormalizerChain normalizer;
  PreTokenizerChain pre_tokenizer;
  VocabPtr vocab;
  std::string unk_token, continuing_prefix;
  uint32_t max_chars_per_word = WordPiece::kNoLimit;
  std::vector<AddedToken> added_tokens;
  // For one text and for two, with special tokens and without.
  Template single, pair, plain_single, plain_pair;
};

struct EncodeOptions {
  bool add_special_tokens = true;
  AddedTokens::Allowed allowed;  // empty: every added token is recognised
  Surrogates surrogates = Surrogates::kReject;
};

// A text that cannot be encoded.
struct TextError {
  size_t text = 0;      // its index in the batch
  size_t position = 0;  // the lone surrogate, or SIZE_MAX where the text is too long
};

struct Batch {
  IdBuffer ids;
  std::vector<int64_t> rows;  // n + 1 offsets into ids
};

class Pipeline {
 public:
  explicit Pipeline(PipelineSpec spec, Isa isa = best_isa());

  // Appends the ids of one text.
  std::optional<TextError> encode(const RawText& text, const EncodeOptions& options,
                                  IdBuffer& out) const;
  // Replaces `out` by the rows of one text, or of two.
  std::optional<TextError> annotate(const RawText& first, const RawText* second,
                                    const EncodeOptions& options, Columns& out) const;
  // Encodes every text; `threads` 0 means as many as are worth it.
  std::optional<TextError> encode_batch(std::span<const RawText> texts,
                                        const EncodeOptions& options, unsigned threads,
                                        Batch& out) const;

  // The normalized text, as UTF-8.
  std::optional<TextError> normalize_text(const RawText& text, Surrogates surrogates,
                                          std::string& out) const;

  // Whether text takes the fused path.
  bool fused() const { return map_ != nullptr; }
  const WordPiece& model() const { return model_; }
  const AddedTokens& added_tokens() const { return added_; }
  size_t model_bytes() const;
  size_t cache_bytes() const;  // of one worker
  size_t workers() const { return pool_.idle_workers(); }

 private:
  std::optional<TextError> encode_one(const RawText& text, const EncodeOptions& options,
                                      Worker& worker, IdBuffer& out) const;
  void encode_content(std::string_view utf8, const EncodeOptions& options, Worker& worker,
                      IdBuffer& out) const;
  bool needs_stages(std::string_view utf8, uint32_t first_char, const EncodeOptions& options,
                    Worker& worker) const;
  void encode_gap(std::string_view utf8, const EncodeOptions& options, Worker& worker,
                  IdBuffer& out) const;
  void annotate_content(std::string_view utf8, const EncodeOptions& options, Worker& worker,
                        Columns& out) const;
  int32_t annotate_gap(std::string_view utf8, uint32_t first_char, int32_t word,
                       const EncodeOptions& options, Worker& worker, Columns& out) const;
  unsigned useful_threads(std::span<const RawText> texts, unsigned asked) const;
  std::optional<TextError> encode_parallel(std::span<const RawText> texts,
                                           const EncodeOptions& options, unsigned threads,
                                           Batch& out) const;

  PipelineSpec spec_;
  WordPiece model_;
  Stages stages_;
  std::unique_ptr<CharMap> map_;
  std::optional<FusedEncoder> fused_;
  AddedTokens added_;
  mutable WorkerPool pool_;
};

}  // namespace subwords
