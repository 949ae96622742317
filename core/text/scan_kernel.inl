// The scan over blocks, compiled once per instruction set: scan.cpp includes this file inside a
// namespace that has a `classify(tables, block) -> Masks` of its own. No include guard on purpose.

// The words that start in one block; closes or prolongs the run that reaches into it.
template <class Emit>
inline void words_of_block(const Masks& masks, uint32_t base, Scanner::State& state, Emit&& emit) {
  uint64_t run = ~(masks.space | masks.isolated);
  if (state.in_run) {
    const unsigned length = static_cast<unsigned>(std::countr_one(run));
    state.run_dirty |= (masks.odd & low_bits(length)) != 0;
    if (length == 64) return;
    emit(state.run_begin, base + length, state.run_dirty);
    state.in_run = false;
    run &= ~low_bits(length);
  }
  uint64_t starts = (run & ~(run << 1)) | masks.isolated;
  while (starts != 0) {
    const unsigned i = static_cast<unsigned>(std::countr_zero(starts));
    starts &= starts - 1;
    const uint64_t rest = ~run >> i;
    if (rest == 0) {  // only the last start can reach the end of the block
      state.in_run = true;
      state.run_begin = base + i;
      state.run_dirty = (masks.odd >> i) != 0;
      return;
    }
    unsigned length = static_cast<unsigned>(std::countr_zero(rest));
    const bool dirty = ((masks.odd >> i) & low_bits(length)) != 0;
    length += length == 0;  // an isolated character
    emit(base + i, base + i + length, dirty);
  }
}

inline size_t scan_all(const Scanner& scanner, const uint8_t* text, size_t size,
                       Scanner::State& state, Span* out, size_t capacity) {
  size_t count = 0;
  const auto emit = [&](uint32_t begin, uint32_t end, bool dirty) {
    out[count++] = {begin, end | (dirty ? Span::kDirty : 0)};
  };
  const Scanner::Tables& tables = scanner.tables();
  while (state.position < size) {
    if (count + Scanner::kMinCapacity > capacity) return count;
    const uint32_t base = static_cast<uint32_t>(state.position);
    const size_t left = size - state.position;
    Masks masks;
    if (left >= 64) {
      masks = classify(tables, text + base);
    } else {
      alignas(64) uint8_t block[64] = {};
      std::memcpy(block, text + base, left);
      masks = classify(tables, block);
      const uint64_t valid = low_bits(static_cast<unsigned>(left));
      masks.space |= ~valid;
      masks.isolated &= valid;
      masks.odd &= valid;
    }
    words_of_block(masks, base, state, emit);
    state.position += 64;
  }
  if (state.in_run) emit(state.run_begin, static_cast<uint32_t>(size), state.run_dirty);
  state.in_run = false;
  state.finished = true;
  return count;
}
