// Compiles the pieces of a `.model` into what SentencePieceBpe encodes with.
#include <algorithm>
#include <numeric>

#include "formats/fault.hpp"
#include "models/sentencepiece_bpe.hpp"
#include "models/token_splits.hpp"
#include "text/utf8.hpp"

namespace subwords {
namespace {

template <class Do>
void each_character(std::string_view text, const Do& act) {
  const auto* p = reinterpret_cast<const uint8_t*>(text.data());
  const uint8_t* const end = p + text.size();
  while (p < end) {
    const size_t size = std::max<size_t>(utf8::valid_prefix(p, end), 1);
    char32_t c = 0xFFFD;
    if (size > 1 || *p < 0x80) utf8::decode(p, c);
    act(c, size);
    p += size;
  }
}

}  // namespace

SentencePieceBpe::SentencePieceBpe(PiecesPtr pieces, uint32_t unk_id, bool byte_fallback)
    : pieces_(std::move(pieces)), unk_id_(unk_id), byte_fallback_(byte_fallback) {
  bytes_.fill(DoubleArray::kNone);
  for (uint32_t id = 0; id < pieces_->size(); ++id) {
    const std::string_view piece = pieces_->piece(id);
    if (pieces_->type(id) != PieceType::kByte || piece.size() != 6) continue;
    const auto digit = [](char c) { return static_cast<unsigned>(c <= '9' ? c - '0' : (c & 7) + 9); };
    bytes_[(digit(piece[3]) << 4 | digit(piece[4])) & 255] = id;
  }
  if (byte_fallback_ && std::find(bytes_.begin(), bytes_.end(), DoubleArray::kNone) != bytes_.end()) {
    throw Fault("byte_fallback needs a byte piece for each of the 256 bytes", "");
  }
  read_pieces();
  read_user_defined();
}

void SentencePieceBpe::read_pieces() {
  const auto count = static_cast<uint32_t>(pieces_->size());
  kinds_.assign(count, Kind::kNever);
  std::vector<uint32_t> order;
  for (uint32_t id = 0; id < count; ++id) {
    const PieceType type = pieces_->type(id);
    const bool unused = type == PieceType::kUnused;
    if (type == PieceType::kUserDefined) kinds_[id] = Kind::kToken;
    if (type != PieceType::kNormal && !unused) continue;
    if (pieces_->piece(id).empty()) continue;
    kinds_[id] = unused ? Kind::kUnused : Kind::kToken;
    order.push_back(id);
  }
  const auto better = [&](uint32_t a, uint32_t b) { return pieces_->score(a) > pieces_->score(b); };
  std::stable_sort(order.begin(), order.end(), better);

  std::vector<SplitToken> tokens;
  std::vector<uint32_t> results, groups;
  bool ties = false;
  for (const uint32_t id : order) {
    const bool tied = !results.empty() && !better(results.back(), id);
    groups.push_back(tied ? groups.back() : static_cast<uint32_t>(results.size()));
    ties |= tied;
    results.push_back(id);
    tokens.push_back({pieces_->piece(id), id});
  }
  // Characters: those that are pieces, then those that are only parts of some.
  for (const uint32_t id : order) {
    const std::string_view piece = pieces_->piece(id);
    each_character(piece, [&](char32_t c, size_t size) {
      if (size == piece.size()) characters_.set(c, id);
    });
  }
  for (const uint32_t id : order) {
    const std::string_view piece = pieces_->piece(id);
    size_t at = 0;
    each_character(piece, [&](char32_t c, size_t size) {
      if (characters_.find(c) == CharTable::kNone) {
        const auto symbol = static_cast<uint32_t>(count + part_bytes_.size());
        characters_.set(c, symbol);
        part_bytes_.push_back(static_cast<uint8_t>(size));
        tokens.push_back({piece.substr(at, size), symbol});
      }
      at += size;
    });
  }
  other_ = static_cast<uint32_t>(count + part_bytes_.size());
  TokenSplits splits = token_splits(tokens, true);
  for (const uint32_t token : splits.tokens) has_unused_ |= kinds_[results[token]] == Kind::kUnused;
  for (const uint32_t id : order) unused_.resize(count), unused_[id] = kinds_[id] == Kind::kUnused;
  for (const uint32_t token : splits.tokens) formed_.push_back(tokens[token].text);
  joins_ = Joins(splits.pairs, splits.tokens, std::move(results),
                 ties ? std::move(groups) : std::vector<uint32_t>());
}

void SentencePieceBpe::read_user_defined() {
  std::vector<std::pair<std::string_view, uint32_t>> defined;
  for (uint32_t id = 0; id < pieces_->size(); ++id) {
    if (pieces_->type(id) == PieceType::kUserDefined && !pieces_->piece(id).empty()) {
      defined.emplace_back(pieces_->piece(id), id);
    }
  }
  std::sort(defined.begin(), defined.end());
  defined.erase(std::unique(defined.begin(), defined.end(),
                            [](const auto& a, const auto& b) { return a.first == b.first; }),
                defined.end());
  fill_cuts();
  if (defined.empty()) return;
  std::vector<std::string_view> keys;
  for (const auto& [piece, id] : defined) keys.push_back(piece);
  std::vector<DoubleArrayBuilder::Final> finals;
  std::vector<DoubleArrayBuilder::Edge> edges;
  DoubleArrayBuilder builder;
  defined_root_ = builder.add_root(keys, finals, edges);
  defined_ = builder.finish();
  defined_ids_.assign(defined_.size(), DoubleArray::kNone);
  for (const auto& final : finals) defined_ids_[final.node] = defined[final.key].second;
}

void SentencePieceBpe::fill_cuts() {
  if (has_unused_) return cuts_.forbid_cuts();
  const auto add_all = [&](std::string_view piece) {
    char32_t before = 0;
    bool first = true;
    each_character(piece, [&](char32_t c, size_t) {
      if (!first) cuts_.add(before, c);
      before = c;
      first = false;
    });
  };
  for (const std::string_view piece : formed_) add_all(piece);
  for (uint32_t id = 0; id < pieces_->size(); ++id) {
    if (pieces_->type(id) == PieceType::kUserDefined) add_all(pieces_->piece(id));
  }
  formed_ = {};
  if (!byte_fallback_) cuts_.set_known(&characters_);
}

}  // namespace subwords
