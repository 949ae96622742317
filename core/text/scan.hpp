// Finds the words of UTF-8 text by three sets of ASCII characters, 64 bytes at a time.
//
// Every byte is a space (dropped), isolated (a word of its own), or part of a run. A run that holds
// an odd byte (non-ASCII, or ASCII that needs a closer look) is marked dirty: its bounds are sure,
// what is inside is not. Bytes become one 64-bit mask per set, and word starts are found by carry
// arithmetic; AVX-512 and AVX2 are chosen at run time, and a portable path gives the same spans.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

namespace subwords {

enum class Isa : uint8_t { kPortable, kAvx2, kAvx512 };
Isa best_isa();

// Which set each ASCII character belongs to; none means: a plain part of a run.
enum class AsciiClass : uint8_t { kPlain = 0, kSpace = 1, kIsolated = 2, kOdd = 4 };
using AsciiClasses = std::array<AsciiClass, 128>;

struct Span {
  static constexpr uint32_t kDirty = 0x80000000u;
  uint32_t begin;
  uint32_t end_and_flag;
  uint32_t end() const { return end_and_flag & ~kDirty; }
  bool dirty() const { return (end_and_flag & kDirty) != 0; }
  uint32_t size() const { return end() - begin; }
  friend bool operator==(const Span&, const Span&) = default;
};

// Texts are at most 2^31 - 1 bytes, so that a span fits eight bytes.
inline constexpr size_t kMaxTextBytes = 0x7FFFFFFF;

class Scanner {
 public:
  static constexpr size_t kMinCapacity = 66;

  struct State {
    size_t position = 0;
    uint32_t run_begin = 0;
    bool in_run = false;
    bool run_dirty = false;
    bool finished = false;
  };

  explicit Scanner(const AsciiClasses& classes, Isa isa = best_isa());

  // Appends the next spans, at most `capacity` (>= kMinCapacity) of them; returns how many. The
  // text is done when state.finished. Never reads past text + size.
  size_t scan(const uint8_t* text, size_t size, State& state, Span* out, size_t capacity) const {
    return scan_(*this, text, size, state, out, capacity);
  }

  struct Tables {
    alignas(64) std::array<uint8_t, 128> class_of;    // AsciiClass bits by character
    alignas(16) std::array<uint8_t, 16> low_nibble[3];  // by set: bit h stands for character h:low
  };
  const Tables& tables() const { return tables_; }

 private:
  using ScanFunction = size_t (*)(const Scanner&, const uint8_t*, size_t, State&, Span*, size_t);
  Tables tables_;
  ScanFunction scan_;
};

}  // namespace subwords
