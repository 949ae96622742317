#include "train/sentencepiece_bpe_trainer.hpp"

#include <string>
#include <utility>

#include "text/utf8.hpp"
#include "train/merge_learner.hpp"
#include "train/symbols.hpp"

namespace subwords {

SentencePieceBpeTrainer::SentencePieceBpeTrainer(const UnigramCorpus& corpus)
    : corpus_(corpus), pieces_("") {
  for (uint32_t code = 1; code <= corpus.alphabet(); ++code) {
    char encoded[4];
    const size_t length = utf8::encode(corpus.character(code), encoded);
    pieces_.add(std::string(encoded, length));
  }
}

std::vector<MergeRow> SentencePieceBpeTrainer::run(
    uint64_t merges, uint64_t min_frequency, JoinOptions options,
    const std::function<void(uint64_t)>& progress) {
  SymbolArena arena(corpus_.fragments(), corpus_.all_codes().size());
  std::vector<uint64_t> piece_counts(pieces_.size(), 0);
  std::vector<uint32_t> symbols;
  for (size_t fragment = 0; fragment < corpus_.fragments(); ++fragment) {
    const uint64_t count = corpus_.count(fragment);
    symbols.clear();
    for (uint32_t code : corpus_.codes(fragment)) {
      symbols.push_back(code - 1);
      piece_counts[code - 1] += count;
    }
    if (symbols.size() > 1) arena.add_word(symbols, count);
  }
  const size_t letters = pieces_.size();
  MergeConfig config;
  config.vocab_size = letters + merges;
  config.min_frequency = min_frequency;
  config.ties = Ties::kSentencePiece;
  JoinRule rule(corpus_.kinds(), std::move(options));
  MergeLearner learner(std::move(arena), pieces_, std::move(piece_counts), config, rule);
  return learner.run(progress ? [&](uint64_t size) { progress(size - letters); } : progress);
}

}  // namespace subwords
