// Congestion avoidance: a bound on the messages of this node that have been sent and not taken.
//
// Behind every few messages to a node the sender asks how far its federates have taken them (MessageKind::taken). The node
// answers once each federate that the messages waited for has been called back, so the number that waits is never above the
// bound, however long an answer takes. The time to the answer, by the sender's clock alone, is the delivery latency and the
// way back. Over ports the question goes by the channel: what is still on its way by the port is not counted.
#pragma once

#include <cstdint>
#include <span>

#include "orrery/rti/basic_node.hpp"
#include "orrery/rti/tuning.hpp"

#include "federation/federation.hpp"
#include "net/net.hpp"

namespace orrery::rti {

class SendWindows {
 public:
  // took(): the time from sending a message until the answer that it was taken. work(): nothing is being sent, so settings may
  // change.
  class Observer {
   public:
    virtual ~Observer() = default;
    virtual void took(std::int64_t ns) = 0;
    virtual void work() = 0;
  };

  SendWindows(Net& net, NodeCounters& counters, std::uint32_t most_waiting)
      : net_(net), counters_(counters), most_waiting_(most_waiting) {}

  // 0: no bound.
  void bound(std::uint32_t most_waiting) { most_waiting_ = most_waiting; }
  [[nodiscard]] std::uint32_t most_waiting() const { return most_waiting_; }
  // Asks about every `stride` messages, also without a bound. Null: no longer.
  void observe(Observer* observer, std::uint32_t stride) {
    observer_ = observer;
    stride_ = stride;
  }
  [[nodiscard]] bool in_use() const { return most_waiting_ > 0 || observer_ != nullptr; }

  // False if the bound is reached at one of the nodes, or for a federate of this node but `from`.
  bool has_room(Federation& federation, const Local* sender, NodeSet nodes);
  // A message has been sent to these other nodes.
  void sent(Federation& federation, NodeSet remote);
  // Of the federation, at the node where most wait.
  [[nodiscard]] std::uint64_t waiting(const Federation& federation) const;

  // Takes a question or an answer of another node. Returns true; one that is malformed is counted and dropped.
  bool take(Federation& federation, std::uint32_t sender, const MessageHead& head, Bytes message);
  // Answers the questions whose messages have been taken, of all federations, and lets the observer work.
  template <class Federations>
  void answer(Federations& federations) {
    if (observer_ != nullptr) observer_->work();
    for (auto& [id, federation] : federations) {
      if (!federation->taken_later.questions.empty()) answer_taken(*federation);
    }
  }

 private:
  void ask(Federation& federation, std::uint32_t node, SendWindow& window);
  void send(Federation& federation, std::uint32_t target, std::uint8_t detail,
            std::uint64_t number);
  bool take_answer(Federation& federation, std::uint32_t sender, std::uint64_t number);
  bool note(Federation& federation, std::uint32_t sender, std::uint64_t number);
  void answer_taken(Federation& federation);
  [[nodiscard]] std::uint32_t stride();

  Net& net_;
  NodeCounters& counters_;
  std::uint32_t most_waiting_;
  std::uint32_t stride_ = 1;
  Observer* observer_ = nullptr;
  std::uint32_t random_ = 1;
};

}  // namespace orrery::rti
