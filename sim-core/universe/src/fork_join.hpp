// A pool of threads that run one job together with the thread that created the pool. fork() starts the job on all other
// workers, each with its index; join() waits for them. Between jobs the workers wait by the given strategy.
//
// fork() and join() belong to the thread that created the pool, and allocate nothing. The destructor ends and joins the
// workers.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "orrery/base/doorbell.hpp"
#include "orrery/base/wait.hpp"

namespace orrery::universe {

class ForkJoin {
 public:
  // `workers` counts the calling thread, which is worker 0. `on_start` runs in each other worker first (pinning, name).
  static base::Result<std::unique_ptr<ForkJoin>> create(
      unsigned workers, base::WaitStrategy strategy, const std::function<void(unsigned)>& on_start);
  ForkJoin(const ForkJoin&) = delete;
  ForkJoin& operator=(const ForkJoin&) = delete;
  ~ForkJoin();

  [[nodiscard]] unsigned workers() const { return static_cast<unsigned>(helpers_.size()) + 1; }

  // Starts `job` on all other workers; the caller then does its own part and calls join(). `job` must live until they are
  // done.
  void fork(const std::function<void(unsigned)>& job);
  // Waits for the other workers. Returns false if go_on() returned false meanwhile; the job is then still running.
  bool join(const std::function<bool()>& go_on);

 private:
  struct alignas(64) Helper {
    std::atomic<std::uint64_t> done{0};
    std::shared_ptr<base::Doorbell> bell;
    std::thread thread;
  };

  ForkJoin(base::WaitStrategy strategy, std::shared_ptr<base::Doorbell> bell)
      : strategy_(strategy), bell_(std::move(bell)), waiter_(strategy, *bell_) {}
  void work(Helper& helper, unsigned index, const std::function<void(unsigned)>& on_start);

  const base::WaitStrategy strategy_;
  std::shared_ptr<base::Doorbell> bell_;
  base::Waiter waiter_;
  std::vector<std::unique_ptr<Helper>> helpers_;
  const std::function<void(unsigned)>* job_ = nullptr;
  alignas(64) std::atomic<std::uint64_t> round_{0};
  std::atomic<bool> ended_{false};
};

}  // namespace orrery::universe
