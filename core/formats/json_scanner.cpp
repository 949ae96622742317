#include "formats/json_scanner.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <string>

#include "text/utf8.hpp"

namespace subwords::json {
namespace {

constexpr const char* kRemedy =
    "The file is not valid JSON: cut short in transfer, or edited by hand?";

// Bytes that end the plain run of a string: the quote, the backslash, control characters.
constexpr std::array<bool, 256> kStops = [] {
  std::array<bool, 256> stops{};
  for (size_t c = 0; c < 0x20; ++c) stops[c] = true;
  stops['"'] = stops['\\'] = true;
  return stops;
}();

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string hex(uint32_t value, int digits) {
  std::string text(static_cast<size_t>(digits), '0');
  for (int i = digits - 1; i >= 0; --i, value >>= 4) {
    text[static_cast<size_t>(i)] = "0123456789abcdef"[value & 0xF];
  }
  return text;
}

// Whether a number that std::from_chars calls out of range is too small, and not too large: the
// decimal place of its first digit that counts is behind the point.
bool underflows(std::string_view text) {
  int64_t exponent = 0;
  if (const size_t e = text.find_first_of("eE"); e != std::string_view::npos) {
    const size_t digits = e + 1 + (text[e + 1] == '+');
    if (std::from_chars(text.data() + digits, text.data() + text.size(), exponent).ec !=
        std::errc{}) {
      return text[e + 1] == '-';
    }
    text = text.substr(0, e);
  }
  const size_t first = text.find_first_of("123456789");
  if (first == std::string_view::npos) return true;
  const size_t point = std::min(text.find('.'), text.size());
  return static_cast<int64_t>(point) - static_cast<int64_t>(first) + exponent <= 0;
}

}  // namespace

void Scanner::require_utf8(std::string_view text) const {
  const size_t bad = utf8::validate(text);
  if (bad == text.size()) return;
  throw Fault("not UTF-8 (0x" + hex(static_cast<uint8_t>(text[bad]), 2) + ")",
              "byte " + std::to_string(static_cast<size_t>(text.data() - begin_) + bad),
              "Convert the file to UTF-8.");
}

void Scanner::fail(const std::string& what, const char* at) const {
  require_utf8({begin_, static_cast<size_t>(end_ - begin_)});  // the deeper reason comes first
  size_t line = 1;
  const char* start = begin_;
  for (const char* p = begin_; p < at; ++p) {
    if (*p == '\n') {
      ++line;
      start = p + 1;
    }
  }
  const size_t column = utf8::length({start, static_cast<size_t>(at - start)}) + 1;
  throw Fault(at == end_ ? "the file ends here, inside the JSON" : what,
              "line " + std::to_string(line) + " column " + std::to_string(column), kRemedy);
}

void Scanner::skip_space() {
  for (;;) {
    // Indentation is most of a big file: eight spaces at a time.
    uint64_t word = 0;
    while (end_ - p_ >= 8 && (std::memcpy(&word, p_, 8), word == 0x2020202020202020u)) p_ += 8;
    if (p_ == end_ || (*p_ != ' ' && *p_ != '\n' && *p_ != '\t' && *p_ != '\r')) return;
    ++p_;
  }
}

bool Scanner::take_word(std::string_view word) {
  peek();
  if (!std::string_view(p_, static_cast<size_t>(end_ - p_)).starts_with(word)) return false;
  p_ += word.size();
  return true;
}

std::string_view Scanner::string() {
  expect('"', "expected a string");
  const char* const begin = p_;
  uint8_t seen = 0;
  while (p_ < end_ && !kStops[static_cast<uint8_t>(*p_)]) seen |= static_cast<uint8_t>(*p_++);
  if (p_ == end_ || *p_ != '"') return escaped_string(begin);
  const std::string_view text(begin, static_cast<size_t>(p_++ - begin));
  if (seen >= 0x80) require_utf8(text);
  return text;
}

std::string_view Scanner::escaped_string(const char* begin) {
  buffer_.assign(begin, p_);
  for (;;) {
    if (p_ == end_) fail("unterminated string");
    if (*p_ == '"') break;
    if (*p_ != '\\') fail("a control character inside a string must be escaped");
    ++p_;
    escape();
    const char* const run = p_;
    while (p_ < end_ && !kStops[static_cast<uint8_t>(*p_)]) ++p_;
    buffer_.append(run, p_);
  }
  require_utf8({begin, static_cast<size_t>(p_ - begin)});
  ++p_;
  return buffer_;
}

void Scanner::escape() {
  const char* const at = p_ - 1;
  if (p_ == end_) fail("unterminated string");
  switch (*p_++) {
    case '"': buffer_ += '"'; return;
    case '\\': buffer_ += '\\'; return;
    case '/': buffer_ += '/'; return;
    case 'b': buffer_ += '\b'; return;
    case 'f': buffer_ += '\f'; return;
    case 'n': buffer_ += '\n'; return;
    case 'r': buffer_ += '\r'; return;
    case 't': buffer_ += '\t'; return;
    case 'u': break;
    default: fail("unknown escape in a string", at);
  }
  uint32_t c = hex4();
  if (c >= 0xD800 && c < 0xE000) {
    const bool pair = c < 0xDC00 && end_ - p_ >= 2 && p_[0] == '\\' && p_[1] == 'u';
    uint32_t low = 0;
    if (pair) {
      p_ += 2;
      low = hex4();
    }
    if (low < 0xDC00 || low >= 0xE000) fail("lone surrogate \\u" + hex(c, 4), at);
    c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
  }
  utf8::append(buffer_, static_cast<char32_t>(c));
}

uint32_t Scanner::hex4() {
  uint32_t value = 0;
  for (int i = 0; i < 4; ++i, ++p_) {
    const char c = p_ < end_ ? *p_ : '\0';
    const int digit = is_digit(c)             ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : -1;
    if (digit < 0) fail("expected four hexadecimal digits after \\u");
    value = value << 4 | static_cast<uint32_t>(digit);
  }
  return value;
}

Number Scanner::number() {
  peek();
  const char* const begin = p_;
  const auto digits = [this] {
    if (p_ == end_ || !is_digit(*p_)) fail("expected a digit");
    while (p_ < end_ && is_digit(*p_)) ++p_;
  };
  const bool negative = p_ < end_ && *p_ == '-';
  if (negative) ++p_;
  const char* const first = p_;
  digits();
  if (*first == '0' && p_ - first > 1) fail("a number must not begin with 0", first);
  bool integer = true;
  if (p_ < end_ && *p_ == '.') {
    integer = false;
    ++p_;
    digits();
  }
  if (p_ < end_ && (*p_ == 'e' || *p_ == 'E')) {
    integer = false;
    ++p_;
    if (p_ < end_ && (*p_ == '+' || *p_ == '-')) ++p_;
    digits();
  }
  if (integer && !(negative && *first == '0')) {
    if (negative) {
      int64_t value = 0;
      if (std::from_chars(begin, p_, value).ec == std::errc{}) return value;
    } else {
      uint64_t value = 0;
      if (std::from_chars(begin, p_, value).ec == std::errc{}) return value;
    }
  }
  double value = 0;
  if (std::from_chars(begin, p_, value).ec != std::errc{}) {
    if (!underflows({begin, static_cast<size_t>(p_ - begin)})) fail("number out of range", begin);
    value = negative ? -0.0 : 0.0;
  }
  return value;
}

}  // namespace subwords::json
