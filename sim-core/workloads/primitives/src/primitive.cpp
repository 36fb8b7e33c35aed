#include "primitive.hpp"

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <mutex>

#include "orrery/base/work.hpp"

namespace orrery::workloads::primitives {

namespace {

// Keeps the compiler from removing or combining measured operations.
template <class T>
void keep(T& value) {
  asm volatile("" : "+m"(value) : : "memory");
}

class ThreadCreate final : public Primitive {
 public:
  ThreadCreate(std::string given_name, std::string given_title, bool bound)
      : Primitive(std::move(given_name), std::move(given_title)) {
    pthread_attr_init(&attributes_);
    if (!bound) return;
    // Bound to the CPU of the calling thread: the closest that Linux has to a thread with a kernel process of its own.
    cpu_set_t set;
    CPU_ZERO(&set);
    const int cpu = ::sched_getcpu();
    if (cpu < 0) return;
    CPU_SET(cpu, &set);
    pthread_attr_setaffinity_np(&attributes_, sizeof set, &set);
  }
  ~ThreadCreate() override { pthread_attr_destroy(&attributes_); }

  base::Status repeat(std::uint64_t times) override {
    for (std::uint64_t i = 0; i < times; ++i) {
      pthread_t thread{};
      const int error = pthread_create(
          &thread, &attributes_,
          [](void* self) -> void* {
            static_cast<ThreadCreate*>(self)->ran_.fetch_add(1, std::memory_order_relaxed);
            return nullptr;
          },
          this);
      if (error != 0) return base::error_from_errno("making a thread", error);
      pthread_join(thread, nullptr);
    }
    return {};
  }
  [[nodiscard]] std::uint64_t effects() const override { return ran_.load(); }

 private:
  pthread_attr_t attributes_{};
  std::atomic<std::uint64_t> ran_{0};
};

class ProcessCreate final : public Primitive {
 public:
  ProcessCreate() : Primitive("process_create", "Process: create, and wait for its end") {}

  base::Status repeat(std::uint64_t times) override {
    constexpr int as_it_should = 42;
    for (std::uint64_t i = 0; i < times; ++i) {
      const pid_t child = ::fork();
      if (child < 0) return base::error_from_errno("making a process", errno);
      if (child == 0) ::_exit(as_it_should);
      int status = 0;
      while (::waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) return base::error_from_errno("waiting for a process", errno);
      }
      if (WIFEXITED(status) && WEXITSTATUS(status) == as_it_should) ++ended_;
    }
    return {};
  }
  [[nodiscard]] std::uint64_t effects() const override { return ended_; }

 private:
  std::uint64_t ended_ = 0;
};

class MutexLock final : public Primitive {
 public:
  MutexLock() : Primitive("mutex_lock_unlock", "Mutex: lock and unlock, no one else there") {}

  base::Status repeat(std::uint64_t times) override {
    for (std::uint64_t i = 0; i < times; ++i) {
      const std::lock_guard lock(mutex_);
      ++count_;
      keep(count_);
    }
    return {};
  }
  [[nodiscard]] std::uint64_t effects() const override { return count_; }

 private:
  std::mutex mutex_;
  std::uint64_t count_ = 0;
};

class SemaphorePost final : public Primitive {
 public:
  SemaphorePost()
      : Primitive("semaphore_post_wait", "Semaphore: post and wait, no one else there") {
    ::sem_init(&semaphore_, 0, 0);
  }
  ~SemaphorePost() override { ::sem_destroy(&semaphore_); }

  base::Status repeat(std::uint64_t times) override {
    for (std::uint64_t i = 0; i < times; ++i) {
      ::sem_post(&semaphore_);
      if (::sem_wait(&semaphore_) == 0) ++passed_;  // never waits: the semaphore was posted
    }
    return {};
  }
  [[nodiscard]] std::uint64_t effects() const override { return passed_; }

 private:
  sem_t semaphore_{};
  std::uint64_t passed_ = 0;
};

class GlobalReference final : public Primitive {
 public:
  GlobalReference()
      : Primitive("global_variable_reference", "Variable of the process: reference") {}

  base::Status repeat(std::uint64_t times) override {
    for (std::uint64_t i = 0; i < times; ++i) {
      ++count_;
      keep(count_);
    }
    return {};
  }
  [[nodiscard]] std::uint64_t effects() const override { return count_; }

 private:
  std::uint64_t count_ = 0;
};

class ThreadLocalReference final : public Primitive {
 public:
  ThreadLocalReference()
      : Primitive("thread_local_reference",
                  "Variable of a thread, known to the compiler: reference") {}

