#include "formats/json_scanner.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>

#include "text/utf8.hpp"

namespace subwords::json {
namespace {

constexpr const char* kRemedy =
    "The file is not valid JSON: cut short in transfer, or edited by hand?";

// Eight bytes at once, the first of them lowest.
uint64_t eight_bytes(const char* p) {
  uint64_t word;
  std::memcpy(&word, p, 8);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}
constexpr uint64_t kOnes = 0x0101010101010101u, kHighBits = 0x8080808080808080u;

// The high bit of bytes that are zero; above the first of them the others may be wrong.
constexpr uint64_t zeros(uint64_t word) { return (word - kOnes) & ~word & kHighBits; }

// The same for bytes that end the plain run of a string: the quote, the backslash, control
// characters.
constexpr uint64_t stops_in(uint64_t word) {
  return zeros(word ^ kOnes * '"') | zeros(word ^ kOnes * '\\') |
         ((word - kOnes * 0x20) & ~word & kHighBits);
}

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

constexpr int64_t kLargestPower = 308;

// 10 to the power of 0 .. 308, each the nearest double.
const std::array<double, kLargestPower + 1>& powers_of_ten() {
  static const std::array<double, kLargestPower + 1> powers = [] {
    std::array<double, kLargestPower + 1> made{};
    for (size_t i = 0; i < made.size(); ++i) {
      const std::string text = "1e" + std::to_string(i);
      std::from_chars(text.data(), text.data() + text.size(), made[i]);
    }
    return made;
  }();
  return powers;
}

// The exponent behind "e"; one of many digits counts as 10^9.
int64_t exponent_of(std::string_view text) {
  const bool negative = text.front() == '-';
  if (negative || text.front() == '+') text.remove_prefix(1);
  int64_t size = 0;
  for (const char c : text) size = std::min<int64_t>(size * 10 + (c - '0'), 1'000'000'000);
  return negative ? -size : size;
}

// A number as `tokenizers` reads it: as many digits as 64 bits hold become a double, which is then
// multiplied or divided by a power of ten. That rounds twice, so it is not always the nearest
// double. Infinity where it is out of range. The twin of formats/json_numbers.py.
double read_double(std::string_view text) {
  const bool negative = text.front() == '-';
  uint64_t digits = 0;
  int64_t power = 0;
  bool full = false, fraction = false;
  size_t i = negative ? 1 : 0;
  for (; i < text.size() && text[i] != 'e' && text[i] != 'E'; ++i) {
    if (text[i] == '.') {
      fraction = true;
      continue;
    }
    const auto digit = static_cast<uint64_t>(text[i] - '0');
    full = full || digits > (UINT64_MAX - digit) / 10;
    if (!full) digits = digits * 10 + digit;
    power += (full ? 1 : 0) - (fraction ? 1 : 0);
  }
  if (i < text.size()) power += exponent_of(text.substr(i + 1));
  double value = static_cast<double>(digits);
  for (; value != 0 && power < -kLargestPower; power += kLargestPower) value /= 1e308;
  if (value != 0) {
    if (power > kLargestPower) return std::numeric_limits<double>::infinity();
    const double factor = powers_of_ten()[static_cast<size_t>(power < 0 ? -power : power)];
    value = power < 0 ? value / factor : value * factor;
  }
  return negative ? -value : value;
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
    // Indentation is most of a big file: as many of eight spaces as there are.
    while (end_ - p_ >= 8) {
      const uint64_t others = eight_bytes(p_) ^ kOnes * ' ';
      p_ += others == 0 ? 8 : std::countr_zero(others) / 8;
      if (others != 0) break;
    }
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
  uint64_t seen = 0, stops = 0;
  while (end_ - p_ >= 8 && stops == 0) {
    const uint64_t word = eight_bytes(p_);
    stops = stops_in(word);
    seen |= word;  // bytes behind the string do no harm: it is validated once too often
    p_ += stops == 0 ? 8 : std::countr_zero(stops) / 8;
  }
  while (p_ < end_ && !kStops[static_cast<uint8_t>(*p_)]) seen |= static_cast<uint8_t>(*p_++);
  if (p_ == end_ || *p_ != '"') return escaped_string(begin);
  const std::string_view text(begin, static_cast<size_t>(p_++ - begin));
  if ((seen & kHighBits) != 0) require_utf8(text);
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
  const double value = read_double({begin, static_cast<size_t>(p_ - begin)});
  if (std::isinf(value)) fail("number out of range", begin);
  return value;
}

}  // namespace subwords::json
