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

// Nothing where a chain is not one that this path knows; `alphabet`: it must end by spelling bytes.
std::optional<ByteLevelRules> byte_level_rules(const NormalizerChain& normalizer,
                                               const PreTokenizerChain& pre_tokenizer,
                                               bool alphabet);

class ByteLevelPath final : public FastPath {
 public:
  // Null where the splits cannot be made one scanner. `token_bytes` says how many bytes of text each token stands for.
  static std::unique_ptr<ByteLevelPath> make(ByteLevelRules rules, const ByteBpe& model,
                                             std::vector<uint32_t> token_bytes,
                                             const Stages& stages, Isa isa);

  void encode(std::string_view text, bool starts, Worker& worker, IdBuffer& out) const override;
  int32_t annotate(std::string_view text, uint32_t first_char, int32_t word, Worker& worker,
                   Columns& out) const override;
  bool keeps(std::string_view text) const override;
  size_t memory_bytes() const override {
    return sizeof *this + token_bytes_.size() * sizeof(uint32_t);
  }

 private:
  ByteLevelPath(ByteLevelRules rules, const ByteBpe& model, std::vector<uint32_t> token_bytes,
                const Stages& stages)
      : rules_(std::move(rules)),
        model_(model),
        token_bytes_(std::move(token_bytes)),
        stages_(stages) {}

  class Words;
  struct Cursor;

  void encode_kept(std::string_view text, Worker& worker, IdBuffer& out) const;
  std::span<const uint32_t> look_up(const TextBounds& text, Span span, Worker& worker) const;
  std::span<const uint32_t> compute(const uint8_t* word, size_t size, Worker& worker) const;
  std::span<const uint32_t> compute_by_parts(const TextBounds& text, const uint8_t* word,
                                             size_t size, Worker& worker) const;
  void append_part(const TextBounds& text, const uint8_t* part, size_t size, Worker& worker) const;
  void push_word(const uint8_t* begin, Span span, std::span<const uint32_t> ids, Cursor& cursor,
                 Columns& out) const;

  ByteLevelRules rules_;
  std::shared_ptr<const patterns::PatternScanner> scanner_;  // null: the text is one word
  const ByteBpe& model_;
  std::vector<uint32_t> token_bytes_;
  const Stages& stages_;
};

}  // namespace subwords
