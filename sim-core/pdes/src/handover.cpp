#include "orrery/pdes/handover.hpp"

#include <semaphore.h>

#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <mutex>
#include <utility>
#include <vector>

#include "orrery/base/wait.hpp"

namespace orrery::pdes {

namespace {

// Two stacks under one mutex, a condition variable for each side.
class ConditionHandover final : public Handover {
 public:
  void post(HandoverTask* task) override {
    {
      const std::lock_guard lock(mutex_);
      waiting_.push_back(task);
    }
    work_.notify_one();
  }
  void flush() override {}
  HandoverTask* collect() override {
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return !finished_.empty(); });
    return take_last(finished_);
  }
  HandoverTask* take(std::size_t /*worker*/) override {
    std::unique_lock lock(mutex_);
    work_.wait(lock, [this] { return closed_ || !waiting_.empty(); });
    return waiting_.empty() ? nullptr : take_last(waiting_);
  }
  void finish(std::size_t /*worker*/, HandoverTask* task) override {
    {
      const std::lock_guard lock(mutex_);
      finished_.push_back(task);
    }
    done_.notify_one();
  }
  void close() override {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
    }
    work_.notify_all();
  }

 private:
  static HandoverTask* take_last(std::vector<HandoverTask*>& tasks) {
    HandoverTask* task = tasks.back();
    tasks.pop_back();
    return task;
  }

  std::mutex mutex_;  // guards all below
  std::condition_variable work_;
  std::condition_variable done_;
  std::vector<HandoverTask*> waiting_;
  std::vector<HandoverTask*> finished_;
  bool closed_ = false;
};

// The POSIX semaphore. In GCC 12's std::counting_semaphore a thread that has lost a race for one of two units may sleep for
// ever, because release() wakes nobody while the count is above 0 (libstdc++, PR 104928).
class Semaphore {
 public:
  Semaphore() { (void)::sem_init(&semaphore_, 0, 0); }
  Semaphore(const Semaphore&) = delete;
  Semaphore& operator=(const Semaphore&) = delete;
  ~Semaphore() { (void)::sem_destroy(&semaphore_); }

  void release() { (void)::sem_post(&semaphore_); }
  void acquire() {
    while (::sem_wait(&semaphore_) != 0 && errno == EINTR) {
    }
  }

 private:
  ::sem_t semaphore_{};
};

// The variant of CTU-CS-2001-01: counting semaphores count the tasks, a mutex guards the stacks.
class SemaphoreHandover final : public Handover {
 public:
  explicit SemaphoreHandover(int workers) : workers_(workers) {}

  void post(HandoverTask* task) override {
    put(waiting_, task);
    work_.release();
  }
  void flush() override {}
  HandoverTask* collect() override {
    done_.acquire();
    return get(finished_);
  }
  // After close() the semaphore has one more unit for each worker; the worker then finds no task.
  HandoverTask* take(std::size_t /*worker*/) override {
    work_.acquire();
    return get(waiting_);
  }
  void finish(std::size_t /*worker*/, HandoverTask* task) override {
    put(finished_, task);
    done_.release();
  }
  void close() override {
    for (int i = 0; i < workers_; ++i) work_.release();
  }

 private:
  void put(std::vector<HandoverTask*>& tasks, HandoverTask* task) {
    const std::lock_guard lock(mutex_);
    tasks.push_back(task);
  }
  HandoverTask* get(std::vector<HandoverTask*>& tasks) {
    const std::lock_guard lock(mutex_);
    if (tasks.empty()) return nullptr;
    HandoverTask* task = tasks.back();
    tasks.pop_back();
    return task;
  }

  const int workers_;
  Semaphore work_;
  Semaphore done_;
  std::mutex mutex_;
  std::vector<HandoverTask*> waiting_;
  std::vector<HandoverTask*> finished_;
};

// A mailbox for each worker: its tasks of a window are one letter, which flush() sends and the worker answers as a whole.
class MailboxHandover final : public Handover {
 public:
  base::Status open(int workers) {
    const auto strategy = base::choose_wait_strategy(workers + 1, base::usable_cores());
    for (int i = 0; i <= workers; ++i) {
      auto bell = base::Doorbell::create(base::Doorbell::Scope::local);
      if (!bell) return bell.error().within("making a mailbox");
      if (i == workers) {
        manager_ = std::make_unique<Sleeper>(strategy, std::move(*bell));
      } else {
        boxes_.push_back(std::make_unique<Box>(strategy, std::move(*bell)));
      }
    }
    return {};
  }

