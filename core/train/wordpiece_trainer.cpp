// Steps 1 and 2 of WordPiece training (ids, first cut); the merges are merge_learner.cpp's.
#include "train/wordpiece_trainer.hpp"

#include <algorithm>
#include <utility>

#include "text/utf8.hpp"
#include "train/merge_learner.hpp"
#include "train/symbols.hpp"
#include "train/wide.hpp"

namespace subwords {
namespace {

uint64_t saturated(uint128 sum) {
  return sum > UINT64_MAX ? UINT64_MAX : static_cast<uint64_t>(sum);
}

}  // namespace

WordPieceTrainer::WordPieceTrainer(const WordCounter& words, WordPieceConfig config)
    : words_(words),
      config_(std::move(config)),
      alphabet_(words, config_),
      pieces_(config_.merges.prefix) {
  uint128 occurrences = 0, characters = 0;
  words.for_each([&](std::string_view word, uint64_t count) {
    if (word.empty()) return;
    ++number_of_words_;
    occurrences += count;
    characters += static_cast<uint128>(count) * utf8::length(word);
  });
  occurrences_ = saturated(occurrences);
  characters_ = saturated(characters);
  for (const auto& [token, id] : config_.extend) pieces_.add(token, id);
  known_ = static_cast<uint32_t>(pieces_.size());
  for (const std::string& token : config_.special_tokens) pieces_.add(token);
  for (const std::string& letter : alphabet_.letters()) pieces_.add(letter);
  alphabet_.number(pieces_);
}

std::vector<MergeRow> WordPieceTrainer::run() {
  size_t longest = 0;
  for (uint32_t i = 0; i < known_; ++i) longest = std::max(longest, pieces_.token(i).size());
  SymbolArena arena;
  std::vector<uint64_t> piece_counts(pieces_.size());
  std::vector<uint32_t> cut;
  words_.for_each([&](std::string_view word, uint64_t count) {
    alphabet_.cut(word, cut);
    if (known_) join_known(cut, longest);
    for (uint32_t piece : cut) piece_counts[piece] += count;
    if (cut.size() > 1) arena.add_word(cut, count);
  });
  arena.shrink();
  MergeLearner learner(std::move(arena), pieces_, std::move(piece_counts), config_.merges);
  return learner.run();
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
