// How fast split patterns are scanned: megabytes a second over the files named, by pattern and
// instruction set, and over runs that tempt a matcher to go back. Build with -DSUBWORDS_TESTS=ON.
#include <ctime>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "patterns/scanner.hpp"
#include "tests/pattern_reader.hpp"

using namespace subwords;
using namespace subwords::patterns;

namespace {

// Of this thread: neighbours on the machine do not count.
double processor_seconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Result {
  double seconds;
  size_t pieces;
};

Result scan_once(const PatternScanner& scanner, const std::string& text) {
  static std::vector<uint32_t> begins(1024), ends(1024);
  const auto* bytes = reinterpret_cast<const uint8_t*>(text.data());
  const double start = processor_seconds();
  size_t pieces = 0;
  PatternScanner::State state;
  while (!state.finished) {
    pieces += scanner.scan(bytes, text.size(), state, begins.data(), ends.data(), begins.size());
  }
  return {processor_seconds() - start, pieces};
}

Result best_of(const PatternScanner& scanner, const std::string& text) {
  Result best = scan_once(scanner, text);
  for (int i = 0; i < 6; ++i) {
    const Result again = scan_once(scanner, text);
    if (again.seconds < best.seconds) best = again;
  }
  return best;
}

std::vector<std::pair<std::string, std::vector<Split>>> subjects() {
  std::vector<std::pair<std::string, std::vector<Split>>> all;
  const auto& patterns = published_patterns();
  for (const char* name : {"gpt2", "cl100k", "llama3", "qwen", "o200k"}) {
    all.push_back({name, {{read_pattern(patterns.at(name)), Keep::kAll}}});
  }
  all.push_back({"clip", {{read_pattern(patterns.at("clip")), Keep::kMatches}}});
  all.push_back({"deepseek", {{read_pattern(patterns.at("deepseek-numbers")), Keep::kAll},
                              {read_pattern(patterns.at("deepseek-cjk")), Keep::kAll},
                              {read_pattern(patterns.at("deepseek-words")), Keep::kAll}}});
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::pair<std::string, std::string>> texts;
  for (int i = 1; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary);
    texts.push_back({argv[i], {std::istreambuf_iterator<char>(file), {}}});
  }
  texts.push_back({"spaces", std::string(1000000, ' ')});
  texts.push_back({"newlines", std::string(1000000, '\n')});
  texts.push_back({"digits", std::string(1000000, '7')});
  for (const auto& [name, splits] : subjects()) {
    for (const Isa isa : {Isa::kAvx512, Isa::kAvx2, Isa::kPortable}) {
      const double start = processor_seconds();
      const auto scanner = PatternScanner::compile(splits, isa).scanner;
      std::printf("%-9s isa %d, compiled in %.1f ms:", name.c_str(), static_cast<int>(isa), 1e3 * (processor_seconds() - start));
      for (const auto& [file, text] : texts) {
        const Result result = best_of(*scanner, text);
        const double megabytes = static_cast<double>(text.size()) / 1e6;
        std::printf("  %s %.0f", file.substr(file.rfind('/') + 1).c_str(), megabytes / result.seconds);
      }
      std::printf("\n");
    }
  }
}
