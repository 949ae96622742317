// Compiles vocabulary and merges into what Bpe encodes with.
#include <algorithm>

#include "formats/fault.hpp"
#include "models/bpe.hpp"
#include "text/byte_alphabet.hpp"
#include "text/utf8.hpp"

namespace subwords {
namespace {

struct Resolved {
  std::vector<PairTable::Pair> pairs;
  std::vector<uint32_t> results;
};

[[noreturn]] void fail(size_t rank, std::string_view token) {
  throw Fault("merge " + std::to_string(rank) + " needs the token '" + std::string(token) +
                  "', which is not in the vocabulary",
              "", "Vocabulary and merges must come from the same training.");
}

// The ids of all sides and of what they become.
Resolved resolve(const Merges& merges, const VocabPtr& vocab, size_t prefix) {
  const std::vector<MergeIds> ids = merges.take_ids(vocab, prefix);
  Resolved out;
  out.pairs.reserve(ids.size());
  out.results.reserve(ids.size());
  for (size_t rank = 0; rank < ids.size(); ++rank) {
    const auto [left, right, made] = ids[rank];
    if (left == kNoId) fail(rank, merges.left(rank));
    if (right == kNoId) fail(rank, merges.right(rank));
    if (made == kNoId) {
      const std::string_view rest = merges.right(rank);
      if (rest.size() < prefix) fail(rank, rest);
      fail(rank, std::string(merges.left(rank)).append(rest.substr(prefix)));
    }
    out.pairs.push_back({left, right});
    out.results.push_back(made);
  }
  return out;
}

// The only character of a token, or kNoCharacter.
constexpr char32_t kNoCharacter = 0xFFFFFFFFu;

char32_t only_character(std::string_view text) {
  if (text.empty() || text.size() > 4) return kNoCharacter;
  const auto* const p = reinterpret_cast<const uint8_t*>(text.data());
  if (utf8::valid_prefix(p, p + text.size()) != text.size()) return kNoCharacter;
  char32_t c;
  utf8::decode(p, c);
  return c;
}

char32_t first_character(std::string_view text) {
  const auto* const p = reinterpret_cast<const uint8_t*>(text.data());
  return only_character(text.substr(0, utf8::valid_prefix(p, p + text.size())));
}

char32_t last_character(std::string_view text) {
  size_t at = text.size();
  while (at > 0 && (static_cast<uint8_t>(text[--at]) & 0xC0) == 0x80) {
  }
  return only_character(text.substr(at));
}

bool all_different(std::vector<uint32_t> ids) {
  std::sort(ids.begin(), ids.end());
  return std::adjacent_find(ids.begin(), ids.end()) == ids.end();
}

// Whether valid UTF-8 has this byte; published vocabularies leave the others out.
bool occurs_in_utf8(unsigned byte) { return byte < 0xC0 || (byte > 0xC1 && byte < 0xF5); }

}  // namespace

Bpe::Bpe(VocabPtr vocab, MergesPtr merges, BpeOptions options)
    : vocab_(std::move(vocab)), merges_(std::move(merges)), options_(std::move(options)) {
  Resolved resolved = resolve(*merges_, vocab_, options_.prefix.size());
  for (size_t byte = 0; byte < 256; ++byte) {
    constexpr char kDigits[] = "0123456789ABCDEF";
    const char name[] = {'<', '0', 'x', kDigits[byte >> 4], kDigits[byte & 15], '>'};
    byte_tokens_[byte] = vocab_->id({name, sizeof(name)});
  }
  if (options_.unk_token) unk_id_ = vocab_->id(*options_.unk_token);
  read_characters();
  fill_cuts(resolved.pairs);
  make_joins(std::move(resolved.pairs), std::move(resolved.results));
  read_bytes();
}

void Bpe::make_joins(std::vector<PairTable::Pair> pairs, std::vector<uint32_t> results) {
  // Words are made of characters alone if there are no marks, and no merges of byte tokens or of
  // the unknown token.
  std::vector<uint32_t> others;
  for (const uint32_t id : byte_tokens_) {
    if (options_.byte_fallback && id != kNoId) others.push_back(id);
  }
  if (unk_id_ != kNoId) others.push_back(unk_id_);
  std::sort(others.begin(), others.end());
  const auto other = [&](uint32_t id) {
    return std::binary_search(others.begin(), others.end(), id);
  };
  const bool plain = options_.prefix.empty() && options_.suffix.empty() &&
                     std::none_of(pairs.begin(), pairs.end(), [&](const PairTable::Pair& pair) {
                       return other(pair.left) || other(pair.right);
                     });
  if (!plain) {
    joins_ = Joins(pairs, {}, std::move(results));
    return;
  }
  const auto spell = [this](uint32_t id, IdBuffer& out) {
    const std::string_view text = vocab_->token(id);
    const auto* p = reinterpret_cast<const uint8_t*>(text.data());
    const uint8_t* const end = p + text.size();
    while (p < end) {
      if (utf8::valid_prefix(p, end) == 0) return out.clear();
      char32_t c;
      p = utf8::decode(p, c);
      out.push_back(character(c, kMiddle));
      if (out.data()[out.size() - 1] == CharTable::kNone) return out.clear();
    }
  };
  // The merges of one token must stand together, or their order says more than that of the tokens.
  std::vector<uint32_t> made, begins;
  for (size_t rank = 0; rank < results.size(); ++rank) {
    if (!made.empty() && made.back() == results[rank]) continue;
    made.push_back(results[rank]);
    begins.push_back(static_cast<uint32_t>(rank));
  }
  begins.push_back(static_cast<uint32_t>(results.size()));
  const bool many = results.size() > made.size() + made.size() / 8;
  if (many && all_different(made)) {
    const auto makes = [&](size_t i, uint32_t left, uint32_t right) {
      const auto wanted = [=](const PairTable::Pair& p) { return p.left == left && p.right == right; };
      return std::any_of(pairs.begin() + begins[i], pairs.begin() + begins[i + 1], wanted);
    };
    std::optional<Joins> met = Joins::met(made, spell, makes);
    if (met) {
      joins_ = std::move(*met);
      return;
    }
  }
  joins_ = Joins(pairs, {}, std::move(results));
}

void Bpe::read_characters() {
  const std::string_view prefix = options_.prefix, suffix = options_.suffix;
  const uint8_t middle = prefix.empty() ? 0 : 1;
  const uint8_t end = suffix.empty() ? 0 : 2;
  form_table_ = {0, middle, static_cast<uint8_t>(middle + end), end};
  tables_.resize(4);
  const size_t longest = prefix.size() + suffix.size() + 4;
  for (size_t i = 0; i < vocab_->size(); ++i) {
    const std::string_view token = vocab_->token_at(i);
    if (token.size() > longest) continue;
    for (const uint8_t form : {0, 1, 2, 3}) {
      std::string_view text = token;
      if ((form & 1) != 0) {
        if (prefix.empty() || !text.starts_with(prefix)) continue;
        text.remove_prefix(prefix.size());
      }
      if ((form & 2) != 0) {
        if (suffix.empty() || !text.ends_with(suffix)) continue;
        text.remove_suffix(suffix.size());
      }
      const char32_t c = only_character(text);
      if (c != kNoCharacter) tables_[form].set(c, vocab_->id_at(i));
    }
  }
}

void Bpe::read_bytes() {
  if (!options_.prefix.empty() || options_.byte_fallback) return;
  uint32_t symbols[256], last[256];
  for (unsigned byte = 0; byte < 256; ++byte) {
    const char32_t c = byte_alphabet::kSpelling[byte];
    symbols[byte] = character(c, kMiddle);
    last[byte] = character(c, kLast);
    if (symbols[byte] != CharTable::kNone && last[byte] != CharTable::kNone) continue;
    if (occurs_in_utf8(byte)) return;
    symbols[byte] = last[byte] = Joins::kNoSymbol;  // never asked for
  }
  bytes_ = ByteBpe(&joins_, symbols, last);
  if (options_.ignore_merges) read_whole_words();
}

// Tokens that are spelled in the byte alphabet all through.
void Bpe::read_whole_words() {
  MergeScratch scratch;
  std::string bytes;
  for (size_t i = 0; i < vocab_->size(); ++i) {
    if (joins_.forms(vocab_->id_at(i))) continue;
    bytes.clear();
    if (byte_alphabet::append_bytes(vocab_->token_at(i), bytes)) {
      bytes_.add_whole(bytes, vocab_->id_at(i), scratch);
    }
  }
  bytes_.finish();
}

Joins Bpe::every_join() const {
  Resolved resolved = resolve(*merges_, vocab_, options_.prefix.size());
  return Joins(resolved.pairs, {}, std::move(resolved.results));
}

void Bpe::fill_cuts(const std::vector<PairTable::Pair>& pairs) {
  if (!options_.prefix.empty() || !options_.suffix.empty() || options_.ignore_merges) {
    cuts_.forbid_cuts();
    return;
  }
  std::vector<uint32_t> bytes(byte_tokens_.begin(), byte_tokens_.end());
  std::sort(bytes.begin(), bytes.end());
  spells_ = options_.byte_fallback && bytes.back() != kNoId;
  for (size_t rank = 0; rank < pairs.size(); ++rank) {
    const std::string_view left = merges_->left(rank), right = merges_->right(rank);
    const char32_t before = last_character(left), after = first_character(right);
    if (before == kNoCharacter || after == kNoCharacter) return cuts_.forbid_cuts();
    cuts_.add(before, after);
    if (spells_ && !bytes_merge_) {
      bytes_merge_ = std::binary_search(bytes.begin(), bytes.end(), pairs[rank].left) ||
                    std::binary_search(bytes.begin(), bytes.end(), pairs[rank].right);
    }
  }
  if (!spells_ || bytes_merge_) cuts_.set_known(&tables_[0]);
}

}  // namespace subwords
