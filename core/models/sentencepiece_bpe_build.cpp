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

// Pieces that joins may make or be made of, the best first.
std::vector<uint32_t> SentencePieceBpe::by_score() const {
  std::vector<uint32_t> order;
  for (uint32_t id = 0; id < pieces_->size(); ++id) {
    const PieceType type = pieces_->type(id);
    if (type != PieceType::kNormal && type != PieceType::kUnused) continue;
    if (!pieces_->piece(id).empty()) order.push_back(id);
  }
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return pieces_->score(a) > pieces_->score(b);
  });
  return order;
}

void SentencePieceBpe::read_pieces() {
  const auto count = static_cast<uint32_t>(pieces_->size());
  kinds_.assign(count, Kind::kNever);
  unused_.assign(count, 0);
  for (uint32_t id = 0; id < count; ++id) {
    if (pieces_->type(id) == PieceType::kUserDefined) kinds_[id] = Kind::kToken;
  }
  const std::vector<uint32_t> order = by_score();
  for (const uint32_t id : order) {
    unused_[id] = pieces_->type(id) == PieceType::kUnused;
    kinds_[id] = unused_[id] != 0 ? Kind::kUnused : Kind::kToken;
    const std::string_view piece = pieces_->piece(id);
    each_character(piece, [&](char32_t c, size_t size) {
      if (size == piece.size()) characters_.set(c, id);
    });
  }
  // Characters that are only parts of pieces.
  for (const uint32_t id : order) {
    size_t at = 0;
    each_character(pieces_->piece(id), [&](char32_t c, size_t size) {
      if (characters_.find(c) == CharTable::kNone) {
        characters_.set(c, static_cast<uint32_t>(count + parts_.size()));
        parts_.push_back(pieces_->piece(id).substr(at, size));
      }
      at += size;
    });
  }
  other_ = static_cast<uint32_t>(count + parts_.size());
  joins_ = make_joins(order, true);
  for (const uint32_t id : order) {
    const std::string_view piece = pieces_->piece(id);
    has_unused_ |= unused_[id] != 0 && utf8::length(piece) > 1;
  }
}

Joins SentencePieceBpe::make_joins(const std::vector<uint32_t>& order, bool prune) const {
  std::vector<SplitToken> tokens;
  std::vector<uint32_t> groups;
  bool ties = false;
  for (size_t i = 0; i < order.size(); ++i) {
    const bool tied = i > 0 && pieces_->score(order[i - 1]) == pieces_->score(order[i]);
    ties |= tied;
    groups.push_back(tied ? groups.back() : static_cast<uint32_t>(i));
    tokens.push_back({pieces_->piece(order[i]), order[i]});
  }
  if (!ties) groups.clear();
  for (size_t i = 0; i < parts_.size(); ++i) {
    tokens.push_back({parts_[i], static_cast<uint32_t>(kinds_.size() + i)});
  }
  if (prune && !ties) {
    const auto spell = [this](uint32_t id, IdBuffer& out) {
      each_character(pieces_->piece(id),
                     [&](char32_t c, size_t) { out.push_back(characters_.find(c)); });
    };
    const auto makes = [](size_t, uint32_t, uint32_t) { return true; };
    if (std::optional<Joins> met = Joins::met(order, spell, makes)) return std::move(*met);
  }
  TokenSplits splits = token_splits(tokens, true);
  return Joins(splits.pairs, std::move(splits.tokens), order, std::move(groups));
}

void SentencePieceBpe::read_user_defined() {
  std::vector<TrieKey> defined;
  for (uint32_t id = 0; id < pieces_->size(); ++id) {
    if (pieces_->type(id) == PieceType::kUserDefined && !pieces_->piece(id).empty()) {
      defined.emplace_back(pieces_->piece(id), id);
    }
  }
  fill_cuts();
  if (defined.empty()) return;
  sort_keys(defined);
  std::vector<DoubleArrayBuilder::Final> finals;
  DoubleArrayBuilder builder;
  defined_root_ = builder.add_root(defined, finals);
  defined_ = builder.finish();
  defined_ids_.assign(defined_.size(), DoubleArray::kNone);
  for (const auto& final : finals) defined_ids_[final.node] = final.id;
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
  for (uint32_t id = 0; id < pieces_->size(); ++id) {
    if (kinds_[id] != Kind::kNever) add_all(pieces_->piece(id));
  }
  if (byte_fallback_) return;
  // Characters that come out as unknowns fuse with their neighbours, though merges know them.
  for (uint32_t id = 0; id < pieces_->size(); ++id) {
    const std::string_view piece = pieces_->piece(id);
    each_character(piece, [&](char32_t c, size_t size) {
      if (size == piece.size() && kinds_[id] == Kind::kToken) tokens_.set(c, id);
    });
  }
  cuts_.set_known(&tokens_);
}

}  // namespace subwords
