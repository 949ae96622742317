// Strip, Replace (of a string, or of what a pattern matches) and Prepend: steps that look at strings rather than at characters.
#include <utility>

#include "normalize/steps.hpp"
#include "text/unicode.hpp"

namespace subwords {
namespace {

// Knuth, Morris and Pratt: how long a match is still possible after a mismatch at each length, so
// that no character of the text is looked at twice.
void prepare(const std::u32string& pattern, std::vector<size_t>& fallback) {
  fallback.assign(pattern.size() + 1, 0);
  for (size_t i = 1, length = 0; i < pattern.size(); ++i) {
    while (length > 0 && pattern[i] != pattern[length]) length = fallback[length];
    if (pattern[i] == pattern[length]) ++length;
    fallback[i + 1] = length;
  }
}

}  // namespace

void strip(AlignedText& text, bool left, bool right) {
  size_t begin = 0, end = text.size();
  while (left && begin < end && unicode::is_white_space(text.chars[begin])) ++begin;
  while (right && begin < end && unicode::is_white_space(text.chars[end - 1])) --end;
  text.chars.resize(end);
  text.origin.resize(end);
  text.chars.erase(text.chars.begin(), text.chars.begin() + static_cast<ptrdiff_t>(begin));
  text.origin.erase(text.origin.begin(), text.origin.begin() + static_cast<ptrdiff_t>(begin));
}

void replace(AlignedText& text, const std::u32string& pattern, const std::u32string& content,
             NormalizerScratch& scratch) {
  if (pattern.empty()) return;
  AlignedText& out = scratch.other;
  out.clear();
  prepare(pattern, scratch.fallback);
  size_t matched = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char32_t c = text.chars[i];
    out.push(c, text.origin[i]);
    while (matched > 0 && c != pattern[matched]) matched = scratch.fallback[matched];
    if (c == pattern[matched]) ++matched;
    if (matched < pattern.size()) continue;
    // The match is what was put down last; the content takes its place.
    out.chars.resize(out.size() - matched);
    out.origin.resize(out.chars.size());
    for (char32_t put : content) out.push(put, text.origin[i]);
    matched = 0;
  }
  std::swap(text, out);
}

void replace_matches(AlignedText& text, const patterns::Pattern& pattern,
                     const std::u32string& content, NormalizerScratch& scratch) {
  AlignedText& out = scratch.other;
  out.clear();
  size_t done = 0;
  const auto keep_until = [&](size_t end) {
    for (; done < end; ++done) out.push(text.chars[done], text.origin[done]);
  };
  patterns::MatchFinder finder(
      pattern.dfa, patterns::CharSource(pattern.map, text.chars.data(), text.size()), scratch.barren);
  for (patterns::Match match; finder.next(match); done = match.end) {
    keep_until(match.begin);
    for (char32_t put : content) out.push(put, text.origin[match.end - 1]);
  }
  keep_until(text.size());
  std::swap(text, out);
}

void prepend(AlignedText& text, const std::u32string& content) {
  const Range first = text.origin[0];
  text.chars.insert(text.chars.begin(), content.begin(), content.end());
  text.origin.insert(text.origin.begin(), content.size(), first);
}

}  // namespace subwords
