// Workers waiting for their next text. Lock-free, so that a fork while another thread encodes
// leaves the child able to encode: a worker in use at that moment is only missing from its pool.
#pragma once
#include <array>
#include <atomic>
#include <memory>

#include "pipeline/fast_path.hpp"
#include "pipeline/worker.hpp"

namespace subwords {

class WorkerPool {
 public:
  // So many workers keep their caches between calls; further threads get one for the call.
  static constexpr size_t kKept = 32;

  // `narrow_ids` as of Worker. `fast` (or null) tells new workers what they may know.
  WorkerPool(bool narrow_ids, const FastPath* fast) : narrow_ids_(narrow_ids), fast_(fast) {}
  ~WorkerPool() {
    for (auto& slot : slots_) delete slot.load(std::memory_order_relaxed);
  }
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  class Lease {
   public:
    explicit Lease(WorkerPool& pool) : pool_(pool), worker_(pool.take()) {}
    ~Lease() {
      worker_->release_large();
      pool_.give_back(std::move(worker_));
    }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    Worker& operator*() const { return *worker_; }
    Worker* operator->() const { return worker_.get(); }

   private:
    WorkerPool& pool_;
    std::unique_ptr<Worker> worker_;
  };

  size_t idle_workers() const {
    size_t count = 0;
    for (const auto& slot : slots_) count += slot.load(std::memory_order_relaxed) != nullptr;
    return count;
  }

 private:
  std::unique_ptr<Worker> take() {
    for (auto& slot : slots_) {
      if (slot.load(std::memory_order_relaxed) == nullptr) continue;
      if (Worker* worker = slot.exchange(nullptr, std::memory_order_acquire)) {
        return std::unique_ptr<Worker>(worker);
      }
    }
    auto worker = std::make_unique<Worker>(narrow_ids_);
    if (fast_ != nullptr) fast_->teach(*worker);
    return worker;
  }
  void give_back(std::unique_ptr<Worker> worker) {
    for (auto& slot : slots_) {
      Worker* expected = nullptr;
      if (slot.load(std::memory_order_relaxed) != nullptr) continue;
      if (slot.compare_exchange_strong(expected, worker.get(), std::memory_order_release)) {
        worker.release();
        return;
      }
    }
  }

  bool narrow_ids_;
  const FastPath* fast_;
  std::array<std::atomic<Worker*>, kKept> slots_{};
};

}  // namespace subwords
