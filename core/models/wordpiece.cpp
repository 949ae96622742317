#include "models/wordpiece.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace subwords {
namespace {

struct Key {
  uint64_t head;  // the first eight bytes, big-endian, so that comparing it compares them
  std::string_view text;
  uint32_t id;
};

uint64_t head_of(std::string_view text) {
  uint64_t head = 0;
  std::memcpy(&head, text.data(), std::min<size_t>(8, text.size()));
  if constexpr (std::endian::native == std::endian::little) head = __builtin_bswap64(head);
  return head;
}

// Vocabularies come in no useful order; comparing the heads first makes sorting cheap.
void sort_keys(std::vector<Key>& keys) {
  std::sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) {
    return a.head != b.head ? a.head < b.head : a.text < b.text;
  });
}

}  // namespace

WordPiece::WordPiece(VocabPtr vocab, std::string_view unk_token,
                     std::string_view continuing_prefix, uint32_t max_chars_per_word)
    : vocab_(std::move(vocab)), max_chars_(max_chars_per_word) {
  prefix_bytes_ = static_cast<uint32_t>(continuing_prefix.size());
  piece_bytes_.assign(static_cast<size_t>(vocab_->max_id() + 1), 0);
  std::vector<Key> starts, continuations;
  starts.reserve(vocab_->size());
  for (size_t i = 0; i < vocab_->size(); ++i) {
    const std::string_view token = vocab_->token_at(i);
    const uint32_t id = vocab_->id_at(i);
    piece_bytes_[id] = static_cast<uint32_t>(token.size());
    if (token == unk_token) unk_id_ = id;
    if (!token.empty()) starts.push_back({head_of(token), token, id});
    if (token.size() > continuing_prefix.size() && token.starts_with(continuing_prefix)) {
      const std::string_view rest = token.substr(continuing_prefix.size());
      continuations.push_back({head_of(rest), rest, id});
    }
  }

  DoubleArrayBuilder builder;
  struct Part {
    std::vector<Key>& keys;
    uint32_t& root;
    std::vector<DoubleArrayBuilder::Final> finals{};
    std::vector<DoubleArrayBuilder::Edge> edges{};
  };
  Part parts[2] = {{continuations, continuation_root_}, {starts, start_root_}};
  std::vector<std::string_view> texts;
  for (Part& part : parts) {
    sort_keys(part.keys);
    texts.clear();
    for (const Key& key : part.keys) texts.push_back(key.text);
    part.root = builder.add_root(texts, part.finals, part.edges);
  }
  trie_ = builder.finish();
  links_.resize(trie_.size());
  pops_.push_back({kNoId, 0});
  std::vector<uint32_t> final_ids(trie_.size(), kNoId);
  for (const Part& part : parts) {
    for (const auto& final : part.finals) final_ids[final.node] = part.keys[final.key].id;
  }
  // Failure links always lead into the continuation trie, so that one comes first.
  for (const Part& part : parts) link(part.edges, final_ids);
}

void WordPiece::link(const std::vector<DoubleArrayBuilder::Edge>& edges,
                     const std::vector<uint32_t>& final_ids) {
  std::vector<uint32_t> chain;
  for (const auto& edge : edges) {
    Link& here = links_[edge.node];
    if (final_ids[edge.node] != kNoId) {
      here.fail = continuation_root_;
      here.pops = static_cast<uint32_t>(pops_.size());
      pops_.push_back({final_ids[edge.node], 0});
      continue;
    }
    // What falling back from the parent emits, then whatever more it takes until the byte fits.
    uint32_t target = links_[edge.parent].fail;
    uint32_t pops = links_[edge.parent].pops;
    const size_t pops_before = pops_.size();
    while (target != DoubleArray::kNone && trie_.child(target, edge.byte) == DoubleArray::kNone) {
      chain.clear();
      for (uint32_t pop = links_[target].pops; pop != 0; pop = pops_[pop].previous) {
        chain.push_back(pops_[pop].id);
      }
      for (size_t i = chain.size(); i-- > 0;) {
        pops_.push_back({chain[i], pops});
        pops = static_cast<uint32_t>(pops_.size() - 1);
      }
      target = links_[target].fail;
    }
    if (target != DoubleArray::kNone) {
      here.fail = trie_.child(target, edge.byte);
      here.pops = pops;
    } else {
      pops_.resize(pops_before);
    }
  }
}

size_t WordPiece::memory_bytes() const {
  return trie_.memory_bytes() + links_.capacity() * sizeof(Link) + pops_.capacity() * sizeof(Pop) +
         piece_bytes_.capacity() * sizeof(uint32_t);
}

}  // namespace subwords
