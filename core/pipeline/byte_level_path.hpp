// The fast path of byte-level BPE (GPT-2 and its heirs, and rank files): a split pattern over the
// raw text, and every word's bytes straight to the model. No byte alphabet is ever spelled out.
#pragma once
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "models/byte_bpe.hpp"
#include "patterns/scanner.hpp"
#include "pipeline/fast_path.hpp"
#include "pipeline/word_lookup.hpp"

namespace subwords {

struct ByteLevelRules {
  std::vector<patterns::Split> splits;  // none: the text is one word
  bool prefix_space = false;  // a space goes before a text that does not begin with white space
  bool composes = false;     // NFC comes first
};

struct ByteLevelTokens {
  // So many words are known from the start: the first in the file, which are the most frequent.
  static constexpr size_t kMostWords = size_t{1} << 17;
  struct Word {
    WordCache::Key key;
    uint32_t id;
  };

  std::vector<uint32_t> bytes;  // of text, by id
  std::vector<Word> words;      // tokens that are what their own bytes give
};

// Nothing where a chain is not one that this path knows; `alphabet`: it must end by spelling bytes.
std::optional<ByteLevelRules> byte_level_rules(const NormalizerChain& normalizer,
                                               const PreTokenizerChain& pre_tokenizer,
                                               bool alphabet);

class ByteLevelPath final : public FastPath {
 public:
  // Null where the splits cannot be made one scanner.
  static std::unique_ptr<ByteLevelPath> make(ByteLevelRules rules, const ByteBpe& model,
                                             ByteLevelTokens tokens,
                                             const Stages& stages, Isa isa);

  void encode(std::string_view text, bool starts, Worker& worker, IdBuffer& out) const override;
  int32_t annotate(std::string_view text, uint32_t first_char, int32_t word, Worker& worker,
                   Columns& out) const override;
  void teach(Worker& worker) const override;
  bool keeps(std::string_view text) const override;
  size_t memory_bytes() const override {
    return sizeof *this + tokens_.bytes.size() * sizeof(uint32_t) +
           tokens_.words.size() * sizeof(ByteLevelTokens::Word);
  }

 private:
  ByteLevelPath(ByteLevelRules rules, const ByteBpe& model, ByteLevelTokens tokens,
                const Stages& stages)
      : rules_(std::move(rules)), model_(model), tokens_(std::move(tokens)), stages_(stages) {}

  class Words;
  struct Cursor;

  enum class Unit : uint8_t { kWord, kPart };

  void encode_kept(std::string_view text, Worker& worker, IdBuffer& out) const;
  void encode_batch(const TextBounds& text, Unit unit, WordBatch& batch, size_t count,
                    Worker& worker, IdBuffer& out) const;
  void fill_short_gaps(const TextBounds& text, WordBatch& batch, Worker& worker) const;
  // The ids of a word; valid until the next look-up.
  WordIds look_up(const TextBounds& text, Span span, const Probe& probe, Worker& worker) const;
  WordIds look_up_part(const uint8_t* part, size_t size, Worker& worker) const;
  WordIds compute_long(const TextBounds& text, const uint8_t* word, size_t size,
                       Worker& worker) const;
  void push_word(const uint8_t* begin, Span span, std::span<const uint32_t> ids, Cursor& cursor,
                 Columns& out) const;

  ByteLevelRules rules_;
  std::shared_ptr<const patterns::PatternScanner> scanner_;  // null: the text is one word
  const ByteBpe& model_;
  ByteLevelTokens tokens_;
  const Stages& stages_;
};

}  // namespace subwords
