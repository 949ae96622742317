// Scanning by the local rule with nothing but numbers of 64 bits: all terms of one place at once.
#include <algorithm>
#include <array>
#include <bit>

#include "patterns/scan_block.hpp"
#include "patterns/scan_vector.hpp"

namespace subwords::patterns {
namespace {

struct Block {
  std::array<uint8_t, 3 + kBlockBytes + 1> groups{};  // of the history too, and none at the end
  std::array<uint8_t, kBlockBytes> offsets;
  uint64_t leads;
  unsigned count;
  size_t offset(unsigned i) const { return offsets[i]; }
};

using History = std::array<uint8_t, 3>;

History remember(const std::array<uint8_t, 3>& groups) { return groups; }

History history_after(const Block& block, const History& history) {
  if (block.count < 4) return history;  // there is no block after it
  const auto last = block.groups.begin() + 3 + block.count - 1;
  return {last[-3], last[-2], last[-1]};
}

void read_block(const RuleTables& rule, const uint8_t* p, Block& block) {
  block.count = 0;
  block.leads = 0;
  for (size_t at = 0; at < kBlockBytes;) {
    const uint8_t lead = p[at];
    block.groups[3 + block.count] = rule.map.at(p + at);
    block.offsets[block.count++] = static_cast<uint8_t>(at);
    block.leads |= uint64_t{1} << at;
    at += lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  }
}

template <bool kTellGaps>
Masks decide(const RuleTables& tables, Block& block, const History& history) {
  const LocalRule& rule = tables.rule;
  std::copy(history.begin(), history.end(), block.groups.begin());
  Masks masks{0, 0, 0, 0};
  for (unsigned i = 0; i < block.count; ++i) {
    const uint8_t* const g = block.groups.data() + i;
    const uint64_t terms = rule.at[0][g[0]] & rule.at[1][g[1]] & rule.at[2][g[2]] &
                           rule.at[3][g[3]] & rule.at[4][g[4]];
    masks.boundary |= uint64_t{(terms & rule.boundary) != 0} << i;
    masks.doubt |= uint64_t{(terms & rule.doubt) != 0} << i;
    if constexpr (kTellGaps) {
      masks.gap_begins |= uint64_t{(terms & rule.gap_begins) != 0} << i;
      masks.gap_ends |= uint64_t{(terms & rule.gap_ends) != 0} << i;
    }
  }
  return masks;
}

void write_places(const Block& block, uint64_t mask, uint32_t base, uint32_t* out) {
  for (; mask != 0; mask &= mask - 1) {
    *out++ = base + block.offsets[static_cast<size_t>(std::countr_zero(mask))];
  }
}

void write_places(const Block& block, uint64_t mask, uint32_t base, uint32_t* one,
                  uint32_t* another) {
  for (; mask != 0; mask &= mask - 1) {
    *one++ = *another++ = base + block.offsets[static_cast<size_t>(std::countr_zero(mask))];
  }
}

#include "patterns/scan_vector.inl"

}  // namespace

VectorScan portable_scan(bool tell_gaps) { return choose(tell_gaps); }

}  // namespace subwords::patterns
