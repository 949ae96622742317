// The parts of the Unigram trainer without Python: suffixes in order, seeds against all substrings,
// and sums over lattices against all segmentations.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "check.hpp"
#include "text/arithmetic.hpp"
#include "train/suffix_sort.hpp"
#include "train/unigram_trainer.hpp"

using namespace subwords;

namespace {

// A small generator (SplitMix64).
struct Random {
  uint64_t state;
  uint64_t below(uint64_t limit) {
    uint64_t z = (state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (z ^ (z >> 31)) % limit;
  }
};

using Counts = std::map<std::string, uint64_t>;

Counts random_words(Random& random, size_t letters, size_t longest, size_t amount) {
  Counts words;
  for (size_t i = 0; i < amount; ++i) {
    std::string word;
    for (uint64_t n = 1 + random.below(longest); n > 0; --n) {
      word += static_cast<char>('a' + random.below(letters));
    }
    words[word] += 1 + random.below(5);
  }
  return words;
}

UnigramCorpus corpus_of(const Counts& words, const std::string& kept) {
  WordCounter counter;
  for (const auto& [word, count] : words) counter.add(word, count);
  UnigramCorpus corpus(std::move(counter), {});
  corpus.keep({kept.begin(), kept.end()}, std::vector<int32_t>(kept.size(), 0));
  return corpus;
}

std::string text_at(const UnigramCorpus& corpus, size_t place, size_t length) {
  std::string text;
  for (size_t i = 0; i < length; ++i) {
    text += static_cast<char>(corpus.character(corpus.all_codes()[place + i]));
  }
  return text;
}

TEST(suffixes_are_in_order) {
  Random random{1};
  for (int round = 0; round < 60; ++round) {
    const size_t letters = 1 + random.below(5), most = 1 + random.below(40);
    const UnigramCorpus corpus =
        corpus_of(random_words(random, letters, 60, 30), "abcde");
    const auto limits = corpus.limits(most);
    const auto sorted =
        sort_suffixes(corpus.all_codes(), limits, corpus.alphabet(), 1 + round % 3);
    std::string before;
    for (size_t i = 0; i < sorted.places.size(); ++i) {
      const std::string text = text_at(corpus, sorted.places[i], limits[sorted.places[i]]);
      CHECK(before <= text);
      const auto differ = std::mismatch(before.begin(), before.end(), text.begin(), text.end());
      CHECK_EQ(static_cast<size_t>(differ.first - before.begin()), size_t{sorted.common[i]});
      before = text;
    }
  }
}

TEST(seeds_are_the_substrings_that_occur_again_and_go_on_in_several_ways) {
  Random random{2};
  for (int round = 0; round < 60; ++round) {
    const Counts words = random_words(random, 3, 12, 25);
    const UnigramCorpus corpus = corpus_of(words, "abc");
    UnigramConfig config;
    config.max_piece_length = static_cast<uint32_t>(2 + random.below(12));
    Counts substrings;
    for (const auto& [word, count] : words) {
      for (size_t begin = 0; begin < word.size(); ++begin) {
        for (size_t n = 1; n <= config.max_piece_length && begin + n <= word.size(); ++n) {
          substrings[word.substr(begin, n)] += count;
        }
      }
    }
    Counts expected;
    for (const auto& [text, count] : substrings) {
      bool goes_on = false;  // always in the same way
      for (const char c : {'a', 'b', 'c'}) {
        const auto longer = substrings.find(text + c);
        goes_on = goes_on || (longer != substrings.end() && longer->second == count);
      }
      if (text.size() > 1 && count >= 2 && !goes_on) expected[text] = count;
    }
    const auto limits = corpus.limits(config.max_piece_length);
    const auto sorted = sort_suffixes(corpus.all_codes(), limits, corpus.alphabet(), 1);
    const auto seeds = find_seeds(corpus, sorted, limits, config, 1 << 20);
    Counts found;
    for (const Seed& seed : seeds) {
      const std::string text = text_at(corpus, sorted.places[seed.low], seed.length);
      CHECK_EQ(seed.weight % seed.length, uint64_t{0});
      CHECK(found.emplace(text, seed.weight / seed.length).second);
    }
    CHECK(found == expected);
    const auto fewer = find_seeds(corpus, sorted, limits, config, 5);
    CHECK_EQ(fewer.size(), std::min<size_t>(5, seeds.size()));
    for (size_t i = 0; i < fewer.size(); ++i) CHECK_EQ(fewer[i].low, seeds[i].low);
  }
}

// Probabilities of all segmentations of a text, and expected counts of pieces, by recursion.
double all_segmentations(const std::string& text, const std::map<std::string, double>& pieces,
                         std::vector<std::string>& path, std::map<std::string, double>& sums) {
  if (text.empty()) return 1.0;
  double total = 0.0;
  for (size_t n = 1; n <= text.size(); ++n) {
    const auto piece = pieces.find(text.substr(0, n));
    if (piece == pieces.end()) continue;
    path.push_back(piece->first);
    std::map<std::string, double> rest;
    const double p = piece->second * all_segmentations(text.substr(n), pieces, path, rest);
    path.pop_back();
    for (const auto& [name, sum] : rest) sums[name] += piece->second * sum;
    sums[piece->first] += p;
    total += p;
  }
  return total;
}

TEST(expected_counts_are_those_of_all_segmentations) {
  Random random{3};
  for (int round = 0; round < 30; ++round) {
    const Counts words = random_words(random, 3, 9, 12);
    const UnigramCorpus corpus = corpus_of(words, "abc");
    UnigramConfig config;
    const auto limits = corpus.limits(16);
    const auto sorted = sort_suffixes(corpus.all_codes(), limits, corpus.alphabet(), 1);
    const auto seeds = find_seeds(corpus, sorted, limits, config, 1 << 20);
    UnigramPieces pieces;
    const UnigramLattices lattices(corpus, sorted, seeds, pieces);
    std::map<std::string, double> named;
    for (uint32_t i = 0; i < pieces.size(); ++i) {
      pieces.scores[i] = -1.0 - 0.001 * static_cast<double>(random.below(4000));
      named[text_at(corpus, pieces.places[i], pieces.lengths[i])] = std::exp(pieces.scores[i]);
    }
    PageVector<int64_t> counts;
    const int64_t likelihood = lattices.expected_counts(-20.0, 1, counts);
    std::map<std::string, double> expected;
    double ln_p = 0.0;
    for (const auto& [word, count] : words) {
      std::vector<std::string> path;
      std::map<std::string, double> sums;
      const double total = all_segmentations(word, named, path, sums);
      ln_p += static_cast<double>(count) * std::log(total);
      for (const auto& [name, sum] : sums) {
        expected[name] += static_cast<double>(count) * sum / total;
      }
    }
    const double unit = std::ldexp(1.0, -lattices.bits());
    for (uint32_t i = 0; i < pieces.size(); ++i) {
      const double found = static_cast<double>(counts[i]) * unit;
      const std::string name = text_at(corpus, pieces.places[i], pieces.lengths[i]);
      CHECK(std::abs(found - expected[name]) < 1e-8);
    }
    CHECK(std::abs(static_cast<double>(likelihood) * unit * 256.0 - ln_p) < 1e-6);
  }
}

TEST(characters_that_are_left_out_are_boundaries_and_equal_fragments_come_together) {
  const UnigramCorpus corpus =
      corpus_of({{"abxab", 2}, {"ab", 3}, {"xx", 7}, {"bxaxb", 1}, {"b", 4}}, "ab");
  Counts found;
  for (size_t i = 0; i < corpus.fragments(); ++i) {
    const std::string text = text_at(corpus, corpus.begin(i), corpus.codes(i).size());
    CHECK(found.emplace(text, corpus.count(i)).second);
  }
  CHECK(found == (Counts{{"ab", 7}, {"b", 6}, {"a", 1}}));
  CHECK_EQ(corpus.total(), uint64_t{21});
}

TEST(symbols_are_cut_out_longest_first) {
  WordCounter words;
  words.add("a<s>b", 2);
  words.add("<s><s>x", 3);
  words.add("<s>", 5);
  UnigramCorpus corpus(std::move(words), {"<s>", "<s><s>"});
  CHECK_EQ(corpus.words(), size_t{3});
  CHECK(corpus.letters() == (std::vector<std::pair<char32_t, uint64_t>>{
                                {U'a', 2}, {U'b', 2}, {U'x', 3}}));
}

}  // namespace
