// Work that is handed out by numbers to several threads.
#pragma once
#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace subwords {

// The numbers 0, 1, ... that are left.
class Blocks {
 public:
  explicit Blocks(size_t count) : count_(count) {}
  bool next(size_t& block) {
    block = taken_.fetch_add(1, std::memory_order_relaxed);
    return block < count_;
  }
  void stop() { taken_.store(count_, std::memory_order_relaxed); }

 private:
  const size_t count_;
  std::atomic<size_t> taken_{0};
};

// Calls work(blocks) in up to `threads` threads, each of which takes numbers below `count` until
// none is left. Rethrows the first exception.
template <typename Work>
void run_parallel(size_t count, unsigned threads, Work&& work) {
  Blocks blocks(count);
  if (threads <= 1 || count <= 1) {
    work(blocks);
    return;
  }
  std::exception_ptr failure;
  std::mutex mutex;
  const auto guarded = [&] {
    try {
      work(blocks);
    } catch (...) {
      blocks.stop();
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  const size_t wanted = std::min<size_t>(threads, count) - 1;
  others.reserve(wanted);
  try {
    for (size_t i = 0; i < wanted; ++i) others.emplace_back(guarded);
  } catch (const std::system_error&) {  // the system has no more threads: fewer do it
  }
  guarded();
  for (std::thread& other : others) other.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace subwords
