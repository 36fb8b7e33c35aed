// Waiting: the one place that decides between burning a core and sleeping.
//
//   spin             poll with pauses. For parties that each have a core.
//   spin_then_futex  poll for about 20 us, then sleep. For parties at most as many as cores.
//   yield            give the core away between polls. For more parties than own cores. A yield that
//                    takes over 1 ms has given a time slice to a stranger: then doze.
//   adaptive         spin a little, then yield, and doze after a yield of over 100 us. For cores of
//                    unknown number.
//   sleep            sleep at once. For parties whose CPU time is read as their load: a wait costs none.
//
// To doze is to sleep at once instead of polling, for 10 ms; if the core is still not ours after that,
// for twice as long each time, up to 1.28 s: every trial costs all parties a stranger's time slice.
//
// Whatever the strategy, a wait that has lasted 50 ms sleeps: nobody burns a core for ever. A
// sleeping waiter looks up every 50 ms at the latest, and then asks `check`, so that nobody waits
// for ever for a peer that has died.
//
// A Waiter belongs to one thread, the owner of its doorbell. It allocates nothing.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#include "orrery/base/clock.hpp"
#include "orrery/base/doorbell.hpp"

namespace orrery::base {

enum class WaitStrategy : std::uint8_t { spin, spin_then_futex, yield, adaptive, sleep };

std::string_view to_string(WaitStrategy strategy);
Result<WaitStrategy> parse_wait_strategy(std::string_view name);

// By the number of parties that are awake at once and the cores that they have for themselves (0:
// unknown or shared).
WaitStrategy choose_wait_strategy(int parties, int own_cores);

// Cores on which the calling thread may run, by affinity and by the control group's CPU quota.
int usable_cores();

enum class WaitOutcome : std::uint8_t { ready, timed_out, cancelled };

inline constexpr std::int64_t no_deadline = std::numeric_limits<std::int64_t>::max();

struct WaitStats {
  std::uint64_t waits = 0;  // that did not find their news at once
  std::uint64_t yields = 0;
  std::uint64_t sleeps = 0;
  std::int64_t slept_ns = 0;  // blocked in the kernel
};

class Waiter {
 public:
  Waiter(WaitStrategy strategy, Doorbell& bell) : strategy_(strategy), bell_(&bell) {}

  // Until ready() is true, the deadline (of now_ns()) has passed, or check() is false.
  //   ready()           polled; cheap; true when there is news
  //   check()           asked at most every 50 ms; false gives up
  //   sleep_on_fds(ns)  if given, sleeps on the caller's
  //                     descriptors together with bell.event_fd(), at most so long
  template <class Ready, class Check>
  WaitOutcome wait(Ready&& ready, std::int64_t deadline_ns, Check&& check);
  template <class Ready, class Check, class SleepOnFds>
  WaitOutcome wait(Ready&& ready, std::int64_t deadline_ns, Check&& check,
                   SleepOnFds&& sleep_on_fds);

  [[nodiscard]] WaitStrategy strategy() const { return strategy_; }
  void set_strategy(WaitStrategy strategy) { strategy_ = strategy; }
  [[nodiscard]] const WaitStats& stats() const { return stats_; }

 private:
  enum class Pause : std::uint8_t { polled, sleep };

  static constexpr int first_polls = 16;
  static constexpr std::int64_t spin_ns = 20'000;
  static constexpr std::int64_t long_spin_ns = 150'000;  // longer than any wake-up takes
  static constexpr std::int64_t prompt_ns = 300'000;     // news within this time were an answer
  static constexpr unsigned rest_waits = 64;             // sleeping ones, between two trials
  static constexpr std::int64_t short_spin_ns = 2'000;
  static constexpr std::int64_t slow_yield_ns = 100'000;
  static constexpr std::int64_t stranger_ns = 1'000'000;  // longer than many parties' turns
  static constexpr std::int64_t first_sleepy_ns = 10'000'000;
  static constexpr std::int64_t longest_sleepy_ns = 1'280'000'000;
  static constexpr std::int64_t patience_ns = 50'000'000;
  static constexpr std::int64_t look_up_ns = 50'000'000;

  // One pause between two polls, by the strategy. Moves `now` on, but not at every poll: reading a
  // clock costs more than polling.
  Pause pause(std::int64_t started, std::int64_t& now, unsigned& polls);

  // Two that wait for each other and both sleep stay asleep: each is woken later than the other's
  // spinning lasts. So after a sleep that ended promptly the next wait spins for longer, once; if
  // that did not help (the core is needed for the other, or it is slow), not again for a while.
  void learn(std::int64_t waited_ns, bool slept);

  // A yield was slow: sleep at once for a while, twice as long if the last while has hardly ended.
  void doze(std::int64_t now);

  WaitStrategy strategy_;
  Doorbell* bell_;
  std::int64_t sleepy_ns_ = first_sleepy_ns;
  std::int64_t sleepy_until_ = 0;  // adaptive: yields were slow, sleep at once until then
  bool trial_ = false;             // spin_then_futex: this wait spins for long_spin_ns
  unsigned rest_ = 0;              // waits until the next trial
  WaitStats stats_;
};

// One processor hint that this is a spin loop.
inline void cpu_relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield" ::: "memory");
#endif
}

}  // namespace orrery::base

#include "orrery/base/wait_impl.hpp"
