#include "normalize/quick_check.hpp"

#include <array>
#include <cstdint>
#include <cstring>

#include "text/lazy_pages.hpp"
#include "text/steps.hpp"
#include "text/unicode.hpp"
#include "text/utf8.hpp"

namespace subwords {
namespace {

bool is_composed(NormalForm form) { return form == NormalForm::kNfc || form == NormalForm::kNfkc; }

bool is_compatible(NormalForm form) {
  return form == NormalForm::kNfkc || form == NormalForm::kNfkd;
}

// Whether composition puts the parts of a character together again.
bool comes_back(char32_t c, bool compatible) {
  char32_t scratch[3];
  const std::u32string_view parts = unicode::decompose(c, compatible, scratch);
  if (parts.empty()) return true;
  char32_t whole = parts[0];
  for (size_t i = 1; i < parts.size() && whole != 0; ++i) {
    whole = unicode::compose(whole, parts[i]);
  }
  return whole == c;
}

// Whether a character may stand in a text in this form, whatever is around it.
bool stays(NormalForm form, char32_t c) {
  const uint16_t properties = unicode::properties(c);
  const bool compatible = is_compatible(form);
  if (is_composed(form) && (properties & unicode::kComposesBack)) return false;
  if (!(properties & (compatible ? unicode::kDecomposesCompatibly : unicode::kDecomposes))) {
    return true;
  }
  return is_composed(form) && comes_back(c, compatible);
}

// Kept for good: threads may still ask while the process ends.
const auto& tables = *new std::array<LazyPages<bool>, 4>;

// Whether a character must be looked at: it does not stay, or has a class.
bool matters(NormalForm form, char32_t c) {
  return tables[static_cast<size_t>(form)].at(c, [form](char32_t first, auto& page) {
    for (char32_t i = 0; i < 256; ++i) {
      const char32_t each = first + i;
      page[i] = (unicode::properties(each) & unicode::kReorders) || !stays(form, each);
    }
  });
}

// Takes characters in order; false at the first that tells that the text may change.
class Checker {
 public:
  explicit Checker(NormalForm form) : form_(form) {}

  void pass_starter() { last_class_ = 0; }
  bool pass(char32_t c) {
    if (!matters(form_, c)) {
      last_class_ = 0;
      return true;
    }
    if (!stays(form_, c)) return false;
    const uint8_t own = unicode::combining_class(c);
    const bool in_order = own == 0 || last_class_ <= own;
    last_class_ = own;
    return in_order;
  }

 private:
  NormalForm form_;
  uint8_t last_class_ = 0;
};

}  // namespace

bool is_already_normal(NormalForm form, std::string_view utf8) {
  // UTF-8 that begins with a byte below this changes nothing: ASCII, and for NFC all to U+02FF.
  const uint8_t first = form == NormalForm::kNfc ? 0xCC : 0x80;
  Checker checker(form);
  const auto* p = reinterpret_cast<const uint8_t*>(utf8.data());
  const auto* const end = p + utf8.size();
  while (p < end) {
    SUBWORDS_STEP();
    uint64_t eight;
    if (end - p >= 8 && (std::memcpy(&eight, p, 8), (eight & 0x8080808080808080u) == 0)) {
      p += 8;
      checker.pass_starter();
    } else if (*p < first) {
      p += *p < 0x80 ? 1 : 2;
      checker.pass_starter();
    } else {
      char32_t c = 0;
      p = utf8::decode(p, c);
      if (!checker.pass(c)) return false;
    }
  }
  return true;
}

bool is_already_normal(NormalForm form, std::span<const char32_t> chars) {
  Checker checker(form);
  for (const char32_t c : chars) {
    if (!checker.pass(c)) return false;
  }
  return true;
}

}  // namespace subwords
