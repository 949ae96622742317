#include "train/unigram_lattices.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <mutex>
#include <utility>

#include "text/arithmetic.hpp"
#include "train/parallel.hpp"
#include "train/unigram_sums.hpp"

namespace subwords {
namespace {

template <typename Column>
void keep_rows(Column& column, const std::vector<bool>& keep) {
  size_t kept = 0;
  for (size_t i = 0; i < column.size(); ++i) {
    if (keep[i]) column[kept++] = column[i];
  }
  column.resize(kept);
}

// Calls visit(rank, stack) for every suffix with the seeds that it begins with, the shortest first.
template <typename Visit>
void each_suffix(const std::vector<Seed>& seeds, const std::vector<uint32_t>& order,
                 size_t suffixes, Visit&& visit) {
  std::vector<uint32_t> stack;
  size_t next = 0;
  for (size_t rank = 0; rank < suffixes; ++rank) {
    while (!stack.empty() && seeds[stack.back()].high <= rank) stack.pop_back();
    for (; next < order.size() && seeds[order[next]].low == rank; ++next) {
      stack.push_back(order[next]);
    }
    if (!stack.empty()) visit(rank, stack);
  }
}

}  // namespace

PageVector<uint32_t> UnigramPieces::filter(const std::vector<bool>& keep) {
  PageVector<uint32_t> numbers(size());
  uint32_t next = 0;
  for (size_t i = 0; i < size(); ++i) numbers[i] = keep[i] ? next++ : kGone;
  keep_rows(places, keep);
  keep_rows(fragments, keep);
  keep_rows(lengths, keep);
  keep_rows(scores, keep);
  return numbers;
}

UnigramLattices::UnigramLattices(const UnigramCorpus& corpus, const SortedSuffixes& suffixes,
                                 const std::vector<Seed>& seeds, UnigramPieces& pieces)
    : corpus_(corpus), pieces_(pieces) {
  bits_ = std::min(44, 62 - static_cast<int>(std::bit_width(corpus.total())));
  const size_t places = corpus.all_codes().size();
  // The characters, by frequency, then by code point.
  std::vector<uint32_t> codes;
  for (uint32_t code = 1; code <= corpus.alphabet(); ++code) {
    if (corpus.letter_count(code)) codes.push_back(code);
  }
  std::ranges::stable_sort(codes, [&](uint32_t a, uint32_t b) {
    return corpus.letter_count(a) > corpus.letter_count(b);
  });
  const size_t size = codes.size() + seeds.size();
  letters_.assign(corpus.alphabet() + 1, static_cast<uint32_t>(size));
  pieces.lengths.assign(size, 1);
  pieces.places.assign(size, 0);
  pieces.fragments.assign(size, 0);
  pieces.scores.assign(size, 0.0);
  for (size_t i = 0; i < codes.size(); ++i) letters_[codes[i]] = static_cast<uint32_t>(i);
  for (size_t place = 0; place < places; ++place) {
    pieces.places[letters_[corpus.all_codes()[place]]] = static_cast<uint32_t>(place);
  }
  for (size_t i = 0; i < seeds.size(); ++i) {
    pieces.lengths[codes.size() + i] = seeds[i].length;
    pieces.places[codes.size() + i] = suffixes.places[seeds[i].low];
  }
  std::vector<uint32_t> order(seeds.size());
  for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, [&](uint32_t a, uint32_t b) {
    if (seeds[a].low != seeds[b].low) return seeds[a].low < seeds[b].low;
    return seeds[a].length < seeds[b].length;
  });
  edge_counts_.resize(places);
  each_suffix(seeds, order, places, [&](size_t rank, const std::vector<uint32_t>& stack) {
    edge_counts_[suffixes.places[rank]] = static_cast<uint16_t>(stack.size());
  });
  PageVector<uint64_t> starts(places);
  uint64_t edges = 0;
  for (size_t place = 0; place < places; ++place) {
    starts[place] = edges;
    edges += edge_counts_[place];
  }
  edges_.resize(edges);
  each_suffix(seeds, order, places, [&](size_t rank, const std::vector<uint32_t>& stack) {
    uint32_t* out = edges_.data() + starts[suffixes.places[rank]];
    for (const uint32_t seed : stack) *out++ = static_cast<uint32_t>(codes.size()) + seed;
  });
  first_edges_.resize(corpus.fragments());
  for (size_t fragment = 0; fragment < corpus.fragments(); ++fragment) {
    first_edges_[fragment] = starts[corpus.begin(fragment)];
  }
  // The places of pieces are known; their fragments follow by going through both in order.
  std::vector<uint32_t> by_place(size);
  for (uint32_t i = 0; i < size; ++i) by_place[i] = i;
  std::ranges::sort(by_place, {}, [&](uint32_t i) { return pieces.places[i]; });
  uint32_t fragment = 0;
  for (const uint32_t piece : by_place) {
    while (fragment + 1 < corpus.fragments() &&
           corpus.begin(fragment + 1) <= pieces.places[piece]) {
      ++fragment;
    }
    pieces.fragments[piece] = fragment;
  }
}

