// Added tokens: tokens found in the text before the model sees it.
//
// The leftmost match wins, the longest of those that begin there, and the search goes on behind
// it. Only then are the properties looked at: a match that fails `single_word`, or is a special
// token not allowed in this call, stays text, and nothing else is looked for inside it. The Python
// twin is reference/added_tokens.py.
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/first_bytes.hpp"
#include "pipeline/token_trie.hpp"

namespace subwords {

struct AddedToken {
  std::u32string content;
  uint32_t id = 0;
  bool special = false, single_word = false, lstrip = false, rstrip = false, normalized = false;
};

// A match with the white space it takes in; `begin` and `end` count bytes of a raw text, or
// characters of a normalized one. What stands between two matches is [a.end, b.begin) where that
// is not empty: a match may begin inside the white space that the one before took in. An empty
// match is no token, it only cuts.
struct AddedMatch {
  size_t begin;
  size_t end;
  uint32_t token;  // index into tokens()
};

// Immutable once built; every const member may be called from many threads.
class AddedTokens {
 public:
  using Normalize = std::function<std::u32string(const std::u32string&)>;
  // One flag per token; empty allows all. Only special tokens are ever forbidden.
  using Allowed = std::span<const uint8_t>;

  AddedTokens() = default;
  // `normalize` is asked once for each normalized token. Of two tokens with the same content the
  // last counts, of two that are the same only when normalized the first. Empty ones are ignored.
  AddedTokens(std::vector<AddedToken> tokens, const Normalize& normalize);

  const std::vector<AddedToken>& tokens() const { return tokens_; }
  bool has_raw() const { return !raw_.empty(); }
  bool has_normalized() const { return !normalized_.empty(); }

  // The flags for "these special tokens only".
  std::vector<uint8_t> allow(std::span<const std::u32string> contents) const;

  // Replaces `out` by the matches in a raw text, which is valid UTF-8.
  void find_raw(std::string_view text, Allowed allowed, std::vector<AddedMatch>& out) const {
    find_in_bytes(raw_, text, allowed, out);
  }

  // Replaces `out` by the matches in a normalized text.
  void find_normalized(std::span<const char32_t> text, Allowed allowed,
                       std::vector<AddedMatch>& out) const;
  // The same for a normalized text in UTF-8; false where the tokens allow no search by bytes.
  bool find_normalized(std::string_view text, Allowed allowed,
                       std::vector<AddedMatch>& out) const {
    if (normalized_.has_empty_string()) return false;
    find_in_bytes(normalized_bytes_, text, allowed, out);
    return true;
  }

 private:
  // Strings looked for in UTF-8, and what tells quickly where none begins.
  struct ByteSearch {
    ByteSearch() = default;
    explicit ByteSearch(std::vector<std::pair<std::vector<uint8_t>, uint32_t>> strings);
    bool empty() const { return trie.empty(); }

    TokenTrie<uint8_t> trie;
    FirstBytes first_bytes;
  };

  void find_in_bytes(const ByteSearch& search, std::string_view text, Allowed allowed,
                     std::vector<AddedMatch>& out) const {
    out.clear();
    // Most texts end here: nowhere in them may a token begin.
    const size_t first = search.first_bytes.find(text, 0);
    if (first < text.size()) find_in_bytes_from(search, text, first, allowed, out);
  }
  void find_in_bytes_from(const ByteSearch& search, std::string_view text, size_t begin,
                          Allowed allowed, std::vector<AddedMatch>& out) const;

  std::vector<AddedToken> tokens_;
  ByteSearch raw_, normalized_bytes_;
  TokenTrie<char32_t> normalized_;
};

}  // namespace subwords
