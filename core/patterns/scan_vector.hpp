// Scanning by the local rule, blocks of 64 bytes at once; one way for each instruction set.
#pragma once
#include "patterns/scanner.hpp"

namespace subwords::patterns {

using VectorScan = size_t (*)(const PatternScanner&, const uint8_t*, size_t,
                              PatternScanner::State&, uint32_t*, uint32_t*, size_t);

// The fastest one that the machine has, up to `isa`.
VectorScan vector_scan(Isa isa, bool tell_gaps);

VectorScan portable_scan(bool tell_gaps);
// Null where they are not built.
VectorScan avx2_scan(bool tell_gaps);
VectorScan avx512_scan(bool tell_gaps);

}  // namespace subwords::patterns
