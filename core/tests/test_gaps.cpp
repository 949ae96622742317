// What goes into gaps, in whatever order it is made, stands where the gaps were.
#include "pipeline/gaps.hpp"

#include <algorithm>
#include <random>
#include <vector>

#include "tests/check.hpp"

using namespace subwords;

namespace {

// Fills the gaps of one batch at random and compares with writing all in order.
void check_batch(std::mt19937& random, Gaps& gaps, IdBuffer& out, std::vector<uint32_t>& expected) {
  gaps.clear();
  CHECK(gaps.empty());
  const size_t words = random() % 40;
  const auto some_ids = [&random] {
    std::vector<uint32_t> ids(random() % 4 == 0 ? 0 : random() % 9);
    for (uint32_t& id : ids) id = random();
    return ids;
  };
  std::vector<std::vector<uint32_t>> missing;
  for (size_t word = 0; word < words; ++word) {
    const std::vector<uint32_t> ids = some_ids();
    expected.insert(expected.end(), ids.begin(), ids.end());
    if (random() % 2 == 0) {
      out.append(ids.data(), ids.size());
    } else {
      gaps.add(word, out.size());
      missing.push_back(ids);
    }
  }
  std::vector<size_t> order(missing.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::shuffle(order.begin(), order.end(), random);
  CHECK_EQ(gaps.empty(), missing.empty());
  for (const size_t i : order) gaps.fill(gaps.all()[i], missing[i]);
  gaps.close(out);
}

}  // namespace

TEST(gaps_are_filled_where_they_are) {
  std::mt19937 random(9);
  for (int round = 0; round < 2000; ++round) {
    Gaps gaps;
    IdBuffer out;
    std::vector<uint32_t> expected;
    for (int batch = 0; batch < 4; ++batch) {  // what stands there from earlier ones stays
      check_batch(random, gaps, out, expected);
      if (batch == 2) gaps.release_large();
    }
    CHECK_EQ(std::vector<uint32_t>(out.begin(), out.end()), expected);
  }
}
