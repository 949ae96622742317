#include "pipeline/decode_text.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "text/utf8.hpp"

namespace subwords {
namespace {

constexpr std::pair<std::string_view, std::string_view> kCleanups[] = {
    {" .", "."},     {" ?", "?"},     {" !", "!"},           {" ,", ","},
    {" ' ", "'"},    {" n't", "n't"}, {" 'm", "'m"},         {" do not", " don't"},
    {" 's", "'s"},   {" 've", "'ve"}, {" 're", "'re"},
};

// Every clean-up begins with a space and one of these.
bool may_follow_space(char byte) {
  switch (byte) {
    case '.': case '?': case '!': case ',': case '\'': case 'n': case 'd': return true;
    default: return false;
  }
}

bool may_need_cleaning(std::string_view token, bool spaced) {
  if (spaced && !token.empty() && may_follow_space(token[0])) return true;
  for (size_t i = 0; i + 1 < token.size(); ++i) {
    if (token[i] == ' ' && may_follow_space(token[i + 1])) return true;
  }
  return false;
}

// Bytes of the ill-formed stretch at the start of [p, end): the longest that begins a character.
size_t ill_formed(const uint8_t* p, const uint8_t* end) {
  // A stretch begins a character if some tail completes it; try the shortest completions.
  const auto left = static_cast<size_t>(end - p);
  for (size_t size = std::min<size_t>(left, 3); size > 1; --size) {
    for (const uint8_t fill : {uint8_t{0x80}, uint8_t{0x90}, uint8_t{0xA0}}) {
      uint8_t whole[4] = {p[0], fill, 0x80, 0x80};
      std::copy(p, p + size, whole);
      if (utf8::valid_prefix(whole, whole + 4) > size) return size;
    }
  }
  return 1;
}

}  // namespace

void append_replaced(std::string& out, std::string_view text, std::string_view pattern,
                     std::string_view content) {
  if (pattern.empty()) {
    for (const char byte : text) {
      if ((static_cast<uint8_t>(byte) & 0xC0) != 0x80) out += content;
      out += byte;
    }
    out += content;
    return;
  }
  size_t begin = 0;
  for (size_t found = text.find(pattern); found != text.npos; found = text.find(pattern, begin)) {
    out.append(text, begin, found - begin).append(content);
    begin = found + pattern.size();
  }
  out.append(text, begin);
}

void append_cleaned(std::string& out, std::string_view token, bool spaced) {
  if (!may_need_cleaning(token, spaced)) {
    if (spaced) out += ' ';
    out += token;
    return;
  }
  std::string cleaned(spaced ? 1 : 0, ' '), scratch;
  cleaned += token;
  for (const auto& [open, closed] : kCleanups) {
    if (cleaned.find(open) == cleaned.npos) continue;
    scratch.clear();
    append_replaced(scratch, cleaned, open, closed);
    cleaned.swap(scratch);
  }
  out += cleaned;
}

void append_lossy(std::string& out, std::string_view bytes) {
  while (!bytes.empty()) {
    const size_t valid = utf8::validate(bytes);
    out.append(bytes, 0, valid);
    bytes.remove_prefix(valid);
    if (bytes.empty()) break;
    const auto* p = reinterpret_cast<const uint8_t*>(bytes.data());
    out += kReplacement;
    bytes.remove_prefix(ill_formed(p, p + bytes.size()));
  }
}

}  // namespace subwords
