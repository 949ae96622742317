#include "models/byte_bpe.hpp"

#include <algorithm>

#include "text/utf8.hpp"

namespace subwords {

char32_t ByteBpe::alphabet(uint8_t byte) {
  const auto printable = [](uint32_t b) {
    return (b >= 0x21 && b <= 0x7E) || (b >= 0xA1 && b <= 0xAC) || b >= 0xAE;
  };
  if (printable(byte)) return byte;
  char32_t next = 0x100;
  for (uint32_t b = 0; b < byte; ++b) next += printable(b) ? 0 : 1;
  return next;
}

ByteBpe::ByteBpe(const Joins* joins, const uint32_t (&symbols)[256], const uint32_t (&last)[256],
                 Whole whole, VocabPtr vocab)
    : joins_(joins), vocab_(std::move(vocab)), whole_(whole) {
  std::copy(symbols, symbols + 256, symbols_);
  std::copy(last, last + 256, last_);
  marked_end_ = !std::equal(symbols, symbols + 256, last);
  grid_.resize(256 * 256);
  for (size_t a = 0; a < 256; ++a) {
    for (size_t b = 0; b < 256; ++b) grid_[a << 8 | b] = joins->find(symbols[a], symbols[b]);
  }
  for (size_t byte = 0; byte < 256; ++byte) {
    spelled_size_[byte] = static_cast<uint8_t>(
        utf8::encode(alphabet(static_cast<uint8_t>(byte)), spelled_[byte]));
  }
  if (whole_ == Whole::kNever) return;
  for (size_t i = 0; i < vocab_->size(); ++i) {
    longest_ = std::max(longest_, vocab_->token_at(i).size());
  }
}

uint32_t ByteBpe::find_whole(const uint8_t* bytes, size_t size) const {
  if (whole_ == Whole::kRaw) {
    return vocab_->id({reinterpret_cast<const char*>(bytes), size});
  }
  constexpr size_t kRoom = 256;
  char room[kRoom * 2 + 2];
  std::string large;
  char* spelled = room;
  if (size > kRoom) {
    large.resize(size * 2 + 2);
    spelled = large.data();
  }
  size_t length = 0;
  for (size_t i = 0; i < size; ++i) {
    std::memcpy(spelled + length, spelled_[bytes[i]], 2);
    length += spelled_size_[bytes[i]];
  }
  return vocab_->id({spelled, length});
}

size_t ByteBpe::merge_bytes(const uint8_t* bytes, size_t size, MergeScratch& scratch,
                            uint32_t* out, uint32_t* starts) const {
  initial(bytes, size, out);
  NoWatch watch;
  const uint32_t* const grid = grid_.data();
  if (!marked_end_) {
    const auto first = [=](size_t i) { return grid[size_t{bytes[i]} << 8 | bytes[i + 1]]; };
    return merge(*joins_, out, size, starts, scratch, first, watch);
  }
  const auto first = [=, this](size_t i) {
    return i + 2 < size ? grid[size_t{bytes[i]} << 8 | bytes[i + 1]]
                        : joins_->find(symbols_[bytes[i]], last_[bytes[i + 1]]);
  };
  return merge(*joins_, out, size, starts, scratch, first, watch);
}

}  // namespace subwords
