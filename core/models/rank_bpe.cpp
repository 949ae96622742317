#include "models/rank_bpe.hpp"

#include <algorithm>
#include <numeric>

#include "formats/fault.hpp"
#include "models/bpe_scratch.hpp"
#include "models/token_splits.hpp"

namespace subwords {
namespace {

const uint8_t* bytes_of(std::string_view word) {
  return reinterpret_cast<const uint8_t*>(word.data());
}

// Positions of the tokens in the order of ranks.
std::vector<uint32_t> by_rank(const Vocab& vocab) {
  std::vector<uint32_t> order(vocab.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto earlier = [&](uint32_t a, uint32_t b) { return vocab.id_at(a) < vocab.id_at(b); };
  if (!std::is_sorted(order.begin(), order.end(), earlier)) {
    std::sort(order.begin(), order.end(), earlier);
  }
  return order;
}

// All pairs of tokens that are together a token.
Joins every_join(const Vocab& vocab) {
  std::vector<SplitToken> tokens;
  std::vector<uint32_t> results;
  for (const uint32_t at : by_rank(vocab)) {
    if (vocab.token_at(at).empty()) continue;
    tokens.push_back({vocab.token_at(at), vocab.id_at(at)});
    results.push_back(vocab.id_at(at));
  }
  TokenSplits splits = token_splits(tokens, false);
  return Joins(splits.pairs, std::move(splits.tokens), std::move(results));
}

Joins joins_by_rank(const Vocab& vocab, const uint32_t (&symbols)[256]) {
  std::vector<uint32_t> results;
  for (const uint32_t at : by_rank(vocab)) results.push_back(vocab.id_at(at));
  const auto spell = [&](uint32_t id, IdBuffer& out) {
    for (const char byte : vocab.token(id)) out.push_back(symbols[static_cast<uint8_t>(byte)]);
  };
  const auto makes = [](size_t, uint32_t, uint32_t) { return true; };
  std::optional<Joins> met = Joins::met(results, spell, makes);
  return met ? std::move(*met) : every_join(vocab);
}

}  // namespace

RankBpe::RankBpe(VocabPtr vocab) : vocab_(std::move(vocab)) {
  uint32_t symbols[256];
  for (unsigned byte = 0; byte < 256; ++byte) {
    const char text = static_cast<char>(byte);
    symbols[byte] = vocab_->id({&text, 1});
    if (symbols[byte] == kNoId) {
      constexpr char kDigits[] = "0123456789ABCDEF";
      const std::string name = {'0', 'x', kDigits[byte >> 4], kDigits[byte & 15]};
      throw Fault("byte " + name + " is no token; a rank vocabulary has all 256", "");
    }
  }
  joins_ = joins_by_rank(*vocab_, symbols);
  bytes_ = ByteBpe(&joins_, symbols, symbols);
  MergeScratch scratch;
  for (size_t i = 0; i < vocab_->size(); ++i) {
    if (joins_.forms(vocab_->id_at(i))) continue;
    bytes_.add_whole(vocab_->token_at(i), vocab_->id_at(i), scratch);
  }
  bytes_.finish();
}

std::unique_ptr<WordModel::Scratch> RankBpe::make_scratch() const {
  return std::make_unique<BpeScratch>();
}

void RankBpe::encode(std::string_view word, Scratch& scratch, IdBuffer& ids) const {
  auto& room = static_cast<BpeScratch&>(scratch);
  if (word.empty()) return;
  const size_t before = ids.size();
  ids.resize(before + word.size());
  ids.resize(before + bytes_.encode(bytes_of(word), word.size(), room.merge, ids.data() + before));
}

void RankBpe::annotate(std::string_view word, Scratch& scratch, IdBuffer& ids,
                       std::vector<ByteSpan>& spans) const {
  if (word.empty()) return;
  auto& room = static_cast<BpeScratch&>(scratch);
  const size_t before = ids.size();
  ids.resize(before + word.size());
  room.starts.resize(word.size());
  const uint32_t* const starts = room.starts.data();
  const size_t count = bytes_.encode(bytes_of(word), word.size(), room.merge, ids.data() + before,
                                     room.starts.data());
  ids.resize(before + count);
  for (size_t i = 0; i < count; ++i) {
    const size_t end = i + 1 < count ? starts[i + 1] : word.size();
    spans.push_back({starts[i], static_cast<uint32_t>(end)});
  }
}

void RankBpe::sample(std::string_view word, double amount, RandomStream& random, Scratch& scratch,
                     IdBuffer& ids) const {
  if (amount == 0) return encode(word, scratch, ids);
  auto& room = static_cast<BpeScratch&>(scratch);
  const size_t before = ids.size();
  ids.resize(before + word.size());
  room.starts.resize(word.size());
  bytes_.initial(bytes_of(word), word.size(), ids.data() + before);
  NoWatch watch;
  const Joins& joins = all_joins_.get(joins_, [this] { return every_join(*vocab_); });
  ids.resize(before + merge_with_dropout(joins, ids.data() + before, word.size(),
                                         room.starts.data(), amount, false, random, room.dropout,
                                         watch));
}

size_t RankBpe::memory_bytes() const { return joins_.memory_bytes() + bytes_.memory_bytes(); }

}  // namespace subwords
