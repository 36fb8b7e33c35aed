// One end of the measured channel. Its waits report when the awaited message was found.
//
// A wait set reads sockets while it waits. Here reading must be timed, so End waits itself, with the same strategies. For one
// thread: the owner of the channel's doorbell.
#pragma once

#include <cstdint>
#include <functional>

#include "orrery/base/wait.hpp"
#include "orrery/transport/channel.hpp"

namespace orrery::workloads::messaging {

class End {
 public:
  // `stopped` is asked every 50 ms of waiting.
  End(transport::Channel& channel, base::WaitStrategy strategy, std::function<bool()> stopped)
      : channel_(channel), waiter_(strategy, channel.bell()), stopped_(std::move(stopped)) {}

  [[nodiscard]] transport::Channel& channel() const { return channel_; }
  // For callers that seldom wait.
  [[nodiscard]] bool stopped() const { return stopped_(); }

  // Waits until a message or the channel's end can be peeked.
  base::WaitOutcome readable(std::int64_t deadline_ns);
  // Start of the check that found the message (base::now_ns()). The check read from the operating system only after it.
  [[nodiscard]] std::int64_t found_ns() const { return found_ns_; }

  // Waits until `bytes` can be reserved or the channel has ended; `reserved` says which.
  base::WaitOutcome room(std::size_t bytes, std::int64_t deadline_ns,
                         transport::Reserved& reserved);
  // Waits until everything has left this end or the channel has ended; `io` says which.
  base::WaitOutcome left(std::int64_t deadline_ns, transport::Io& io);

 private:
  template <class Look>
  base::WaitOutcome until(Look&& look, std::int64_t deadline_ns);
  void sleep_on_descriptors(std::int64_t timeout_ns);

  transport::Channel& channel_;
  base::Waiter waiter_;
  std::function<bool()> stopped_;
  std::int64_t found_ns_ = 0;
};

}  // namespace orrery::workloads::messaging
