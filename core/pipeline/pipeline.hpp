// A compiled spec: text to ids in one pass, one text or many.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "pipeline/added_tokens.hpp"
#include "pipeline/columns.hpp"
#include "pipeline/fast_path.hpp"
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
  std::shared_ptr<const WordModel> model;
  std::vector<AddedToken> added_tokens;
  // For one text and for two, with special tokens and without.
  Template single, pair, plain_single, plain_pair;
};

struct EncodeOptions {
  bool add_special_tokens = true;
  AddedTokens::Allowed allowed;  // empty: every added token is recognised
  bool allows_none = false;      // no special token is
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

  // Appends the ids of one text whose segmentation is drawn at random.
  std::optional<TextError> sample(const RawText& text, const EncodeOptions& options, Draw draw,
                                  IdBuffer& out) const;
  // The same for many texts: text i draws from stream i of the seed.
  std::optional<TextError> sample_batch(std::span<const RawText> texts,
                                        const EncodeOptions& options, double amount,
                                        uint64_t seed, unsigned threads, Batch& out) const;

  // Whether text takes a fast path.
  bool fused() const { return fast_ != nullptr; }
  const WordModel& model() const { return *spec_.model; }
  const AddedTokens& added_tokens() const { return added_; }
  size_t model_bytes() const;
  size_t cache_bytes() const;  // of one worker
  size_t workers() const { return pool_.idle_workers(); }

 private:
  std::optional<TextError> encode_text(const RawText& text, const EncodeOptions& options,
                                       Worker& worker, IdBuffer& out) const;
  std::optional<TextError> encode_one(const RawText& text, const EncodeOptions& options,
                                      Worker& worker, IdBuffer& out) const;
  void encode_content(std::string_view utf8, const EncodeOptions& options, Worker& worker,
                      IdBuffer& out) const;
  bool finds_in_kept(std::string_view utf8, const EncodeOptions& options, Worker& worker) const;
  bool needs_stages(std::string_view utf8, uint32_t first_char, const EncodeOptions& options,
                    Worker& worker) const;
  void encode_gap(std::string_view utf8, bool starts, const EncodeOptions& options, Worker& worker,
                  IdBuffer& out) const;
  class CharNumbers;
  void push_match(const AddedMatch& match, std::string_view utf8, CharNumbers& chars, int32_t word,
                  Columns& out) const;
  void annotate_content(std::string_view utf8, const EncodeOptions& options, Worker& worker,
                        Columns& out) const;
  int32_t annotate_gap(std::string_view utf8, uint32_t first_char, int32_t word,
                       const EncodeOptions& options, Worker& worker, Columns& out) const;
  unsigned useful_threads(std::span<const RawText> texts, unsigned asked) const;
  // What is done with each text of a batch: (its index, its worker, where the ids go).
  using EncodeText = std::function<std::optional<TextError>(size_t, Worker&, IdBuffer&)>;
  std::optional<TextError> for_each_text(std::span<const RawText> texts, unsigned threads,
                                         const EncodeText& encode_text, Batch& out) const;
  std::optional<TextError> in_parallel(std::span<const RawText> texts, unsigned threads,
                                       const EncodeText& encode_text, Batch& out) const;

  PipelineSpec spec_;
  Stages stages_;
  std::unique_ptr<FastPath> fast_;
  AddedTokens added_;
  mutable WorkerPool pool_;
};

}  // namespace subwords
