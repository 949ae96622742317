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

UnigramCorpus::UnigramCorpus(WordCounter words, const std::vector<std::string>& symbols)
    : parts_(std::move(words)) {
  uint128 characters = 0;
  parts_.for_each([&](std::string_view word, uint64_t count) {
    if (word.empty()) return;
    ++words_;
    occurrences_ += count;
    characters += static_cast<uint128>(count) * utf8::length(word);
  });
  word_characters_ = characters >= kTooMany ? kTooMany : static_cast<uint64_t>(characters);
  if (word_characters_ == kTooMany) return;
  cut_at(symbols);
  PageVector<uint64_t> tally(0x110000);
  parts_.for_each([&](std::string_view part, uint64_t count) {
    each_character(part, [&](char32_t c) { tally[c] += count; });
  });
  for (char32_t c = 0; c < tally.size(); ++c) {
    if (tally[c]) letters_.emplace_back(c, tally[c]);
  }
}

// Most corpora have no word that holds a symbol; they stay as they are.
void UnigramCorpus::cut_at(std::vector<std::string> symbols) {
  std::ranges::stable_sort(symbols, [](const std::string& a, const std::string& b) {
    return a.size() > b.size();
  });
  bool begins[256] = {};
  for (const std::string& symbol : symbols) begins[static_cast<uint8_t>(symbol.at(0))] = true;
  bool whole = true;
  parts_.for_each([&](std::string_view word, uint64_t) {
    between(word, symbols, begins, [&](std::string_view part) {
      whole = whole && part.size() == word.size();
    });
    for (const std::string& symbol : symbols) whole = whole && word != symbol;
  });
  if (whole) return;
  WordCounter parts;
  parts_.for_each([&](std::string_view word, uint64_t count) {
    between(word, symbols, begins, [&](std::string_view part) { parts.add(part, count); });
  });
  parts_ = std::move(parts);
}

void UnigramCorpus::keep(std::vector<char32_t> characters, std::vector<int32_t> kinds) {
  characters_ = std::move(characters);
  kinds_ = std::move(kinds);
  PageVector<uint32_t> code_of(0x110000);
  for (size_t i = 0; i < characters_.size(); ++i) {
    code_of[characters_[i]] = static_cast<uint32_t>(i + 1);
  }
  letter_counts_.assign(characters_.size(), 0);
  for (const auto& [c, count] : letters_) {
    if (code_of[c]) letter_counts_[code_of[c] - 1] = count;
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
  // Parts with characters that are left out fall apart; what they fall into may be a part, too.
  WordCounter broken;
  std::vector<bool> is_whole;
  is_whole.reserve(parts_.size());
  parts_.for_each([&](std::string_view part, uint64_t count) {
    is_whole.push_back(add_fragment(part, count, code_of));
    if (!is_whole.back()) break_up(part, count, code_of, broken);
  });
  if (broken.size()) {
    size_t part_number = 0, fragment = 0;
    parts_.for_each([&](std::string_view part, uint64_t) {
      if (is_whole[part_number++] && !part.empty()) counts_[fragment++] += broken.count(part);
    });
    broken.for_each([&](std::string_view part, uint64_t count) {
      if (parts_.count(part) == 0) add_fragment(part, count, code_of);
    });
  }
  for (size_t i = 0; i < fragments(); ++i) total_ += codes(i).size() * counts_[i];
  parts_ = WordCounter();
}

// False, and nothing is added, where a character has no code.
bool UnigramCorpus::add_fragment(std::string_view part, uint64_t count,
                                 const PageVector<uint32_t>& code_of) {
  const auto* p = reinterpret_cast<const uint8_t*>(part.data());
  const auto* const end = p + part.size();
  if (p == end) return true;
  while (p < end) {
    char32_t c;
    p = utf8::decode(p, c);
    if (!code_of[c]) {
      codes_.resize(begins_.back());
      return false;
    }
    codes_.push_back(code_of[c]);
  }
  begins_.push_back(static_cast<uint32_t>(codes_.size()));
  counts_.push_back(count);
  return true;
}

void UnigramCorpus::break_up(std::string_view part, uint64_t count,
                             const PageVector<uint32_t>& code_of, WordCounter& broken) {
  size_t start = 0, at = 0;
  each_character(part, [&](char32_t c) {
    char encoded[4];
    const size_t length = utf8::encode(c, encoded);
    if (!code_of[c]) {
      if (at > start) broken.add(part.substr(start, at - start), count);
      start = at + length;
    }
    at += length;
  });
  if (at > start) broken.add(part.substr(start), count);
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
