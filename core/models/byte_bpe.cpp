#include "models/byte_bpe.hpp"

#include <algorithm>

namespace subwords {

ByteBpe::ByteBpe(const Joins* joins, const uint32_t (&symbols)[256], const uint32_t (&last)[256],
                 Isa isa)
    : joins_(joins), short_merges_(short_merges(*joins, isa)) {
  std::copy(symbols, symbols + 256, symbols_);
  std::copy(last, last + 256, last_);
  marked_end_ = !std::equal(symbols, symbols + 256, last);
  grid_.resize(256 * 256);
  for (size_t a = 0; a < 256; ++a) {
    for (size_t b = 0; b < 256; ++b) grid_[a << 8 | b] = joins->find(symbols[a], symbols[b]);
  }
}

void ByteBpe::add_whole(std::string_view bytes, uint32_t id, MergeScratch& scratch) {
  if (bytes.empty()) return;
  const auto* const p = reinterpret_cast<const uint8_t*>(bytes.data());
  constexpr size_t kRoom = 64;
  uint32_t room[kRoom];
  std::vector<uint32_t> large(bytes.size() > kRoom ? bytes.size() : 0);
  uint32_t* const out = bytes.size() > kRoom ? large.data() : room;
  const size_t count = merge_bytes(p, bytes.size(), scratch, out, nullptr);
  if (count != 1 || out[0] != id) whole_.add(std::string(bytes), id);
}

size_t ByteBpe::merge_bytes(const uint8_t* bytes, size_t size, MergeScratch& scratch,
                            uint32_t* out, uint32_t* starts) const {
  initial(bytes, size, out);
  if (size >= kCutFrom) return merge_parts(bytes, size, scratch, out, starts);
  return merge_range(bytes, size, 0, size, scratch, out, starts);
}

void ByteBpe::encode_together(ShortWord* words, size_t count, MergeScratch& scratch) const {
  if (short_merges_.together == nullptr || marked_end_) {
    for (size_t i = 0; i < count; ++i) {
      words[i].count = encode(words[i].bytes, words[i].size, scratch, words[i].symbols);
    }
    return;
  }
  for (size_t i = 0; i < count; ++i) initial(words[i].bytes, words[i].size, words[i].symbols);
  short_merges_.together(*joins_, grid_.data(), words, count);
  for (size_t i = 0; i < count; ++i) {
    const uint32_t id = whole(words[i].bytes, words[i].size);
    if (id == WholeWords::kNone) [[likely]] continue;
    words[i].symbols[0] = id;
    words[i].count = 1;
  }
}

size_t ByteBpe::merge_range(const uint8_t* bytes, size_t size, size_t begin, size_t end,
                            MergeScratch& scratch, uint32_t* symbols, uint32_t* starts) const {
  NoWatch watch;
  const uint32_t* const grid = grid_.data();
  const uint8_t* const part = bytes + begin;
  const auto inner = [=](size_t i) { return grid[size_t{part[i]} << 8 | part[i + 1]]; };
  if (!marked_end_ || end < size) {
    if (short_merges_.one != nullptr && end - begin > 1 && end - begin <= kMostShortBytes) {
      return short_merges_.one(*joins_, grid, part, symbols, end - begin, starts);
    }
    return merge(*joins_, symbols, end - begin, starts, scratch, inner, watch);
  }
  const auto first = [=, this](size_t i) {
    return begin + i + 2 < size ? inner(i) : joins_->find(symbols_[part[i]], last_[part[i + 1]]);
  };
  return merge(*joins_, symbols, end - begin, starts, scratch, first, watch);
}

size_t ByteBpe::merge_parts(const uint8_t* bytes, size_t size, MergeScratch& scratch,
                            uint32_t* out, uint32_t* starts) const {
  const ByteCuts& where = cuts();
  size_t kept = 0;
  for (size_t begin = 0; begin < size;) {
    const size_t end = where.part_end(bytes, size, begin);
    uint32_t* const part_starts = starts == nullptr ? nullptr : starts + begin;
    const size_t count =
        merge_range(bytes, size, begin, end, scratch, out + begin, part_starts);
    for (size_t i = 0; i < count; ++i) {
      out[kept + i] = out[begin + i];
      if (starts != nullptr) starts[kept + i] = part_starts[i] + static_cast<uint32_t>(begin);
    }
    kept += count;
    begin = end;
  }
  return kept;
}

const ByteCuts& ByteBpe::cuts() const {
  std::call_once(long_words_->once, [this] {
    long_words_->cuts = std::make_unique<const ByteCuts>(*joins_, symbols_, last_);
  });
  return *long_words_->cuts;
}

}  // namespace subwords
