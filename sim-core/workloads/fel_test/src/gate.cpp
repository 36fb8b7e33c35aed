#include "gate.hpp"

#include <semaphore.h>

#include <cerrno>
#include <condition_variable>
#include <mutex>

namespace orrery::workloads::fel_test {

namespace {

class SemaphoreGate final : public Gate {
 public:
  SemaphoreGate() { ::sem_init(&semaphore_, 0, 0); }
  ~SemaphoreGate() override { ::sem_destroy(&semaphore_); }
  void open() override { ::sem_post(&semaphore_); }
  void pass() override {
    while (::sem_wait(&semaphore_) != 0 && errno == EINTR) {
    }
  }

 private:
  sem_t semaphore_{};
};

class ConditionGate final : public Gate {
 public:
  void open() override {
    {
      const std::lock_guard lock(mutex_);
      ++open_;
    }
    changed_.notify_one();
  }
  void pass() override {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return open_ > 0; });
    --open_;
  }

 private:
  std::mutex mutex_;  // protects open_
  std::condition_variable changed_;
  int open_ = 0;
};

}  // namespace

std::unique_ptr<Gate> Gate::create(contracts::FelWaiting waiting) {
  if (waiting == contracts::FelWaiting::condition) return std::make_unique<ConditionGate>();
  return std::make_unique<SemaphoreGate>();
}

}  // namespace orrery::workloads::fel_test
