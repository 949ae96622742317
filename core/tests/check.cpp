// Runs the cases that check.hpp collected; linked into every native test.
#include "tests/check.hpp"

#include <cstdio>
#include <exception>
#include <string_view>
#include <vector>

namespace subwords::check {
namespace {

struct Case {
  const char* name;
  void (*body)();
};

// A function-local static: cases are added while globals are initialized, in unknown order.
std::vector<Case>& cases() {
  static std::vector<Case> all;
  return all;
}

int failures = 0;

}  // namespace

bool add_case(const char* name, void (*body)()) {
  cases().push_back({name, body});
  return true;
}

void fail(const char* file, int line, const std::string& message) {
  ++failures;
  std::fprintf(stderr, "%s:%d: %s\n", file, line, message.c_str());
}

int run(std::string_view filter) {
  int ran = 0;
  int failed = 0;
  for (const Case& one : cases()) {
    if (std::string_view(one.name).find(filter) == std::string_view::npos) continue;
    const int before = failures;
    try {
      one.body();
    } catch (const std::exception& error) {
      fail(one.name, 0, std::string("an exception came out: ") + error.what());
    }
    ++ran;
    if (failures != before) {
      ++failed;
      std::fprintf(stderr, "FAILED %s\n", one.name);
    }
  }
  std::printf("%d passed, %d failed\n", ran - failed, failed);
  // No case at all is a mistake in the filter or in the file, never a success.
  return failed == 0 && ran > 0 ? 0 : 1;
}

}  // namespace subwords::check

int main(int argc, char** argv) { return subwords::check::run(argc > 1 ? argv[1] : ""); }
