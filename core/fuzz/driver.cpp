// The driver linked into every fuzzer: mutates seeds until the time is up.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "fuzz/fuzz.hpp"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

namespace subwords::fuzz {
namespace {

constexpr std::size_t kMaxInput = 1 << 16;

struct Position {
  const char* program = "fuzz";
  std::uint64_t seed = 1;
  std::uint64_t number = 0;
} position;

// Called by the sanitizers too, so that every failure names the input that made it.
void report() {
  std::fprintf(stderr, "\nrepeat with: %s %llu 0 %llu\n", position.program,
               static_cast<unsigned long long>(position.seed),
               static_cast<unsigned long long>(position.number));
}

void overwrite_byte(std::string& data, Random& random) {
  if (data.empty()) return;
  data[random.below(data.size())] = static_cast<char>(random.below(256));
}

void flip_bit(std::string& data, Random& random) {
  if (data.empty()) return;
  char& byte = data[random.below(data.size())];
  byte = static_cast<char>(byte ^ (1 << random.below(8)));
}

void remove_run(std::string& data, Random& random) {
  const std::size_t at = random.below(data.size());
  data.erase(at, 1 + random.below(std::min<std::size_t>(data.size() - at, 64)));
}

void repeat_run(std::string& data, Random& random) {
  const std::size_t at = random.below(data.size());
  const std::string run = data.substr(at, 1 + random.below(64));
  const std::size_t times = 1 + random.below(random.below(8) == 0 ? 200 : 4);
  for (std::size_t i = 0; i < times && data.size() < kMaxInput; ++i) data.insert(at, run);
}

void insert_word(std::string& data, Random& random, const std::vector<std::string>& words) {
  if (words.empty()) return overwrite_byte(data, random);
  data.insert(random.below(data.size() + 1), words[random.below(words.size())]);
}

void splice(std::string& data, Random& random, const std::vector<std::string>& seeds) {
  const std::string& other = seeds[random.below(seeds.size())];
  data = data.substr(0, random.below(data.size() + 1)) + other.substr(random.below(other.size() + 1));
}

std::string make_input(Random& random, const std::vector<std::string>& seeds,
                       const std::vector<std::string>& words) {
  std::string data = seeds[random.below(seeds.size())];
  for (std::size_t edits = random.below(9); edits > 0; --edits) {
    switch (random.below(7)) {
      case 0: overwrite_byte(data, random); break;
      case 1: flip_bit(data, random); break;
      case 2: remove_run(data, random); break;
      case 3: repeat_run(data, random); break;
      case 4: splice(data, random, seeds); break;
      case 5: data.resize(random.below(data.size() + 1)); break;
      default: insert_word(data, random, words); break;
    }
  }
  if (data.size() > kMaxInput) data.resize(kMaxInput);
  return data;
}

void try_input(const std::vector<std::string>& seeds, const std::vector<std::string>& words) {
  Random random(position.seed * 0xD1342543DE82EF95u + position.number);
  const std::string input = make_input(random, seeds, words);
  try {
    fuzz_one(input, random);
  } catch (const std::exception& error) {
    fuzz_fail(std::string("an exception came out: ") + error.what());
  }
}

}  // namespace

void fuzz_fail(const std::string& message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  report();
  std::_Exit(1);
}

int run(int argc, char** argv) {
  const auto number = [&](int index, std::uint64_t fallback) {
    return argc > index ? std::strtoull(argv[index], nullptr, 10) : fallback;
  };
  position.program = argv[0];
  position.seed = number(1, 1);
  const auto duration = std::chrono::seconds(number(2, 5));
  position.number = number(3, 0);
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_set_death_callback(report);
#endif
  std::vector<std::string> seeds = fuzz_seeds();
  if (seeds.empty()) seeds.emplace_back();
  const std::vector<std::string> words = fuzz_dictionary();
  const auto end = std::chrono::steady_clock::now() + duration;
  std::uint64_t tried = 0;
  do {
    try_input(seeds, words);
    ++position.number;
    ++tried;
  } while (std::chrono::steady_clock::now() < end);
  std::printf("%s: seed %llu, %llu inputs, no failure\n", position.program,
              static_cast<unsigned long long>(position.seed),
              static_cast<unsigned long long>(tried));
  return 0;
}

}  // namespace subwords::fuzz

int main(int argc, char** argv) { return subwords::fuzz::run(argc, argv); }
