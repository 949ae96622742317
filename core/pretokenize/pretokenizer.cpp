// Runs a chain of pre-tokenizers: every step cuts each range that the steps before it left.
#include "pretokenize/pretokenizer.hpp"

#include <string_view>

#include "pretokenize/pieces.hpp"
#include "pretokenize/rewriting.hpp"
#include "text/segmentation.hpp"
#include "text/unicode.hpp"

namespace subwords {
namespace {

// Closures, so that the loops over them are compiled for each.
constexpr auto is_white_space = [](char32_t c) { return unicode::is_white_space(c); };
constexpr auto is_punctuation = [](char32_t c) { return unicode::is_punctuation(c); };
constexpr auto is_numeric = [](char32_t c) { return unicode::is_numeric(c); };

// Every delimiter character is a match of its own.
template <class IsDelimiter>
void cut_at_characters(const char32_t* chars, Range range, IsDelimiter is_delimiter,
                       PieceWriter pieces) {
  uint32_t begin = range.begin;
  for (uint32_t i = range.begin; i < range.end; ++i) {
    if (!is_delimiter(chars[i])) continue;
    if (begin < i) pieces.add(begin, i, false);
    pieces.add(i, i + 1, true);
    begin = i + 1;
  }
  if (begin < range.end) pieces.add(begin, range.end, false);
}

// Matches of a literal, leftmost first, not overlapping. The empty one matches before every
// character and at the end.
void cut_at_literal(const char32_t* chars, Range range, const PreTokenizerStep& step,
                    std::vector<Range>& out) {
  const std::u32string_view text(chars + range.begin, range.end - range.begin);
  const std::u32string_view pattern = step.pattern;
  PieceWriter pieces(step.behavior, out);
  const auto add = [&](size_t begin, size_t end, bool is_match) {
    pieces.add(range.begin + static_cast<uint32_t>(begin), range.begin + static_cast<uint32_t>(end),
               is_match != step.invert);
  };
  size_t begin = 0;
  for (size_t found = text.find(pattern); found != text.npos;
       found = text.find(pattern, begin + pattern.empty())) {
    if (begin < found) add(begin, found, false);
    begin = found + pattern.size();
    add(found, begin, true);
  }
  if (begin < text.size()) add(begin, text.size(), false);
}

// Matches of a pattern; the range is all that it sees.
void cut_at_pattern(const char32_t* chars, Range range, const PreTokenizerStep& step,
                    patterns::Barren& barren, std::vector<Range>& out) {
  const size_t size = range.end - range.begin;
  patterns::MatchFinder finder(
      step.compiled->dfa,
      patterns::CharSource(step.compiled->map, chars + range.begin, size), barren);
  PieceWriter pieces(step.behavior, out);
  const auto add = [&](size_t begin, size_t end, bool is_match) {
    pieces.add(range.begin + static_cast<uint32_t>(begin), range.begin + static_cast<uint32_t>(end),
               is_match != step.invert);
  };
  size_t done = 0;
  for (patterns::Match match; finder.next(match); done = match.end) {
    if (done < match.begin) add(done, match.begin, false);
    add(match.begin, match.end, true);
  }
  if (done < size) add(done, size, false);
}

// Runs of word characters, and runs of anything else that is not white space.
void cut_into_runs(const char32_t* chars, Range range, std::vector<Range>& out) {
  enum class Kind : uint8_t { kSpace, kWord, kOther };
  const auto kind_of = [](char32_t c) {
    return unicode::is_word(c) ? Kind::kWord
                               : (unicode::is_white_space(c) ? Kind::kSpace : Kind::kOther);
  };
  for (uint32_t i = range.begin; i < range.end;) {
    const uint32_t begin = i;
    const Kind kind = kind_of(chars[i]);
    do ++i;
    while (i < range.end && kind_of(chars[i]) == kind);
    if (kind != Kind::kSpace) out.push_back({begin, i});
  }
}

// Before each character whose script is another than that of the last one that has any. What stands
// before the first of those is dropped, as published.
void cut_at_scripts(const char32_t* chars, Range range, std::vector<Range>& out) {
  uint8_t last = 0;
  Range piece{};
  for (uint32_t i = range.begin; i < range.end; ++i) {
    const uint8_t script = segmentation::script(chars[i]);
    if (script == 0 || script == last) continue;
    if (last != 0) out.push_back({piece.begin, i});
    piece.begin = i;
    last = script;
  }
  if (last != 0) out.push_back({piece.begin, range.end});
}

void cut_evenly(Range range, uint32_t length, std::vector<Range>& out) {
  if (length == 0) return out.push_back(range);
  for (; range.end - range.begin > length; range.begin += length) {
    out.push_back({range.begin, range.begin + length});
  }
  out.push_back(range);
}

// White space is dropped, every punctuation character stands alone.
void cut_like_bert(const char32_t* chars, Range range, std::vector<Range>& out) {
  uint32_t begin = range.begin;
  for (uint32_t i = range.begin; i < range.end; ++i) {
    const bool space = unicode::is_white_space(chars[i]);
    if (!space && !unicode::is_punctuation(chars[i])) continue;
    if (begin < i) out.push_back({begin, i});
    if (!space) out.push_back({i, i + 1});
    begin = i + 1;
  }
  if (begin < range.end) out.push_back({begin, range.end});
}

void cut(const PreTokenizerStep& step, const char32_t* chars, Range range,
         patterns::Barren& barren, std::vector<Range>& out) {
  switch (step.kind) {
    case PreTokenizerKind::kBert: return cut_like_bert(chars, range, out);
    case PreTokenizerKind::kWhitespace: return cut_into_runs(chars, range, out);
    case PreTokenizerKind::kWhitespaceSplit:
      return cut_at_characters(chars, range, is_white_space, {Behavior::kRemoved, out});
    case PreTokenizerKind::kPunctuation:
      return cut_at_characters(chars, range, is_punctuation, {step.behavior, out});
    case PreTokenizerKind::kDigits: {
      const Behavior behavior =
          step.individual_digits ? Behavior::kIsolated : Behavior::kContiguous;
      return cut_at_characters(chars, range, is_numeric, {behavior, out});
    }
    case PreTokenizerKind::kCharDelimiter: {
      const char32_t delimiter = step.pattern.at(0);
      const auto is_delimiter = [delimiter](char32_t c) { return c == delimiter; };
      return cut_at_characters(chars, range, is_delimiter, {Behavior::kRemoved, out});
    }
    case PreTokenizerKind::kLiteralSplit: return cut_at_literal(chars, range, step, out);
    case PreTokenizerKind::kPatternSplit:
      return cut_at_pattern(chars, range, step, barren, out);
    case PreTokenizerKind::kUnicodeScripts: return cut_at_scripts(chars, range, out);
    case PreTokenizerKind::kFixedLength: return cut_evenly(range, step.length, out);
    case PreTokenizerKind::kPrefixSpace:
    case PreTokenizerKind::kByteLevel:
    case PreTokenizerKind::kMetaspace: return;  // rewrite() does these
  }
}

}  // namespace

const AlignedText& pretokenize(const PreTokenizerChain& chain, const AlignedText& text,
                               std::vector<Range>& ranges, PreTokenizerScratch& scratch) {
  std::erase_if(ranges, [](Range range) { return range.begin >= range.end; });
  const AlignedText* current = &text;
  for (const PreTokenizerStep& step : chain) {
    if (rewrites(step)) {
      AlignedText& out = scratch.texts[current == &scratch.texts[0]];
      rewrite(step, *current, ranges, out);
      current = &out;
      continue;
    }
    scratch.ranges.clear();
    for (const Range range : ranges) {
      cut(step, current->chars.data(), range, scratch.barren, scratch.ranges);
    }
    ranges.swap(scratch.ranges);
  }
  return *current;
}

}  // namespace subwords
