// What waits for the federates of this node: put there, held until their next advance, taken back.
#pragma once

#include <cstddef>
#include <cstdint>

#include "federation/federation.hpp"

namespace orrery::rti {

class Inboxes {
 public:
  explicit Inboxes(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  // A callback, delivered when the federate evokes. `content`: of texts, tags and lists in it, in bytes.
  void post(Local& local, Call call, std::size_t content = 0, Brought brought = {});
  // Likewise, about an object: it is not made if the federate does not know the object any more by then (6.15, 6.16).
  void post_about(const Federation& federation, Local& local, std::uint64_t object, Call call,
                  std::size_t content = 0, Brought brought = {});
  // A message that nobody could be refused, in receive order.
  void push(Local& to, Bytes message);
  // A retraction. What the federate has got already it is asked to undo.
  void take_back(Local& local, std::uint64_t retraction);
  // More waits for the federate.
  void review(Local& local);
  // Has a federate become overfull since this was asked last?
  [[nodiscard]] bool take_overfull() { return std::exchange(overfull_, false); }

  // Messages in receive order come only while the federate advances, unless it enables asynchronous delivery.
  static void open_gate(Local& local);
  static void close_gate(Local& local);

 private:
  const std::size_t most_bytes_;  // that may wait for one federate
  bool overfull_ = false;
};

}  // namespace orrery::rti
