#include "pipeline/fast_path.hpp"

#include "models/bpe.hpp"
#include "models/rank_bpe.hpp"
#include "models/wordpiece.hpp"
#include "pipeline/byte_level_path.hpp"
#include "pipeline/chunk_path.hpp"
#include "pipeline/wordpiece_path.hpp"
#include "text/byte_alphabet.hpp"
#include "text/utf8.hpp"

namespace subwords {
namespace {

std::unique_ptr<FastPath> byte_level_path(const ByteBpe& model, const Vocab& vocab, bool alphabet,
                                          const Stages& stages, Isa isa) {
  auto rules = byte_level_rules(stages.normalizer(), stages.pre_tokenizer(), alphabet);
  if (!model.ready() || !rules) return nullptr;
  ByteLevelTokens tokens;
  tokens.bytes.resize(static_cast<size_t>(vocab.max_id() + 1));
  for (size_t i = 0; i < vocab.size(); ++i) {
    const std::string_view token = vocab.token_at(i);
    const uint32_t id = vocab.id_at(i);
    // In the byte alphabet a character stands for a byte.
    tokens.bytes[id] = static_cast<uint32_t>(alphabet ? utf8::length(token) : token.size());
    if (tokens.words.size() == ByteLevelTokens::kMostWords || !model.forms(id)) continue;
    std::string bytes;
    if (!alphabet) {
      bytes = token;
    } else {
      byte_alphabet::append_bytes(token, bytes);  // nothing where it is not spelled in the alphabet
    }
    if (!bytes.empty() && bytes.size() <= WordCache::kShortBytes) {
      tokens.words.push_back({key_of(bytes), id});
    }
  }
  return ByteLevelPath::make(std::move(*rules), model, std::move(tokens), stages, isa);
}

}  // namespace

std::unique_ptr<FastPath> make_fast_path(const Stages& stages, const WordModel& model, Isa isa) {
  if (const auto* wordpiece = dynamic_cast<const WordPiece*>(&model)) {
    auto map = CharMap::make(stages.normalizer(), stages.pre_tokenizer(), *wordpiece);
    if (map == nullptr) return nullptr;
    return std::make_unique<WordPiecePath>(std::move(map), *wordpiece, stages, isa);
  }
  if (const auto* bpe = dynamic_cast<const Bpe*>(&model)) {
    const BpeOptions& options = bpe->options();
    if (options.prefix.empty() && options.suffix.empty()) {
      if (auto path = byte_level_path(bpe->bytes(), bpe->vocab(), true, stages, isa)) return path;
    }
  }
  if (const auto* bpe = dynamic_cast<const RankBpe*>(&model)) {
    return byte_level_path(bpe->bytes(), bpe->vocab(), false, stages, isa);
  }
  if (auto rules = chunk_rules(stages.normalizer(), stages.pre_tokenizer())) {
    // Where spaces fold, the path cuts before each of them.
    const bool whole_spaces = rules->symbols.folds_spaces && !rules->cuts_before_spaces &&
                              model.joins_spaces();
    if (model.cuts_chunks() && !whole_spaces) {
      return std::make_unique<ChunkPath>(std::move(*rules), model, stages, isa);
    }
  }
  return nullptr;
}

}  // namespace subwords
