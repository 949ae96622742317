#include "text/merges.hpp"

#include <algorithm>
#include <thread>

namespace subwords {

namespace {

// Finds the ids of the merges begin..end.
class IdFinder {
 public:
  IdFinder(const Merges& merges, const Vocab& vocab, size_t prefix)
      : merges_(merges), vocab_(vocab), prefix_(prefix) {}

  void find(size_t begin, size_t end, std::vector<MergeIds>& ids) {
    for (; begin < end; begin += kBlock) {
      count_ = 0;
      const size_t stop = std::min(begin + kBlock, end);
      for (size_t rank = begin; rank < stop; ++rank) {
        ask(merges_.left(rank), &ids[rank].left);
        ask(merges_.right(rank), &ids[rank].right);
        make(rank, &ids[rank].made);
      }
      vocab_.find_ids(tokens_, count_, found_);
      for (size_t i = 0; i < count_; ++i) *wanted_[i] = found_[i];
      if (last_made_ != nullptr && *last_made_ != kNoId) place_ = vocab_.position(*last_made_);
      last_made_ = nullptr;
    }
  }

 private:
  static constexpr size_t kBlock = 64;

  void ask(std::string_view token, uint32_t* id) {
    tokens_[count_] = token;
    wanted_[count_++] = id;
  }
  // What merges make mostly stands in the vocabulary in the order of the merges, several of which
  // may make one token: a comparison with the place of the last and the next saves a search.
  void make(size_t rank, uint32_t* id) {
    std::string_view token = merges_.both(rank);
    if (prefix_ != 0) {
      const std::string_view right = merges_.right(rank);
      if (right.size() < prefix_) {
        *id = kNoId;
        return;
      }
      std::string& joined = joined_[rank % kBlock];
      token = joined.assign(merges_.left(rank)).append(right.substr(prefix_));
    }
    for (const size_t next : {place_, place_ + 1}) {
      if (next < vocab_.size() && vocab_.token_at(next) == token) {
        place_ = next;
        *id = vocab_.id_at(next);
        return;
      }
    }
    ask(token, id);
    last_made_ = id;
  }

  const Merges& merges_;
  const Vocab& vocab_;
  const size_t prefix_;
  size_t place_ = 0, count_ = 0;
  const uint32_t* last_made_ = nullptr;
  std::string_view tokens_[3 * kBlock];
  uint32_t* wanted_[3 * kBlock];
  uint32_t found_[3 * kBlock];
  std::string joined_[kBlock];
};

}  // namespace

std::vector<MergeIds> Merges::ids(const Vocab& vocab, size_t prefix) const {
  std::vector<MergeIds> ids(size());
  const auto find = [&](size_t begin, size_t end) {
    IdFinder(*this, vocab, prefix).find(begin, end, ids);
  };
  // Half of a big table goes to a second thread: on one core this costs nothing that counts.
  constexpr size_t kWorthAThread = 50'000;
  if (size() < kWorthAThread) {
    find(0, size());
    return ids;
  }
  std::thread helper([&] { find(size() / 2, size()); });
  find(0, size() / 2);
  helper.join();
  return ids;
}

size_t Merges::first_unknown(const VocabPtr& vocab, size_t prefix) const {
  std::vector<MergeIds> found = ids(*vocab, prefix);
  for (size_t rank = 0; rank < found.size(); ++rank) {
    if (!found[rank].complete()) return rank;
  }
  const std::lock_guard lock(kept_lock_);
  kept_ = {std::move(found), vocab, prefix};
  return SIZE_MAX;
}

std::vector<MergeIds> Merges::take_ids(const VocabPtr& vocab, size_t prefix) const {
  Kept kept;
  {
    const std::lock_guard lock(kept_lock_);
    std::swap(kept, kept_);
  }
  const bool same = kept.vocab.lock() == vocab && kept.prefix == prefix;
  return same && kept.ids.size() == size() ? std::move(kept.ids) : ids(*vocab, prefix);
}

bool operator==(const Merges& a, const Merges& b) {
  if (a.size() != b.size()) return false;
  for (size_t rank = 0; rank < a.size(); ++rank) {
    if (a.left(rank) != b.left(rank) || a.right(rank) != b.right(rank)) return false;
  }
  return true;
}

}  // namespace subwords
