// Counting, candidates, and merging word by word.
#include "train/candidate_learner.hpp"

#include <algorithm>

namespace subwords {

CandidateLearner::CandidateLearner(const SymbolArena& arena, const std::vector<MergeRow>& rows,
                                   PieceTable& pieces, std::vector<uint64_t> piece_counts,
                                   const MergeConfig& config, std::vector<uint32_t> lengths)
    : config_(config),
      pieces_(pieces),
      piece_counts_(std::move(piece_counts)),
      order_(CandidateOrder(config, pieces)) {
  for (uint64_t count : piece_counts_) total_ += count;
  take_words(arena, rows);
  spans_.reserve(symbols_.size());
  for (uint32_t piece : symbols_) spans_.push_back(lengths.empty() ? 1 : lengths[piece]);
  count_pairs();
}

void CandidateLearner::take_words(const SymbolArena& arena, const std::vector<MergeRow>& rows) {
  const auto first = static_cast<uint32_t>(pieces_.size() - rows.size());
  std::vector<uint32_t> open;
  arena.for_each_word([&](uint32_t p, uint64_t weight) {
    const auto begin = static_cast<uint32_t>(symbols_.size());
    for (; !SymbolArena::is_end(arena.at(p)); p = arena.next(p)) {
      open.push_back(arena.at(p));
      while (!open.empty()) {
        const uint32_t piece = open.back();
        open.pop_back();
        if (piece < first) {
          symbols_.push_back(piece);
        } else {
          open.push_back(rows[piece - first].right);
          open.push_back(rows[piece - first].left);
        }
      }
    }
    words_.push_back({begin, static_cast<uint32_t>(symbols_.size()) - begin, weight});
  });
  pieces_.truncate(first);
}

void CandidateLearner::count_pairs() {
  for (uint32_t index = 0; index < words_.size(); ++index) {
    const Word& word = words_[index];
    for (uint32_t i = 1; i < word.size; ++i) {
      const uint32_t left = symbols_[word.begin + i - 1], right = symbols_[word.begin + i];
      change(left, right, word.weight);
      gains_.push_back({left, right, index});
    }
  }
  offer();
}

int64_t CandidateLearner::count(uint32_t left, uint32_t right) const {
  const uint32_t index = pairs_.find(left, right);
  return index == PairTable::kNone ? 0 : static_cast<int64_t>(pairs_[index].count);
}

void CandidateLearner::change(uint32_t left, uint32_t right, uint64_t by) {
  uint32_t index = pairs_.find(left, right);
  if (index == PairTable::kNone) index = pairs_.insert(left, right);
  pairs_[index].count += by;
}

// Two symbols have become neighbours; `length` is how many characters they cover together.
void CandidateLearner::gain(uint32_t left, uint32_t right, int64_t length, uint32_t word) {
  if (config_.max_token_length >= 0 && length >= config_.max_token_length) return;
  change(left, right, words_[word].weight);
  gains_.push_back({left, right, word});
}

// New candidates from what was gained: a pair and its words.
void CandidateLearner::offer() {
  std::sort(gains_.begin(), gains_.end());
  gains_.erase(std::unique(gains_.begin(), gains_.end()), gains_.end());
  for (size_t i = 0, end; i < gains_.size(); i = end) {
    const Gain& first = gains_[i];
    end = i;
    while (end < gains_.size() && gains_[end].left == first.left &&
           gains_[end].right == first.right) {
      ++end;
    }
    const int64_t now = count(first.left, first.right);
    if (now <= 0) continue;
    uint32_t* words = places_.allocate(end - i);
    for (size_t k = i; k < end; ++k) words[k - i] = gains_[k].word;
    heap_.push_back({now, first.left, first.right, age_++, words, end - i});
    std::push_heap(heap_.begin(), heap_.end(), order_);
  }
  gains_.clear();
}

bool CandidateLearner::best(Candidate& found) {
  const auto least = static_cast<int64_t>(std::max<uint64_t>(config_.min_frequency, 1));
  while (!heap_.empty()) {
    std::pop_heap(heap_.begin(), heap_.end(), order_);
    const int64_t now = count(heap_.back().left, heap_.back().right);
    if (heap_.back().count == now) {
      found = heap_.back();
      heap_.pop_back();
      return now >= least;
    }
    heap_.back().count = now;  // changed since: it waits again
    heap_.back().age = age_++;
    std::push_heap(heap_.begin(), heap_.end(), order_);
  }
  return false;
}

std::vector<MergeRow> CandidateLearner::run(const std::function<void(uint64_t)>& progress) {
  std::vector<MergeRow> rows;
  Candidate chosen;
  while (pieces_.size() < config_.vocab_size && best(chosen)) {
    const uint32_t left = chosen.left, right = chosen.right;
    const uint32_t merged = pieces_.add(pieces_.join(left, right));
    if (piece_counts_.size() < pieces_.size()) piece_counts_.resize(pieces_.size());
    rows.push_back({left, right, merged, static_cast<uint64_t>(chosen.count), piece_counts_[left],
                    piece_counts_[right], total_});
    uint64_t times = 0;
    for (size_t i = 0; i < chosen.number; ++i) times += merge(chosen, merged, chosen.words[i]);
    piece_counts_[left] -= times;
    piece_counts_[right] -= times;
    piece_counts_[merged] += times;
    total_ -= times;
    offer();
    if (progress && rows.size() % 256 == 0) progress(pieces_.size());
  }
  return rows;
}

// Merges every occurrence in a word; returns how many they are in the corpus.
uint64_t CandidateLearner::merge(const Candidate& chosen, uint32_t merged, uint32_t index) {
  Word& word = words_[index];
  uint32_t* const begin = symbols_.data() + word.begin;
  const uint32_t before = word.size;
  uint32_t kept = 0;  // symbols up to here are done
  for (uint32_t i = 0; i < before; ++kept) {
    const bool here =
        i + 1 < before && begin[i] == chosen.left && begin[i + 1] == chosen.right;
    const size_t at = word.begin + kept;
    spans_[at] = spans_[word.begin + i] + (here ? spans_[word.begin + i + 1] : 0);
    begin[kept] = here ? merged : begin[i];
    i += here ? 2 : 1;
    if (!here) continue;
    if (kept > 0) {
      change(begin[kept - 1], chosen.left, 0 - word.weight);
      gain(begin[kept - 1], merged, int64_t{spans_[at - 1]} + spans_[at], index);
    }
    if (i < before) {
      change(chosen.right, begin[i], 0 - word.weight);
      gain(merged, begin[i], int64_t{spans_[at]} + spans_[word.begin + i], index);
    }
  }
  word.size = kept;
  return word.weight * (before - kept);
}

}  // namespace subwords
