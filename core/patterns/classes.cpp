// Divides the code points: every set splits each class into what is in it and what is not.
#include "patterns/classes.hpp"

#include <algorithm>
#include <map>

namespace subwords::patterns {

ClassMap::ClassMap() : page_of_((kLastCodePoint + 1) / kPageSize, 0), pages_(kPageSize, 0) {}

// Page 0 of the store holds class 0 alone and is shared.
uint16_t ClassMap::own_page(size_t page) {
  if (page_of_[page] == 0) {
    page_of_[page] = static_cast<uint16_t>(pages_.size() / kPageSize);
    pages_.resize(pages_.size() + kPageSize, 0);
  }
  return page_of_[page];
}

void ClassMap::assign(char32_t low, char32_t high, Class one) {
  if (one == 0) return;
  for (char32_t c = low; c <= high && c < 128; ++c) ascii_[c] = one;
  size_t whole = 0;  // a page of this class alone, once there is one
  for (size_t page = low / kPageSize; page <= high / kPageSize; ++page) {
    const size_t first = std::max<size_t>(low, page * kPageSize);
    const size_t last = std::min<size_t>(high, page * kPageSize + kPageSize - 1);
    const bool all = last - first + 1 == kPageSize;
    if (all && whole != 0) {
      page_of_[page] = static_cast<uint16_t>(whole);
      continue;
    }
    const size_t own = own_page(page);
    if (all) whole = own;
    const auto at = pages_.begin() + static_cast<ptrdiff_t>(own * kPageSize);
    std::fill(at + static_cast<ptrdiff_t>(first % kPageSize),
              at + static_cast<ptrdiff_t>(last % kPageSize) + 1, one);
  }
}

size_t Partition::add(const CharSet& set) {
  return numbers_.try_emplace(set, numbers_.size()).first->second;
}

void Partition::divide() {
  std::vector<char32_t> starts = {0};
  for (const auto& [set, number] : numbers_) {
    for (const CharRange& range : set) {
      starts.push_back(range.low);
      if (range.high < kLastCodePoint) starts.push_back(range.high + 1);
    }
  }
  std::sort(starts.begin(), starts.end());
  starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
  std::vector<Class> of_start(starts.size(), 0);
  members_.assign(numbers_.size(), std::vector<bool>(1, false));
  for (const auto& [set, number] : numbers_) {
    std::map<Class, Class> inside;  // class -> the class of its part inside the set
    std::vector<size_t> outside_count(classes_, 0);
    size_t range = 0;
    std::vector<bool> in_set(starts.size());
    for (size_t i = 0; i < starts.size(); ++i) {
      while (range < set.size() && set[range].high < starts[i]) ++range;
      in_set[i] = range < set.size() && set[range].low <= starts[i];
      outside_count[of_start[i]] += !in_set[i];
    }
    for (size_t i = 0; i < starts.size(); ++i) {
      if (!in_set[i]) continue;
      const Class old = of_start[i];
      const auto [found, fresh] = inside.try_emplace(old, old);
      if (fresh && outside_count[old] > 0) {
        if (classes_ == kMaxClasses) throw NotCompilable("too many classes of characters");
        found->second = static_cast<Class>(classes_++);
        for (auto& sets : members_) sets.push_back(sets[old]);
      }
      of_start[i] = found->second;
    }
    for (const auto& [old, part] : inside) members_[number][part] = true;
  }
  map_ = ClassMap();
  for (size_t i = 0; i < starts.size(); ++i) {
    const char32_t high = i + 1 < starts.size() ? starts[i + 1] - 1 : kLastCodePoint;
    map_.assign(starts[i], high, of_start[i]);
  }
}

ClassSet Partition::members(size_t set, bool with_edge) const {
  ClassSet out(members_[set]);
  out.push_back(with_edge);
  return out;
}

}  // namespace subwords::patterns
