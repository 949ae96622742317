// Single words: the linear-time matcher beside a naive one, both in C++ and on the same words.
//
//   wordpiece VOCAB WORDS   (one token, one word a line)
//
// Prints nanoseconds a word of each, round by round. benchmarks/wordpiece_linear.py runs it.
#include "models/wordpiece.hpp"

#include <chrono>
#include <cstdio>
#include <fstream>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

std::vector<std::string> lines_of(const char* path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

struct Hash {
  using is_transparent = void;
  size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};
using Table = std::unordered_map<std::string, uint32_t, Hash, std::equal_to<>>;

// Every candidate from the longest to the shortest, as in reference/wordpiece.py. Candidates are
// built in one buffer: no allocation per candidate.
size_t naive(const Table& table, std::string_view word, std::string& buffer, uint32_t* out) {
  size_t count = 0;
  for (size_t start = 0; start < word.size();) {
    size_t end = word.size();
    for (; end > start; --end) {
      buffer.assign(start == 0 ? "" : "##");
      buffer.append(word.substr(start, end - start));
      const auto found = table.find(std::string_view(buffer));
      if (found == table.end()) continue;
      out[count++] = found->second;
      break;
    }
    if (end == start) return subwords::WordPiece::kUnknown;
    start = end;
  }
  return count;
}

template <class Match>
double nanoseconds_a_word(const std::vector<std::string>& words, Match&& match) {
  std::vector<uint32_t> out(1 << 16);
  size_t sum = 0;
  const auto begin = Clock::now();
  for (const std::string& word : words) sum += match(word, out.data()) + out[0];
  const std::chrono::duration<double, std::nano> took = Clock::now() - begin;
  if (sum == 42) std::puts("");  // keeps the work from being optimized away
  return took.count() / static_cast<double>(words.size());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::vector<std::string> tokens = lines_of(argv[1]), words = lines_of(argv[2]);
  std::string arena;
  std::vector<subwords::Vocab::Entry> entries;
  Table table;
  for (const std::string& token : tokens) {
    const auto id = static_cast<uint32_t>(entries.size());
    entries.push_back({arena.size(), static_cast<uint32_t>(token.size()), id});
    table.emplace(token, id);
    arena += token;
  }
  const auto vocab =
      std::make_shared<const subwords::Vocab>(std::move(arena), std::move(entries));
  const subwords::WordPiece model(vocab, "[UNK]", "##", subwords::WordPiece::kNoLimit);
  std::string buffer;
  std::vector<uint32_t> a(1 << 16), b(1 << 16);
  for (const std::string& word : words) {
    const auto* const bytes = reinterpret_cast<const uint8_t*>(word.data());
    const size_t count = model.match(bytes, word.size(), a.data());
    if (count != naive(table, word, buffer, b.data()) ||
        (count != subwords::WordPiece::kUnknown && !std::equal(&a[0], &a[count], &b[0]))) {
      std::printf("differ: %s\n", word.c_str());
      return 1;
    }
  }
  for (int round = 0; round < 9; ++round) {
    const double simple = nanoseconds_a_word(words, [&](const std::string& word, uint32_t* out) {
      return naive(table, word, buffer, out);
    });
    const double linear = nanoseconds_a_word(words, [&](const std::string& word, uint32_t* out) {
      return model.match(reinterpret_cast<const uint8_t*>(word.data()), word.size(), out);
    });
    std::printf("%.2f %.2f\n", simple, linear);
  }
  return 0;
}
