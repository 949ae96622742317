// The smallest test harness that serves: TEST registers a case, CHECK counts a failure and goes on.
//
//   TEST(finds_the_longest_piece) {
//     CHECK_EQ(match("sunflowers"), 9);
//     CHECK_THROWS(std::invalid_argument, match(nullptr));
//   }
//
// Each core/tests/test_*.cpp becomes one executable. `test_x name` runs only the cases whose name
// contains `name`.
#pragma once
#include <concepts>
#include <sstream>
#include <string>
#include <utility>

namespace subwords::check {

// Adds a case to this executable; the value only lets a global initializer call it.
bool add_case(const char* name, void (*body)());

// Records a failure at a place, with what was expected and what was found.
void fail(const char* file, int line, const std::string& message);

template <class T>
std::string show(const T& value) {
  if constexpr (requires(std::ostream& out) { out << value; }) {
    std::ostringstream out;
    out << std::boolalpha << value;
    return out.str();
  } else if constexpr (requires { value.begin(), value.end(); }) {
    std::string text = "[";
    for (const auto& item : value) text += (text.size() > 1 ? ", " : "") + show(item);
    return text + "]";
  } else {
    return "(a value that cannot be printed)";
  }
}

// CHECK_EQ(list.size(), 3) must compile without a warning: numbers compare by value, whatever type.
template <class T>
concept Number = std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, char> &&
                 !std::same_as<T, char8_t> && !std::same_as<T, char16_t> &&
                 !std::same_as<T, char32_t> && !std::same_as<T, wchar_t>;

template <class A, class B>
bool same(const A& a, const B& b) {
  if constexpr (Number<A> && Number<B>) {
    return std::cmp_equal(a, b);
  } else {
    return a == b;
  }
}

template <class A, class B>
void expect_equal(const A& found, const B& expected, const char* what, const char* file, int line) {
  if (same(found, expected)) return;
  fail(file, line, std::string(what) + "\n    found    " + show(found) + "\n    expected " + show(expected));
}

}  // namespace subwords::check

#define TEST(name)                                                                             \
  static void subwords_case_##name();                                                          \
  [[maybe_unused]] static const bool subwords_added_##name =                                   \
      ::subwords::check::add_case(#name, &subwords_case_##name);                               \
  static void subwords_case_##name()

#define CHECK(...)                                                                             \
  do {                                                                                         \
    if (!(__VA_ARGS__)) ::subwords::check::fail(__FILE__, __LINE__, #__VA_ARGS__);             \
  } while (false)

#define CHECK_EQ(found, ...)                                                                   \
  ::subwords::check::expect_equal((found), (__VA_ARGS__), #found " == " #__VA_ARGS__, __FILE__, __LINE__)

#define CHECK_THROWS(exception, ...)                                                           \
  do {                                                                                         \
    bool subwords_thrown = false;                                                              \
    try {                                                                                      \
      static_cast<void>(__VA_ARGS__);                                                          \
    } catch (const exception&) {                                                               \
      subwords_thrown = true;                                                                  \
    }                                                                                          \
    if (!subwords_thrown)                                                                      \
      ::subwords::check::fail(__FILE__, __LINE__, #__VA_ARGS__ " did not throw " #exception);  \
  } while (false)