  void post(HandoverTask* task) override {
    boxes_[next_]->letter.push_back(task);
    next_ = next_ + 1 == boxes_.size() ? 0 : next_ + 1;
  }
  void flush() override {
    for (const auto& box : boxes_) {
      if (box->letter.empty()) continue;
      ++box->letters;
      box->sent.store(box->letters, std::memory_order_release);
      (void)box->sleeper.bell->ring();
    }
    answered_ = 0;
    position_ = 0;
    next_ = 0;
  }
  HandoverTask* collect() override {
    for (;;) {
      Box& box = *boxes_[answered_];
      if (position_ < box.letter.size()) {
        if (position_ == 0) {
          manager_->wait(
              [&box] { return box.answered.load(std::memory_order_acquire) == box.letters; });
        }
        HandoverTask* task = box.letter[position_++];
        if (position_ == box.letter.size()) {
          box.letter.clear();
          position_ = 0;
          if (answered_ + 1 < boxes_.size()) ++answered_;
        }
        return task;
      }
      answered_ = answered_ + 1 == boxes_.size() ? 0 : answered_ + 1;
    }
  }
  HandoverTask* take(std::size_t worker) override {
    Box& box = *boxes_[worker];
    if (box.taken == box.taking) {
      box.sleeper.wait([&] {
        return box.sent.load(std::memory_order_acquire) != box.read ||
               closed_.load(std::memory_order_acquire);
      });
      if (box.sent.load(std::memory_order_acquire) == box.read) return nullptr;
      ++box.read;
      box.taken = 0;
      box.taking = box.letter.size();
    }
    return box.letter[box.taken++];
  }
  void finish(std::size_t worker, HandoverTask* /*task*/) override {
    Box& box = *boxes_[worker];
    if (box.taken != box.taking) return;
    box.taken = box.taking = 0;
    box.answered.store(box.read, std::memory_order_release);
    (void)manager_->bell->ring();
  }
  void close() override {
    closed_.store(true, std::memory_order_release);
    for (const auto& box : boxes_) (void)box->sleeper.bell->ring();
  }

 private:
  struct Sleeper {
    Sleeper(base::WaitStrategy strategy, std::shared_ptr<base::Doorbell> doorbell)
        : bell(std::move(doorbell)), waiter(strategy, *bell) {}
    template <class Ready>
    void wait(Ready&& ready) {
      (void)waiter.wait(ready, base::no_deadline, [] { return true; });
    }
    std::shared_ptr<base::Doorbell> bell;
    base::Waiter waiter;
  };
  struct alignas(64) Box {
    Box(base::WaitStrategy strategy, std::shared_ptr<base::Doorbell> bell)
        : sleeper(strategy, std::move(bell)) {}
    std::vector<HandoverTask*> letter;  // the manager owns it until sent, the worker until answered
    std::atomic<std::uint64_t> sent{0};
    std::atomic<std::uint64_t> answered{0};
    std::uint64_t letters = 0;  // written by the manager
    std::uint64_t read = 0;     // written by the worker, like `taken` and `taking`
    std::size_t taken = 0;
    std::size_t taking = 0;
    Sleeper sleeper;
  };

  std::unique_ptr<Sleeper> manager_;
  std::vector<std::unique_ptr<Box>> boxes_;
  std::atomic<bool> closed_{false};
  std::size_t next_ = 0;
  std::size_t answered_ = 0;
  std::size_t position_ = 0;
};

}  // namespace

base::Result<std::unique_ptr<Handover>> Handover::create(HandoverKind kind, int workers) {
  switch (kind) {
    case HandoverKind::condition:
      return std::unique_ptr<Handover>(std::make_unique<ConditionHandover>());
    case HandoverKind::semaphore:
      return std::unique_ptr<Handover>(std::make_unique<SemaphoreHandover>(workers));
    case HandoverKind::mailbox: {
      auto mailboxes = std::make_unique<MailboxHandover>();
      if (auto status = mailboxes->open(workers); !status) return status.error();
      return std::unique_ptr<Handover>(std::move(mailboxes));
    }
  }
  return base::Error{base::ErrorCode::internal, "no such handover"};
}

}  // namespace orrery::pdes
