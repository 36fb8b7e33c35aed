#include "end.hpp"

#include <poll.h>

#include <algorithm>
#include <array>
#include <ctime>

namespace orrery::workloads::messaging {

using base::WaitOutcome;
using transport::Io;

template <class Look>
WaitOutcome End::until(Look&& look, std::int64_t deadline_ns) {
  const auto alive = [this] {
    channel_.alive();  // a dead peer makes the channel readable
    return !stopped_();
  };
  for (;;) {
    bool found = false;
    const std::int64_t own_ns = channel_.timed() ? channel_.next_deadline_ns() : base::no_deadline;
    const std::int64_t until_ns = std::min(deadline_ns, own_ns);
    // look() may set an earlier deadline of the channel; then the planned sleep is too long.
    const auto ready = [&] {
      found = look();
      return found || (channel_.timed() && channel_.next_deadline_ns() < until_ns);
    };
    const WaitOutcome outcome =
        channel_.fd() < 0
            ? waiter_.wait(ready, until_ns, alive)
            : waiter_.wait(
                  ready, until_ns, alive, [this](std::int64_t ns) { sleep_on_descriptors(ns); });
    if (outcome == WaitOutcome::ready && !found) continue;
    if (outcome == WaitOutcome::timed_out && base::now_ns() < deadline_ns) {
      channel_.pump();
      continue;
    }
    return outcome;
  }
}

void End::sleep_on_descriptors(std::int64_t timeout_ns) {
  const auto events = static_cast<short>(POLLIN | (channel_.wants_output() ? POLLOUT : 0));
  std::array<pollfd, 2> watched{pollfd{channel_.fd(), events, 0},
                                pollfd{channel_.bell().event_fd(), POLLIN, 0}};
  const timespec timeout{.tv_sec = timeout_ns / 1'000'000'000,
                         .tv_nsec = timeout_ns % 1'000'000'000};
  (void)::ppoll(watched.data(), watched.size(), &timeout, nullptr);
  if (watched[1].revents != 0) channel_.bell().drain_event();
}

WaitOutcome End::readable(std::int64_t deadline_ns) {
  return until(
      [this] {
        found_ns_ = base::now_ns();
        return channel_.readable() || channel_.pump();
      },
      deadline_ns);
}

WaitOutcome End::room(std::size_t bytes, std::int64_t deadline_ns, transport::Reserved& reserved) {
  reserved = channel_.reserve(bytes);
  if (reserved.io != Io::full) return WaitOutcome::ready;
  const WaitOutcome outcome = until(
      [&] {
        // want_writable() precedes the doorbell's announcement, so that the check after it sees room that the reader made
        // meanwhile.
        channel_.want_writable(true);
        channel_.pump();
        reserved = channel_.reserve(bytes);
        return reserved.io != Io::full;
      },
      deadline_ns);
  channel_.want_writable(false);
  return outcome;
}

WaitOutcome End::left(std::int64_t deadline_ns, Io& io) {
  io = channel_.flush();
  if (io != Io::full) return WaitOutcome::ready;
  return until(
      [&] {
        channel_.pump();
        io = channel_.flush();
        return io != Io::full;
      },
      deadline_ns);
}

}  // namespace orrery::workloads::messaging
