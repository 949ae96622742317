#include "models/sentencepiece_bpe.hpp"

#include <algorithm>

#include "models/bpe_scratch.hpp"
#include "text/utf8.hpp"

namespace subwords {
namespace {

constexpr uint32_t kNotSeen = 0xFFFFFFFFu;

// Remembers which sides last could make an unused piece.
struct WatchUnused {
  BpeScratch& room;
  const uint8_t* unused;  // by symbol

  void possible(uint32_t made, uint32_t left, uint32_t right) {
    if (unused[made] == 0) return;
    if (room.sides[made].left == kNotSeen) room.seen.push_back(made);
    room.sides[made] = {left, right};
  }
  static void done(uint32_t, uint32_t) {}
};

}  // namespace

struct SentencePieceBpe::Output {
  IdBuffer& ids;
  std::vector<ByteSpan>* spans;
  bool after_unknown = false;

  void put(uint32_t id, uint32_t begin, uint32_t end) {
    ids.push_back(id);
    if (spans != nullptr) spans->push_back({begin, end});
    after_unknown = false;
  }
};

std::unique_ptr<WordModel::Scratch> SentencePieceBpe::make_scratch() const {
  return std::make_unique<BpeScratch>();
}

void SentencePieceBpe::encode(std::string_view word, Scratch& scratch, IdBuffer& ids) const {
  Output out{ids, nullptr};
  cut(word, 0, nullptr, static_cast<BpeScratch&>(scratch), out);
}

void SentencePieceBpe::annotate(std::string_view word, Scratch& scratch, IdBuffer& ids,
                                std::vector<ByteSpan>& spans) const {
  Output out{ids, &spans};
  cut(word, 0, nullptr, static_cast<BpeScratch&>(scratch), out);
}

void SentencePieceBpe::sample(std::string_view word, double amount, RandomStream& random,
                              Scratch& scratch, IdBuffer& ids) const {
  Output out{ids, nullptr};
  cut(word, amount, amount == 0 ? nullptr : &random, static_cast<BpeScratch&>(scratch), out);
}

void SentencePieceBpe::cut(std::string_view word, double amount, RandomStream* random,
                           BpeScratch& room, Output& out) const {
  initial(word, room);
  const size_t count = merge_all(amount, random, room);
  const uint32_t* const places = room.sizes.data();
  const auto end = static_cast<uint32_t>(word.size());
  for (size_t i = 0; i < count; ++i) {
    const uint32_t next = i + 1 < count ? places[room.starts[i + 1]] : end;
    put(room.symbols[i], places[room.starts[i]], next, word, room, out);
  }
  for (const uint32_t symbol : room.seen) room.sides[symbol].left = kNotSeen;
  room.seen.clear();
}

size_t SentencePieceBpe::merge_all(double amount, RandomStream* random, BpeScratch& room) const {
  uint32_t* const symbols = room.symbols.data();
  const size_t count = room.symbols.size();
  room.starts.resize(count);
  const auto run = [&](auto&& watch) {
    if (random != nullptr) {
      const Joins& joins =
          all_joins_.get(joins_, [this] { return make_joins(by_score(), false); });
      return merge_with_dropout(joins, symbols, count, room.starts.data(), amount, true, *random,
                                room.dropout, watch);
    }
    const auto first = [&](size_t i) { return joins_.find(symbols[i], symbols[i + 1]); };
    return merge(joins_, symbols, count, room.starts.data(), room.merge, first, watch);
  };
  if (!has_unused_) return run(NoWatch());
  room.sides.resize(std::max<size_t>(room.sides.size(), kinds_.size()), {kNotSeen, kNotSeen});
  return run(WatchUnused{room, unused_.data()});
}

void SentencePieceBpe::initial(std::string_view word, BpeScratch& room) const {
  room.symbols.clear();
  room.sizes.clear();
  room.symbols.reserve_more(word.size());
  room.sizes.reserve_more(word.size());
  const auto* const begin = reinterpret_cast<const uint8_t*>(word.data());
  const uint8_t* const end = begin + word.size();
  for (const uint8_t* p = begin; p < end;) {
    const auto place = static_cast<uint32_t>(p - begin);
    uint32_t symbol;
    size_t size = 0;
    if (!defined_ids_.empty()) size = user_defined(word.substr(place), symbol);
    if (size != 0) {
      p += size;
    } else {
      char32_t c;
      p = utf8::decode(p, c);
      symbol = characters_.find(c);
      if (symbol == CharTable::kNone) symbol = other_;
    }
    room.symbols.push_back(symbol);
    room.sizes.push_back(place);
  }
}

// Bytes of the longest user-defined piece that begins `text`, 0 if there is none.
size_t SentencePieceBpe::user_defined(std::string_view text, uint32_t& id) const {
  size_t longest = 0;
  uint32_t node = defined_root_;
  for (size_t i = 0; i < text.size(); ++i) {
    node = defined_.child(node, static_cast<uint8_t>(text[i]));
    if (node == DoubleArray::kNone) break;
    if (defined_ids_[node] != DoubleArray::kNone) {
      id = defined_ids_[node];
      longest = i + 1;
    }
  }
  return longest;
}

void SentencePieceBpe::put(uint32_t symbol, uint32_t begin, uint32_t end, std::string_view word,
                           BpeScratch& room, Output& out) const {
  const Kind kind = symbol < kinds_.size() ? kinds_[symbol] : Kind::kNever;
  if (kind == Kind::kToken) [[likely]] {
    out.put(symbol, begin, end);
  } else if (kind == Kind::kUnused && has_unused_ && room.sides[symbol].left != kNotSeen) {
    put_apart(symbol, begin, word, room, out);
  } else {
    put_unknown(begin, end, word, out);
  }
}

// Puts what an unused piece was last seen to be made of, and so on.
void SentencePieceBpe::put_apart(uint32_t symbol, uint32_t begin, std::string_view word,
                                 BpeScratch& room, Output& out) const {
  room.waiting.assign(1, symbol);
  while (!room.waiting.empty()) {
    const uint32_t part = room.waiting.back();
    room.waiting.pop_back();
    if (part < kinds_.size() && kinds_[part] == Kind::kUnused &&
        room.sides[part].left != kNotSeen) {
      room.waiting.push_back(room.sides[part].right);
      room.waiting.push_back(room.sides[part].left);
      continue;
    }
    const uint32_t end = begin + text_bytes(part);
    if (part < kinds_.size() && kinds_[part] == Kind::kToken) {
      out.put(part, begin, end);
    } else {
      put_unknown(begin, end, word, out);
    }
    begin = end;
  }
}

void SentencePieceBpe::put_unknown(uint32_t begin, uint32_t end, std::string_view word,
                                   Output& out) const {
  if (byte_fallback_) {
    while (begin < end) {
      uint32_t next = begin + 1;
      while (next < end && (static_cast<uint8_t>(word[next]) & 0xC0) == 0x80) ++next;
      for (uint32_t at = begin; at < next; ++at) {
        out.put(bytes_[static_cast<uint8_t>(word[at])], begin, next);
      }
      begin = next;
    }
    return;
  }
  if (!out.after_unknown) {
    out.put(unk_id_, begin, end);
  } else if (out.spans != nullptr) {
    out.spans->back().end = end;
  }
  out.after_unknown = true;
}

uint32_t SentencePieceBpe::text_bytes(uint32_t symbol) const {
  if (symbol < kinds_.size()) return static_cast<uint32_t>(pieces_->piece(symbol).size());
  return static_cast<uint32_t>(parts_[symbol - kinds_.size()].size());
}

void SentencePieceBpe::count_token_characters(std::span<uint8_t> by_id) const {
  for (uint32_t id = 0; id < pieces_->size(); ++id) {
    by_id[id] = kinds_[id] == Kind::kToken ? token_characters(pieces_->piece(id)) : uint8_t{0};
  }
  for (const uint32_t id : bytes_) {
    if (byte_fallback_ && id < by_id.size()) by_id[id] = kOneByte;
  }
  by_id[unk_id_] = 0;
}

size_t SentencePieceBpe::memory_bytes() const {
  return joins_.memory_bytes() + characters_.memory_bytes() + cuts_.memory_bytes() +
         kinds_.size() + (defined_ids_.size() * 3) * sizeof(uint32_t);
}

}  // namespace subwords