  base::Status repeat(std::uint64_t times) override {
    thread_local std::uint64_t own = 0;
    const std::uint64_t before = own;
    for (std::uint64_t i = 0; i < times; ++i) {
      // Computes the address each time, as separately compiled functions must.
      std::uint64_t* at = &own;
      keep(at);
      ++*at;
      keep(*at);
    }
    count_ += own - before;
    return {};
  }
  [[nodiscard]] std::uint64_t effects() const override { return count_; }

 private:
  std::uint64_t count_ = 0;
};

class ThreadSpecificReference final : public Primitive {
 public:
  ThreadSpecificReference()
      : Primitive("thread_specific_data_reference",
                  "Variable of a thread, found by key: reference") {
    usable_ = pthread_key_create(&key_, nullptr) == 0;
  }
  ~ThreadSpecificReference() override {
    if (usable_) pthread_key_delete(key_);
  }

  base::Status repeat(std::uint64_t times) override {
    if (!usable_) {
      return base::Error{base::ErrorCode::exhausted, "no key for thread-specific data is left"};
    }
    if (const int error = pthread_setspecific(key_, &count_); error != 0) {
      return base::error_from_errno("setting thread-specific data", error);
    }
    for (std::uint64_t i = 0; i < times; ++i) {
      auto* at = static_cast<std::uint64_t*>(pthread_getspecific(key_));
      ++*at;
      keep(*at);
    }
    return {};
  }
  [[nodiscard]] std::uint64_t effects() const override { return count_; }

 private:
  pthread_key_t key_{};
  bool usable_ = false;
  std::uint64_t count_ = 0;
};

// This class and the next two are the ratings of a platform in the universe study's Table 6.1.
class IntegerRounds final : public Primitive {
 public:
  IntegerRounds() : Primitive("integer_rounds", "1,000 rounds of integer work") {}

  base::Status repeat(std::uint64_t times) override {
    for (std::uint64_t i = 0; i < times; ++i) {
      std::uint64_t left = base::CpuWork::burn_iterations(1'000);
      keep(left);
      ++count_;
    }
    return {};
  }
  [[nodiscard]] std::uint64_t effects() const override { return count_; }

 private:
  std::uint64_t count_ = 0;
};

// Each round needs the result of the previous round, as in the integer work.
class FloatingPointRounds final : public Primitive {
 public:
  FloatingPointRounds()
      : Primitive("floating_point_rounds", "1,000 multiplications and additions of reals") {}

  base::Status repeat(std::uint64_t times) override {
    constexpr int rounds = 1'000;
    for (std::uint64_t i = 0; i < times; ++i) {
      double value = start_;
      for (int round = 0; round < rounds; ++round) value = value * 0.999 + 0.5;
      keep(value);
      if (value > 0) ++count_;
    }
    return {};
  }
  [[nodiscard]] std::uint64_t effects() const override { return count_; }

 private:
  volatile double start_ = 1;
  std::uint64_t count_ = 0;
};

class MemoryCopy final : public Primitive {
 public:
  MemoryCopy()
      : Primitive("memory_copy", "Copy of 16 MiB of memory"),
        from_(bytes, std::byte{1}),
        to_(bytes) {}

  base::Status repeat(std::uint64_t times) override {
    for (std::uint64_t i = 0; i < times; ++i) {
      from_.back() = static_cast<std::byte>(i % 251);
      std::memcpy(to_.data(), from_.data(), bytes);
      keep(to_.front());
      if (to_.back() == from_.back()) ++count_;
    }
    return {};
  }
  [[nodiscard]] std::uint64_t effects() const override { return count_; }

 private:
  static constexpr std::size_t bytes = std::size_t{16} << 20;  // more than the cache of a core

  std::vector<std::byte> from_;
  std::vector<std::byte> to_;
  std::uint64_t count_ = 0;
};

}  // namespace

std::vector<std::unique_ptr<Primitive>> all_primitives() {
  std::vector<std::unique_ptr<Primitive>> all;
  all.push_back(
      std::make_unique<ThreadCreate>("unbound_thread_create", "Thread: create and join", false));
  all.push_back(std::make_unique<ThreadCreate>("bound_thread_create",
                                               "Thread bound to a CPU: create and join", true));
  all.push_back(std::make_unique<ProcessCreate>());
  all.push_back(std::make_unique<MutexLock>());
  all.push_back(std::make_unique<SemaphorePost>());
  all.push_back(std::make_unique<GlobalReference>());
  all.push_back(std::make_unique<ThreadLocalReference>());
  all.push_back(std::make_unique<ThreadSpecificReference>());
  all.push_back(std::make_unique<IntegerRounds>());
  all.push_back(std::make_unique<FloatingPointRounds>());
  all.push_back(std::make_unique<MemoryCopy>());
  return all;
}

}  // namespace orrery::workloads::primitives
