#include "models/unigram_trie.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "models/sorted_keys.hpp"
#include "text/utf8.hpp"

namespace subwords {
namespace {

// How far an unknown character lies below the lowest score of a piece.
constexpr double kUnknownPenalty = 10.0;
// Score of sentencepiece's user-defined pieces, per byte after the first.
constexpr double kUserDefinedBonus = 0.1;
// Sums of this many times 2^32 are still finite in float32.
constexpr double kGreatestScore = 1e28;

double rounded(double score, UnigramSemantics semantics) {
  return semantics == UnigramSemantics::kSentencePiece ? static_cast<float>(score) : score;
}

}  // namespace

UnigramTrie::UnigramTrie(const Pieces& pieces, UnigramSemantics semantics) {
  const bool sentencepiece = semantics == UnigramSemantics::kSentencePiece;
  std::vector<TrieKey> keys;
  std::vector<double> scores(pieces.size(), kNoPiece);
  keys.reserve(pieces.size());
  double lowest = std::numeric_limits<double>::infinity();
  for (size_t id = 0; id < pieces.size(); ++id) {
    const std::string_view piece = pieces.piece(id);
    const PieceType type = pieces.type(id);
    const double score = pieces.score(id);
    const bool bonus = sentencepiece && type == PieceType::kUserDefined;
    if (sentencepiece && !bonus && type != PieceType::kNormal) continue;
    if (!bonus && !(std::abs(score) <= kGreatestScore)) {
      throw std::invalid_argument("the score of piece " + std::to_string(id) +
                                  " must be a number between -1e28 and 1e28");
    }
    const double bytes_after_first = static_cast<double>(piece.size()) - 1.0;
    scores[id] = rounded(bonus ? kUserDefinedBonus * bytes_after_first : score, semantics);
    if (!bonus) lowest = std::min(lowest, scores[id]);
    // What is no UTF-8 stands in no text.
    if (piece.empty() || utf8::validate(piece) != piece.size()) continue;
    keys.emplace_back(piece, static_cast<uint32_t>(id));
    longest_ = std::max(longest_, static_cast<uint32_t>(piece.size()));
  }
  if (std::isinf(lowest)) lowest = 0.0;
  unknown_score_ = rounded(lowest - kUnknownPenalty, semantics);

  sort_keys(keys);
  DoubleArrayBuilder builder;
  std::vector<DoubleArrayBuilder::Final> finals;
  finals.reserve(keys.size());
  root_ = builder.add_root(keys, finals);
  const DoubleArray trie = builder.finish();
  nodes_.resize(trie.size());
  ids_.assign(trie.size(), kNoId);
  for (uint32_t i = 0; i < nodes_.size(); ++i) {
    nodes_[i] = {trie.cell(i).base, trie.cell(i).check, kNoPiece};
  }
  for (const auto& final : finals) {
    nodes_[final.node].score = scores[final.id];
    ids_[final.node] = final.id;
  }
}

std::vector<double> UnigramTrie::scores(size_t count) const {
  std::vector<double> scores(count, kNoPiece);
  for (size_t node = 0; node < ids_.size(); ++node) {
    if (ids_[node] != kNoId) scores[ids_[node]] = nodes_[node].score;
  }
  return scores;
}

uint32_t UnigramTrie::find(std::string_view text) const {
  uint32_t node = root_;
  for (const char byte : text) {
    const uint32_t child = nodes_[node].base ^ static_cast<uint8_t>(byte);
    if (nodes_[child].check != node) return kNone;
    node = child;
  }
  return node;
}

}  // namespace subwords
