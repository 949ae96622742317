// A 128-bit unsigned integer; a compiler extension that GCC and Clang share.
#pragma once

namespace subwords {

__extension__ using uint128 = unsigned __int128;

}  // namespace subwords
