// The body of Waiter::wait; included by wait.hpp alone.
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include "orrery/base/wait.hpp"

namespace orrery::base {

template <class Ready, class Check>
WaitOutcome Waiter::wait(Ready&& ready, std::int64_t deadline_ns, Check&& check) {
  return wait(ready, deadline_ns, check, nullptr);
}

template <class Ready, class Check, class SleepOnFds>
WaitOutcome Waiter::wait(Ready&& ready, std::int64_t deadline_ns, Check&& check,
                         SleepOnFds&& sleep_on_fds) {
  constexpr bool with_fds = !std::is_same_v<std::decay_t<SleepOnFds>, std::nullptr_t>;
  if (ready()) return WaitOutcome::ready;
  ++stats_.waits;
  if (strategy_ != WaitStrategy::yield && strategy_ != WaitStrategy::sleep) {
    // News that is about to come is not kept waiting by the reading of a clock.
    for (int i = 0; i < first_polls; ++i) {
      cpu_relax();
      if (ready()) return WaitOutcome::ready;
    }
  }
  const std::int64_t started = now_ns();
  std::int64_t now = started;
  std::int64_t checked = started;
  unsigned polls = 0;
  bool slept = false;
  for (;;) {
    if (now >= deadline_ns) return WaitOutcome::timed_out;
    if (now - checked >= look_up_ns) {
      checked = now;
      if (!check()) return WaitOutcome::cancelled;
    }
    if (pause(started, now, polls) == Pause::sleep) {
      const std::int64_t longest = std::min(look_up_ns, deadline_ns - now);
      if constexpr (with_fds) {
        bell_->announce_event();
      } else {
        bell_->announce_futex();
      }
      if (ready()) return WaitOutcome::ready;
      ++stats_.sleeps;
      slept = true;
      if constexpr (with_fds) {
        sleep_on_fds(longest);
      } else {
        bell_->sleep_futex(longest);
      }
      const std::int64_t woke = now_ns();
      stats_.slept_ns += woke - now;
      now = woke;
    }
    if (ready()) {
      learn(now - started, slept);
      return WaitOutcome::ready;
    }
  }
}

}  // namespace orrery::base
