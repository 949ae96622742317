// The SentencePiece BPE trainer without Python, against one that counts everything anew.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "check.hpp"
#include "train/character_kinds.hpp"
#include "train/sentencepiece_bpe_trainer.hpp"

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

const std::string kLetters = "abcdef";
constexpr char kSpace = 'f';

struct Setting {
  std::vector<int32_t> kinds;
  size_t longest;
  bool suffix;
  uint64_t min_frequency;
  std::string taken;
};

using Words = std::map<std::string, uint64_t>;
using Merges = std::vector<std::tuple<std::string, std::string, uint64_t>>;

bool can_be_piece(const std::string& text, const Setting& setting) {
  if (text.size() > setting.longest) return false;
  if ((setting.suffix ? text.front() : text.back()) == kSpace) return false;
  int32_t before = kKindAny;
  for (size_t i = 0; i < text.size(); ++i) {
    const int32_t own = setting.kinds[kLetters.find(text[i])];
    const int32_t kind = own == kKindInherited ? before : own;
    if (i > 0 && (kind == kKindAlone || before == kKindAlone)) return false;
    if (kind != kKindAny && before != kKindAny && kind != before) return false;
    before = kind;
  }
  return true;
}

Merges naive(const Words& words, const Setting& setting, size_t most) {
  std::vector<std::pair<std::vector<std::string>, uint64_t>> cut;
  for (const auto& [word, count] : words) {
    cut.push_back({{}, count});
    for (const char c : word) cut.back().first.emplace_back(1, c);
  }
  std::map<std::string, size_t> ids;
  for (const char c : kLetters) ids.emplace(std::string(1, c), ids.size());
  Merges merges;
  while (merges.size() < most) {
    std::map<std::pair<std::string, std::string>, uint64_t> counts;
    for (const auto& [pieces, count] : cut) {
      for (size_t i = 1; i < pieces.size(); ++i) counts[{pieces[i - 1], pieces[i]}] += count;
    }
    // (-count, length, piece, ids) of each pair that can be merged
    std::set<std::tuple<int64_t, size_t, std::string, size_t, size_t>> order;
    for (const auto& [pair, count] : counts) {
      const std::string piece = pair.first + pair.second;
      if (count < std::max<uint64_t>(setting.min_frequency, 1) || ids.contains(piece) ||
          piece == setting.taken || !can_be_piece(piece, setting)) {
        continue;
      }
      order.emplace(-static_cast<int64_t>(count), piece.size(), piece, ids[pair.first],
                    ids[pair.second]);
    }
    if (order.empty()) break;
    const auto& [negative, size, piece, left_id, right_id] = *order.begin();
    std::string left, right;
    for (const auto& [name, id] : ids) {
      if (id == left_id) left = name;
      if (id == right_id) right = name;
    }
    for (auto& [pieces, count] : cut) {
      for (size_t i = 1; i < pieces.size(); ++i) {
        if (pieces[i - 1] != left || pieces[i] != right) continue;
        pieces[i - 1] = piece;
        pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
    ids.emplace(piece, ids.size());
    merges.emplace_back(left, right, static_cast<uint64_t>(-negative));
  }
  return merges;
}

Merges trained(const Words& words, const Setting& setting, size_t most) {
  WordCounter counter;
  for (const auto& [word, count] : words) counter.add(word, count);
  UnigramCorpus corpus(std::move(counter), {});
  corpus.keep({kLetters.begin(), kLetters.end()}, setting.kinds);
  SentencePieceBpeTrainer trainer(corpus);
  JoinOptions join;
  join.max_piece_length = setting.longest;
  join.space = static_cast<int64_t>(kLetters.find(kSpace));
  join.suffix = setting.suffix;
  join.taken = {setting.taken};
  Merges merges;
  for (const MergeRow& row : trainer.run(most, setting.min_frequency, join, {})) {
    merges.emplace_back(trainer.pieces().token(row.left), trainer.pieces().token(row.right),
                        row.count);
  }
  return merges;
}

TEST(merges_are_those_of_a_naive_trainer) {
  Random random{7};
  size_t merged = 0;
  for (int round = 0; round < 150; ++round) {
    Setting setting{{}, 2 + random.below(30), random.below(3) == 0, random.below(4), "ab"};
    for (size_t i = 0; i < kLetters.size(); ++i) {
      const auto kind = static_cast<int32_t>(random.below(8)) - 3;
      setting.kinds.push_back(kind > 1 ? 0 : kind);
    }
    setting.kinds[kLetters.find(kSpace)] = kKindInherited;
    Words words;
    const size_t letters = 1 + random.below(kLetters.size());
    for (int i = 0; i < 20; ++i) {
      std::string word;
      for (uint64_t n = 1 + random.below(30); n > 0; --n) word += kLetters[random.below(letters)];
      words[word] += 1 + random.below(4);
    }
    const size_t most = random.below(60);
    const Merges expected = naive(words, setting, most);
    CHECK(trained(words, setting, most) == expected);
    merged += expected.size();
  }
  CHECK(merged > 1000);
}

TEST(nothing_to_merge) {
  const Setting setting{std::vector<int32_t>(kLetters.size(), 0), 16, false, 1, ""};
  CHECK(trained({}, setting, 10).empty());
  CHECK(trained({{"a", 5}, {"b", 1}}, setting, 10).empty());
  CHECK(trained({{"ab", 5}}, setting, 0).empty());
}

}  // namespace
