// Counts the steps of matchers and scanners, so that tests can show that work grows linearly.
// Only SUBWORDS_COUNT_STEPS builds count; elsewhere SUBWORDS_STEP() is nothing.
#pragma once
#include <cstdint>

namespace subwords {

// Steps taken by this thread so far.
inline uint64_t& step_count() {
  thread_local uint64_t count = 0;
  return count;
}

}  // namespace subwords

#if defined(SUBWORDS_COUNT_STEPS)
#define SUBWORDS_STEP() (static_cast<void>(++::subwords::step_count()))
#else
#define SUBWORDS_STEP() (static_cast<void>(0))
#endif
