// The word counter and the merge trainer without Python: against a map, and against a trainer that
// recounts everything at every step.
#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "check.hpp"
#include "train/word_counter.hpp"
#include "train/wordpiece_trainer.hpp"

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
  std::string word(size_t letters, size_t longest) {
    std::string text;
    for (uint64_t n = 1 + below(longest); n > 0; --n) {
      text += static_cast<char>('a' + below(letters));
    }
    return text;
  }
};

using Counts = std::map<std::string, uint64_t>;

Counts as_map(const WordCounter& counter) {
  Counts counts;
  for (const auto& [word, count] : counter.sorted()) counts.emplace(word, count);
  return counts;
}

// What a pair is compared by: its score as count and divisor, then its pieces.
struct Naive {
  std::map<std::vector<std::string>, uint64_t> words;

  explicit Naive(const Counts& counts) {
    for (const auto& [word, count] : counts) {
      std::vector<std::string> pieces;
      for (size_t i = 0; i < word.size(); ++i) pieces.push_back((i ? "##" : "") + word.substr(i, 1));
      words[pieces] += count;
    }
  }

  // The best pair with its counts (ties "last"); empty strings where none is left.
  std::tuple<std::string, std::string, uint64_t, uint64_t, uint64_t> best(bool likelihood) const {
    std::map<std::pair<std::string, std::string>, uint64_t> pairs;
    std::map<std::string, uint64_t> pieces;
    for (const auto& [word, count] : words) {
      for (const auto& piece : word) pieces[piece] += count;
      for (size_t i = 0; i + 1 < word.size(); ++i) pairs[{word[i], word[i + 1]}] += count;
    }
    std::tuple<std::string, std::string, uint64_t, uint64_t, uint64_t> found{"", "", 0, 1, 1};
    for (const auto& [pair, count] : pairs) {  // ascending, so the last of equals wins
      const uint64_t left = pieces[pair.first], right = pieces[pair.second];
      const auto& [a, b, best_count, best_left, best_right] = found;
      const bool wins = likelihood ? count * best_left * best_right >= best_count * left * right
                                   : count >= best_count;
      if (wins) found = {pair.first, pair.second, count, left, right};
    }
    return found;
  }

  void merge(const std::string& left, const std::string& right) {
    std::map<std::vector<std::string>, uint64_t> changed;
    for (const auto& [word, count] : words) {
      std::vector<std::string> pieces;
      for (size_t i = 0; i < word.size(); ++i) {
        const bool here = i + 1 < word.size() && word[i] == left && word[i + 1] == right;
        pieces.push_back(here ? left + right.substr(2) : word[i]);
        i += here;
      }
      changed[pieces] += count;
    }
    words.swap(changed);
  }
};

WordPieceConfig config_of(Score score, uint64_t size) {
  WordPieceConfig config;
  config.merges.vocab_size = size;
  config.merges.score = score;
  config.merges.min_frequency = 1;
  config.merges.prefix = "##";
  return config;
}

}  // namespace

TEST(counter_is_a_map) {
  Random random{1};
  WordCounter counter, other;
  Counts expected;
  for (int i = 0; i < 20000; ++i) {
    const std::string word = random.word(3, i % 7 ? 9 : 40);
    const uint64_t count = random.below(4);
    (i % 2 ? counter : other).add(word, count);
    if (count) expected[word] += count;
  }
  counter.merge(other);
  CHECK(as_map(counter) == expected);
  CHECK_EQ(counter.size(), expected.size());
  for (const auto& [word, count] : expected) CHECK_EQ(counter.count(word), count);
  CHECK_EQ(counter.count("absent"), 0);
  counter.merge(counter);
  for (auto& [word, count] : expected) count *= 2;
  CHECK(as_map(counter) == expected);
}

TEST(counter_keeps_every_length_and_byte) {
  WordCounter counter;
  std::string word;
  for (int size = 0; size < 70; ++size) {
    counter.add(word, 1);
    word += static_cast<char>(size * 37);
  }
  CHECK_EQ(counter.size(), 70);
  counter.add(std::string_view("\0", 1), 5);
  CHECK_EQ(counter.count(std::string_view("\0", 1)), 6);
  CHECK_EQ(counter.count(std::string_view("\0\0", 2)), 0);
}

TEST(counter_refuses_to_overflow) {
  WordCounter counter;
  counter.add("a", 0x7FFFFFFFFFFFFFFFu);
  CHECK_THROWS(std::overflow_error, counter.add("a", 1));
}

TEST(runs_are_cut_by_class) {
  uint8_t classes[256] = {};
  classes[' '] = 1;
  classes['.'] = 2;
  Random random{2};
  for (int round = 0; round < 300; ++round) {
    std::string text;
    for (uint64_t n = random.below(200); n > 0; --n) text += "ab  ."[random.below(5)];
    Counts expected;
    for (size_t i = 0; i < text.size();) {
      size_t end = i + 1;
      if (text[i] != ' ' && text[i] != '.') end = std::min(text.find_first_of(" .", i), text.size());
      if (text[i] != ' ') ++expected[text.substr(i, end - i)];
      i = end;
    }
    // A buffer of exactly this size, so that reading past it is noticed.
    const std::vector<char> exact(text.begin(), text.end());
    WordCounter counter;
    counter.add_runs({exact.data(), exact.size()}, classes);
    CHECK(as_map(counter) == expected);
  }
}

TEST(merges_are_those_of_a_trainer_that_recounts) {
  for (uint64_t seed = 0; seed < 120; ++seed) {
    Random random{seed};
    WordCounter counter;
    const size_t letters = 1 + random.below(5), longest = 1 + random.below(20);
    for (int i = 0; i < 30; ++i) counter.add(random.word(letters, longest), 1 + random.below(5));
    const bool likelihood = seed % 2;
    WordPieceTrainer trainer(counter, config_of(likelihood ? Score::kLikelihood : Score::kFrequency,
                                                10 + random.below(60)));
    trainer.cut();
    const std::vector<MergeRow> rows = trainer.run({});
    Naive naive(as_map(counter));
    for (const MergeRow& row : rows) {
      const PieceTable& pieces = trainer.pieces();
      const auto [left, right, count, left_count, right_count] = naive.best(likelihood);
      CHECK_EQ(pieces.token(row.left), left);
      CHECK_EQ(pieces.token(row.right), right);
      CHECK_EQ(row.count, count);
      CHECK_EQ(row.left_count, left_count);
      CHECK_EQ(row.right_count, right_count);
      naive.merge(left, right);
    }
    if (trainer.pieces().size() < 10) CHECK(std::get<0>(naive.best(likelihood)).empty());
  }
}

TEST(gain_survives_every_corpus) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    Random random{seed};
    WordCounter counter;
    for (int i = 0; i < 60; ++i) counter.add(random.word(4, 12), 1 + random.below(1000));
    WordPieceConfig config = config_of(Score::kGain, 400);
    config.merges.pmi_shift = seed % 2;
    WordPieceTrainer trainer(counter, config);
    trainer.cut();
    std::set<std::string> tokens;
    for (const MergeRow& row : trainer.run({})) {
      CHECK(row.count > 0 && row.count <= row.left_count && row.count <= row.right_count);
      tokens.insert(trainer.pieces().token(row.merged));
    }
    CHECK(!tokens.empty());
  }
}
