// The scan over blocks, compiled once per instruction set: scan_vector.cpp includes this file
// inside a namespace that has `masks_at(rule, p) -> Masks`, which reads p[-3] to p[64], and
// `write_places(mask, base, out)`. No include guard on purpose.

// Where pieces are written. begins[count] is always the begin of the segment that is open.
struct Output {
  uint32_t* begins;
  uint32_t* ends;
  size_t count = 0;
};

// Ends the open segment and others at the certain boundaries of a block.
template <bool kTellGaps>
inline void write_boundaries(const Masks& masks, uint64_t which, size_t base, Output& out,
                             PatternScanner::State& state) {
  const uint64_t boundaries = masks.boundary & which;
  if (boundaries == 0) return;
  const auto at = static_cast<uint32_t>(base);
  if constexpr (kTellGaps) {
    const uint64_t ends = boundaries & ~masks.gap_ends;
    const uint64_t first = boundaries & (~boundaries + 1);
    out.begins[out.count] = static_cast<uint32_t>(state.open);
    const size_t open = (ends & first) != 0;  // what ends first is a match
    write_places(boundaries & ~masks.gap_begins, at, out.begins + out.count + open);
    write_places(ends, at, out.ends + out.count);
    out.count += static_cast<size_t>(std::popcount(ends));
  } else {
    out.begins[out.count] = static_cast<uint32_t>(state.open);
    write_places(boundaries, at, out.begins + out.count + 1);
    write_places(boundaries, at, out.ends + out.count);
    out.count += static_cast<size_t>(std::popcount(boundaries));
  }
  state.open = base + 63 - static_cast<size_t>(std::countl_zero(boundaries));
}

// The masks of a block near an end of the text, where not every place has all its neighbours.
inline Masks masks_at_edge(const RuleTables& rule, const uint8_t* text, size_t size, size_t base) {
  alignas(64) uint8_t copy[3 + 64 + 1] = {};
  const size_t before = std::min<size_t>(base, 3);
  const size_t after = std::min<size_t>(size - base, 65);
  std::memcpy(copy + 3 - before, text + base - before, before + after);
  Masks masks = masks_at(rule, copy + 3);
  if (base < 3) masks.doubt |= low_bits(static_cast<unsigned>(3 - base));
  if (after < 65) {
    masks.doubt |= uint64_t{1} << (after - 1);
    masks.doubt &= low_bits(static_cast<unsigned>(after));
    masks.boundary &= low_bits(static_cast<unsigned>(after));
  }
  masks.boundary &= ~masks.doubt;
  return masks;
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

template <bool kTellGaps>
inline void scan_block(const PatternScanner& scanner, const Utf8Source& source, const Masks& masks,
                       PatternScanner::State& state, Output& out) {
  const size_t base = state.position;
  // Bits from the open segment's begin on are not decided yet.
  uint64_t which = state.open < base ? ~uint64_t{0} : ~uint64_t{1};
  for (;;) {
    const uint64_t doubt = masks.doubt & which;
    if (doubt == 0) {
      write_boundaries<kTellGaps>(masks, which, base, out, state);
      state.position = base + 64;
      return;
    }
    const auto place = static_cast<unsigned>(std::countr_zero(doubt));
    write_boundaries<kTellGaps>(masks, which & low_bits(place), base, out, state);
    settle<kTellGaps>(scanner, source, base + place, state, out);
    if (state.open >= base + 64) {
      state.position = state.open;
      return;
    }
    which = ~low_bits(static_cast<unsigned>(state.open - base) + 1);
  }
}

template <bool kTellGaps>
inline size_t scan_all(const PatternScanner& scanner, const uint8_t* text, size_t size,
                       PatternScanner::State& state, uint32_t* begins, uint32_t* ends,
                       size_t capacity) {
  const Utf8Source source(scanner.map(), text, size);
  Output out{begins, ends};
  while (state.position < size) {
    if (out.count + PatternScanner::kMinCapacity > capacity) return out.count;
    const bool inside = state.position >= 3 && size - state.position > 64;
    const Masks masks = inside ? masks_at(scanner.rule(), text + state.position)
                               : masks_at_edge(scanner.rule(), text, size, state.position);
    scan_block<kTellGaps>(scanner, source, masks, state, out);
  }
  if (state.open < size) settle<kTellGaps>(scanner, source, size, state, out);
  state.finished = true;
  return out.count;
}
