#include "models/unigram.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>

#include "models/unigram_work.hpp"
#include "text/steps.hpp"

namespace subwords {
namespace {

std::string byte_piece(size_t byte) {
  const char* const digits = "0123456789ABCDEF";
  return std::string("<0x") + digits[byte >> 4] + digits[byte & 15] + ">";
}

template <class Step>
void rebase(std::vector<Step>& steps, size_t begin, size_t reach) {
  const float total = steps[begin].total;
  for (size_t at = begin; at <= std::max(begin, reach); ++at) steps[at].total -= total;
}

}  // namespace

Unigram::Unigram(PiecesPtr pieces, std::optional<uint32_t> unk_id, bool byte_fallback,
                 UnigramSemantics semantics)
    : pieces_(std::move(pieces)),
      trie_(*pieces_, semantics),
      semantics_(semantics),
      byte_fallback_(byte_fallback),
      unk_id_(unk_id.value_or(kNoId)),
      max_id_(std::max(static_cast<int64_t>(pieces_->size()) - 1,
                       unk_id ? static_cast<int64_t>(*unk_id) : -1)) {
  byte_ids_.fill(kNoId);
  for (size_t byte = 0; byte_fallback && byte < 256; ++byte) {
    const size_t id = pieces_->find(byte_piece(byte));
    if (id != SIZE_MAX) {
      byte_ids_[byte] = static_cast<uint32_t>(id);
    } else if (semantics == UnigramSemantics::kSentencePiece) {
      throw std::invalid_argument("byte_fallback needs a piece for every byte, and " +
                                  byte_piece(byte) + " is missing");
    }
  }
  find_cuts();
}

std::unique_ptr<WordModel::Scratch> Unigram::make_scratch() const {
  return std::make_unique<Work>();
}

void Unigram::encode(std::string_view word, Scratch& scratch, IdBuffer& ids) const {
  Emitter emit(*this, word, ids, nullptr);
  run(word, static_cast<Work&>(scratch), 0.0, emit);
}

void Unigram::annotate(std::string_view word, Scratch& scratch, IdBuffer& ids,
                       std::vector<ByteSpan>& spans) const {
  Emitter emit(*this, word, ids, &spans);
  run(word, static_cast<Work&>(scratch), 0.0, emit);
}

double Unigram::run(std::string_view word, Work& work, double total, Emitter& emit) const {
  if (semantics_ == UnigramSemantics::kSentencePiece) {
    total = viterbi(word, work.single_steps, static_cast<float>(total), emit);
  } else {
    total = viterbi(word, work.double_steps, total, emit);
  }
  emit.finish(word.size());
  return total;
}

// Positions in `steps` count from the start of the segment.
template <class Real>
Real Unigram::viterbi(std::string_view word, std::vector<Step<Real>>& steps, Real before,
                      Emitter& emit) const {
  const auto* const text = reinterpret_cast<const uint8_t*>(word.data());
  const UnigramTrie::Node* const nodes = trie_.nodes();
  const uint32_t root = trie_.root();
  const Real unknown_score = static_cast<Real>(trie_.unknown_score());
  const size_t longest = std::max<size_t>(trie_.longest(), 4);
  size_t first = 0;  // where the segment begins
  size_t reach = 0;  // the furthest position with a way to it, counted from `first`
  if (steps.size() < longest + 1) steps.resize(longest + 1);
  steps[0].total = before;

  // A way to the position `at` in the segment; the first of equal ones stays.
  const auto offer = [&](size_t at, Real total, uint32_t node, size_t begin) {
    if (at > reach) {
      for (size_t gap = reach + 1; gap < at; ++gap) {
        steps[gap].total = -std::numeric_limits<Real>::infinity();
      }
      reach = at;
    } else if (!(total > steps[at].total)) {
      return;
    }
    steps[at] = {total, node, static_cast<uint32_t>(begin)};
  };

  for (size_t at = 0; at < word.size();) {
    size_t begin = at - first;
    if (begin == reach && begin > 0) {
      trace_back(steps, first, begin, emit);
      steps[0].total = steps[begin].total;
      first = at;
      begin = reach = 0;
    }
    if (steps.size() < begin + longest + 1) steps.resize(2 * (begin + longest + 1));
    if constexpr (std::is_same_v<Real, float>) {
      if (std::abs(steps[begin].total) > kRebase) [[unlikely]] rebase(steps, begin, reach);
    }
    const Real total = steps[begin].total;
    const size_t next = std::min(at + character_bytes(text[at]), word.size());
    bool single = false;
    uint32_t node = root;
    for (size_t end = at; end < word.size();) {
      SUBWORDS_STEP();
      const uint32_t child = nodes[node].base ^ text[end];
      if (nodes[child].check != node) break;
      node = child;
      ++end;
      if (nodes[node].score == UnigramTrie::kNoPiece) continue;
      single |= end == next;
      offer(end - first, static_cast<Real>(nodes[node].score) + total, node, begin);
    }
    if (!single) {
      if (unk_id_ == kNoId) {
        char32_t character;
        utf8::decode(text + at, character);
        throw NoUnknownPiece(character);
      }
      offer(next - first, unknown_score + total, kUnknown, begin);
    }
    at = next;
  }
  if (reach > 0) trace_back(steps, first, reach, emit);
  return steps[reach].total;
}

template <class Real>
void Unigram::trace_back(std::vector<Step<Real>>& steps, size_t first, size_t length,
                         Emitter& emit) {
  uint32_t next = 0;
  for (uint32_t at = static_cast<uint32_t>(length); at > 0;) {
    const uint32_t begin = steps[at].begin;
    steps[at].begin = next;
    next = at;
    at = begin;
  }
  for (uint32_t begin = 0; next > 0;) {
    emit.piece(steps[next].node, first + begin, first + next);
    begin = next;
    next = steps[next].begin;
  }
}

void Unigram::Emitter::unknown(size_t begin, size_t end) {
  if (model_.semantics_ == UnigramSemantics::kHuggingFace) {
    // A run that happens to spell a piece is that piece: tokenizers looks it up by its text.
    const uint32_t node = model_.trie_.find(word_.substr(begin, end - begin));
    if (node != UnigramTrie::kNone && model_.trie_.id(node) != kNoId) {
      return push(model_.trie_.id(node), begin, end);
    }
    if (model_.byte_fallback_ && spell(begin, end)) return;
  } else if (model_.byte_fallback_) {
    while (begin < end) {
      const size_t next = begin + character_bytes(static_cast<uint8_t>(word_[begin]));
      spell(begin, next);
      begin = next;
    }
    return;
  }
  push(model_.unk_id_, begin, end);
}

// One token per byte, all with the same span; false, and none, where a byte is no piece.
bool Unigram::Emitter::spell(size_t begin, size_t end) {
  const std::string_view text = word_.substr(begin, end - begin);
  const auto id = [this](char byte) { return model_.byte_ids_[static_cast<uint8_t>(byte)]; };
  if (std::any_of(text.begin(), text.end(), [&](char byte) { return id(byte) == kNoId; })) {
    return false;
  }
  for (const char byte : text) push(id(byte), begin, end);
  return true;
}

}  // namespace subwords
