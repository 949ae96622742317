#include "train/unigram_trainer.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "text/arithmetic.hpp"
#include "text/utf8.hpp"
#include "train/parallel.hpp"
#include "train/wide.hpp"

namespace subwords {
namespace {

constexpr double kUnknownPenalty = 10.0;
constexpr double kRemoved = -std::numeric_limits<double>::infinity();
constexpr size_t kBlock = 1024;  // pieces that are handed out together

}  // namespace

void UnigramTrainer::run(uint64_t desired, const Progress& progress) {
  start();
  rounds_.clear();
  while (true) {
    UnigramRound round;
    round.size = pieces_.size();
    for (uint32_t i = 0; i < config_.sub_iterations; ++i) round.likelihoods.push_back(estimate());
    round.unused = round.size - pieces_.size();
    if (pieces_.size() > desired) prune(desired, round);
    const bool done = round.pruned == 0;
    rounds_.push_back(std::move(round));
    if (progress) progress(pieces_.size());
    if (done) return;
  }
}

void UnigramTrainer::start() {
  lattices_.reset();
  pieces_ = UnigramPieces();
  size_t letters = 0;
  for (uint32_t code = 1; code <= corpus_.alphabet(); ++code) {
    letters += corpus_.letter_count(code) != 0;
  }
  const PageVector<uint16_t> limits = corpus_.limits(config_.max_piece_length);
  const SortedSuffixes suffixes =
      sort_suffixes(corpus_.all_codes(), limits, corpus_.alphabet(), config_.threads);
  const size_t room = config_.seed_size > letters ? config_.seed_size - letters : 0;
  const std::vector<Seed> seeds = find_seeds(corpus_, suffixes, limits, config_, room);
  lattices_ = std::make_unique<UnigramLattices>(corpus_, suffixes, seeds, pieces_);
  // Weights sum up to less than 2^64: none is above the characters of the corpus times the length
  // of a piece, and the binding has seen to it that these fit.
  std::vector<uint64_t> weights(pieces_.size());
  double total = 0.0;
  uint128 sum = 0;
  for (uint32_t piece = 0; piece < pieces_.size(); ++piece) {
    weights[piece] = piece < letters
                         ? corpus_.letter_count(corpus_.all_codes()[pieces_.places[piece]])
                         : seeds[piece - letters].weight;
    sum += weights[piece];
  }
  total = natural_log(static_cast<double>(sum ? sum : 1));
  for (uint32_t piece = 0; piece < pieces_.size(); ++piece) {
    pieces_.scores[piece] = natural_log(static_cast<double>(weights[piece])) - total;
  }
}

double UnigramTrainer::unknown_score() const {
  double least = 0.0;
  if (pieces_.size()) least = *std::min_element(pieces_.scores.begin(), pieces_.scores.end());
  return least - kUnknownPenalty;
}

// One estimate; returns ln P(corpus) by the scores before it.
double UnigramTrainer::estimate() {
  const int bits = lattices_->bits();
  const size_t size = pieces_.size();
  PageVector<int64_t> counts;
  int64_t likelihood = 0;
  if (config_.viterbi) {
    PageVector<uint64_t> whole;
    likelihood = lattices_->best_counts(unknown_score(), config_.threads, whole);
    counts.resize(size + 1);
    for (size_t i = 0; i <= size; ++i) {
      counts[i] = static_cast<int64_t>(std::ldexp(static_cast<double>(whole[i]), bits));
    }
  } else {
    likelihood = lattices_->expected_counts(unknown_score(), config_.threads, counts);
  }
  const int64_t half = int64_t{1} << std::max(bits - 1, 0);
  std::vector<bool> stays(size);
  int64_t sum = 0;
  for (size_t i = 0; i < size; ++i) {
    stays[i] = counts[i] >= half;
    if (stays[i]) sum += counts[i];
  }
  const double unit = std::ldexp(1.0, -bits);
  const auto score = [&](double count) {
    return config_.viterbi ? natural_log(count) : digamma(count);
  };
  const double total = sum ? score(static_cast<double>(sum) * unit) : 0.0;
  for (size_t i = 0; i < size; ++i) {
    if (stays[i]) pieces_.scores[i] = score(static_cast<double>(counts[i]) * unit) - total;
  }
  keep(stays);
  return static_cast<double>(likelihood) * std::ldexp(1.0, 8 - bits);
}

void UnigramTrainer::keep(const std::vector<bool>& stays) {
  if (std::find(stays.begin(), stays.end(), false) == stays.end()) return;
  const PageVector<uint32_t> numbers = pieces_.filter(stays);
  lattices_->filter(numbers);
}

void UnigramTrainer::each_alternative(
    const std::function<void(uint32_t, const Segmentation&)>& visit) const {
  const double unknown = unknown_score();
  const size_t blocks = (pieces_.size() + kBlock - 1) / kBlock;
  run_parallel(blocks, config_.threads, [&](Blocks& left) {
    Segmentation best;
    for (size_t block; left.next(block);) {
      const size_t end = std::min(pieces_.size(), (block + 1) * kBlock);
      for (size_t i = block * kBlock; i < end; ++i) {
        if (pieces_.lengths[i] == 1) continue;
        lattices_->best_without(static_cast<uint32_t>(i), unknown, best);
        visit(static_cast<uint32_t>(i), best);
      }
    }
  });
}

double UnigramTrainer::loss(uint32_t piece, const std::vector<uint32_t>& others,
                            const PageVector<uint64_t>& counts, double total) const {
  const auto own = static_cast<double>(counts[piece]);
  const double more = total + own * static_cast<double>(others.size() - 1);
  double ln_others = 0.0;
  for (const uint32_t other : others) {
    ln_others = ln_others +
                (natural_log(static_cast<double>(counts[other]) + own) - natural_log(more));
  }
  const double frequency = own / total;
  return frequency * (natural_log(frequency) - ln_others);
}

void UnigramTrainer::prune(uint64_t desired, UnigramRound& round) {
  PageVector<uint64_t> counts;
  lattices_->best_counts(unknown_score(), config_.threads, counts);
  counts[pieces_.size()] = 0;  // the unknown
  uint64_t sum = 0;
  for (const uint64_t count : counts) sum += count;
  const auto total = static_cast<double>(sum);
  std::vector<double> losses(pieces_.size(), kRemoved);
  each_alternative([&](uint32_t piece, const Segmentation& best) {
    if (best.score > pieces_.scores[piece] || counts[piece] == 0) return;
    losses[piece] = loss(piece, best.pieces, counts, total);
  });
  std::vector<bool> stays(pieces_.size());
  std::vector<uint32_t> ranked, useless;
  size_t letters = 0;
  for (uint32_t piece = 0; piece < pieces_.size(); ++piece) {
    if (pieces_.lengths[piece] == 1) {
      stays[piece] = true;
      ++letters;
    } else {
      (losses[piece] == kRemoved ? useless : ranked).push_back(piece);
    }
  }
  const auto shrunk = static_cast<uint64_t>(config_.shrinking_factor *
                                            static_cast<double>(pieces_.size()));
  const uint64_t room = std::max(desired, shrunk);
  const auto split = static_cast<size_t>(
      std::min<uint64_t>(room > letters ? room - letters : 0, ranked.size()));
  const auto better = [&](uint32_t a, uint32_t b) {
    return losses[a] != losses[b] ? losses[a] > losses[b] : a < b;
  };
  const auto cut = ranked.begin() + static_cast<ptrdiff_t>(split);
  if (split < ranked.size()) std::nth_element(ranked.begin(), cut, ranked.end(), better);
  for (auto piece = ranked.begin(); piece != cut; ++piece) stays[*piece] = true;
  std::vector<uint32_t> gone(cut, ranked.end());
  const size_t shown = std::min(kExamples, gone.size());
  std::partial_sort(gone.begin(), gone.begin() + static_cast<ptrdiff_t>(shown), gone.end(), better);
  gone.insert(gone.end(), useless.begin(), useless.end());
  round.pruned = gone.size();
  for (size_t i = 0; i < std::min(kExamples, gone.size()); ++i) {
    round.examples.push_back(text(gone[i]));
  }
  keep(stays);
}

std::string UnigramTrainer::text(uint32_t piece) const {
  std::string text;
  for (size_t i = 0; i < pieces_.lengths[piece]; ++i) {
    utf8::append(text, corpus_.character(corpus_.all_codes()[pieces_.places[piece] + i]));
  }
  return text;
}

std::vector<std::pair<std::string, double>> UnigramTrainer::pieces() const {
  std::vector<uint8_t> reachable(pieces_.size(), 1);
  each_alternative([&](uint32_t piece, const Segmentation& best) {
    reachable[piece] = best.score <= pieces_.scores[piece];
  });
  std::vector<std::pair<std::string, double>> found;
  for (uint32_t piece = 0; piece < pieces_.size(); ++piece) {
    if (reachable[piece]) found.emplace_back(text(piece), pieces_.scores[piece]);
  }
  std::ranges::sort(found, [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  return found;
}

}  // namespace subwords
