// Seeded mutation fuzzing: a target names its seed inputs and what to do with one input.
//
// Each core/fuzz/fuzz_*.cpp defines the two functions below and becomes one executable:
//
//   fuzz_loader [SEED [SECONDS [FIRST_INPUT]]]     (defaults 1, 5, 0)
//
// Input number i of a seed is always the same bytes, so a failure is repeated by its seed and
// number. A target fails by crashing, by a sanitizer's report, by calling `fuzz_fail`, or by letting
// an exception out: it must catch the errors it documents, and only those.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace subwords::fuzz {

// A small counter-based generator (SplitMix64): the stream depends on (seed, number) alone.
class Random {
 public:
  explicit Random(std::uint64_t state) : state_(state) {}
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  // A number below `limit`; 0 where the limit is 0.
  std::size_t below(std::size_t limit) { return limit == 0 ? 0 : next() % limit; }

 private:
  std::uint64_t state_;
};

// The inputs to start from: small, valid, and showing every feature of the format.
std::vector<std::string> fuzz_seeds();

// Snippets that mutation inserts (keywords, separators, odd characters); may be empty.
std::vector<std::string> fuzz_dictionary();

// Tries one input.
void fuzz_one(std::string_view input, Random& random);

// Reports a broken promise that no sanitizer sees, and ends the process.
[[noreturn]] void fuzz_fail(const std::string& message);

}  // namespace subwords::fuzz
