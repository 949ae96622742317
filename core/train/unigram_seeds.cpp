// Walks the suffixes in order with a stack of the substrings that the current one begins with: the
// inner nodes of the suffix tree, and whole suffixes, whose ends no two words share.
#include "train/unigram_seeds.hpp"

#include <algorithm>

namespace subwords {
namespace {

// Codes are by code point, so of two substrings with the same number of bytes the one with the
// earlier suffixes is the smaller one.
bool better(const Seed& a, const Seed& b) {
  if (a.weight != b.weight) return a.weight > b.weight;
  if (a.bytes != b.bytes) return a.bytes < b.bytes;
  return a.low < b.low;
}

// Keeps the best `room` of what it is given.
class Best {
 public:
  explicit Best(size_t room) : room_(room) {}

  void add(const Seed& seed) {
    if (seed.weight < least_) return;
    seeds_.push_back(seed);
    if (seeds_.size() >= room_ + std::max<size_t>(room_ / 2, 4096)) cut();
  }
  std::vector<Seed> take() {
    cut();
    std::ranges::sort(seeds_, better);
    return std::move(seeds_);
  }

 private:
  void cut() {
    if (seeds_.size() <= room_) return;
    if (room_ == 0) {
      seeds_.clear();
      return;
    }
    std::ranges::nth_element(seeds_, seeds_.begin() + static_cast<ptrdiff_t>(room_) - 1, better);
    least_ = seeds_[room_ - 1].weight;
    seeds_.resize(room_);
  }

  const size_t room_;
  uint64_t least_ = 0;
  std::vector<Seed> seeds_;
};

struct Node {
  size_t depth;
  uint32_t low;
  uint64_t frequency;
};

class Finder {
 public:
  Finder(const UnigramCorpus& corpus, const SortedSuffixes& suffixes, const UnigramConfig& config,
         size_t room)
      : corpus_(corpus), suffixes_(suffixes), config_(config), best_(room) {
    for (uint32_t code = 1; code <= corpus.alphabet(); ++code) {
      const char32_t c = corpus.character(code);
      widths_.push_back(c < 0x80 ? 1 : (c < 0x800 ? 2 : (c < 0x10000 ? 3 : 4)));
    }
  }

  void next(uint32_t rank, size_t common, size_t length, uint64_t count) {
    close(common, rank);
    if (length > (stack_.empty() ? 0 : stack_.back().depth)) stack_.push_back({length, rank, 0});
    stack_.back().frequency += count;
  }

  std::vector<Seed> finish() {
    close(0, static_cast<uint32_t>(suffixes_.places.size()));
    return best_.take();
  }

 private:
  // Takes away what is deeper than `common`; what goes on from there gets a node of its own.
  void close(size_t common, uint32_t rank) {
    while (!stack_.empty() && stack_.back().depth > common) {
      const Node node = stack_.back();
      stack_.pop_back();
      offer(node, rank);
      const size_t above = stack_.empty() ? 0 : stack_.back().depth;
      if (above < common) {
        stack_.push_back({common, node.low, node.frequency});
      } else if (!stack_.empty()) {
        stack_.back().frequency += node.frequency;
      }
    }
  }

  void offer(const Node& node, uint32_t high) {
    if (node.depth < 2 || node.frequency < std::max<uint64_t>(config_.min_frequency, 1)) return;
    const uint32_t* const codes =
        corpus_.all_codes().data() + suffixes_.places[node.low];
    if (!config_.inner_space && codes[node.depth - 1] == config_.space) return;
    uint32_t bytes = 0;
    for (size_t i = 0; i < node.depth; ++i) bytes += widths_[codes[i] - 1];
    best_.add({node.frequency * node.depth, node.low, high, static_cast<uint16_t>(node.depth),
               static_cast<uint16_t>(bytes)});
  }

  const UnigramCorpus& corpus_;
  const SortedSuffixes& suffixes_;
  const UnigramConfig& config_;
  std::vector<uint8_t> widths_;
  std::vector<Node> stack_;
  Best best_;
};

}  // namespace

std::vector<Seed> find_seeds(const UnigramCorpus& corpus, const SortedSuffixes& suffixes,
                             const PageVector<uint16_t>& limits, const UnigramConfig& config,
                             size_t room) {
  PageVector<uint32_t> fragment_of(corpus.all_codes().size());
  for (uint32_t fragment = 0; fragment < corpus.fragments(); ++fragment) {
    const size_t begin = corpus.begin(fragment), size = corpus.codes(fragment).size();
    std::fill_n(fragment_of.begin() + static_cast<ptrdiff_t>(begin), size, fragment);
  }
  Finder finder(corpus, suffixes, config, room);
  for (size_t rank = 0; rank < suffixes.places.size(); ++rank) {
    const uint32_t place = suffixes.places[rank];
    finder.next(static_cast<uint32_t>(rank), suffixes.common[rank], limits[place],
                corpus.count(fragment_of[place]));
  }
  return finder.finish();
}

}  // namespace subwords
