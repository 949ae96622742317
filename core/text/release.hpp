// Buffers that are reused between calls: what is kept of them.
#pragma once
#include <cstddef>
#include <type_traits>
#include <utility>

namespace subwords {

// So much of a buffer waits for the next text; what one enormous text needed goes back.
constexpr size_t kKeptBytes = size_t{1} << 20;

template <class Container>
void release_large(Container& buffer) {
  using Item = std::remove_cvref_t<decltype(*buffer.data())>;
  if (buffer.capacity() * sizeof(Item) > kKeptBytes) {
    Container fresh;
    std::swap(buffer, fresh);
  }
}

}  // namespace subwords
