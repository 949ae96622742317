// Counting and listing characters; subwords/training/reference/alphabet.py is the same in short.
#include "train/alphabet.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

#include "text/utf8.hpp"
#include "train/character_limit.hpp"

namespace subwords {
namespace {

// The character at `at` of valid UTF-8, and the position after it.
char32_t next_character(std::string_view text, size_t& at) {
  const auto* const begin = reinterpret_cast<const uint8_t*>(text.data());
  char32_t c;
  at = static_cast<size_t>(utf8::decode(begin + at, c) - begin);
  return c;
}

std::string to_utf8(char32_t c) {
  std::string text;
  utf8::append(text, c);
  return text;
}

char32_t last_character(std::string_view text) {
  char32_t c = 0;
  for (size_t at = 0; at < text.size();) c = next_character(text, at);
  return c;
}

}  // namespace

void Alphabet::Free::operator()(void* memory) const { std::free(memory); }

Alphabet::Alphabet(const WordCounter& words, const WordPieceConfig& config)
    : characters_(static_cast<Character*>(std::calloc(kPlanes, sizeof(Character)))),
      prefix_(config.merges.prefix) {
  if (!characters_) throw std::bad_alloc();
  words.for_each([this](std::string_view word, uint64_t count) {
    for (size_t at = 0; at < word.size();) {
      const bool first = at == 0;
      const char32_t c = next_character(word, at);
      Character& character = characters_[c];
      if (character.count == 0) present_.push_back(c);
      character.count += count;
      (first ? character.seen_bare : character.seen_marked) = true;
    }
  });
  for (const std::string& form : config.starting_forms) {
    const char32_t c = last_character(form);
    Character& character = characters_[c];
    if (character.count == 0 && !character.kept) present_.push_back(c);
    character.kept = true;
    (form == to_utf8(c) ? character.seen_bare : character.seen_marked) = true;
  }
  std::sort(present_.begin(), present_.end());
  dropped_ = keep_most_frequent(present_, characters_, config.limit_alphabet);
  list_letters(config);
}

void Alphabet::list_letters(const WordPieceConfig& config) {
  std::vector<std::string> bare, marked;
  for (char32_t c : present_) {
    const Character& character = characters_[c];
    if (!character.kept) continue;
    const bool either = prefix_.empty() || config.bare_alphabet;
    if (character.seen_bare || either) bare.push_back(to_utf8(c));
    if (character.seen_marked && !prefix_.empty()) marked.push_back(prefix_ + to_utf8(c));
  }
  letters_ = std::move(bare);
  letters_.insert(letters_.end(), marked.begin(), marked.end());
  if (!config.bare_alphabet) std::sort(letters_.begin(), letters_.end());
  letters_.erase(std::unique(letters_.begin(), letters_.end()), letters_.end());
}

void Alphabet::number(const PieceTable& pieces) {
  for (char32_t c : present_) {
    characters_[c].bare = pieces.find(to_utf8(c));
    characters_[c].marked = pieces.find(prefix_ + to_utf8(c));
  }
}

void Alphabet::cut(std::string_view word, std::vector<uint32_t>& pieces) const {
  pieces.clear();
  for (size_t at = 0; at < word.size();) {
    const bool first = at == 0;
    const Character& character = characters_[next_character(word, at)];
    if (character.kept) pieces.push_back(first ? character.bare : character.marked);
  }
}

}  // namespace subwords
