// Unigram chunk by chunk: the ids of the whole word, whatever rounding does. That the whole word is
// right, the tests in Python show.
#include <random>
#include <string>
#include <vector>

#include "models/unigram.hpp"
#include "tests/check.hpp"
#include "text/utf8.hpp"

using namespace subwords;

namespace {

std::shared_ptr<const Pieces> table(const std::vector<std::pair<std::string, double>>& rows,
                                    std::vector<PieceType> types = {}) {
  std::string arena;
  std::vector<Pieces::Entry> entries;
  for (const auto& [piece, score] : rows) {
    entries.push_back({arena.size(), static_cast<uint32_t>(piece.size()), score});
    arena += piece;
  }
  return std::make_shared<const Pieces>(std::move(arena), std::move(entries), std::move(types));
}

std::vector<std::string_view> chunks_of(const Unigram& model, std::string_view word) {
  std::vector<std::string_view> out;
  const auto* const begin = reinterpret_cast<const uint8_t*>(word.data());
  const uint8_t* const end = begin + word.size();
  const uint8_t* first = begin;
  char32_t last = 0;
  for (const uint8_t* p = begin; p < end;) {
    char32_t c;
    const uint8_t* const next = utf8::decode(p, c);
    if (p > first && model.may_cut(last, c)) {
      out.push_back(word.substr(static_cast<size_t>(first - begin), static_cast<size_t>(p - first)));
      first = p;
    }
    last = c;
    p = next;
  }
  if (first < end) out.push_back(word.substr(static_cast<size_t>(first - begin)));
  return out;
}

struct Counts {
  size_t chunks = 0, unsure = 0;
};

// The ids as the caller of encode_chunk gets them.
std::vector<uint32_t> by_chunks(const Unigram& model, std::string_view word, Counts& counts) {
  const auto scratch = model.make_scratch();
  WordModel::Prefix prefix;
  IdBuffer out;
  for (const std::string_view chunk : chunks_of(model, word)) {
    IdBuffer ids;
    ++counts.chunks;
    const bool sure = out.size() - prefix.done < model.sure_ids(prefix);
    if (!sure || !model.encode_chunk(chunk, *scratch, ids)) {
      ++counts.unsure;
      ids.clear();
      if (!model.encode_chunk_after(chunk, out.items(), {}, prefix, *scratch, ids)) return {};
    }
    out.append(ids.data(), ids.size());
  }
  return {out.begin(), out.end()};
}

std::vector<uint32_t> whole(const Unigram& model, std::string_view word) {
  IdBuffer ids;
  model.encode(word, *model.make_scratch(), ids);
  return {ids.begin(), ids.end()};
}

std::string random_word(std::mt19937& random, const std::string& letters, size_t length) {
  std::string word;
  while (word.size() < length) word += letters[random() % letters.size()];
  return word;
}

}  // namespace

TEST(chunks_give_the_ids_of_the_whole_word) {
  const double steps[] = {1.0, 0.1, 3.3, 1e-4, 900.0, 30000.0};
  Counts counts;
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    std::vector<std::pair<std::string, double>> rows{{"<unk>", -1.0}};
    const double step = steps[random() % 6];
    for (int i = 0; i < 10; ++i) {
      const std::string piece = random_word(random, "abcd-", 1 + random() % 4);
      // Equal sums, and sums that differ by next to nothing.
      const double near = random() % 3 == 0 ? 1e-6 * static_cast<double>(random() % 7) : 0.0;
      rows.emplace_back(piece, -step * static_cast<double>(piece.size()) + near);
    }
    const bool sentencepiece = random() % 2 == 0;
    const Unigram model(table(rows), 0, false,
                        sentencepiece ? UnigramSemantics::kSentencePiece
                                      : UnigramSemantics::kHuggingFace);
    for (const size_t length : {5, 60, 3000}) {
      const std::string word = random_word(random, random() % 3 ? "abcd--" : "abcd-z<unk>", length);
      CHECK(by_chunks(model, word, counts) == whole(model, word));
    }
  }
  // The texts are made of near ties, and still many chunks are sure.
  CHECK(counts.unsure > counts.chunks / 10);
  CHECK(counts.unsure < counts.chunks * 9 / 10);
}

TEST(unknowns_spelled_by_several_bytes_count_once) {
  std::vector<std::pair<std::string, double>> rows{{"<unk>", 0.0}};
  std::vector<PieceType> types{PieceType::kUnknown};
  for (int byte = 0; byte < 256; ++byte) {
    const char* const digits = "0123456789ABCDEF";
    rows.emplace_back(std::string("<0x") + digits[byte >> 4] + digits[byte & 15] + ">", 0.0);
    types.push_back(PieceType::kByte);
  }
  // "xy" is as good as "x" and "y" but for rounding, which depends on the sum before.
  for (const auto& row : {std::pair{"x", -1.2}, {"y", -3.7}, {"xy", -4.9}, {"a", -1.3}}) {
    rows.push_back(row);
    types.push_back(PieceType::kNormal);
  }
  const Unigram model(table(rows, types), 0, true, UnigramSemantics::kSentencePiece);
  Counts counts;
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    std::string word;
    for (int i = 0; i < 30; ++i) {
      const char* const parts[] = {"a", "xy", "\xC2\x96", "\xE6\x97\xA5"};
      word += parts[random() % 4];
    }
    CHECK(by_chunks(model, word, counts) == whole(model, word));
  }
  CHECK(counts.unsure > 0);
}

TEST(ordinary_chunks_are_sure) {
  const Unigram model(table({{"<unk>", 0.0}, {"a", -3.5}, {"b", -4.25}, {"ab", -5.5}, {"c", -2.0}}),
                      0, false, UnigramSemantics::kSentencePiece);
  CHECK(model.may_cut(U'b', U'c'));
  CHECK(!model.may_cut(U'a', U'b'));
  CHECK(model.may_cut(U'c', U'z'));
  CHECK(model.is_unknown(U'z') && !model.is_unknown(U'c'));
  CHECK(!model.may_cut(U'z', U'y'));  // both unknown: they fuse
  Counts counts;
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "abcaacb";
  CHECK(by_chunks(model, text, counts) == whole(model, text));
  CHECK(counts.unsure * 5 < counts.chunks);  // only where the sum nears the end of its range
}

TEST(a_tie_is_not_sure) {
  const Unigram model(table({{"<unk>", 0.0}, {"-", -1.1}, {"--", -1.7}}), 0, false,
                      UnigramSemantics::kSentencePiece);
  const auto scratch = model.make_scratch();
  IdBuffer ids;
  CHECK(model.encode_chunk("--", *scratch, ids));
  ids.clear();
  CHECK(!model.encode_chunk("---", *scratch, ids));
}
