// Code points fall into classes that no set of the patterns tells apart; automata run on classes.
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "patterns/tree.hpp"
#include "text/utf8.hpp"

namespace subwords::patterns {

using Class = uint8_t;

// The class of every code point: 64 to a page, as the last byte of UTF-8 has it, and pages that
// are alike are stored once.
class ClassMap {
 public:
  static constexpr size_t kPageSize = 64;

  // Class 0 everywhere.
  ClassMap();
  // To be called from left to right, once for each code point that is not of class 0.
  void assign(char32_t low, char32_t high, Class one);

  Class of(char32_t c) const {
    return pages_[size_t{page_of_[c / kPageSize]} * kPageSize + c % kPageSize];
  }
  const std::array<Class, 128>& ascii() const { return ascii_; }
  // By 64 code points: the number of a page; and the pages, one after the other.
  const std::vector<uint16_t>& page_numbers() const { return page_of_; }
  const std::vector<Class>& pages() const { return pages_; }

  // The class of the character at p, and the start of the next one.
  const uint8_t* read(const uint8_t* p, Class& one) const {
    if (*p < 0x80) {
      one = ascii_[*p];
      return p + 1;
    }
    char32_t c;
    p = utf8::decode(p, c);
    one = of(c);
    return p;
  }

 private:
  uint16_t own_page(size_t page);

  std::vector<uint16_t> page_of_;
  std::vector<Class> pages_;
  std::array<Class, 128> ascii_{};
};

// A set of classes; the edge of the text is one more class, behind the others.
using ClassSet = std::vector<bool>;

// Collects sets, then divides the code points.
class Partition {
 public:
  static constexpr size_t kMaxClasses = 200;

  // Returns the number of the set; equal sets share one.
  size_t add(const CharSet& set);

  // To be called once, after all sets. Throws NotCompilable beyond kMaxClasses.
  void divide();

  size_t classes() const { return classes_; }  // without the edge
  Class edge() const { return static_cast<Class>(classes_); }
  ClassSet members(size_t set, bool with_edge) const;
  ClassSet members(const CharSet& set, bool with_edge) const {
    return members(numbers_.at(set), with_edge);
  }
  const ClassMap& map() const { return map_; }

 private:
  std::map<CharSet, size_t> numbers_;
  std::vector<std::vector<bool>> members_;  // by set, then class
  size_t classes_ = 1;
  ClassMap map_;
};

}  // namespace subwords::patterns
