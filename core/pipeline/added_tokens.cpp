// The search for added tokens, written once for UTF-8 and for characters.
#include "pipeline/added_tokens.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "text/unicode.hpp"
#include "text/utf8.hpp"

namespace subwords {
namespace {

// UTF-8 seen as characters around a position.
struct Utf8Text {
  std::span<const uint8_t> units;

  size_t size() const { return units.size(); }
  // The character that ends before i > 0, and where it begins.
  std::pair<char32_t, size_t> before(size_t i) const {
    do --i;
    while (i > 0 && (units[i] & 0xC0) == 0x80);
    return {after(i).first, i};
  }
  // The character at i < size(), and where it ends.
  std::pair<char32_t, size_t> after(size_t i) const {
    char32_t c = 0;
    const uint8_t* end = utf8::decode(units.data() + i, c);
    return {c, static_cast<size_t>(end - units.data())};
  }
};

struct CharText {
  std::span<const char32_t> units;

  size_t size() const { return units.size(); }
  std::pair<char32_t, size_t> before(size_t i) const { return {units[i - 1], i - 1}; }
  std::pair<char32_t, size_t> after(size_t i) const { return {units[i], i + 1}; }
};

// Applies the tokens' properties to matches that come from left to right.
template <class Text>
class Acceptor {
 public:
  Acceptor(Text text, const std::vector<AddedToken>& tokens, AddedTokens::Allowed allowed,
           std::vector<AddedMatch>& out)
      : text_(text), tokens_(tokens), allowed_(allowed), out_(out) {}

  void accept(size_t begin, size_t end, uint32_t index) {
    const AddedToken& token = tokens_[index];
    if (token.special && !allowed_.empty() && !allowed_[index]) return;
    if (token.single_word && !stands_alone(begin, end)) return;
    if (token.lstrip) begin = take_left(begin);
    if (token.rstrip) end = take_right(end);
    done_ = std::max(begin, end);  // nothing is left of a match that was swallowed before
    out_.push_back({begin, done_, index});
  }

 private:
  bool stands_alone(size_t begin, size_t end) const {
    if (begin > 0 && unicode::is_word(text_.before(begin).first)) return false;
    return end == text_.size() || !unicode::is_word(text_.after(end).first);
  }

  size_t take_left(size_t begin) const {
    while (begin > done_) {
      const auto [c, start] = text_.before(begin);
      if (!unicode::is_white_space(c)) break;
      begin = start;
    }
    return std::max(begin, done_);
  }

  // Later matches may end inside the same white space; it is measured once.
  size_t take_right(size_t end) {
    if (end >= space_begin_ && end <= space_end_) return space_end_;
    space_begin_ = end;
    while (end < text_.size()) {
      const auto [c, next] = text_.after(end);
      if (!unicode::is_white_space(c)) break;
      end = next;
    }
    space_end_ = end;
    return end;
  }

  Text text_;
  const std::vector<AddedToken>& tokens_;
  AddedTokens::Allowed allowed_;
  std::vector<AddedMatch>& out_;
  size_t done_ = 0;  // end of the last match
  size_t space_begin_ = 1, space_end_ = 0;  // white space measured last; none yet
};

std::vector<uint8_t> utf8_bytes(const std::u32string& content) {
  std::string bytes;
  for (const char32_t c : content) utf8::append(bytes, c);
  return {bytes.begin(), bytes.end()};
}

}  // namespace

AddedTokens::AddedTokens(std::vector<AddedToken> tokens, const Normalize& normalize)
    : tokens_(std::move(tokens)) {
  std::unordered_map<std::u32string, uint32_t> last;
  for (uint32_t i = 0; i < tokens_.size(); ++i) last[tokens_[i].content] = i;
  std::vector<std::pair<std::vector<uint8_t>, uint32_t>> raw, normalized_bytes;
  std::vector<std::pair<std::vector<char32_t>, uint32_t>> normalized;
  for (uint32_t i = 0; i < tokens_.size(); ++i) {
    const AddedToken& token = tokens_[i];
    if (token.content.empty() || last[token.content] != i) continue;
    if (token.normalized) {
      const std::u32string content = normalize(token.content);
      normalized.emplace_back(std::vector<char32_t>(content.begin(), content.end()), i);
      if (!content.empty()) normalized_bytes.emplace_back(utf8_bytes(content), i);
    } else {
      raw.emplace_back(utf8_bytes(token.content), i);
    }
  }
  raw_ = ByteSearch(std::move(raw));
  normalized_ = TokenTrie<char32_t>(std::move(normalized));
  normalized_bytes_ = ByteSearch(std::move(normalized_bytes));
}

AddedTokens::ByteSearch::ByteSearch(std::vector<std::pair<std::vector<uint8_t>, uint32_t>> strings)
    : trie(std::move(strings)),
      first_bytes(trie.first_bytes(), trie.second_bytes(), trie.has_single_unit()) {}

std::vector<uint8_t> AddedTokens::allow(std::span<const std::u32string> contents) const {
  std::vector<std::u32string_view> sorted(contents.begin(), contents.end());
  std::sort(sorted.begin(), sorted.end());
  std::vector<uint8_t> flags(tokens_.size());
  for (size_t i = 0; i < tokens_.size(); ++i) {
    flags[i] = !tokens_[i].special ||
               std::binary_search(sorted.begin(), sorted.end(), std::u32string_view(tokens_[i].content));
  }
  return flags;
}

void AddedTokens::find_in_bytes_from(const ByteSearch& search, std::string_view text, size_t begin,
                                     Allowed allowed, std::vector<AddedMatch>& out) const {
  const std::span units(reinterpret_cast<const uint8_t*>(text.data()), text.size());
  Acceptor<Utf8Text> matches({units}, tokens_, allowed, out);
  while (begin < text.size()) {
    const auto found = search.trie.longest(units, begin);
    if (found.value == search.trie.kNone) {
      ++begin;
    } else {
      matches.accept(begin, found.end, found.value);
      begin = found.end;
    }
    begin = search.first_bytes.find(text, begin);
  }
}

void AddedTokens::find_normalized(std::span<const char32_t> text, Allowed allowed,
                                  std::vector<AddedMatch>& out) const {
  out.clear();
  if (normalized_.empty()) return;
  Acceptor<CharText> matches({text}, tokens_, allowed, out);
  // A token that normalizes to nothing matches wherever no other does, but not behind a match.
  const bool everywhere = normalized_.has_empty_string();
  size_t last_end = SIZE_MAX;
  for (size_t begin = 0; begin < text.size() + everywhere;) {
    if (!everywhere && !normalized_.may_begin(text[begin])) {
      ++begin;
      continue;
    }
    const auto found = normalized_.longest(text, begin);
    if (found.value == normalized_.kNone || (found.end == begin && begin == last_end)) {
      ++begin;
      continue;
    }
    matches.accept(begin, found.end, found.value);
    begin = last_end = found.end;
  }
}

}  // namespace subwords
