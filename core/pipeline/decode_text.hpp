// String rewriting that decoders share.
#pragma once
#include <string>
#include <string_view>

namespace subwords {

// Appends `text` with every match of `pattern` replaced, leftmost first. The empty pattern matches
// before every character and at the end.
void append_replaced(std::string& out, std::string_view text, std::string_view pattern,
                     std::string_view content);

// Appends a token, after a space if `spaced`, with the space taken out before punctuation and
// English contractions. What is done within one token does not depend on its neighbours.
void append_cleaned(std::string& out, std::string_view token, bool spaced);

// Appends bytes that should be UTF-8; every longest stretch that begins like a character but is
// none becomes one U+FFFD (Unicode's recommended practice).
void append_lossy(std::string& out, std::string_view bytes);

inline constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

}  // namespace subwords
