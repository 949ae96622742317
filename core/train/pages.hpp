// Memory for large tables that goes back to the system when it is freed.
//
// A general allocator keeps freed megabytes for later. Training frees tables as large as those it
// needs next (runs, then words, then pieces), so they would add up.
#pragma once
#include <cstddef>
#include <new>
#include <vector>

#if defined(__unix__) || defined(__APPLE__)
#include <sys/mman.h>
#define SUBWORDS_HAS_MMAP 1
#endif

namespace subwords {

template <typename T>
struct PageAllocator {
  using value_type = T;
  PageAllocator() = default;
  template <typename U>
  PageAllocator(const PageAllocator<U>&) {}

  T* allocate(size_t count) {
#ifdef SUBWORDS_HAS_MMAP
    if (is_large(count)) {
      void* pages = mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (pages == MAP_FAILED) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
      // These tables are read all over; fewer, larger pages are found faster.
      if (count * sizeof(T) >= kHuge) madvise(pages, count * sizeof(T), MADV_HUGEPAGE);
#endif
      return static_cast<T*>(pages);
    }
#endif
    return static_cast<T*>(::operator new(count * sizeof(T)));
  }
  void deallocate(T* memory, size_t count) noexcept {
#ifdef SUBWORDS_HAS_MMAP
    if (is_large(count)) {
      munmap(memory, count * sizeof(T));
      return;
    }
#endif
    ::operator delete(memory);
  }
  template <typename U>
  bool operator==(const PageAllocator<U>&) const {
    return true;
  }

 private:
  static constexpr size_t kHuge = size_t{1} << 22;
  static bool is_large(size_t count) { return count * sizeof(T) >= (size_t{1} << 18); }
};

template <typename T>
using PageVector = std::vector<T, PageAllocator<T>>;

}  // namespace subwords
