#include "orrery/base/doorbell.hpp"

#include <linux/futex.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <new>
#include <type_traits>

namespace orrery::base {
namespace {

static_assert(std::atomic<std::uint32_t>::is_always_lock_free,
              "a futex word and memory shared between processes need it");

UniqueFd make_event() { return UniqueFd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)); }

}  // namespace

Result<std::shared_ptr<Doorbell>> Doorbell::create(Scope scope) {
  std::shared_ptr<Doorbell> bell(new Doorbell(scope));
  if (scope == Scope::local) {
    bell->local_word_ = std::make_unique<Word>();
    bell->word_ = bell->local_word_.get();
    return bell;
  }
  auto memory = SharedMemory::create(sizeof(Word));
  if (!memory) return memory.error();
  UniqueFd event = make_event();
  if (!event) return error_from_errno("creating a doorbell's eventfd", errno);
  bell->memory_ = std::move(*memory);
  bell->word_ = new (bell->memory_->data()) Word;
  bell->event_.store(event.release(), std::memory_order_relaxed);
  return bell;
}

Result<std::shared_ptr<Doorbell>> Doorbell::attach(UniqueFd memory, UniqueFd event) {
  auto mapped = SharedMemory::attach(std::move(memory), sizeof(Word));
  if (!mapped) return mapped.error().within("attaching a doorbell");
  std::shared_ptr<Doorbell> bell(new Doorbell(Scope::shared));
  bell->memory_ = std::move(*mapped);
  bell->word_ = std::launder(reinterpret_cast<Word*>(bell->memory_->data()));
  bell->event_.store(event.release(), std::memory_order_relaxed);
  return bell;
}

Doorbell::~Doorbell() { UniqueFd(event_.load(std::memory_order_relaxed)).reset(); }

int Doorbell::event_fd() {
  int fd = event_.load(std::memory_order_acquire);
  if (fd < 0) {
    fd = make_event().release();
    event_.store(fd, std::memory_order_release);
  }
  return fd;
}

int Doorbell::memory_fd() const { return memory_ ? memory_->fd() : -1; }

void Doorbell::sleep_futex(std::int64_t timeout_ns) {
  const timespec timeout{.tv_sec = timeout_ns / 1'000'000'000,
                         .tv_nsec = timeout_ns % 1'000'000'000};
  const int op = scope_ == Scope::shared ? FUTEX_WAIT : FUTEX_WAIT_PRIVATE;
  // Every way to return (woken, state changed before, time-out, signal) is an early return that the
  // caller expects.
  ::syscall(SYS_futex, &word_->state, op, asleep_on_futex, &timeout, nullptr, 0);
}

void Doorbell::drain_event() {
  std::uint64_t count = 0;
  // Non-blocking: an empty counter fails, which says the same as an emptied one.
  [[maybe_unused]] const ssize_t got = ::read(event_fd(), &count, sizeof count);
}

void Doorbell::wake() {
  switch (word_->state.exchange(awake, std::memory_order_acq_rel)) {
    case asleep_on_futex: {
      const int op = scope_ == Scope::shared ? FUTEX_WAKE : FUTEX_WAKE_PRIVATE;
      ::syscall(SYS_futex, &word_->state, op, INT_MAX, nullptr, nullptr, 0);
      break;
    }
    case asleep_on_event: {
      const std::uint64_t one = 1;
      // Fails only if the counter is full, and then the sleeper is awake.
      [[maybe_unused]] const ssize_t put =
          ::write(event_.load(std::memory_order_acquire), &one, sizeof one);
      break;
    }
    default:
      break;  // somebody else woke it
  }
}

}  // namespace orrery::base
