#include "orrery/base/wait.hpp"

#include <sched.h>

#include <algorithm>
#include <array>
#include <utility>

namespace orrery::base {
namespace {

constexpr std::array<std::pair<WaitStrategy, std::string_view>, 5> names{{
    {WaitStrategy::spin, "spin"},
    {WaitStrategy::spin_then_futex, "spin_then_futex"},
    {WaitStrategy::yield, "yield"},
    {WaitStrategy::adaptive, "adaptive"},
    {WaitStrategy::sleep, "sleep"},
}};

}  // namespace

std::string_view to_string(WaitStrategy strategy) {
  for (const auto& [value, name] : names) {
    if (value == strategy) return name;
  }
  return "unknown";
}

Result<WaitStrategy> parse_wait_strategy(std::string_view name) {
  for (const auto& [value, known] : names) {
    if (known == name) return value;
  }
  return Error{ErrorCode::invalid_argument,
               "wait strategy '" + std::string(name) +
                   "' is unknown: use spin, spin_then_futex, yield, adaptive or sleep"};
}

WaitStrategy choose_wait_strategy(int parties, int own_cores) {
  if (own_cores <= 0) return WaitStrategy::adaptive;
  return parties <= own_cores ? WaitStrategy::spin_then_futex : WaitStrategy::yield;
}

void Waiter::learn(std::int64_t waited_ns, bool slept) {
  if (!slept) {
    trial_ = false;
  } else if (trial_) {
    trial_ = false;
    rest_ = rest_waits;
  } else if (rest_ > 0) {
    --rest_;
  } else {
    trial_ = waited_ns < prompt_ns;
  }
}

void Waiter::doze(std::int64_t now) {
  const bool again = now - sleepy_until_ < sleepy_ns_;
  sleepy_ns_ = again ? std::min(2 * sleepy_ns_, longest_sleepy_ns) : first_sleepy_ns;
  sleepy_until_ = now + sleepy_ns_;
}

Waiter::Pause Waiter::pause(std::int64_t started, std::int64_t& now, unsigned& polls) {
  ++polls;
  switch (strategy_) {
    case WaitStrategy::spin:
    case WaitStrategy::spin_then_futex: {
      cpu_relax();
      if (polls % 16 != 0) return Pause::polled;
      now = now_ns();
      const std::int64_t briefly = trial_ ? long_spin_ns : spin_ns;
      const std::int64_t longest = strategy_ == WaitStrategy::spin ? patience_ns : briefly;
      return now - started < longest ? Pause::polled : Pause::sleep;
    }
    case WaitStrategy::yield: {
      if (now < sleepy_until_ || now - started >= patience_ns) return Pause::sleep;
      const std::int64_t before = now;
      ++stats_.yields;
      ::sched_yield();
      now = now_ns();
      if (now - before > stranger_ns) doze(now);
      return Pause::polled;
    }
    case WaitStrategy::adaptive: {
      if (now - started < short_spin_ns) {
        cpu_relax();
        if (polls % 16 == 0) now = now_ns();
        return Pause::polled;
      }
      if (now < sleepy_until_ || now - started >= patience_ns) return Pause::sleep;
      const std::int64_t before = now_ns();
      ++stats_.yields;
      ::sched_yield();
      now = now_ns();
      if (now - before > slow_yield_ns) doze(now);
      return Pause::polled;
    }
    case WaitStrategy::sleep:
      break;
  }
  return Pause::sleep;
}

}  // namespace orrery::base
