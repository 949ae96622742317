// Skips to where one of many strings may begin, as fast as memory allows where they share few
// first bytes. The second byte is looked at too: a first byte may be as common as a line's end.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace subwords {

class FirstBytes {
 public:
  FirstBytes() = default;
  // Which bytes begin a string, and which come second; `any_second` where one has a single byte.
  FirstBytes(const std::array<bool, 256>& first, const std::array<bool, 256>& second,
             bool any_second);

  // The first position at or after `begin` where a string may begin, or the text's size.
  size_t find(std::string_view text, size_t begin) const {
    if (count_ == 0 || begin >= text.size()) return text.size();
    return count_ == 1 ? find_one(text, begin) : find_any(text, begin);
  }

 private:
  static constexpr int kFew = 3, kSome = 8;  // first bytes that are compared one by one

  bool may_begin(std::string_view text, size_t i) const;
  size_t find_one(std::string_view text, size_t begin) const;
  size_t find_any(std::string_view text, size_t begin) const;
  template <int kCount>
  size_t skip_blocks(std::string_view text, size_t begin) const;

  // Bit 0: begins a string. Bit 1: comes second.
  std::array<uint8_t, 256> role_{};
  std::array<uint8_t, kSome> first_{};  // the last one repeated where there are fewer
  int count_ = 0;
  bool any_second_ = false;
};

}  // namespace subwords
