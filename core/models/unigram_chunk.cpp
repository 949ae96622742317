// Encoding a word chunk by chunk, and when that gives what encoding it whole gives.
//
// Between two characters that stand side by side in no piece no edge of the lattice passes, so in
// exact arithmetic the best way through the word is the best way through each chunk, one after the
// other. The libraries do not count exactly: they round each sum, counted from the start of the
// word, to Real (float32 or float64). A chunk is *sure* where rounding cannot matter:
//
//   Let P be the rounded total where the chunk begins, L(j) the exact best total from there to
//   position j, T(j) the rounded one, B a bound on the size of all totals in the chunk, and u half
//   a unit in the last place relative to its number (2^-24, 2^-53). A sum of two numbers below B
//   is off by at most uB, and a maximum is off by no more than what it is taken of. So by induction
//   |T(j) - P - L(j)| <= k u B for a position j that lies k characters into the chunk. Where the
//   best last piece of a way to j beats every other by more than 2 k u B in exact arithmetic, it
//   beats them rounded too. The trace back looks at no position but those on the way itself; if
//   this holds at each of them, the way is the same whatever P is.
//
// B holds while |P| stays below a limit: sentencepiece moves its sums back to zero at 100,000,
// `sure_ids` sees to it that no chunk comes near that unnoticed, and for float64 the limit is so
// large that no text reaches it. What is not sure (near ties, runs like "----" that can be cut in
// several ways of equal score) is encoded with the true P, which is known from the ids before: the
// winner's total is the rounded sum of its pieces' scores, in order. A run of several unknowns gives
// one id that does not say how many they were: where they stand in no piece at all, so that a chunk
// is nothing else, the caller knows their number, else a chunk with such a run counts as unsure.
#include <algorithm>
#include <cmath>
#include <limits>

#include "models/unigram.hpp"
#include "models/unigram_work.hpp"
#include "text/steps.hpp"

