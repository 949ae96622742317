// The linear-time matcher against the naive one, on vocabularies made to be awkward.
#include "models/wordpiece.hpp"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "tests/check.hpp"

using namespace subwords;

namespace {

VocabPtr vocab_of(const std::vector<std::string>& tokens) {
  std::string arena;
  std::vector<Vocab::Entry> entries;
  for (const std::string& token : tokens) {
    entries.push_back({arena.size(), static_cast<uint32_t>(token.size()),
                       static_cast<uint32_t>(entries.size())});
    arena += token;
  }
  return std::make_shared<const Vocab>(std::move(arena), std::move(entries));
}

// Tries every candidate from the longest to the shortest, as the lesson does. `steps` counts them.
bool naive(const Vocab& vocab, const std::string& prefix, const std::string& word,
           std::vector<uint32_t>& out) {
  for (size_t start = 0; start < word.size();) {
    size_t end = word.size();
    uint32_t id = kNoId;
    for (; end > start; --end) {
      id = vocab.id((start == 0 ? "" : prefix) + word.substr(start, end - start));
      if (id != kNoId) break;
    }
    if (id == kNoId) {
      out.clear();
      return false;
    }
    out.push_back(id);
    start = end;
  }
  return true;
}

bool match(const WordPiece& model, const std::string& word, std::vector<uint32_t>& out) {
  out.resize(word.size());
  const auto* const bytes = reinterpret_cast<const uint8_t*>(word.data());
  const size_t count = model.match(bytes, word.size(), out.data());
  out.resize(count == WordPiece::kUnknown ? 0 : count);
  return count != WordPiece::kUnknown;
}

void compare(const std::vector<std::string>& tokens, const std::string& prefix,
             const std::vector<std::string>& words) {
  const VocabPtr vocab = vocab_of(tokens);
  const WordPiece model(vocab, "[UNK]", prefix, 100);
  for (const std::string& word : words) {
    std::vector<uint32_t> expected, found;
    const bool known = naive(*vocab, prefix, word, expected);
    CHECK_EQ(match(model, word, found), known);
    CHECK_EQ(found, expected);
    size_t bytes = 0;
    for (size_t i = 0; i < found.size(); ++i) bytes += model.text_bytes(found[i], i > 0);
    CHECK(!known || bytes == word.size());
  }
}

std::string random_word(std::mt19937& random, size_t most, const std::string& alphabet) {
  std::string word;
  for (size_t size = random() % (most + 1); size > 0; --size) {
    word += alphabet[random() % alphabet.size()];
  }
  return word;
}

}  // namespace

TEST(a_lesson) {
  const VocabPtr vocab = vocab_of({"[UNK]", "un", "una", "##ffa", "##ble", "##aff", "##able"});
  const WordPiece model(vocab, "[UNK]", "##", 100);
  std::vector<uint32_t> ids;
  CHECK(match(model, "unaffable", ids));
  CHECK_EQ(ids, std::vector<uint32_t>{2, 3, 4});
  ids.clear();
  CHECK(!match(model, "unhappy", ids));
  CHECK(ids.empty());
  CHECK_EQ(model.unk_id(), 0);
}

TEST(random_vocabularies_match_as_the_naive_way_does) {
  std::mt19937 random(3);
  for (int round = 0; round < 400; ++round) {
    const std::string prefix = round % 4 == 0 ? "" : round % 4 == 1 ? "#" : "##";
    // The mark itself is part of the alphabet: words may spell it.
    const std::string alphabet = round % 3 == 0 ? "ab" : "abc#\xC3\xA9";
    std::vector<std::string> tokens{"[UNK]"};
    for (int i = 0; i < 40; ++i) {
      std::string token = (random() % 2 ? prefix : "") + random_word(random, 6, alphabet);
      if (std::find(tokens.begin(), tokens.end(), token) == tokens.end()) {
        tokens.push_back(std::move(token));
      }
    }
    std::vector<std::string> words;
    for (int i = 0; i < 200; ++i) words.push_back(random_word(random, 14, alphabet));
    compare(tokens, prefix, words);
  }
}

TEST(no_vocabulary_makes_pops_quadratic) {
  // Each node of the long piece falls back to one more single "a": lists that share their
  // beginnings stay linear in the piece.
  const VocabPtr vocab = vocab_of({"a", "##a", std::string(20000, 'a') + "b"});
  const WordPiece model(vocab, "[UNK]", "##", WordPiece::kNoLimit);
  CHECK(model.memory_bytes() < 4u << 20);
  std::vector<uint32_t> ids;
  CHECK(match(model, std::string(19999, 'a'), ids));
  CHECK_EQ(ids.size(), 19999);
}

TEST(the_empty_vocabulary_knows_nothing) {
  const WordPiece model(vocab_of({}), "[UNK]", "##", 100);
  std::vector<uint32_t> ids;
  CHECK(!match(model, "a", ids));
  CHECK(match(model, "", ids));
  CHECK_EQ(model.unk_id(), kNoId);
}

#if defined(SUBWORDS_COUNT_STEPS)
namespace {

uint64_t steps_of(const WordPiece& model, const std::string& word) {
  std::vector<uint32_t> ids;
  const uint64_t before = step_count();
  match(model, word, ids);
  return step_count() - before;
}

}  // namespace

TEST(steps_grow_linearly) {
  const std::vector<std::vector<std::string>> vocabularies = {
      {"a", "##a", "##b"},
      {"a", "##a", std::string(500, 'a') + "b", "##" + std::string(300, 'a') + "b"},
      {"a", "##aa", "##ab", "##abababac", "##b", "abababac", "##a"},
  };
  for (const auto& tokens : vocabularies) {
    const WordPiece model(vocab_of(tokens), "[UNK]", "##", WordPiece::kNoLimit);
    for (const char* unit : {"a", "ab", "aab"}) {
      std::string word = "a";
      while (word.size() < 500000) word += unit;
      const uint64_t once = steps_of(model, word);
      std::string twice = word;
      while (twice.size() < 2 * word.size()) twice += unit;
      CHECK(once > 0);
      CHECK(static_cast<double>(steps_of(model, twice)) / static_cast<double>(once) <= 2.05);
    }
  }
}
#endif