void UnigramLattices::filter(const PageVector<uint32_t>& numbers) {
  const uint32_t gone = unknown();  // as the pieces are now
  for (uint32_t& letter : letters_) {
    const uint32_t number = letter < numbers.size() ? numbers[letter] : UnigramPieces::kGone;
    letter = number == UnigramPieces::kGone ? gone : number;
  }
  uint64_t read = 0, written = 0;
  for (size_t fragment = 0; fragment < corpus_.fragments(); ++fragment) {
    first_edges_[fragment] = written;
    const size_t begin = corpus_.begin(fragment);
    const size_t end = begin + corpus_.codes(fragment).size();
    for (size_t place = begin; place < end; ++place) {
      uint16_t kept = 0;
      for (uint16_t i = 0; i < edge_counts_[place]; ++i) {
        const uint32_t number = numbers[edges_[read++]];
        if (number == UnigramPieces::kGone) continue;
        edges_[written++] = number;
        ++kept;
      }
      edge_counts_[place] = kept;
    }
  }
  edges_.resize(written);
}

int64_t UnigramLattices::expected_counts(double unknown_score, unsigned threads,
                                         PageVector<int64_t>& counts) const {
  const size_t size = pieces_.size();
  PageVector<double> probabilities(size + 1);
  for (size_t i = 0; i < size; ++i) probabilities[i] = exponential(pieces_.scores[i]);
  probabilities[size] = exponential(unknown_score);
  counts.assign(size + 1, 0);
  int64_t likelihood = 0;
  std::mutex mutex;
  const size_t blocks = (corpus_.fragments() + kBlock - 1) / kBlock;
  bool first = true;
  run_parallel(blocks, threads, [&](Blocks& left) {
    PageVector<int64_t> own;
    {
      const std::lock_guard lock(mutex);
      if (std::exchange(first, false)) own.swap(counts);
    }
    if (own.empty()) own.assign(size + 1, 0);
    ExpectedCounts sums(probabilities, pieces_.lengths, bits_, own);
    for (size_t block; left.next(block);) {
      const size_t end = std::min(corpus_.fragments(), (block + 1) * kBlock);
      for (size_t i = block * kBlock; i < end; ++i) {
        sums.add({corpus_.codes(i), letters_.data(), edge_counts_.data() + corpus_.begin(i),
                  edges_.data() + first_edges_[i], corpus_.count(i)});
      }
    }
    const std::lock_guard lock(mutex);
    likelihood += sums.likelihood();
    if (counts.empty()) {
      counts.swap(own);
    } else {
      for (size_t i = 0; i <= size; ++i) counts[i] += own[i];
    }
  });
  return likelihood;
}

int64_t UnigramLattices::best_counts(double unknown_score, unsigned threads,
                                     PageVector<uint64_t>& counts) const {
  const size_t size = pieces_.size();
  PageVector<double> scores(size + 1);
  std::copy(pieces_.scores.begin(), pieces_.scores.end(), scores.begin());
  scores[size] = unknown_score;
  counts.assign(size + 1, 0);
  int64_t likelihood = 0;
  const double unit = std::ldexp(1.0, bits_ - 8);
  std::mutex mutex;
  const size_t blocks = (corpus_.fragments() + kBlock - 1) / kBlock;
  run_parallel(blocks, threads, [&](Blocks& left) {
    PageVector<uint64_t> own(size + 1);
    int64_t own_likelihood = 0;
    BestPath best(scores, pieces_.lengths);
    for (size_t block; left.next(block);) {
      const size_t end = std::min(corpus_.fragments(), (block + 1) * kBlock);
      for (size_t i = block * kBlock; i < end; ++i) {
        const double score =
            best.find({corpus_.codes(i), letters_.data(), edge_counts_.data() + corpus_.begin(i),
                       edges_.data() + first_edges_[i], corpus_.count(i)});
        const double all = score * static_cast<double>(corpus_.count(i));
        own_likelihood += static_cast<int64_t>(all * unit);
        best.each_piece([&](uint32_t piece) { own[piece] += corpus_.count(i); });
      }
    }
    const std::lock_guard lock(mutex);
    likelihood += own_likelihood;
    for (size_t i = 0; i <= size; ++i) counts[i] += own[i];
  });
  return likelihood;
}

void UnigramLattices::best_without(uint32_t piece, double unknown_score,
                                   Segmentation& best) const {
  const uint32_t fragment = pieces_.fragments[piece];
  const size_t place = pieces_.places[piece], length = pieces_.lengths[piece];
  uint64_t edge = first_edges_[fragment];
  for (size_t at = corpus_.begin(fragment); at < place; ++at) edge += edge_counts_[at];
  // A piece is short: its lattice is walked here, each place's edges cut at the end of the piece.
  std::vector<double> scores(length + 1, -std::numeric_limits<double>::infinity());
  std::vector<std::pair<uint32_t, uint32_t>> back(length + 1);  // begin and piece
  scores[0] = 0.0;
  const auto offer = [&](size_t begin, size_t end, uint32_t by, double score) {
    if (score > scores[end]) {
      scores[end] = score;
      back[end] = {static_cast<uint32_t>(begin), by};
    }
  };
  for (size_t at = 0; at < length; ++at) {
    const uint32_t letter = letters_[corpus_.all_codes()[place + at]];
    if (letter != piece) {
      const double score = letter == unknown() ? unknown_score : pieces_.scores[letter];
      offer(at, at + 1, letter, scores[at] + score);
    }
    for (uint16_t i = 0; i < edge_counts_[place + at]; ++i) {
      const uint32_t by = edges_[edge + i];
      const size_t end = at + pieces_.lengths[by];
      if (end > length) break;
      if (by != piece) offer(at, end, by, scores[at] + pieces_.scores[by]);
    }
    edge += edge_counts_[place + at];
  }
  best.score = scores[length];
  best.pieces.clear();
  for (size_t end = length; end > 0; end = back[end].first) best.pieces.push_back(back[end].second);
  std::ranges::reverse(best.pieces);
}

}  // namespace subwords
