// A local rule as the code that scans reads it.
#pragma once
#include <array>
#include <cstdint>

#include "patterns/group_map.hpp"
#include "patterns/local_rule.hpp"

namespace subwords::patterns {

struct RuleTables {
  static constexpr size_t kMaxPlanes = LocalRule::kTerms / 8;

  // Eight terms: by position and group, and what they say; every byte of a number is the same.
  struct Plane {
    alignas(64) std::array<std::array<uint8_t, LocalRule::kGroups>, LocalRule::kPositions> at;
    uint32_t boundary, gap_begins, gap_ends, doubt;
  };

  LocalRule rule;
  GroupMap map;
  // For AVX2, by bit of a group's number: which ASCII characters have it, by nibbles (as in
  // text/scan.cpp).
  alignas(16) std::array<std::array<uint8_t, 16>, 4> group_bit;
  size_t planes;
  std::array<Plane, kMaxPlanes> plane;

  RuleTables(const LocalRule& local_rule, const ClassMap& classes);
};

}  // namespace subwords::patterns
