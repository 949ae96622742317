// The two ways to merge against a naive one, on random joins; and that long words take n log n.
#include "models/merger.hpp"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "formats/fault.hpp"
#include "models/rank_bpe.hpp"
#include "tests/check.hpp"
#include "text/steps.hpp"

using namespace subwords;

namespace {

// Looks at all neighbours for each merge.
std::vector<uint32_t> naive(const Joins& joins, std::vector<uint32_t> symbols) {
  for (;;) {
    uint32_t best = Joins::kNone, best_group = 0;
    size_t at = 0;
    for (size_t i = 0; i + 1 < symbols.size(); ++i) {
      const uint32_t join = joins.find(symbols[i], symbols[i + 1]);
      if (join == Joins::kNone) continue;
      if (best == Joins::kNone || joins.group(join) < best_group) {
        best = join, best_group = joins.group(join), at = i;
      }
    }
    if (best == Joins::kNone) return symbols;
    symbols[at] = joins.result(best);
    symbols.erase(symbols.begin() + static_cast<std::ptrdiff_t>(at) + 1);
  }
}

// Joins of symbols at random: what is made is a new symbol, or one that could be made before.
Joins random_joins(std::mt19937& random, bool with_groups) {
  Joins::Pairs pairs;
  std::vector<uint32_t> results, groups;
  uint32_t symbols = 3;
  for (uint32_t i = 0; i < 40; ++i) {
    const auto pick = [&] { return static_cast<uint32_t>(random() % symbols); };
    pairs.push_back({pick(), pick()});
    results.push_back(symbols++);
    groups.push_back(i == 0 ? 0 : groups.back() + random() % 2);
  }
  std::shuffle(pairs.begin(), pairs.end(), random);
  return Joins(pairs, {}, results, with_groups ? groups : std::vector<uint32_t>());
}

template <bool kGroups>
std::vector<uint32_t> long_way(const Joins& joins, std::vector<uint32_t> symbols) {
  MergeScratch scratch;
  scratch.joins.resize(symbols.size());
  for (size_t i = 0; i + 1 < symbols.size(); ++i) {
    scratch.joins[i] = joins.find(symbols[i], symbols[i + 1]);
  }
  NoWatch watch;
  symbols.resize(merging::merge_long<kGroups>(joins, symbols.data(), symbols.size(), nullptr,
                                              scratch, watch));
  return symbols;
}

VocabPtr ranks(const std::vector<std::string>& joined) {
  std::string arena;
  std::vector<Vocab::Entry> entries;
  const auto add = [&](const std::string& token) {
    entries.push_back({arena.size(), static_cast<uint32_t>(token.size()),
                       static_cast<uint32_t>(entries.size())});
    arena += token;
  };
  for (int byte = 0; byte < 256; ++byte) add(std::string(1, static_cast<char>(byte)));
  for (const std::string& token : joined) add(token);
  return std::make_shared<const Vocab>(std::move(arena), std::move(entries));
}

#if defined(SUBWORDS_COUNT_STEPS)
uint64_t steps_for(const RankBpe& model, const std::string& text) {
  const auto scratch = model.make_scratch();
  IdBuffer ids;
  const uint64_t before = step_count();
  model.encode(text, *scratch, ids);
  return step_count() - before;
}
#endif

}  // namespace

TEST(both_ways_agree_with_the_naive_one) {
  std::mt19937 random(7);
  for (int round = 0; round < 400; ++round) {
    const bool with_groups = round % 2 == 1;
    const Joins joins = random_joins(random, with_groups);
    std::vector<uint32_t> symbols(2 + random() % 62);
    for (uint32_t& symbol : symbols) symbol = random() % 3;
    const std::vector<uint32_t> expected = naive(joins, symbols);
    CHECK_EQ(with_groups ? long_way<true>(joins, symbols) : long_way<false>(joins, symbols),
             expected);
    MergeScratch scratch;
    std::vector<uint32_t> starts(symbols.size());
    symbols.resize(merge(joins, symbols.data(), symbols.size(), starts.data(), scratch));
    CHECK_EQ(symbols, expected);
  }
}

#if defined(SUBWORDS_COUNT_STEPS)
TEST(long_words_take_n_log_n_steps) {
  std::vector<std::string> joined;
  for (const char* unit : {"a", "^", " ", "\n"}) {
    for (size_t size = 2; size <= 64; size *= 2) {
      std::string run;
      while (run.size() < size) run += unit;
      joined.push_back(run);
    }
  }
  for (const char* token : {"th", "in", "er", "ing", "the", "\xE4\xB8", "\xE4\xB8\xAD", "\xE6\x96"}) {
    joined.push_back(token);
  }
  const RankBpe model(ranks(joined));
  std::mt19937 random(3);
  std::string letters, chinese;
  while (letters.size() < 1'000'000) letters += static_cast<char>('a' + random() % 26);
  while (chinese.size() < 1'000'000) chinese += random() % 2 ? "\xE4\xB8\xAD" : "\xE6\x96\x87";
  std::vector<std::string> texts = {letters, chinese};
  for (const char unit : {'a', '^', ' ', '\n'}) texts.emplace_back(1'000'000, unit);
  for (const std::string& text : texts) {
    const uint64_t half = steps_for(model, text.substr(0, text.size() / 2));
    CHECK(steps_for(model, text) * 10 <= half * 22);
  }
}
#endif

TEST(a_token_that_later_tokens_complete_is_found) {
  // "abc" has a lower rank than "bc", which it is made of.
  const RankBpe model(ranks({"abc", "bc", "xabc"}));
  const auto scratch = model.make_scratch();
  IdBuffer ids;
  model.encode("xabcbcb", *scratch, ids);
  CHECK_EQ(std::vector<uint32_t>(ids.begin(), ids.end()),
           (std::vector<uint32_t>{258, 257, 'b'}));
}

TEST(a_missing_byte_is_a_fault) {
  std::vector<Vocab::Entry> entries = {{0, 1, 0}};
  const auto vocab = std::make_shared<const Vocab>("a", entries);
  CHECK_THROWS(Fault, RankBpe{vocab});
}
