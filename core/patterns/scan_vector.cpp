#include "patterns/scan_vector.hpp"

#include <algorithm>

namespace subwords::patterns {

VectorScan vector_scan(Isa isa, bool tell_gaps) {
  isa = std::min(isa, best_isa());
#if defined(__x86_64__)
  if (isa == Isa::kAvx512 && !__builtin_cpu_supports("avx512vbmi2")) isa = Isa::kAvx2;
#endif
  VectorScan scan = nullptr;
  if (isa == Isa::kAvx512) scan = avx512_scan(tell_gaps);
  if (isa >= Isa::kAvx2 && scan == nullptr) scan = avx2_scan(tell_gaps);
  return scan != nullptr ? scan : portable_scan(tell_gaps);
}

}  // namespace subwords::patterns
