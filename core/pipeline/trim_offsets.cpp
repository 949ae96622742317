#include "pipeline/trim_offsets.hpp"

#include <algorithm>

#include "text/unicode.hpp"
#include "text/utf8.hpp"

namespace subwords {
namespace {

bool is_space(char32_t c) { return c == 0x120 || unicode::is_white_space(c); }  // Ġ

uint32_t leading_spaces(std::string_view token) {
  const auto* p = reinterpret_cast<const uint8_t*>(token.data());
  const auto* const end = p + token.size();
  uint32_t count = 0;
  while (p < end && utf8::valid_prefix(p, end) > 0) {
    char32_t c = 0;
    p = utf8::decode(p, c);
    if (!is_space(c)) break;
    ++count;
  }
  return count;
}

uint32_t trailing_spaces(std::string_view token) {
  const auto* const begin = reinterpret_cast<const uint8_t*>(token.data());
  const auto* end = begin + token.size();
  uint32_t count = 0;
  while (begin < end) {
    const auto* p = end - 1;
    while (p > begin && (*p & 0xC0) == 0x80) --p;
    if (utf8::valid_prefix(p, end) != static_cast<size_t>(end - p)) break;
    char32_t c = 0;
    utf8::decode(p, c);
    if (!is_space(c)) break;
    ++count;
    end = p;
  }
  return count;
}

void trim(Row& row, uint32_t leading, uint32_t trailing, bool keep_one) {
  if (leading == 1 && keep_one) leading = 0;
  row.begin = static_cast<uint32_t>(std::min<uint64_t>(uint64_t{row.begin} + leading, row.end));
  // More than the text has before it: as published, the end stays.
  if (trailing <= row.end) row.end = std::max(row.end - trailing, row.begin);
}

}  // namespace

std::string_view OffsetTrimmer::token(uint32_t id) const {
  if (pieces_ != nullptr) {
    if (id < pieces_->size()) return pieces_->piece(id);
  } else if (const size_t position = vocab_->position(id); position != SIZE_MAX) {
    return vocab_->token_at(position);
  }
  const auto found = added_.find(id);
  return found == added_.end() ? std::string_view() : std::string_view(found->second);
}

void OffsetTrimmer::apply(Columns& columns) const {
  size_t at = 0;
  auto match = columns.matches.begin();
  for (const RowRun& run : columns.runs) {
    const size_t first = at;
    for (; at < run.end; ++at) {
      Row& row = columns.rows.data()[at];
      std::string_view text = token(row.id);
      if (match != columns.matches.end() && match->row == at) text = (match++)->text;
      if (run.special()) continue;
      const uint32_t leading = leading_spaces(text), trailing = trailing_spaces(text);
      for (const bool prefixed : passes_) {
        trim(row, leading, trailing, prefixed && (at == first || row.begin == 0));
      }
    }
  }
}

}  // namespace subwords
