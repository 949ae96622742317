// The loop of merge training.
#include "train/merge_learner.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace subwords {
namespace {

constexpr size_t kSpareEntries = 1 << 15;
constexpr float kNotQueued = -std::numeric_limits<float>::infinity();

// The greatest float that is not above x.
float rounded_down(double x) {
  const float f = static_cast<float>(x);
  return static_cast<double>(f) > x ? std::nextafterf(f, kNotQueued) : f;
}

}  // namespace

std::vector<MergeRow> MergeLearner::run(const std::function<void(uint64_t)>& progress) {
  std::vector<MergeRow> rows;
  refill();
  Candidate chosen;
  while (pieces_.size() < config_.vocab_size) {
    if (!(config_.score == Score::kGain ? best_gain(chosen) : best(chosen))) break;
    const std::string token = pieces_.join(chosen.left, chosen.right);
    if (rule_ && (rule_->is_taken(token) || pieces_.find(token) != kNoPiece)) {
      pairs_.erase(pairs_.find(chosen.left, chosen.right));
      continue;
    }
    if (config_.stop_at_repeat && pieces_.find(token) != kNoPiece) {
      repeated_ = true;
      break;
    }
    const uint32_t merged = pieces_.add(token);
    if (rule_) rule_->add(chosen.left, chosen.right);
    rows.push_back({chosen.left, chosen.right, merged, chosen.count, chosen.left_count,
                    chosen.right_count, total_});
    merge(chosen, merged);
    // Outdated entries pile up where scores rise often; a fresh start drops them.
    if (queue_.size() > 2 * pairs_.live() + kSpareEntries) refill();
    if (progress && rows.size() % 256 == 0) progress(pieces_.size());
  }
  return rows;
}

Candidate MergeLearner::evaluate(const Pair& pair) const {
  const uint64_t left = piece_counts_[pair.left], right = piece_counts_[pair.right];
  return {score_key(config_, pair.count, left, right, total_), pair.count, left, right, pair.left,
          pair.right};
}

// Puts a pair into the queue if its score is high enough and no better entry of it is there.
void MergeLearner::offer(uint32_t index) {
  Pair& pair = pairs_[index];
  const Candidate candidate = evaluate(pair);
  if (!queue_.holds(candidate.key) || pair.queued >= above(candidate.key)) return;
  queue_.push(candidate);
  pair.queued = rounded_down(candidate.key);
}

void MergeLearner::requeue(uint32_t index) {
  pairs_[index].queued = kNotQueued;
  offer(index);
}

// Lowers the threshold; false when no pair is left.
bool MergeLearner::refill() {
  std::vector<double> keys;
  keys.reserve(pairs_.live());
  for (uint32_t index = 0; index < pairs_.capacity(); ++index) {
    if (pairs_[index].count) keys.push_back(evaluate(pairs_[index]).key);
  }
  queue_.restart(keys);
  for (uint32_t index = 0; index < pairs_.capacity(); ++index) {
    if (pairs_[index].count) requeue(index);
  }
  return !queue_.empty();
}

// An entry's score is an upper bound: it is offered again when it rises, and looked at again here
// when it has fallen. So the first entry that is up to date is the best pair.
bool MergeLearner::best(Candidate& found) {
  do {
    while (!queue_.empty() && queue_.accepts(queue_.top().key)) {
      found = queue_.pop();
      const uint32_t index = pairs_.find(found.left, found.right);
      if (index == PairTable::kNone) continue;
      if (evaluate(pairs_[index]).same_counts(found)) return true;
      requeue(index);
    }
  } while (refill());
  return false;
}

// The gain of every pair falls with each merge, because N does. So entries are looked at anew, as
// long as what they promise (and a margin: ln is monotonic to its last bits only) beats the best
// pair found so far.
bool MergeLearner::best_gain(Candidate& found) {
  do {
    aside_.clear();
    bool any = false;
    while (!queue_.empty() && (!any || above(queue_.top().key) >= found.key)) {
      const Candidate entry = queue_.pop();
      const uint32_t index = pairs_.find(entry.left, entry.right);
      if (index == PairTable::kNone) continue;
      const Candidate now = evaluate(pairs_[index]);
      pairs_[index].queued = kNotQueued;
      if (!queue_.holds(now.key)) continue;
      if (!any || queue_.better(now, found)) found = now;
      any = true;
      aside_.push_back(now);
    }
    const bool accepted = any && queue_.accepts(found.key);
    for (const Candidate& entry : aside_) {
      if (accepted && entry.left == found.left && entry.right == found.right) continue;
      Pair& pair = pairs_[pairs_.find(entry.left, entry.right)];
      if (pair.queued >= entry.key) continue;  // it was in the queue twice
      queue_.push(entry);
      pair.queued = rounded_down(entry.key);
    }
    if (accepted) return true;
  } while (refill());
  return false;
}

