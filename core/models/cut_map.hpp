// Where a text may be cut before it is merged: between characters that no join ever brings
// together.
//
// A BPE word may be cut between characters a and b, and both parts encoded by themselves, if
// `can_join(a, b)` is false: no merge crosses that place, so what happens on one side depends on
// nothing on the other. The models see to the rest when they fill the map:
//
// - a character without a symbol of its own joins everything: unknowns fuse, wait for one another,
//   or vanish and leave their neighbours side by side. (One that is always spelled by byte tokens
//   joins nothing, unless merges of byte tokens exist.)
// - nothing may be cut (`never_cuts`) where marks depend on the place in the word (prefix, suffix),
//   where a whole word may be a token by itself (ignore_merges), and where pieces are taken apart
//   again by what was seen elsewhere in the text (unused pieces of a `.model`);
// - user-defined pieces count as joined all through.
//
// Never cut a word that is sampled: its draws follow one another. The map answers "yes" for a few
// pairs too many (characters beyond ASCII are hashed), never for one too few.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/char_table.hpp"

namespace subwords {

class CutMap {
 public:
  bool never_cuts() const { return never_cuts_; }
  bool can_join(char32_t a, char32_t b) const {
    if (never_cuts_) return true;
    const size_t bit = place(a, b);
    return (bits_[bit >> 6] >> (bit & 63) & 1) != 0 || joins_all(a) || joins_all(b);
  }

  void forbid_cuts() { never_cuts_ = true; }
  // Characters without a symbol are joined to all others; without this call, to none.
  void set_known(const CharTable* symbols) { symbols_ = symbols; }
  // Whether some join reaches from what stands before a ▁ over it, be it that both are unknown.
  bool joins_spaces() const { return never_cuts_ || joins_spaces_ || joins_all(kSpaceMark); }
  void add(char32_t a, char32_t b) {
    joins_spaces_ |= b == kSpaceMark;
    const size_t bit = place(a, b);
    bits_[bit >> 6] |= uint64_t{1} << (bit & 63);
  }
  size_t memory_bytes() const { return bits_.size() * sizeof(uint64_t); }

 private:
  static constexpr char32_t kSpaceMark = 0x2581;  // ▁
  static constexpr int kBitsLog = 21;
  static constexpr size_t kBits = size_t{1} << kBitsLog;

  // ASCII pairs have the first 2^14 bits to themselves.
  static size_t place(char32_t a, char32_t b) {
    if ((a | b) < 0x80) return size_t{a} << 7 | b;
    const uint64_t mixed = (uint64_t{a} << 21 | b) * 0x9E3779B97F4A7C15u;
    return (size_t{1} << 14) + ((mixed >> 32) * (kBits - (size_t{1} << 14)) >> 32);
  }
  bool joins_all(char32_t c) const {
    return symbols_ != nullptr && symbols_->find(c) == CharTable::kNone;
  }

  std::vector<uint64_t> bits_ = std::vector<uint64_t>(kBits / 64, 0);
  const CharTable* symbols_ = nullptr;
  bool never_cuts_ = false, joins_spaces_ = false;
};

}  // namespace subwords
