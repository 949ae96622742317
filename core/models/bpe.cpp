#include "models/bpe.hpp"

#include <algorithm>

#include "models/bpe_scratch.hpp"
#include "text/utf8.hpp"

namespace subwords {
namespace {

// Ends of the bytes that symbols take, one after the other, never beyond the word.
void spans_of(const IdBuffer& sizes, const IdBuffer& starts, size_t count, size_t word,
              std::vector<ByteSpan>& spans) {
  const auto total = static_cast<uint32_t>(word);
  uint32_t place = 0;
  size_t symbol = 0;
  const auto go_to = [&](size_t end) {
    for (; symbol < end; ++symbol) place = std::min(place + sizes.data()[symbol], total);
    return place;
  };
  for (size_t i = 0; i < count; ++i) {
    const uint32_t begin = std::min(go_to(starts.data()[i]), total - 1);
    const size_t end = i + 1 < count ? starts.data()[i + 1] : sizes.size();
    spans.push_back({begin, std::max(go_to(end), begin + 1)});
  }
}

}  // namespace

std::unique_ptr<WordModel::Scratch> Bpe::make_scratch() const {
  return std::make_unique<BpeScratch>();
}

uint32_t Bpe::whole(std::string_view word) const {
  return options_.ignore_merges ? vocab_->id(word) : kNoId;
}

void Bpe::encode(std::string_view word, Scratch& scratch, IdBuffer& ids) const {
  const uint32_t id = whole(word);
  if (id != kNoId) return ids.push_back(id);
  const size_t before = ids.size();
  initial(word, ids, nullptr);
  ids.resize(before + merge(joins_, ids.data() + before, ids.size() - before, nullptr,
                            static_cast<BpeScratch&>(scratch).merge));
}

void Bpe::annotate(std::string_view word, Scratch& scratch, IdBuffer& ids,
                   std::vector<ByteSpan>& spans) const {
  const uint32_t id = whole(word);
  if (id != kNoId) {
    ids.push_back(id);
    spans.push_back({0, static_cast<uint32_t>(word.size())});
    return;
  }
  auto& room = static_cast<BpeScratch&>(scratch);
  const size_t before = ids.size();
  room.sizes.clear();
  initial(word, ids, &room.sizes);
  room.starts.resize(ids.size() - before);
  const size_t count = merge(joins_, ids.data() + before, ids.size() - before, room.starts.data(),
                             room.merge);
  ids.resize(before + count);
  spans_of(room.sizes, room.starts, count, word.size(), spans);
}

void Bpe::sample(std::string_view word, double amount, RandomStream& random, Scratch& scratch,
                 IdBuffer& ids) const {
  if (amount == 0) return encode(word, scratch, ids);
  auto& room = static_cast<BpeScratch&>(scratch);
  const size_t before = ids.size();
  initial(word, ids, nullptr);
  const size_t count = ids.size() - before;
  room.starts.resize(count);
  NoWatch watch;
  const Joins& joins = all_joins_.get(joins_, [this] { return every_join(); });
  ids.resize(before + merge_with_dropout(joins, ids.data() + before, count, room.starts.data(),
                                         amount, false, random, room.dropout, watch));
}

void Bpe::initial(std::string_view word, IdBuffer& symbols, IdBuffer* sizes) const {
  if (sizes == nullptr) {
    initial_symbols<false>(word, symbols, sizes);
  } else {
    initial_symbols<true>(word, symbols, sizes);
  }
}

template <bool kSizes>
void Bpe::initial_symbols(std::string_view word, IdBuffer& symbols, IdBuffer* sizes) const {
  const auto* p = reinterpret_cast<const uint8_t*>(word.data());
  const uint8_t* const begin = p;
  const uint8_t* const end = p + word.size();
  uint32_t unknown = 0;  // bytes of the unknown that waits
  const auto put = [&](uint32_t symbol, uint32_t size) {
    symbols.push_back(symbol);
    if constexpr (kSizes) sizes->push_back(size);
  };
  const auto put_unknown = [&] {
    if (unk_id_ == kNoId) throw NoUnknownToken(*options_.unk_token);
    put(unk_id_, unknown);
    unknown = 0;
  };
  while (p < end) {
    char32_t c;
    const uint8_t* const next = utf8::decode(p, c);
    const auto size = static_cast<uint32_t>(next - p);
    const Form form = next == end ? (p == begin ? kOnly : kLast) : (p == begin ? kFirst : kMiddle);
    const uint32_t symbol = character(c, form);
    if (symbol != CharTable::kNone) [[likely]] {
      if (unknown != 0) put_unknown();
      put(symbol, size);
    } else if (!spell({reinterpret_cast<const char*>(p), size}, form, symbols, sizes) &&
               options_.unk_token) {
      if (unknown != 0 && !options_.fuse_unk) put_unknown();
      unknown += size;
    }
    p = next;
  }
  if (unknown != 0) put_unknown();
}

// Appends the byte tokens of a character with its marks, if there is byte fallback and all exist.
bool Bpe::spell(std::string_view character, Form form, IdBuffer& symbols, IdBuffer* sizes) const {
  if (!options_.byte_fallback) return false;
  std::string marked;
  if (form == kMiddle || form == kLast) marked += options_.prefix;
  marked += character;
  if (form == kLast || form == kOnly) marked += options_.suffix;
  const auto token = [&](char byte) { return byte_tokens_[static_cast<uint8_t>(byte)]; };
  if (std::any_of(marked.begin(), marked.end(), [&](char b) { return token(b) == kNoId; })) {
    return false;
  }
  for (const char byte : marked) {
    symbols.push_back(token(byte));
    if (sizes != nullptr) sizes->push_back(1);
  }
  return true;
}

void Bpe::count_token_characters(std::span<uint8_t> by_id) const {
  // A token that byte tokens merge to has another text than what it stands for.
  if (options_.byte_fallback && (!spells_ || bytes_merge_)) {
    return WordModel::count_token_characters(by_id);
  }
  for (size_t i = 0; i < vocab_->size(); ++i) {
    by_id[vocab_->id_at(i)] = token_characters(vocab_->token_at(i));
  }
  if (unk_id_ != kNoId) by_id[unk_id_] = 0;
  for (const uint32_t id : byte_tokens_) {
    if (options_.byte_fallback) by_id[id] = kOneByte;
  }
}

size_t Bpe::memory_bytes() const {
  size_t bytes = joins_.memory_bytes() + bytes_.memory_bytes() + cuts_.memory_bytes();
  for (const CharTable& table : tables_) bytes += table.memory_bytes();
  return bytes;
}

}  // namespace subwords
