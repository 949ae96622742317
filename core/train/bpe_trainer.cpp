// Steps 1 and 2 of BPE training (ids, first cut); the merges are the learners'.
#include "train/bpe_trainer.hpp"

#include <utility>

#include "train/candidate_learner.hpp"
#include "train/known_merges.hpp"
#include "train/merge_learner.hpp"

namespace subwords {
BpeTrainer::BpeTrainer(const WordCounter& words, BpeConfig config)
    : words_(words),
      totals_(words),
      config_(std::move(config)),
      alphabet_(words, config_),
      pieces_(config_.merges.prefix) {
  for (const auto& [token, id] : config_.extend) pieces_.add(token, id);
  for (const std::string& token : config_.special_tokens) pieces_.add(token);
  for (const std::string& letter : alphabet_.letters()) pieces_.add(letter);
  alphabet_.number(pieces_);
}

void BpeTrainer::cut() {
  const KnownMerges known(config_.extend_merges, pieces_);
  arena_.emplace(totals_.longer_words, totals_.longer_characters);
  piece_counts_.assign(pieces_.size(), 0);
  std::vector<uint32_t> pieces;
  words_.for_each([&](std::string_view word, uint64_t count) {
    alphabet_.cut(word, pieces);
    if (!known.empty()) known.apply(pieces);
    for (uint32_t piece : pieces) piece_counts_[piece] += count;
    if (pieces.size() > 1) arena_->add_word(pieces, count);
  });
  alphabet_.finish();
}

std::vector<MergeRow> BpeTrainer::run(const std::function<void(uint64_t)>& progress) {
  std::vector<uint32_t> lengths;
  if (config_.merges.max_token_length >= 0) {
    for (uint32_t piece = 0; piece < pieces_.size(); ++piece) {
      lengths.push_back(alphabet_.unmarked_length(pieces_.token(piece)));
    }
  }
  config_.merges.stop_at_repeat = true;
  MergeLearner learner(std::move(*arena_), pieces_, piece_counts_, config_.merges, lengths);
  std::vector<MergeRow> rows = learner.run(progress);
  if (!learner.repeated()) return rows;
  CandidateLearner exact(learner.arena(), rows, pieces_, std::move(piece_counts_), config_.merges,
                         std::move(lengths));
  return exact.run(progress);
}

}  // namespace subwords
