// Kinds of characters beside scripts, which count from 0; training/scripts.py says what they mean.
#pragma once
#include <cstdint>

namespace subwords {

inline constexpr int32_t kKindAny = -1, kKindInherited = -2, kKindAlone = -3;

}  // namespace subwords
