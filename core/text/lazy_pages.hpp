// A table over all code points that is made a page of 256 at a time, when a page is first needed.
//
// No lock, so that a fork in another thread cannot leave one locked: two threads may make the same
// page, and the first to publish it wins.
#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <memory>

namespace subwords {

template <class Entry>
class LazyPages {
 public:
  LazyPages() = default;
  ~LazyPages() {
    for (auto& page : pages_) delete page.load(std::memory_order_relaxed);
  }
  LazyPages(const LazyPages&) = delete;
  LazyPages& operator=(const LazyPages&) = delete;

  // The entry of c. `make_page(first, page)` fills in the 256 entries from the code point `first`
  // on; it must always give the same.
  template <class MakePage>
  const Entry& at(char32_t c, MakePage&& make_page) const {
    const Page* page = pages_[c >> 8].load(std::memory_order_acquire);
    if (page == nullptr) [[unlikely]] page = made(c >> 8, make_page);
    return (*page)[c & 0xFF];
  }
  size_t memory_bytes() const {
    size_t bytes = sizeof *this;
    for (const auto& page : pages_) {
      if (page.load(std::memory_order_relaxed) != nullptr) bytes += sizeof(Page);
    }
    return bytes;
  }

 private:
  using Page = std::array<Entry, 256>;

  template <class MakePage>
  [[gnu::noinline]] const Page* made(size_t index, MakePage& make_page) const {
    auto page = std::make_unique<Page>();
    make_page(static_cast<char32_t>(index << 8), *page);
    const Page* expected = nullptr;
    if (pages_[index].compare_exchange_strong(expected, page.get(), std::memory_order_acq_rel)) {
      return page.release();
    }
    return expected;
  }

  mutable std::array<std::atomic<const Page*>, 0x1100> pages_{};
};

}  // namespace subwords
