// String rewriting that decoders share.
#pragma once
#include <string>
#include <string_view>

namespace subwords {

// Appends `text` with every match of `pattern` replaced, leftmost first. The empty pattern matches
// before every character and at the end.
void append_replaced(std::string& out, std::string_view text, std::string_view pattern,
                     std::string_view content);

// Takes the space out before punctuation and English contractions.
// Appends `text`, cleaned up; `scratch` is reused between calls.
void append_cleaned(std::string& out, std::string_view text, std::string& scratch);

// Appends bytes that should be UTF-8; every longest stretch that begins like a character but is
// none becomes one U+FFFD (Unicode's recommended practice).
void append_lossy(std::string& out, std::string_view bytes);

inline constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

}  // namespace subwords
