// The scan over blocks of 64 bytes, compiled once per instruction set. Each includes this file
// inside a namespace of its own (no include guard on purpose) that has:
//
//   Block     the characters that begin in a block, the first at its first byte; `leads`: a bit for
//             each byte where one begins; `count`: how many; `offset(i)`: where character i begins
//   read_block(rule, p, block)     reads p[0] to p[kBlockReach - 1]
//   History   the groups of the three characters before a block, in any form
//   remember(groups)               from an array of the three
//   history_after(block, history)  for the block that begins with this one's last character
//   decide<kTellGaps>(rule, block, history) -> Masks
//                                  what is before each character; before the last one it is unknown
//   write_places(block, mask, base, out)   base + the offsets of the characters in the mask
//   write_places(block, mask, base, one, another)         the same twice

// Ends the open segment and others at the certain boundaries of a block.
template <bool kTellGaps>
inline void write_boundaries(const Block& block, const Masks& masks, uint64_t which, size_t base,
                             Output& out, PatternScanner::State& state) {
  const uint64_t boundaries = masks.boundary & which;
  if (boundaries == 0) return;
  const auto at = static_cast<uint32_t>(base);
  uint32_t* const begins = out.begins + out.count;
  begins[0] = static_cast<uint32_t>(state.open);
  if constexpr (kTellGaps) {
    const uint64_t ends = boundaries & ~masks.gap_ends;
    const uint64_t first = boundaries & (~boundaries + 1);
    const size_t open = (ends & first) != 0;  // what ends first is a match
    write_places(block, boundaries & ~masks.gap_begins, at, begins + open);
    write_places(block, ends, at, out.ends + out.count);
    out.count += static_cast<size_t>(std::popcount(ends));
  } else {
    write_places(block, boundaries, at, begins + 1, out.ends + out.count);
    out.count += static_cast<size_t>(std::popcount(boundaries));
  }
  state.open = base + block.offset(63 - static_cast<unsigned>(std::countl_zero(boundaries)));
}

// The automaton ends segments until one ends at `until` or beyond.
template <bool kTellGaps>
inline void settle(const PatternScanner& scanner, const Utf8Source& source, size_t until,
                   PatternScanner::State& state, Output& out) {
  do {
    bool gap = false;
    const size_t end = scanner.segment_end(source, state.open, state, gap);
    out.begins[out.count] = static_cast<uint32_t>(state.open);
    out.ends[out.count] = static_cast<uint32_t>(end);
    out.count += !kTellGaps || !gap;
    state.open = end;
  } while (state.open < until);
}

// Decides what is before each character of the block at state.position that begins before `next`.
template <bool kTellGaps>
inline void scan_block(const PatternScanner& scanner, const Utf8Source& source, const Block& block,
                       const Masks& masks, size_t next, PatternScanner::State& state, Output& out) {
  const size_t base = state.position;
  // Bits from the open segment's begin on are not decided yet.
  uint64_t which = state.open < base ? ~uint64_t{0} : ~uint64_t{1};
  for (;;) {
    const uint64_t doubt = masks.doubt & which;
    if (doubt == 0) {
      write_boundaries<kTellGaps>(block, masks, which, base, out, state);
      state.position = next;
      return;
    }
    const auto place = static_cast<unsigned>(std::countr_zero(doubt));
    write_boundaries<kTellGaps>(block, masks, which & low_bits(place), base, out, state);
    settle<kTellGaps>(scanner, source, base + block.offset(place), state, out);
    if (state.open >= next) {
      state.position = state.open;
      return;
    }
    const uint64_t decided = block.leads & low_bits(static_cast<unsigned>(state.open - base) + 1);
    which = ~low_bits(static_cast<unsigned>(std::popcount(decided)));
  }
}

// The history before a place in the text.
inline History recall(const RuleTables& tables, const Utf8Source& source, const uint8_t* text,
                      size_t place) {
  std::array<uint8_t, 3> groups;
  groups.fill(tables.rule.edge());
  for (size_t i = groups.size(); i-- > 0 && place > 0;) {
    place = source.before(place);
    groups[i] = tables.map.at(text + place);
  }
  return remember(groups);
}

inline void read_short_block(const RuleTables& rule, const uint8_t* text, size_t size,
                             Block& block) {
  std::array<uint8_t, kBlockReach> copy{};
  std::copy_n(text, size, copy.begin());
  copy[size] = GroupMap::kEdge;
  read_block(rule, copy.data(), block);
  block.leads &= low_bits(static_cast<unsigned>(size));
  block.count = static_cast<unsigned>(std::popcount(block.leads));
}

template <bool kTellGaps>
inline size_t scan_all(const PatternScanner& scanner, const uint8_t* text, size_t size,
                       PatternScanner::State& state, uint32_t* begins, uint32_t* ends,
                       size_t capacity) {
  const RuleTables& rule = scanner.rule();
  const Utf8Source source(scanner.map(), text, size);
  Output out{begins, ends};
  History history = recall(rule, source, text, state.position);
  Block block;
  while (state.position < size) {
    if (out.count + PatternScanner::kMinCapacity > capacity) return out.count;
    const size_t base = state.position, left = size - base;
    if (left >= kBlockReach) {
      read_block(rule, text + base, block);
    } else {
      read_short_block(rule, text + base, left, block);
    }
    Masks masks = decide<kTellGaps>(rule, block, history);
    history = history_after(block, history);
    // What follows the last character is not known before the text ends, so it begins the next block.
    const bool last = left < kBlockBytes;
    const uint64_t decided = low_bits(last ? block.count : block.count - 1);
    masks.doubt &= decided;
    masks.boundary &= decided & ~masks.doubt;
    const size_t step = 63 - static_cast<size_t>(std::countl_zero(block.leads));
    const size_t next = last ? size : base + step;
    scan_block<kTellGaps>(scanner, source, block, masks, next, state, out);
    if (state.position > next && state.position < size) {
      history = recall(rule, source, text, state.position);
    }
  }
  if (state.open < size) {
    if constexpr (kTellGaps) {
      settle<kTellGaps>(scanner, source, size, state, out);
    } else {  // there is just one segment left
      out.begins[out.count] = static_cast<uint32_t>(state.open);
      out.ends[out.count++] = static_cast<uint32_t>(size);
      state.open = size;
    }
  }
  state.finished = true;
  return out.count;
}

inline VectorScan choose(bool tell_gaps) { return tell_gaps ? scan_all<true> : scan_all<false>; }
