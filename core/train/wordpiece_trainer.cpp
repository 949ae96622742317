// Steps 1 and 2 of WordPiece training (ids, first cut); the merges are merge_learner.cpp's.
#include "train/wordpiece_trainer.hpp"

#include <algorithm>
#include <utility>

#include "train/merge_learner.hpp"
#include "train/symbols.hpp"

namespace subwords {
WordPieceTrainer::WordPieceTrainer(const WordCounter& words, WordPieceConfig config)
    : words_(words),
      totals_(words),
      config_(std::move(config)),
      alphabet_(words, config_),
      pieces_(config_.merges.prefix) {
  for (const auto& [token, id] : config_.extend) pieces_.add(token, id);
  known_ = static_cast<uint32_t>(pieces_.size());
  for (const std::string& token : config_.special_tokens) pieces_.add(token);
  for (const std::string& letter : alphabet_.letters()) pieces_.add(letter);
  alphabet_.number(pieces_);
}

void WordPieceTrainer::cut() {
  size_t longest = 0;
  for (uint32_t i = 0; i < known_; ++i) longest = std::max(longest, pieces_.token(i).size());
  arena_.emplace(totals_.longer_words, totals_.longer_characters);
  piece_counts_.assign(pieces_.size(), 0);
  std::vector<uint32_t> pieces;
  words_.for_each([&](std::string_view word, uint64_t count) {
    alphabet_.cut(word, pieces);
    if (known_) join_known(pieces, longest);
    for (uint32_t piece : pieces) piece_counts_[piece] += count;
    if (pieces.size() > 1) arena_->add_word(pieces, count);
  });
  alphabet_.finish();
}

std::vector<MergeRow> WordPieceTrainer::run(const std::function<void(uint64_t)>& progress) {
  MergeLearner learner(std::move(*arena_), pieces_, std::move(piece_counts_), config_.merges);
  return learner.run(progress);
}

// Where a vocabulary is extended: from the left, the longest of its pieces in place of characters.
void WordPieceTrainer::join_known(std::vector<uint32_t>& cut, size_t longest) const {
  const std::string& prefix = config_.merges.prefix;
  std::vector<uint32_t> pieces;
  for (size_t start = 0; start < cut.size();) {
    std::string joined = pieces_.token(cut[start]);
    uint32_t best = cut[start];
    size_t after = start + 1;
    for (size_t end = start + 1; end < cut.size() && joined.size() < longest; ++end) {
      const std::string_view next = pieces_.token(cut[end]);
      joined += next.starts_with(prefix) ? next.substr(prefix.size()) : next;
      const uint32_t piece = pieces_.find(joined);
      if (piece != kNoPiece && piece < known_) {
        best = piece;
        after = end + 1;
      }
    }
    pieces.push_back(best);
    start = after;
  }
  cut.swap(pieces);
}

}  // namespace subwords
