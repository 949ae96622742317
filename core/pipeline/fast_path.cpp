#include "pipeline/fast_path.hpp"

#include "pipeline/fused.hpp"

namespace subwords {
namespace {

// WordPiece after text rules that work character by character.
class WordPiecePath final : public FastPath {
 public:
  WordPiecePath(std::unique_ptr<CharMap> map, const WordPiece& model, const Stages& stages, Isa isa)
      : map_(std::move(map)), encoder_(*map_, model, stages, isa) {}

  void encode(std::string_view text, Worker& worker, IdBuffer& out) const override {
    encoder_.encode(text, worker, out);
  }
  int32_t annotate(std::string_view text, uint32_t first_char, int32_t word, Worker& worker,
                   Columns& out) const override {
    return encoder_.annotate(text, first_char, word, worker, out);
  }
  bool normalize_text(std::string_view text, uint32_t first_char, AlignedText& out) const override {
    return map_->normalize_text(text, first_char, out);
  }
  size_t memory_bytes() const override { return map_->memory_bytes(); }

 private:
  std::unique_ptr<CharMap> map_;
  FusedEncoder encoder_;
};

}  // namespace

std::unique_ptr<FastPath> make_fast_path(const Stages& stages, const WordModel& model, Isa isa) {
  if (const auto* wordpiece = dynamic_cast<const WordPiece*>(&model)) {
    auto map = CharMap::make(stages.normalizer(), stages.pre_tokenizer(), *wordpiece);
    if (map == nullptr) return nullptr;
    return std::make_unique<WordPiecePath>(std::move(map), *wordpiece, stages, isa);
  }
  return nullptr;
}

}  // namespace subwords
