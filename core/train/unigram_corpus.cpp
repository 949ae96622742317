#include "train/unigram_corpus.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string_view>

#include "text/utf8.hpp"
#include "train/wide.hpp"

namespace subwords {
namespace {

// Calls visit for what stands between the symbols of a word.
template <typename Visit>
void between(std::string_view word, const std::vector<std::string>& symbols,
             const bool (&begins)[256], Visit&& visit) {
  size_t start = 0;
  for (size_t at = 0; at < word.size();) {
    size_t length = 0;
    if (begins[static_cast<uint8_t>(word[at])]) {
      for (const std::string& symbol : symbols) {
        if (word.substr(at).starts_with(symbol)) {
          length = symbol.size();
          break;
        }
      }
    }
    if (length == 0) {
      ++at;
      continue;
    }
    if (at > start) visit(word.substr(start, at - start));
    at += length;
    start = at;
  }
  if (start < word.size()) visit(word.substr(start));
}

template <typename Visit>
void each_character(std::string_view text, Visit&& visit) {
  const auto* p = reinterpret_cast<const uint8_t*>(text.data());
  const auto* const end = p + text.size();
  while (p < end) {
    char32_t c;
    p = utf8::decode(p, c);
    visit(c);
  }
}

constexpr uint64_t kTooMany = uint64_t{1} << 63;

}  // namespace

UnigramCorpus::UnigramCorpus(const WordCounter& words, const std::vector<std::string>& symbols) {
  std::vector<std::string> longest_first = symbols;
  std::ranges::stable_sort(longest_first, [](const std::string& a, const std::string& b) {
    return a.size() > b.size();
  });
  bool begins[256] = {};
  for (const std::string& symbol : symbols) begins[static_cast<uint8_t>(symbol.at(0))] = true;
  PageVector<uint64_t> tally(0x110000);
  uint128 characters = 0;
  words.for_each([&](std::string_view word, uint64_t count) {
    if (word.empty()) return;
    ++words_;
    occurrences_ += count;
    characters += static_cast<uint128>(count) * utf8::length(word);
    if (characters >= kTooMany) return;
    between(word, longest_first, begins, [&](std::string_view part) {
      parts_.add(part, count);
      each_character(part, [&](char32_t c) { tally[c] += count; });
    });
  });
  word_characters_ = characters >= kTooMany ? kTooMany : static_cast<uint64_t>(characters);
  for (char32_t c = 0; c < tally.size(); ++c) {
    if (tally[c]) letters_.emplace_back(c, tally[c]);
  }
}

void UnigramCorpus::keep(std::vector<char32_t> characters, std::vector<int32_t> kinds) {
  characters_ = std::move(characters);
  kinds_ = std::move(kinds);
  PageVector<uint32_t> code_of(0x110000);
  for (size_t i = 0; i < characters_.size(); ++i) {
    code_of[characters_[i]] = static_cast<uint32_t>(i + 1);
  }
  letter_counts_.assign(characters_.size(), 0);
  bool all = true;
  for (const auto& [c, count] : letters_) {
    if (code_of[c]) letter_counts_[code_of[c] - 1] = count;
    all = all && code_of[c];
  }
  if (!all) {  // equal fragments of different words come together
    WordCounter fragments;
    parts_.for_each([&](std::string_view part, uint64_t count) {
      size_t start = 0, at = 0;
      each_character(part, [&](char32_t c) {
        char encoded[4];
        const size_t length = utf8::encode(c, encoded);
        if (!code_of[c]) {
          if (at > start) fragments.add(part.substr(start, at - start), count);
          start = at + length;
        }
        at += length;
      });
      if (at > start) fragments.add(part.substr(start), count);
    });
    parts_ = std::move(fragments);
  }
  size_t places = 0;
  parts_.for_each([&](std::string_view part, uint64_t) { places += utf8::length(part); });
  if (places >= std::numeric_limits<uint32_t>::max()) {
    throw std::length_error("the different words have more than 2^32 characters");
  }
  codes_.reserve(places);
  begins_.reserve(parts_.size() + 1);
  counts_.reserve(parts_.size());
  begins_.push_back(0);
  parts_.for_each([&](std::string_view part, uint64_t count) {
    each_character(part, [&](char32_t c) { codes_.push_back(code_of[c]); });
    total_ += (codes_.size() - begins_.back()) * count;
    begins_.push_back(static_cast<uint32_t>(codes_.size()));
    counts_.push_back(count);
  });
  parts_ = WordCounter();
}

PageVector<uint16_t> UnigramCorpus::limits(size_t most) const {
  PageVector<uint16_t> found(codes_.size());
  for (size_t fragment = 0; fragment < fragments(); ++fragment) {
    const size_t end = begins_[fragment + 1];
    for (size_t begin = begins_[fragment]; begin < end; ++begin) {
      const size_t stop = std::min(end, begin + most);
      size_t at = begin;
      int32_t last = kKindAny;
      for (; at < stop; ++at) {
        const int32_t own = kinds_[codes_[at] - 1];
        const int32_t kind = own == kKindInherited ? last : own;
        if (kind != kKindAny && last != kKindAny && kind != last) break;
        if (at > begin && (kind == kKindAlone || last == kKindAlone)) break;
        last = kind;
      }
      found[begin] = static_cast<uint16_t>(at - begin);
    }
  }
  return found;
}

}  // namespace subwords
