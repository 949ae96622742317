#include "patterns/rule_tables.hpp"

#include <bit>

namespace subwords::patterns {

RuleTables::RuleTables(const LocalRule& local_rule, const ClassMap& classes)
    : rule(local_rule), map(classes, local_rule), group_bit{}, planes(0), plane{} {
  for (size_t c = 0; c < map.ascii().size(); ++c) {
    for (size_t bit = 0; bit < group_bit.size(); ++bit) {
      uint8_t& nibbles = group_bit[bit][c & 15];
      if (map.ascii()[c] >> bit & 1) nibbles = static_cast<uint8_t>(nibbles | 1u << (c >> 4));
    }
  }
  const uint64_t used = rule.boundary | rule.gap_begins | rule.gap_ends | rule.doubt;
  planes = (static_cast<size_t>(std::bit_width(used)) + 7) / 8;
  for (size_t i = 0; i < planes; ++i) {
    const auto part = [i](uint64_t terms) { return static_cast<uint8_t>(terms >> (8 * i)); };
    const auto four = [&](uint64_t terms) { return part(terms) * 0x01010101u; };
    for (size_t position = 0; position < LocalRule::kPositions; ++position) {
      for (size_t group = 0; group < LocalRule::kGroups; ++group) {
        plane[i].at[position][group] = part(rule.at[position][group]);
      }
    }
    plane[i].boundary = four(rule.boundary);
    plane[i].gap_begins = four(rule.gap_begins);
    plane[i].gap_ends = four(rule.gap_ends);
    plane[i].doubt = four(rule.doubt);
  }
}

}  // namespace subwords::patterns
