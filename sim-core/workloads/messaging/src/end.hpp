// One end of the channel that is measured: waiting that says when it found what it waited for.
//
// A wait set reads sockets while it waits; here the reading is to be timed, so this waits on its own, by the same strategies. One thread:
// the owner of the channel's doorbell.
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
  // For those who seldom wait.
  [[nodiscard]] bool stopped() const { return stopped_(); }

  // Until a message or the channel's end can be peeked.
  base::WaitOutcome readable(std::int64_t deadline_ns);
  // When the look began that found it: what it read from the operating system, it read since.
  [[nodiscard]] std::int64_t found_ns() const { return found_ns_; }

  // Until `bytes` can be reserved, or the channel has ended: `reserved` says which.
  base::WaitOutcome room(std::size_t bytes, std::int64_t deadline_ns,
                         transport::Reserved& reserved);
  // Until all has left this end, or the channel has ended: `io` says which.
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
