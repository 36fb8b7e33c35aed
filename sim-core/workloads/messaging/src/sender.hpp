// The sending end: exchanges timed part by part, then a stream.
#pragma once

#include <atomic>
#include <vector>

#include "orrery/workloads/face/workload.hpp"

#include "content.hpp"
#include "end.hpp"
#include "load.hpp"
#include "stages.hpp"
#include "wire.hpp"

namespace orrery::workloads::messaging {

// Measurements of the sender.
struct Sent {
  Stages stages;
  std::int64_t exchanging_ns = 0;    // sum of the exchanges, by the sender's clock alone
  std::int64_t streaming_ns = 0;     // until the receiver's account arrived
  std::int64_t clock_offset_ns = 0;  // receiver's clock minus the sender's, estimated
  std::uint64_t time_wait_before = 0;
  std::uint64_t time_wait_most = 0;
};

class Sender {
 public:
  // `one_clock`: both ends read the same clock. `patience_ns`: longest time for a message to leave, and for its answer to
  // arrive.
  Sender(End& end, const Load& load, bool one_clock, std::int64_t patience_ns,
         std::atomic<std::uint64_t>& progress);

  // Call each once, in this order. Failures: peer_lost, stopped, out_of_ports, internal.
  MayFail warm_up();
  MayFail exchange();
  MayFail stream();

  [[nodiscard]] const Sent& sent() const { return sent_; }
  [[nodiscard]] const Account& account() const { return account_; }
  [[nodiscard]] const Content& content() const { return content_; }

 private:
  MayFail put(std::uint64_t number);
  MayFail leave();
  MayFail exchange_one(std::uint64_t number, Moments& moments);
  template <class Words>
  MayFail await(Words& words);
  Failure late(base::WaitOutcome outcome) const;
  Failure ended() const;
  void look_at_sockets();

  End& end_;
  const Load& load_;
  const bool one_clock_;
  const std::int64_t patience_ns_;
  std::atomic<std::uint64_t>& progress_;
  const Content content_;
  std::uint64_t number_ = 0;  // of the next message
  Account account_;
  Sent sent_;
};

}  // namespace orrery::workloads::messaging
