// Large tables that start as zeros and are read at random places. They ask for large pages where
// the system has them: with small ones a look-up waits for the address as long as for the data, most
// of all where other programs run in between.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace subwords {

// Items whose zero bytes are their empty state; moved, never copied. Pages are not resident until
// touched, so an idle table costs address space only.
template <class T>
class ZeroedTable {
 public:
  explicit ZeroedTable(size_t count) : bytes_(count * sizeof(T)), base_(take(bytes_)) {}
  ~ZeroedTable() { give_back(); }
  ZeroedTable(ZeroedTable&& other) noexcept
      : bytes_(std::exchange(other.bytes_, 0)), base_(std::exchange(other.base_, nullptr)) {}
  ZeroedTable& operator=(ZeroedTable&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    std::swap(base_, other.base_);
    return *this;
  }

  T* data() { return static_cast<T*>(base_); }
  const T* data() const { return static_cast<const T*>(base_); }
  T& operator[](size_t i) { return data()[i]; }
  const T& operator[](size_t i) const { return data()[i]; }

 private:
#if defined(__linux__)
  static constexpr size_t kSmallPage = size_t{1} << 12, kLargePage = size_t{1} << 21;

  static size_t whole_pages(size_t bytes) { return (bytes + kSmallPage - 1) & ~(kSmallPage - 1); }
  // A mapping that begins at a large page, cut out of one that is a large page longer.
  static void* take(size_t bytes) {
    const size_t size = whole_pages(bytes), padded = size + kLargePage;
    void* const raw =
        mmap(nullptr, padded, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (raw == MAP_FAILED) throw std::bad_alloc();
    auto* const first = static_cast<char*>(raw);
    const size_t before = -reinterpret_cast<uintptr_t>(raw) & (kLargePage - 1);
    if (before > 0) munmap(first, before);
    if (padded - before > size) munmap(first + before + size, padded - before - size);
    if (size >= kLargePage) madvise(first + before, size, MADV_HUGEPAGE);  // a wish, no more
    return first + before;
  }
  void give_back() {
    if (base_ != nullptr) munmap(base_, whole_pages(bytes_));
  }
#else
  static void* take(size_t bytes) {
    void* const base = std::calloc(bytes, 1);
    if (base == nullptr) throw std::bad_alloc();
    return base;
  }
  void give_back() { std::free(base_); }
#endif

  size_t bytes_;
  void* base_;
};

}  // namespace subwords
