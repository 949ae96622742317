// Scanning by the local rule, 64 places at once; the instruction set is chosen at run time.
#pragma once
#include "patterns/scanner.hpp"

namespace subwords::patterns {

using VectorScan = size_t (*)(const PatternScanner&, const uint8_t*, size_t,
                              PatternScanner::State&, uint32_t*, uint32_t*, size_t);

VectorScan vector_scan(Isa isa, bool tell_gaps);

}  // namespace subwords::patterns
