// Cuts plain ASCII into chunks, 64 bytes at a time: the part of the chunk path's scan that most text
// takes.
//
// Whether two neighbours stay together is a table of 128 rows of 128 bits. Rows that say the same are
// one class; each character has a bit for its class as a left neighbour, and the bits of the classes
// it stays with as a right one, so that two look-ups and an AND decide. Where there are more classes
// than bits, those that text has least share one, which stays together with what any of them does:
// a cut too few costs a longer chunk and changes no id.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "text/scan.hpp"

namespace subwords {

class AsciiChunks {
 public:
  enum class Role : uint8_t { kPlain, kSpace, kOther };
  using Joins = std::array<std::array<uint64_t, 2>, 128>;

  // Where the cutter stands: offsets from the start of the text.
  struct State {
    uint32_t begin;      // of the chunk at hand
    uint32_t position;   // behind what was read
    bool spaced;         // the chunk at hand is white space so far
  };

  AsciiChunks() = default;
  // Bit b of joins[a]: no cut between these plain characters. kSpace cuts before itself, never
  // behind, and of a run the last stands for all.
  AsciiChunks(const std::array<Role, 128>& roles, const Joins& joins, Isa isa);

  // Null on machines without wide vectors.
  explicit operator bool() const { return cut_ != nullptr; }

  // Room that `cut` needs for spans.
  static constexpr size_t kRoom = 64;
  // Goes on from state.position, which stands behind a character that is plain or kSpace, until the
  // text ends, a character is neither, or less than kRoom is left for spans; returns how many it
  // wrote. Never reads beyond `size`.
  size_t cut(const uint8_t* text, size_t size, State& state, Span* out, size_t room) const {
    return cut_(*this, text, size, state, out, room);
  }

  struct Tables {
    // By character: bits of its class as a left neighbour, and of those it stays with as a right one.
    alignas(64) uint8_t left[2][128];
    alignas(64) uint8_t right[2][128];
    alignas(64) uint8_t kinds[128];  // 1: a space, 2: neither plain nor a space
  };
  const Tables& tables() const { return tables_; }

 private:
  void tabulate(const std::array<Role, 128>& roles, const Joins& joins);

  using Cut = size_t (*)(const AsciiChunks&, const uint8_t*, size_t, State&, Span*, size_t);
  Tables tables_{};
  Cut cut_ = nullptr;
};

}  // namespace subwords
