// A universe manager's links to the universe managers of the other nodes.
//
// Belongs to the universe manager's thread. A send waits while its link is full, and meanwhile takes the messages of other
// nodes, so two nodes that relay to each other cannot wait for each other for ever. After the first failure every call
// returns false.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "orrery/transport/channel.hpp"
#include "orrery/transport/wait_set.hpp"
#include "orrery/universe/failure.hpp"

#include "step_slot.hpp"

namespace orrery::universe {

// Receives messages of other nodes, and brings their state updates to the local managers.
class RelaySink {
 public:
  virtual ~RelaySink() = default;
  // Delivers one state_relay message. Returns false on failure.
  virtual bool deliver(std::span<const std::byte> message, StepSlot& slot) = 0;
  // Takes a message of a kind that NodeLinks does not know. Returns false if the kind is wrong here too, or on failure.
  virtual bool take_other(NodeIndex from, std::span<const std::byte> message, StepSlot& slot) = 0;
};

class NodeLinks {
 public:
  // The tag of a link in the wait set is tag_base + node.
  static constexpr std::uint64_t tag_base = std::uint64_t{1} << 32;

  // `polls`: poll_briefly() may poll, because no other party waits for this core.
  NodeLinks(const System& system, NodeIndex self, bool polls, std::function<bool()> go_on);
  NodeLinks(const NodeLinks&) = delete;
  NodeLinks& operator=(const NodeLinks&) = delete;
  ~NodeLinks();

  // `channels` is indexed by node, null for this node; all are bound to the doorbell of `wait_set`.
  base::Status attach(std::vector<std::unique_ptr<transport::Channel>> channels,
                      transport::WaitSet& wait_set);
  void bind(StepSlots& slots, RelaySink& sink) {
    slots_ = &slots;
    sink_ = &sink;
  }

  [[nodiscard]] bool alone() const { return nodes_ == 1; }
  [[nodiscard]] bool relays() const { return relay_to_.size() > 0; }

  bool send(NodeIndex to, std::span<const std::byte> message);
  bool send_to_all(std::span<const std::byte> message);
  // Sends to the other nodes that host managers.
  bool send_to_hosts(std::span<const std::byte> message);
  // Relays `count` consecutive state updates of `each` bytes to the other nodes that host managers.
  bool relay(const std::byte* messages, std::size_t each, std::size_t count);
  bool flush();

  // The result of take_one(), which takes the next message of node `from`, if any, and sets `state` (if not null) to true
  // if it was a state update. Looking for a message that has not come costs a cache line from the other core: look only
  // when you need a message.
  enum class Taken : std::uint8_t { nothing, message, failed };
  // Polls for messages, about as long as an answer takes through memory. Returns false if none came, and at once if polling
  // costs a system call or others wait for the core. Cheaper than a wait set, which can wait for anything.
  bool poll_briefly();
  Taken take_one(NodeIndex from, bool* state = nullptr);
  [[nodiscard]] const std::vector<NodeIndex>& others() const { return others_; }

  // Waits for one message of `kind`, node_report or goodbye, from every node in `from`, in any order; calls `report` for
  // each.
  bool collect(MessageKind kind, std::span<const NodeIndex> from,
               const std::function<bool(NodeIndex, std::span<const std::byte>)>& report);
  // Says goodbye to all other nodes, when nothing more is expected of them. A node that has read it may end at once.
  void say_goodbye();
  void close();

  [[nodiscard]] const MayFail& failure() const { return failure_; }

 private:
  bool put(NodeIndex to, std::span<const std::byte> message, const MessageKind* as);
  bool wait_for_room(NodeIndex to);
  bool take_all(NodeIndex from);
  bool handle(NodeIndex from, std::span<const std::byte> message, bool* state);
  bool lost(NodeIndex peer, transport::Io io);
  bool broken(NodeIndex peer, const std::string& what);

  const NodeIndex self_;
  const NodeIndex nodes_;
  const std::size_t update_bytes_;
  std::function<bool()> go_on_;
  std::vector<std::unique_ptr<transport::Channel>> channels_;
  std::vector<NodeIndex> others_;
  std::vector<NodeIndex> relay_to_;
  transport::WaitSet* wait_set_ = nullptr;
  StepSlots* slots_ = nullptr;
  RelaySink* sink_ = nullptr;
  bool polls_ = false;
  bool unflushed_ = false;
  MayFail failure_;
};

}  // namespace orrery::universe