namespace subwords {
namespace {

// As far from zero as totals may be before a sure chunk.
constexpr double kSinglePrefix = 90000.0, kDoublePrefix = 1e9;
constexpr double kSingleRounding = 0x1p-24, kDoubleRounding = 0x1p-53;
// Longer chunks are not worth the memory: they are encoded with what stands before.
constexpr size_t kMostBytes = 1024;

}  // namespace

void Unigram::find_cuts() {
  const bool sentencepiece = semantics_ == UnigramSemantics::kSentencePiece;
  greatest_score_ = std::abs(trie_.unknown_score());
  const auto add_joins = [&](std::string_view piece) {
    const auto* p = reinterpret_cast<const uint8_t*>(piece.data());
    const auto* const end = p + piece.size();
    const auto note = [&](char32_t c, Role role) {
      if (role == kPiece || roles_.find(c) == CharTable::kNone) roles_.set(c, role);
    };
    char32_t first, before, c;
    p = utf8::decode(p, first);
    note(first, p == end ? kPiece : kPart);
    for (before = first; p < end; before = c) {
      p = utf8::decode(p, c);
      note(c, kPart);
      cuts_.add(before, c);
    }
    return std::pair{first, before};
  };
  scores_ = trie_.scores(pieces_->size());
  for (size_t id = 0; id < pieces_->size(); ++id) {
    const std::string_view piece = pieces_->piece(id);
    if (scores_[id] == UnigramTrie::kNoPiece) continue;
    greatest_score_ = std::max(greatest_score_, std::abs(scores_[id]));
    const auto [first, last] = add_joins(piece);
    if (sentencepiece || id != unk_id_) continue;
    // Neighbours of the unknown piece fuse with it.
    cuts_.add(last, first);
    unknown_first_ = first, unknown_last_ = last;
  }
  // Neighbouring unknowns become one token, but for those that are spelled one by one.
  fuses_ = !sentencepiece || !byte_fallback_;
  find_scores();
}

void Unigram::find_scores() {
  const bool sentencepiece = semantics_ == UnigramSemantics::kSentencePiece;
  for (uint32_t id = 0; id < pieces_->size(); ++id) {
    const std::string_view piece = pieces_->piece(id);
    double& score = scores_[id];
    if (score == UnigramTrie::kNoPiece || id == unk_id_) score = trie_.unknown_score();
    if (id == unk_id_) continue;
    if (sentencepiece && pieces_->type(id) == PieceType::kByte) {
      // The bytes of an unknown character: its first stands for it.
      const auto byte = std::find(byte_ids_.begin(), byte_ids_.end(), id) - byte_ids_.begin();
      if ((byte & 0xC0) == 0x80) score = 0.0;
    } else if (byte_fallback_ && !sentencepiece && piece.starts_with("<0x")) {
      score = std::numeric_limits<double>::quiet_NaN();
    }
  }
}

// Whether these neighbours may become one unknown token. A character that is a piece is never
// unknown, but for the edges of a piece that spells the unknown token.
bool Unigram::fuse(char32_t a, char32_t b) const {
  const bool left = roles_.find(a) != kPiece, right = roles_.find(b) != kPiece;
  return left ? right || b == unknown_first_ : right && a == unknown_last_;
}

bool Unigram::joins_spaces() const {
  constexpr char32_t kSpaceMark = 0x2581;  // ▁
  return cuts_.joins_spaces() ||
         (fuses_ && (roles_.find(kSpaceMark) != kPiece || unknown_first_ == kSpaceMark));
}

bool Unigram::encode_chunk(std::string_view chunk, Scratch& scratch, IdBuffer& ids) const {
  if (chunk.size() > kMostBytes || unk_id_ == kNoId) return false;
  const bool single_precision = semantics_ == UnigramSemantics::kSentencePiece;
  auto& rivals = static_cast<Work&>(scratch).rivals;
  const auto* const text = reinterpret_cast<const uint8_t*>(chunk.data());
  const UnigramTrie::Node* const nodes = trie_.nodes();
  rivals.assign(chunk.size() + 1, {UnigramTrie::kNoPiece, UnigramTrie::kNoPiece, 0, 0, 0});
  rivals[0].best = 0.0;
  const auto offer = [&](size_t end, double total, uint32_t node, size_t begin) {
    Work::Rivals& at = rivals[end];
    if (total > at.best) {
      at.second = at.best;
      at.best = total;
      at.node = node;
      at.begin = static_cast<uint32_t>(begin);
    } else {
      at.second = std::max(at.second, total);
    }
  };
  for (size_t at = 0; at < chunk.size();) {
    const size_t next = std::min(at + character_bytes(text[at]), chunk.size());
    bool single = false;
    uint32_t node = trie_.root();
    for (size_t end = at; end < chunk.size();) {
      SUBWORDS_STEP();
      const uint32_t child = nodes[node].base ^ text[end];
      if (nodes[child].check != node) break;
      node = child;
      ++end;
      if (nodes[node].score == UnigramTrie::kNoPiece) continue;
      single |= end == next;
      offer(end, rivals[at].best + nodes[node].score, node, at);
    }
    if (!single) offer(next, rivals[at].best + trie_.unknown_score(), kUnknown, at);
    rivals[next].characters = rivals[at].characters + 1;
    at = next;
  }

  // Is the way sure? The exact totals are rounded to float64 here too, which the margin allows for.
  const double characters = rivals[chunk.size()].characters;
  const double bound = (single_precision ? kSinglePrefix : kDoublePrefix) +
                       (characters + 1.0) * greatest_score_;
  const double rounding =
      bound * (single_precision ? kSingleRounding + kDoubleRounding : 2.0 * kDoubleRounding);
  if (single_precision && bound > kRebase) return false;
  uint32_t next = 0;
  for (auto at = static_cast<uint32_t>(chunk.size()); at > 0;) {
    Work::Rivals& step = rivals[at];
    if (!(step.best - step.second > 2.0 * step.characters * rounding)) return false;
    const uint32_t begin = step.begin;
    step.begin = next;
    next = at;
    at = begin;
  }
  Emitter emit(*this, chunk, ids, nullptr);
  for (uint32_t begin = 0; next > 0; next = rivals[next].begin) {
    emit.piece(rivals[next].node, begin, next);
    begin = next;
  }
  emit.finish(chunk.size());
  return !emit.fused();
}

bool Unigram::encode_chunk_after(std::string_view chunk, std::span<const uint32_t> before,
                                 std::span<const UnknownRun> runs, Prefix& prefix,
                                 Scratch& scratch, IdBuffer& ids) const {
  // The scores of the pieces that won, in order.
  for (size_t i = prefix.done; i < before.size(); ++i) {
    size_t times = 1;
    if (!runs.empty() && runs.front().id == i) {
      times = runs.front().characters;
      runs = runs.subspan(1);
    }
    if (!add_score(scores_[before[i]], times, prefix.total)) return false;
  }
  const size_t count = ids.size();
  Emitter emit(*this, chunk, ids, nullptr);
  prefix.total = run(chunk, static_cast<Work&>(scratch), prefix.total, emit);
  prefix.done = before.size() + (ids.size() - count);
  return true;
}

void Unigram::count_token_characters(std::span<uint8_t> by_id) const {
  const bool sentencepiece = semantics_ == UnigramSemantics::kSentencePiece;
  for (size_t id = 0; id < pieces_->size(); ++id) {
    by_id[id] = token_characters(pieces_->piece(id));
  }
  for (const uint32_t id : byte_ids_) {
    if (id != kNoId) by_id[id] = sentencepiece ? kOneByte : 0;
  }
  if (unk_id_ != kNoId) by_id[unk_id_] = 0;
}

size_t Unigram::sure_ids(const Prefix& prefix) const {
  if (semantics_ != UnigramSemantics::kSentencePiece) return SIZE_MAX;
  const double left = (kSinglePrefix - std::abs(prefix.total)) / greatest_score_;
  return left > 1.0 ? static_cast<size_t>(left) - 1 : 0;
}

// False where the id did not tell what it stands for, or the total leaves its range.
bool Unigram::add_score(double score, size_t times, double& total) const {
  const bool single_precision = semantics_ == UnigramSemantics::kSentencePiece;
  if (std::isnan(score)) return false;
  for (; times > 0; --times) {
    if (single_precision && std::abs(total) > kRebase) return false;
    total = single_precision ? static_cast<float>(total) + static_cast<float>(score)
                             : total + score;
  }
  return true;
}

}  // namespace subwords
