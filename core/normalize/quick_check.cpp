#include "normalize/quick_check.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>

#include "text/steps.hpp"
#include "text/unicode.hpp"
#include "text/utf8.hpp"

namespace subwords {
namespace {

// Whether a character stays itself under NFC whatever surrounds it, as far as it has a say.
bool stays(char32_t c) {
  const uint16_t properties = unicode::properties(c);
  if ((properties & (unicode::kReorders | unicode::kComposesBack)) != 0) return false;
  if ((properties & unicode::kDecomposes) == 0) return true;
  char32_t scratch[3];
  const std::u32string_view parts = unicode::decompose(c, false, scratch);
  char32_t whole = parts[0];
  for (size_t i = 1; i < parts.size() && whole != 0; ++i) {
    whole = unicode::compose(whole, parts[i]);
  }
  return whole == c;
}

// Answers by pages of 256 characters, each made when it is first needed and kept for good. No lock,
// so that a fork in another thread cannot leave one locked.
using Page = std::array<bool, 256>;
std::array<std::atomic<const Page*>, 0x1100> pages{};

const Page& page_of(char32_t c) {
  std::atomic<const Page*>& place = pages[c >> 8];
  const Page* page = place.load(std::memory_order_acquire);
  if (page != nullptr) return *page;
  auto made = std::make_unique<Page>();
  for (char32_t i = 0; i < 256; ++i) (*made)[i] = stays((c & ~char32_t{0xFF}) | i);
  if (place.compare_exchange_strong(page, made.get(), std::memory_order_acq_rel)) {
    return *made.release();
  }
  return *page;
}

}  // namespace

bool surely_composed(std::string_view utf8) {
  const auto* p = reinterpret_cast<const uint8_t*>(utf8.data());
  const auto* const end = p + utf8.size();
  while (p < end) {
    SUBWORDS_STEP();
    uint64_t eight;
    if (end - p >= 8 && (std::memcpy(&eight, p, 8), (eight & 0x8080808080808080u) == 0)) {
      p += 8;
    } else if (*p < 0x80) {
      ++p;
    } else if (*p < 0xCC) {
      p += 2;  // nothing below U+0300 changes
    } else {
      char32_t c;
      p = utf8::decode(p, c);
      if (!page_of(c)[c & 0xFF]) return false;
    }
  }
  return true;
}

}  // namespace subwords
