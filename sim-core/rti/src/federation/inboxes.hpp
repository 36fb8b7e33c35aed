// Inboxes of the federates of this node: queues callbacks and messages, holds messages until the next advance, retracts them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "federation/federation.hpp"

namespace orrery::rti {

class Inboxes {
 public:
  explicit Inboxes(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  // Queues a callback for the federate's next evoke. `content` counts its variable-size arguments (texts, tags, lists), in
  // bytes, against the inbox limit.
  void post(Local& local, Call call, std::size_t content = 0, Brought brought = {});
  // Likewise, about an object: the callback is skipped if the federate no longer knows the object by then (6.15, 6.16).
  void post_about(const Federation& federation, Local& local, std::uint64_t object, Call call,
                  std::size_t content = 0, Brought brought = {});
  // Queues a message in receive order that cannot be refused.
  void push(Local& receiver, Bytes message);
  // Removes a retracted message. If the federate has received the message already, asks the federate to undo it.
  void take_back(Local& local, std::uint64_t retraction);
  // To be called after more has been queued: marks the federate as overfull if its queues exceed `most_bytes`.
  void review(Local& local);
  // True if a federate has become overfull since the last call.
  [[nodiscard]] bool take_overfull() { return std::exchange(overfull_, false); }

  // A constrained federate receives messages in receive order only while it advances, or with asynchronous delivery enabled. An
  // open gate lets them pass; a closed one keeps them for the next advance.
  static void open_gate(Local& local);
  static void close_gate(Local& local);

 private:
  const std::size_t most_bytes_;  // that may wait for one federate
  bool overfull_ = false;
};

}  // namespace orrery::rti
