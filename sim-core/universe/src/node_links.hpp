// A universe manager's links to the universe managers of the other nodes.
//
// Belongs to the universe manager's thread. Sending waits while a link is full, and takes in what
// other nodes send meanwhile, so that two nodes that relay to each other cannot wait for each other
// for ever. The first failure stays; every later call gives false.
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

// Takes state updates from other nodes: whoever brings them to the local managers.
class RelaySink {
 public:
  virtual ~RelaySink() = default;
  // One state_relay message. False: failed.
  virtual bool deliver(std::span<const std::byte> message, StepSlot& slot) = 0;
  // A message of another kind that is no plain node's. False: it is not ours either, or failed.
  virtual bool take_other(NodeIndex from, std::span<const std::byte> message, StepSlot& slot) = 0;
};

class NodeLinks {
 public:
  // Tags of the wait set from here on are links: tag_base + node.
  static constexpr std::uint64_t tag_base = std::uint64_t{1} << 32;

  // `polls`: a look costs nobody else his turn on this core.
  NodeLinks(const System& system, NodeIndex self, bool polls, std::function<bool()> go_on);
  NodeLinks(const NodeLinks&) = delete;
  NodeLinks& operator=(const NodeLinks&) = delete;
  ~NodeLinks();

  // `channels` by node index, null for the node's own; all bound to the doorbell of `wait_set`.
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
  // To the other nodes that host managers.
  bool send_to_hosts(std::span<const std::byte> message);
  // `count` state updates of `each` bytes, one after the other, to the other nodes that host managers.
  bool relay(const std::byte* messages, std::size_t each, std::size_t count);
  bool flush();

  // Takes the next message that this node has sent, if any. `state`, if given, is set if it was a state update.
  // To look again for a message that has not come yet costs a cache line from the other core: look when you need one.
  enum class Taken : std::uint8_t { nothing, message, failed };
  // Looks for messages some times in a row, about as long as an answer takes through memory; false if none came, and at
  // once where a look costs a system call or others wait for the core. Cheaper than a wait set, which can wait for anything.
  bool poll_briefly();
  Taken take_one(NodeIndex from, bool* state = nullptr);
  [[nodiscard]] const std::vector<NodeIndex>& others() const { return others_; }

  // Waits for one node_report (or goodbye) of every node in `from`, in whatever order; calls `report` for each.
  bool collect(MessageKind kind, std::span<const NodeIndex> from,
               const std::function<bool(NodeIndex, std::span<const std::byte>)>& report);
  // To all others, when nothing more is expected of them: who has read it may be gone at once.
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
