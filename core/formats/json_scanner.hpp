// The tokens of JSON: white space, punctuation, strings and numbers, with places for errors.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "formats/fault.hpp"

namespace subwords::json {

using Number = std::variant<int64_t, uint64_t, double>;

class Scanner {
 public:
  explicit Scanner(std::string_view text)
      : begin_(text.data()), p_(text.data()), end_(text.data() + text.size()) {}

  // The next byte that is not white space, 0 at the end (a NUL byte in the text is an error of its
  // own wherever it is met).
  char peek() {
    if (p_ < end_ && static_cast<uint8_t>(*p_) > ' ') return *p_;
    skip_space();
    return p_ < end_ ? *p_ : '\0';
  }
  bool at_end() { return peek() == '\0' && p_ == end_; }
  // Takes `c` if it comes next.
  bool take(char c) {
    if (peek() != c || p_ == end_) return false;
    ++p_;
    return true;
  }
  void expect(char c, const char* what) {
    if (!take(c)) fail(what);
  }
  bool take_word(std::string_view word);

  // A string, checked to be UTF-8 (nothing else in JSON may be other than ASCII); the view is into the text, or into a buffer that the next call reuses.
  std::string_view string();
  Number number();

  // Throws a Fault at the current byte, or at `at`.
  [[noreturn]] void fail(const std::string& what) const { fail(what, p_); }
  [[noreturn]] void fail(const std::string& what, const char* at) const;

 private:
  void skip_space();
  void require_utf8(std::string_view text) const;  // a part of the document
  std::string_view escaped_string(const char* begin);
  void escape();
  uint32_t hex4();

  const char* begin_;
  const char* p_;
  const char* end_;
  std::string buffer_;
};

}  // namespace subwords::json
