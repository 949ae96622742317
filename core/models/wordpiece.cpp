#include "models/wordpiece.hpp"

#include <algorithm>

#include "models/sorted_keys.hpp"
#include "text/utf8.hpp"

namespace subwords {

WordPiece::WordPiece(VocabPtr vocab, std::string_view unk_token,
                     std::string_view continuing_prefix, uint32_t max_chars_per_word)
    : vocab_(std::move(vocab)), max_chars_(max_chars_per_word) {
  prefix_bytes_ = static_cast<uint32_t>(continuing_prefix.size());
  const auto ids = static_cast<size_t>(vocab_->max_id() + 1);
  if (ids <= 4 * vocab_->size() + 1024) piece_bytes_.assign(ids, kAskVocab);
  std::vector<TrieKey> starts, continuations;
  starts.reserve(vocab_->size());
  for (size_t i = 0; i < vocab_->size(); ++i) {
    const std::string_view token = vocab_->token_at(i);
    const uint32_t id = vocab_->id_at(i);
    if (token == unk_token) unk_id_ = id;
    if (!piece_bytes_.empty() && token.size() < kAskVocab) {
      piece_bytes_[id] = static_cast<uint16_t>(token.size());
    }
    if (!token.empty()) starts.emplace_back(token, id);
    if (token.size() > continuing_prefix.size() && token.starts_with(continuing_prefix)) {
      const std::string_view rest = token.substr(continuing_prefix.size());
      continuations.emplace_back(rest, id);
    }
  }

  DoubleArrayBuilder builder;
  struct Part {
    std::vector<TrieKey>& keys;
    uint32_t& root;
    std::vector<DoubleArrayBuilder::Final> finals{};
    std::vector<DoubleArrayBuilder::Edge> edges{};
  };
  Part parts[2] = {{continuations, continuation_root_}, {starts, start_root_}};
  for (Part& part : parts) {
    sort_keys(part.keys);
    part.root = builder.add_root(part.keys, part.finals, &part.edges);
  }
  const DoubleArray trie = builder.finish();
  std::vector<uint32_t> final_ids(trie.size(), kNoId);
  for (const Part& part : parts) {
    for (const auto& final : part.finals) final_ids[final.node] = final.id;
  }
  Links links;
  links.fail.assign(trie.size(), DoubleArray::kNone);
  links.last.assign(trie.size(), 0);
  pops_.push_back({kNoId, 0});
  // Failure links always lead into the continuation trie, so that one comes first.
  for (const Part& part : parts) link(trie, part.edges, final_ids, links);
  join(trie, links);
}

void WordPiece::link(const DoubleArray& trie, const std::vector<DoubleArrayBuilder::Edge>& edges,
                     const std::vector<uint32_t>& final_ids, Links& links) {
  std::vector<uint32_t> chain;
  for (const auto& edge : edges) {
    if (final_ids[edge.node] != kNoId) {
      links.fail[edge.node] = continuation_root_;
      links.last[edge.node] = static_cast<uint32_t>(pops_.size());
      pops_.push_back({final_ids[edge.node], 0});
      continue;
    }
    // What falling back from the parent emits, then whatever more it takes until the byte fits.
    uint32_t target = links.fail[edge.parent];
    uint32_t last = links.last[edge.parent];
    const size_t pops_before = pops_.size();
    while (target != DoubleArray::kNone && trie.child(target, edge.byte) == DoubleArray::kNone) {
      chain.clear();
      for (uint32_t pop = links.last[target]; pop != 0; pop = pops_[pop].previous) {
        chain.push_back(pops_[pop].id);
      }
      for (size_t i = chain.size(); i-- > 0;) {
        pops_.push_back({chain[i], last});
        last = static_cast<uint32_t>(pops_.size() - 1);
      }
      target = links.fail[target];
    }
    if (target != DoubleArray::kNone) {
      links.fail[edge.node] = trie.child(target, edge.byte);
      links.last[edge.node] = last;
    } else {
      pops_.resize(pops_before);
    }
  }
}

// Puts the trie and its links side by side; a single pop, the usual case, is named by its id.
void WordPiece::join(const DoubleArray& trie, const Links& links) {
  nodes_.resize(trie.size());
  for (uint32_t i = 0; i < nodes_.size(); ++i) {
    const uint32_t last = links.last[i];
    const bool single = last != 0 && pops_[last].previous == 0 && pops_[last].id < kList;
    nodes_[i] = {trie.cell(i).base, trie.cell(i).check, links.fail[i],
                 single ? pops_[last].id : kList | last};
  }
}

inline uint32_t* WordPiece::emit(uint32_t pops, uint32_t* out) const {
  SUBWORDS_STEP();
  if (pops < kList) [[likely]] {
    *out = pops;
    return out + 1;
  }
  // The list runs from the last pop to the first.
  uint32_t* const first = out;
  for (uint32_t pop = pops & ~kList; pop != 0; pop = pops_[pop].previous) {
    SUBWORDS_STEP();
    *out++ = pops_[pop].id;
  }
  std::reverse(first, out);
  return out;
}

template <bool kFold>
inline size_t WordPiece::match_bytes(const uint8_t* word, size_t size, uint32_t* out) const {
  const Node* const nodes = nodes_.data();
  uint32_t* next = out;
  uint32_t node = start_root_;
  for (size_t i = 0; i < size; ++i) {
    uint8_t byte = word[i];
    if (kFold && byte >= 'A' && byte <= 'Z') byte = static_cast<uint8_t>(byte | 0x20);
    for (;;) {
      SUBWORDS_STEP();
      const uint32_t child = nodes[node].base ^ byte;
      if (nodes[child].check == node) {
        node = child;
        break;
      }
      if (nodes[node].fail == DoubleArray::kNone) return kUnknown;
      next = emit(nodes[node].pops, next);
      node = nodes[node].fail;
    }
  }
  if (size == 0) return 0;
  while (node != continuation_root_) {
    if (nodes[node].fail == DoubleArray::kNone) return kUnknown;
    next = emit(nodes[node].pops, next);
    node = nodes[node].fail;
  }
  return static_cast<size_t>(next - out);
}

size_t WordPiece::match(const uint8_t* word, size_t size, uint32_t* out, bool fold) const {
  return fold ? match_bytes<true>(word, size, out) : match_bytes<false>(word, size, out);
}

// Appends the pieces of a word; false where what was appended is the unk token, or nothing.
bool WordPiece::append(std::string_view word, IdBuffer& ids) const {
  if (max_chars_ == kNoLimit || word.size() <= max_chars_ || utf8::length(word) <= max_chars_) {
    ids.reserve_more(word.size());
    const auto* const bytes = reinterpret_cast<const uint8_t*>(word.data());
    const size_t count = match(bytes, word.size(), ids.data() + ids.size());
    if (count != kUnknown) {
      ids.resize(ids.size() + count);
      return true;
    }
  }
  if (unk_id_ != kNoId) {
    ids.push_back(unk_id_);
  } else {
    note_dropped_word();
  }
  return false;
}

void WordPiece::encode(std::string_view word, Scratch&, IdBuffer& ids) const { append(word, ids); }

void WordPiece::annotate(std::string_view word, Scratch&, IdBuffer& ids,
                         std::vector<ByteSpan>& spans) const {
  const size_t before = ids.size();
  const auto size = static_cast<uint32_t>(word.size());
  if (!append(word, ids)) {
    if (ids.size() > before) spans.push_back({0, size});
    return;
  }
  uint32_t byte = 0;
  for (size_t k = before; k < ids.size(); ++k) {
    const uint32_t end = byte + text_bytes(ids[k], k > before);
    spans.push_back({byte, end});
    byte = end;
  }
}

size_t WordPiece::memory_bytes() const {
  return nodes_.capacity() * sizeof(Node) + pops_.capacity() * sizeof(Pop) +
         piece_bytes_.capacity() * sizeof(uint16_t);
}

}  // namespace subwords
