// Whether NFC leaves a text as it is, found out quickly and without changing anything.
//
// "Yes" is certain. "No" may be wrong where a text holds characters that could combine with what
// stands before them (UAX #15, the quick check's "maybe"); such a text is normalized to know.
#pragma once
#include <string_view>

namespace subwords {

bool surely_composed(std::string_view utf8);

}  // namespace subwords
