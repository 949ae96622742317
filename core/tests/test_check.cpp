// The harness itself: a failed check is seen, a passed one is not.
#include "tests/check.hpp"

#include <stdexcept>
#include <vector>

using subwords::check::show;

namespace {
int throws() { throw std::out_of_range("too far"); }
}  // namespace

TEST(values_are_shown) {
  CHECK_EQ(show(7), std::string("7"));
  CHECK_EQ(std::string("abc").size(), 3);
  CHECK_EQ(show(true), std::string("true"));
  CHECK_EQ(show(std::vector<int>{1, 2}), std::string("[1, 2]"));
}

TEST(a_base_class_catches) { CHECK_THROWS(std::logic_error, throws()); }
