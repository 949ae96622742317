// As many characters as fit are packed into 64 bits and compared at once; only suffixes that agree
// in them are looked at further. The first character puts suffixes into buckets, which are sorted
// independently.
#include "train/suffix_sort.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "train/parallel.hpp"

namespace subwords {
namespace {

struct Entry {
  uint64_t key;
  uint32_t place;
};

class Sorter {
 public:
  Sorter(const PageVector<uint32_t>& codes, const PageVector<uint16_t>& limits, size_t alphabet,
         SortedSuffixes& out)
      : codes_(codes), limits_(limits), out_(out) {
    bits_ = static_cast<unsigned>(std::bit_width(alphabet));
    width_ = 64 / bits_;
  }

  // Sorts places [begin, end) of the result, whose suffixes agree in `depth` characters.
  void sort(size_t begin, size_t end, size_t depth) {
    const size_t base = entries_.size(), count = end - begin;
    entries_.resize(base + count);
    for (size_t i = 0; i < count; ++i) {
      const uint32_t place = out_.places[begin + i];
      entries_[base + i] = {key(place, depth), place};
    }
    Entry* const first = entries_.data() + base;
    std::sort(first, first + count, [](const Entry& a, const Entry& b) { return a.key < b.key; });
    for (size_t i = 0; i < count; ++i) out_.places[begin + i] = first[i].place;
    for (size_t i = 1; i < count; ++i) {
      const uint64_t differ = entries_[base + i].key ^ entries_[base + i - 1].key;
      const size_t same = differ ? std::countl_zero(differ) / bits_ : width_;
      out_.common[begin + i] = static_cast<uint16_t>(depth + same);
    }
    for (size_t i = 0; i < count;) {
      size_t next = i + 1;
      const uint64_t here = entries_[base + i].key;
      while (next < count && entries_[base + next].key == here) ++next;
      if (next - i > 1) settle(begin + i, begin + next, depth, here);
      i = next;
    }
    entries_.resize(base);
  }

 private:
  uint64_t key(size_t place, size_t depth) const {
    const size_t limit = limits_[place];
    const size_t stop = std::min(limit, depth + width_);
    uint64_t packed = 0;
    unsigned shift = 64;
    for (size_t at = depth; at < stop; ++at) {
      shift -= bits_;
      packed |= uint64_t{codes_[place + at]} << shift;
    }
    return packed;
  }

  // Suffixes with equal keys: they end in them, or go on.
  void settle(size_t begin, size_t end, size_t depth, uint64_t packed) {
    const uint64_t last = packed >> (64 - width_ * bits_) & ((uint64_t{1} << bits_) - 1);
    if (last) {
      sort(begin, end, depth + width_);
      return;
    }
    size_t length = 0;
    for (unsigned shift = 64 - bits_; length < width_; shift -= bits_, ++length) {
      if (!(packed >> shift & ((uint64_t{1} << bits_) - 1))) break;
    }
    for (size_t i = begin + 1; i < end; ++i) {
      out_.common[i] = static_cast<uint16_t>(depth + length);
    }
  }

  const PageVector<uint32_t>& codes_;
  const PageVector<uint16_t>& limits_;
  SortedSuffixes& out_;
  unsigned bits_;
  size_t width_;
  std::vector<Entry> entries_;  // a stack: what the levels below have put there is gone
};

}  // namespace

SortedSuffixes sort_suffixes(const PageVector<uint32_t>& codes,
                             const PageVector<uint16_t>& limits, size_t alphabet,
                             unsigned threads) {
  SortedSuffixes out;
  out.places.resize(codes.size());
  out.common.resize(codes.size());
  std::vector<size_t> starts(alphabet + 2);
  for (const uint32_t code : codes) ++starts[code + 1];
  for (size_t code = 1; code < starts.size(); ++code) starts[code] += starts[code - 1];
  std::vector<size_t> next(starts.begin(), starts.end() - 1);
  for (size_t place = 0; place < codes.size(); ++place) {
    out.places[next[codes[place]]++] = static_cast<uint32_t>(place);
  }
  // The largest buckets first, so that no thread is left with one at the end.
  std::vector<uint32_t> order;
  for (uint32_t code = 1; code <= alphabet; ++code) {
    if (starts[code + 1] - starts[code] > 1) order.push_back(code);
  }
  std::ranges::stable_sort(order, [&](uint32_t a, uint32_t b) {
    return starts[a + 1] - starts[a] > starts[b + 1] - starts[b];
  });
  run_parallel(order.size(), threads, [&](Blocks& blocks) {
    Sorter sorter(codes, limits, alphabet, out);
    for (size_t i; blocks.next(i);) sorter.sort(starts[order[i]], starts[order[i] + 1], 1);
  });
  return out;
}

}  // namespace subwords
