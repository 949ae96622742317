// Lays the pages of the class map out by bytes.
#include "patterns/group_map.hpp"

#include <map>

namespace subwords::patterns {
namespace {

constexpr size_t kPage = GroupMap::kPageSize;
constexpr size_t kBasicPages = 0x10000 / kPage;  // of characters of up to three bytes
// The low six bits of the first byte, by how many bytes there are.
constexpr size_t kThreeBytes = 0x20, kFourBytes = 0x30;

using Page = std::array<uint8_t, kPage>;

// Pages, each once.
class Pages {
 public:
  uint16_t number(const Page& page) {
    const auto next = static_cast<uint16_t>(groups.size() / kPage);
    const auto [found, fresh] = numbers_.try_emplace(page, next);
    if (fresh) groups.insert(groups.end(), page.begin(), page.end());
    return found->second;
  }

  std::vector<uint8_t> groups;

 private:
  std::map<Page, uint16_t> numbers_;
};

}  // namespace

GroupMap::GroupMap(const ClassMap& classes, const LocalRule& rule) : ascii_{}, page_of_{} {
  for (size_t c = 0; c < ascii_.size(); ++c) ascii_[c] = rule.group_of[classes.ascii()[c]];
  Pages pages;
  std::vector<uint16_t> uniform;  // by group: the page of nothing else
  for (size_t group = 0; group <= rule.edge(); ++group) {
    Page page;
    page.fill(static_cast<uint8_t>(group));
    uniform.push_back(pages.number(page));
  }
  std::vector<uint16_t> numbers;  // by page of the class map
  std::vector<uint8_t> whole;     // the same: the group of all its characters, or kFourth
  for (size_t first = 0; first < classes.pages().size(); first += kPage) {
    Page page;
    for (size_t i = 0; i < kPage; ++i) page[i] = rule.group_of[classes.pages()[first + i]];
    numbers.push_back(pages.number(page));
    whole.push_back(numbers.back() == uniform[page[0]] ? page[0] : kFourth);
  }
  const std::vector<uint16_t>& all = classes.page_numbers();
  for (size_t c = 0x80; c < 0x800; ++c) {
    page_of_[c] = uniform[rule.group_of[classes.of(static_cast<char32_t>(c))]];
  }
  for (size_t page = 0; page < kBasicPages; ++page) {
    page_of_[kThreeBytes * kPage + page] = numbers[all[page]];
  }
  for (size_t page = kBasicPages; page < all.size(); page += kPage) {
    Page by_third;
    for (size_t i = 0; i < kPage; ++i) by_third[i] = whole[all[page + i]];
    page_of_[kFourBytes * kPage + page / kPage] = pages.number(by_third);
  }
  page_of_[(kEdge & 63) * kPage] = uniform[rule.edge()];
  for (const uint16_t page : all) page_of_code_.push_back(numbers[page]);
  groups_ = std::move(pages.groups);
  groups_.resize(groups_.size() + 3);
}

uint8_t GroupMap::by_four(const uint8_t* p) const {
  char32_t c;
  utf8::decode(p, c);
  return groups_[size_t{page_of_code_[c / kPage]} * kPage + c % kPage];
}

}  // namespace subwords::patterns
