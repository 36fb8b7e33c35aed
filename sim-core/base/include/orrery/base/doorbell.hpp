// A doorbell: what one waiting thread sleeps on, and what everybody with news for it rings.
//
// One thread waits on a doorbell; any number of threads and processes ring it. Ringing costs one
// fence and one load unless the owner sleeps. A doorbell carries no data: publish the news first
// (release), then ring.
//
// The protocol, in which no wake-up is lost: the sleeper announces (state := asleep, fence), looks
// once more for news, and only then sleeps; the ringer publishes, fences, and reads the state. Only
// the ringer clears the state: a sleeper that finds news on its own leaves it set, which costs one
// needless wake-up and can lose none.
//
// Memory: a `shared` doorbell lies in shared memory (memfd) with an eventfd, so that it works
// across processes: it stays valid, at the same address, in children forked later, and in unrelated
// processes to which its two file descriptors are passed. A `local` one serves the threads of one
// process and makes its eventfd only when first slept on together with file descriptors. Handles
// share ownership (reference counted within a process; the last one unmaps and closes).
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

#include "orrery/base/result.hpp"
#include "orrery/base/shared_memory.hpp"
#include "orrery/base/unique_fd.hpp"

namespace orrery::base {

class Doorbell {
 public:
  enum class Scope { local, shared };

  static Result<std::shared_ptr<Doorbell>> create(Scope scope);
  // Maps a shared doorbell of another process from its descriptors (see memory_fd, event_fd), which
  // it takes over.
  static Result<std::shared_ptr<Doorbell>> attach(UniqueFd memory, UniqueFd event);

  Doorbell(const Doorbell&) = delete;
  Doorbell& operator=(const Doorbell&) = delete;
  ~Doorbell();

  // Wakes the owner if it sleeps or is about to. True if it took a system call. Any thread, any
  // process.
  bool ring() {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    return ring_after_fence();
  }
  // The same for a caller that has just issued a sequentially consistent fence: one for many
  // doorbells.
  bool ring_after_fence() {
    if (word_->state.load(std::memory_order_relaxed) == awake) return false;
    wake();
    return true;
  }

  // The owner alone. announce_*(), look for news, then sleep; all may return early without cause.
  void announce_futex() { announce(asleep_on_futex); }
  void announce_event() { announce(asleep_on_event); }
  void sleep_futex(std::int64_t timeout_ns);
  // Becomes readable when rung after announce_event(). Made on demand for a local doorbell; < 0 on
  // failure.
  int event_fd();
  void drain_event();

  [[nodiscard]] Scope scope() const { return scope_; }
  // To be passed to another process; < 0 for a local doorbell.
  [[nodiscard]] int memory_fd() const;

 private:
  static constexpr std::uint32_t awake = 0;
  static constexpr std::uint32_t asleep_on_futex = 1;
  static constexpr std::uint32_t asleep_on_event = 2;

  struct alignas(64) Word {
    std::atomic<std::uint32_t> state{awake};
  };

  explicit Doorbell(Scope scope) : scope_(scope) {}
  void announce(std::uint32_t how) {
    word_->state.store(how, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_seq_cst);
  }
  void wake();

  const Scope scope_;
  Word* word_ = nullptr;
  std::unique_ptr<Word> local_word_;
  std::optional<SharedMemory> memory_;
  std::atomic<int> event_{-1};  // written once, by the owner
};

}  // namespace orrery::base
