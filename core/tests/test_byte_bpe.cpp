// Words as bytes: long ones are cut before they are merged, short ones merged in registers; nobody
// may see it.
#include "models/byte_cuts.hpp"

#include <algorithm>
#include <random>
#include <vector>

#include "models/byte_bpe.hpp"
#include "tests/check.hpp"

using namespace subwords;

namespace {

constexpr uint32_t kBytes = 6, kSymbols = 2 * kBytes;

struct Model {
  Joins joins;
  uint32_t symbols[256], last[256];
};

// Joins in any order, of the symbols of a few bytes, of those at the end, and of what was made.
Model random_model(std::mt19937& random, bool marks_end) {
  Model model;
  std::fill(model.symbols, model.symbols + 256, Joins::kNoSymbol);
  for (uint32_t byte = 0; byte < kBytes; ++byte) model.symbols[byte] = byte;
  std::copy(model.symbols, model.symbols + 256, model.last);
  for (uint32_t byte = 0; marks_end && byte < kBytes; ++byte) model.last[byte] = kBytes + byte;
  struct Made {
    PairTable::Pair pair;
    uint32_t result;
  };
  std::vector<Made> made;
  uint32_t symbols = kSymbols;
  for (int i = 0; i < 25; ++i) {
    const uint32_t left = static_cast<uint32_t>(random() % symbols);
    made.push_back({{left, static_cast<uint32_t>(random() % symbols)}, symbols});
    ++symbols;
  }
  std::shuffle(made.begin(), made.begin() + static_cast<std::ptrdiff_t>(random() % 25), random);
  Joins::Pairs pairs;
  std::vector<uint32_t> results;
  for (const Made& one : made) pairs.push_back(one.pair), results.push_back(one.result);
  model.joins = Joins(pairs, {}, results);
  return model;
}

std::vector<uint8_t> random_bytes(std::mt19937& random, size_t size) {
  std::vector<uint8_t> bytes(size);
  for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random() % kBytes);
  return bytes;
}

}  // namespace

TEST(a_long_word_gives_what_it_gives_uncut) {
  std::mt19937 random(11);
  size_t places = 0, cuts = 0;
  for (int round = 0; round < 300; ++round) {
    const Model model = random_model(random, round % 2 == 1);
    const ByteBpe bpe(&model.joins, model.symbols, model.last);
    const std::vector<uint8_t> bytes = random_bytes(random, 256 + random() % 500);
    std::vector<uint32_t> expected(bytes.size()), begins(bytes.size());
    bpe.initial(bytes.data(), bytes.size(), expected.data());
    MergeScratch scratch;
    const size_t count =
        merge(model.joins, expected.data(), bytes.size(), begins.data(), scratch);
    expected.resize(count), begins.resize(count);
    std::vector<uint32_t> ids(bytes.size()), starts(bytes.size());
    const size_t size =
        bpe.encode(bytes.data(), bytes.size(), scratch, ids.data(), starts.data());
    ids.resize(size), starts.resize(size);
    CHECK_EQ(ids, expected);
    CHECK_EQ(starts, begins);
    std::vector<uint32_t> alone(bytes.size());
    alone.resize(bpe.encode(bytes.data(), bytes.size(), scratch, alone.data()));
    CHECK_EQ(alone, expected);
    const ByteCuts where(model.joins, model.symbols, model.last);
    for (size_t at = 0; at + 1 < bytes.size(); ++at) {
      cuts += !where.joined(bytes.data(), bytes.size(), at);
    }
    places += bytes.size() - 1;
  }
  CHECK(cuts * 20 > places && cuts < places);
}

TEST(what_is_not_clear_is_not_cut) {
  // Symbol 2 is made of "\0\1" and of "\1\0".
  Model model;
  std::fill(model.symbols, model.symbols + 256, Joins::kNoSymbol);
  model.symbols[0] = 0, model.symbols[1] = 1;
  std::copy(model.symbols, model.symbols + 256, model.last);
  model.joins = Joins({{0, 1}, {1, 0}}, {}, {2, 2});
  const ByteCuts where(model.joins, model.symbols, model.last);
  const uint8_t bytes[] = {1, 1};
  CHECK(where.joined(bytes, 2, 0));
}

TEST(short_words_in_registers_give_what_the_ordinary_way_gives) {
  std::mt19937 random(5);
  for (int round = 0; round < 400; ++round) {
    const Model model = random_model(random, false);
    const ByteBpe bpe(&model.joins, model.symbols, model.last);
    for (size_t size = 1; size <= 40; ++size) {
      const std::vector<uint8_t> bytes = random_bytes(random, size);
      std::vector<uint32_t> expected(size), begins(size), ids(size), starts(size);
      bpe.initial(bytes.data(), size, expected.data());
      MergeScratch scratch;
      const size_t count = merge(model.joins, expected.data(), size, begins.data(), scratch);
      expected.resize(count), begins.resize(count);
      ids.resize(bpe.encode(bytes.data(), size, scratch, ids.data(), starts.data()));
      starts.resize(ids.size());
      CHECK_EQ(ids, expected);
      CHECK_EQ(starts, begins);
    }
  }
}

TEST(words_together_give_what_each_gives) {
  std::mt19937 random(8);
  size_t together = 0, whole = 0;
  for (int round = 0; round < 300; ++round) {
    const Model model = random_model(random, round % 4 == 3);
    for (const Isa isa : {Isa::kPortable, best_isa()}) {
      ByteBpe bpe(&model.joins, model.symbols, model.last, isa);
      MergeScratch scratch;
      std::vector<std::vector<uint8_t>> tokens;
      for (uint32_t id = 90; round % 2 == 1 && id < 96; ++id) {
        tokens.push_back(random_bytes(random, 1 + random() % ShortWord::kMostBytes));
        const std::vector<uint8_t>& token = tokens.back();
        bpe.add_whole({reinterpret_cast<const char*>(token.data()), token.size()}, id, scratch);
      }
      bpe.finish();
      for (size_t count = 0; count <= 19; ++count) {
        std::vector<std::vector<uint8_t>> bytes;
        std::vector<ShortWord> words(count);
        for (size_t i = 0; i < count; ++i) {
          const size_t size = count == 16 ? i + 1 : 1 + random() % ShortWord::kMostBytes;
          bytes.push_back(random_bytes(random, size));
          if (!tokens.empty() && random() % 4 == 0) bytes[i] = tokens[random() % tokens.size()];
          words[i].bytes = bytes[i].data();
          words[i].size = bytes[i].size();
        }
        bpe.encode_together(words.data(), count, scratch);
        for (size_t i = 0; i < count; ++i) {
          std::vector<uint32_t> expected(bytes[i].size());
          expected.resize(
              bpe.encode(bytes[i].data(), bytes[i].size(), scratch, expected.data()));
          CHECK_EQ(std::vector<uint32_t>(words[i].symbols, words[i].symbols + words[i].count),
                   expected);
          together += expected.size() < bytes[i].size();
          whole += expected[0] >= 90;
        }
      }
    }
  }
  CHECK(together > 10000 && whole > 1000);
}
