// Counting and listing characters; subwords/training/reference/bpe.py is the same in short.
#include "train/bpe_alphabet.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <unordered_set>

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

}  // namespace

void BpeAlphabet::Free::operator()(void* memory) const { std::free(memory); }

BpeAlphabet::BpeAlphabet(const WordCounter& words, const BpeConfig& config)
    : characters_(static_cast<Character*>(std::calloc(kPlanes, sizeof(Character)))),
      prefix_(config.merges.prefix),
      suffix_(config.suffix) {
  if (!characters_) throw std::bad_alloc();
  const unsigned marked = prefix_.empty() ? 0 : kMarked, last = suffix_.empty() ? 0 : kLast;
  words.for_each([&](std::string_view word, uint64_t count) {
    for (size_t at = 0; at < word.size();) {
      unsigned form = at == 0 ? 0 : marked;
      const char32_t c = next_character(word, at);
      if (at == word.size()) form |= last;
      Character& character = characters_[c];
      if (character.count == 0) present_.push_back(c);
      character.count += count;
      character.seen = static_cast<uint8_t>(character.seen | 1u << form);
    }
  });
  for (const std::string& letter : config.first_letters) {
    size_t at = 0;
    const char32_t c = next_character(letter, at);
    Character& character = characters_[c];
    if (character.count == 0 && !character.kept) present_.push_back(c);
    character.kept = true;
    character.seen |= 1;
  }
  for (const auto& [token, id] : config.extend) {
    size_t at = 0;
    if (token.empty()) continue;
    const char32_t c = next_character(token, at);
    if (at != token.size()) continue;
    Character& character = characters_[c];
    if (character.count == 0 && !character.kept) present_.push_back(c);
    character.kept = true;
  }
  std::sort(present_.begin(), present_.end());
  dropped_ = keep_most_frequent(present_, characters_, config.limit_alphabet);
  list_letters(config);
}

std::string BpeAlphabet::spell(char32_t c, unsigned form) const {
  std::string text = form & kMarked ? prefix_ : "";
  utf8::append(text, c);
  if (form & kLast) text += suffix_;
  return text;
}

void BpeAlphabet::list_letters(const BpeConfig& config) {
  const bool marks = !prefix_.empty() || !suffix_.empty();
  const bool bare_too = !marks || config.bare_alphabet;
  std::vector<std::string> bare, marked;
  for (char32_t c : present_) {
    const Character& character = characters_[c];
    if (!character.kept) continue;
    if (bare_too || character.seen & 1) bare.push_back(spell(c, 0));
    for (unsigned form = 1; form < 4; ++form) {
      if (character.seen >> form & 1) marked.push_back(spell(c, form));
    }
  }
  std::sort(marked.begin(), marked.end());
  bare.insert(bare.end(), marked.begin(), marked.end());
  if (!bare_too) std::sort(bare.begin(), bare.end());
  std::unordered_set<std::string> there;
  const auto list = [&](const std::string& letter) {
    if (there.insert(letter).second) letters_.push_back(letter);
  };
  for (size_t byte = 0; config.byte_order && byte < 256; ++byte) list(config.first_letters[byte]);
  for (const std::string& letter : bare) list(letter);
}

void BpeAlphabet::number(const PieceTable& pieces) {
  for (char32_t c : present_) {
    for (unsigned form = 0; form < 4; ++form) {
      characters_[c].forms[form] = pieces.find(spell(c, form));
    }
  }
}

void BpeAlphabet::cut(std::string_view word, std::vector<uint32_t>& pieces) const {
  pieces.clear();
  for (size_t at = 0; at < word.size();) {
    unsigned form = at == 0 ? 0 : kMarked;
    const Character& character = characters_[next_character(word, at)];
    if (at == word.size()) form |= kLast;
    if (character.kept) pieces.push_back(character.forms[form]);
  }
}

uint32_t BpeAlphabet::unmarked_length(std::string_view token) const {
  if (token.starts_with(prefix_)) token.remove_prefix(prefix_.size());
  if (token.ends_with(suffix_)) token.remove_suffix(suffix_.size());
  return std::max<uint32_t>(static_cast<uint32_t>(utf8::length(token)), 1);
}

}  // namespace subwords