void MergeLearner::merge(const Candidate& chosen, uint32_t merged) {
  const uint32_t left = chosen.left, right = chosen.right;
  if (left_.deltas.size() < pieces_.size()) {
    const size_t room = pieces_.size() + pieces_.size() / 2;
    piece_counts_.resize(room);
    left_.deltas.resize(room);
    right_.deltas.resize(room);
  }
  if (config_.max_token_length >= 0) {
    if (lengths_.size() <= merged) lengths_.resize(pieces_.size());
    lengths_[merged] = lengths_[left] + lengths_[right];
  }
  const bool fresh = piece_counts_[merged] == 0;
  const uint64_t count = replace(chosen, merged, fresh);
  piece_counts_[left] -= count;
  piece_counts_[right] -= count;
  piece_counts_[merged] += count;
  total_ -= count;
  for (uint32_t x : left_.touched) lose(x, left, left_.deltas[x].gained);
  for (uint32_t y : right_.touched) lose(right, y, right_.deltas[y].gained);
  right_.deltas[left].gained -= doubled_;
  if (fresh) {
    place(merged);
  } else {
    forget(merged);
    index_pairs(merged);
  }
  left_.clear();
  right_.clear();
  if (config_.score == Score::kFrequency) return;
  rescore(left);
  if (right != left) rescore(right);
}

// Carries the merge out from left to right and notes what the pairs beside it lose and gain.
uint64_t MergeLearner::replace(const Candidate& chosen, uint32_t merged, bool fresh) {
  const uint32_t left = chosen.left, right = chosen.right;
  const uint32_t index = pairs_.find(left, right);
  const uint32_t* places = pairs_[index].postings;
  const uint32_t number = pairs_[index].places;
  pairs_.erase(index);
  merged_places_.clear();
  doubled_ = 0;
  uint64_t count = 0;
  for (uint32_t i = 0; i < number; ++i) {
    if (i + 16 < number) arena_.prefetch(places[i + 16]);
    const uint32_t p = places[i];
    if (arena_.at(p) != left) continue;  // changed since
    const uint32_t q = arena_.next(p);
    if (arena_.at(q) != right) continue;
    const uint64_t weight = arena_.weight(q);
    const uint32_t x = arena_.at(arena_.previous(p));
    const uint32_t y = arena_.at(arena_.next(q));
    if (!SymbolArena::is_end(x)) {
      left_.at(x).gained += weight;
      // Where the last place ended here, what its right side gained is no more.
      if (x == merged && fresh) doubled_ += weight;
    }
    if (!SymbolArena::is_end(y)) right_.at(y).gained += weight;
    arena_.merge(p, q, merged);
    merged_places_.push_back(p);
    count += weight;
  }
  return count;
}

// A pair that falls below the least frequency is forgotten; it cannot rise again.
void MergeLearner::lose(uint32_t left, uint32_t right, uint64_t count) {
  const uint32_t index = pairs_.find(left, right);
  if (index == PairTable::kNone || count == 0) return;
  pairs_[index].count -= count;
  if (pairs_[index].count < min_frequency_) pairs_.erase(index);
}

bool MergeLearner::forbidden(uint32_t left, uint32_t right) const {
  if (rule_) return !rule_->allows(left, right);
  const int64_t limit = config_.max_token_length;
  return limit >= 0 && int64_t{lengths_[left]} + lengths_[right] >= limit;
}

// A record for a pair with the merged piece, if it is frequent enough.
void MergeLearner::open(uint32_t left, uint32_t right, Delta& delta) {
  if (delta.gained < min_frequency_ || forbidden(left, right)) return;
  delta.pair = pairs_.insert(left, right);
  Pair& pair = pairs_[delta.pair];
  pair.count = delta.gained;
  pair.postings = postings_.allocate(delta.places);
  pair.queued = kNotQueued;
  remember(delta.pair);
  offer(delta.pair);
}

// Opens the pairs of a new piece with its neighbours and notes where they stand.
void MergeLearner::place(uint32_t merged) {
  for (uint32_t x : left_.touched) open(x, merged, left_.deltas[x]);
  for (uint32_t y : right_.touched) open(merged, y, right_.deltas[y]);
  const auto note = [this](const Delta& delta, uint32_t place) {
    if (delta.pair == PairTable::kNone) return;
    Pair& pair = pairs_[delta.pair];
    pair.postings[pair.places++] = place;
  };
  for (uint32_t p : merged_places_) {
    const uint32_t before = arena_.previous(p);
    if (!SymbolArena::is_end(arena_.at(before))) note(left_.deltas[arena_.at(before)], before);
    const uint32_t y = arena_.at(arena_.next(p));
    // Where a merged piece follows, that one notes the pair.
    if (!SymbolArena::is_end(y) && y != merged) note(right_.deltas[y], p);
  }
}

// The counts of a piece have changed, and with it the score of all its pairs.
void MergeLearner::rescore(uint32_t piece) {
  if (piece >= partners_.size()) return;
  std::vector<uint32_t>& partners = partners_[piece];
  size_t kept = 0;
  for (uint32_t index : partners) {
    const Pair& pair = pairs_[index];
    if (!pair.count || (pair.left != piece && pair.right != piece)) continue;  // gone
    partners[kept++] = index;
    offer(index);
  }
  partners.resize(kept);
}

}  // namespace subwords
