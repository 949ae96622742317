#include "text/merges.hpp"

#include <algorithm>
#include <thread>

namespace subwords {

namespace {

// Whether the merge of `rank` is complete; the slow way, to find the one that is not.
bool known(const Merges& merges, size_t rank, const Vocab& vocab, size_t prefix) {
  const std::string_view left = merges.left(rank), right = merges.right(rank);
  if (right.size() < prefix || vocab.id(left) == kNoId || vocab.id(right) == kNoId) return false;
  return vocab.id(std::string(left).append(right.substr(prefix))) != kNoId;
}

// first_unknown within [begin, end).
size_t first_unknown_in(const Merges& merges, size_t begin, size_t end, const Vocab& vocab,
                        size_t prefix) {
  constexpr size_t kBlock = 64;
  std::string_view tokens[kBlock * 2];
  // What merges make mostly stands in the vocabulary in the order of the merges, several of which
  // may make one token: a comparison with the place of the last and the next saves a search.
  size_t place = 0;
  const auto follows = [&](std::string_view token) {
    for (const size_t next : {place, place + 1}) {
      if (next < vocab.size() && vocab.token_at(next) == token) {
        place = next;
        return true;
      }
    }
    const size_t found = vocab.find(token);
    if (found != SIZE_MAX) place = found;
    return found != SIZE_MAX;
  };
  for (; begin < end; begin += kBlock) {
    const size_t stop = std::min(begin + kBlock, end);
    size_t count = 0;
    bool made = true;
    for (size_t rank = begin; rank < stop && prefix == 0 && made; ++rank) {
      tokens[count++] = merges.left(rank);
      tokens[count++] = merges.right(rank);
      made = follows(merges.both(rank));
    }
    if (prefix == 0 && made && vocab.has_all(tokens, count)) continue;
    for (size_t rank = begin; rank < stop; ++rank) {
      if (!known(merges, rank, vocab, prefix)) return rank;
    }
  }
  return SIZE_MAX;
}

}  // namespace

size_t Merges::first_unknown(const Vocab& vocab, size_t prefix) const {
  // Half of a big table goes to a second thread: on one core this costs nothing that counts.
  constexpr size_t kWorthAThread = 50'000;
  if (size() < kWorthAThread) return first_unknown_in(*this, 0, size(), vocab, prefix);
  size_t late = SIZE_MAX;
  std::thread helper(
      [&] { late = first_unknown_in(*this, size() / 2, size(), vocab, prefix); });
  const size_t early = first_unknown_in(*this, 0, size() / 2, vocab, prefix);
  helper.join();
  return std::min(early, late);
}

bool operator==(const Merges& a, const Merges& b) {
  if (a.size() != b.size()) return false;
  for (size_t rank = 0; rank < a.size(); ++rank) {
    if (a.left(rank) != b.left(rank) || a.right(rank) != b.right(rank)) return false;
  }
  return true;
}

}  // namespace subwords
