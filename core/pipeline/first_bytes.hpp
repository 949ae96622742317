// Skips to the next byte out of a set, as fast as memory allows where the set is small.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace subwords {

class FirstBytes {
 public:
  FirstBytes() = default;
  explicit FirstBytes(const std::array<bool, 256>& set);

  // Position of the first byte of the set at or after `begin`, or the text's size.
  size_t find(std::string_view text, size_t begin) const;

 private:
  size_t find_few(std::string_view text, size_t begin) const;
  size_t find_many(std::string_view text, size_t begin) const;

  std::array<uint8_t, 256> set_{};
  std::array<uint8_t, 3> few_{};  // repeated where there are fewer
  int count_ = 0;
};

}  // namespace subwords
