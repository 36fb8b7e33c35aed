// Nodes that join in seats that were vacant. See ordering.hpp: Joining.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "log/configuration.hpp"
#include "log/operation_log.hpp"

namespace orrery::rti {

// At a newcomer: what it knows before it has the state.
class Newcomer {
 public:
  // `joins`: this node is one. `patience_ns`: for the state, once it has joined.
  Newcomer(const Configuration& nodes, bool joins, std::int64_t patience_ns)
      : nodes_(nodes), joining_(joins), patience_ns_(patience_ns) {}

  [[nodiscard]] bool joining() const { return joining_; }  // it has not got the state yet
  void set_joining(bool joining) { joining_ = joining; }
  // Some node that is reached has not applied the joining yet, as known here.
  [[nodiscard]] bool awaits_any() const { return awaited_ != 0; }
  void await(std::uint32_t node) { awaited_ |= only(node); }
  void stop_awaiting(NodeSet nodes) { awaited_ &= ~nodes; }
  [[nodiscard]] std::optional<std::uint32_t> sponsor() const { return sponsor_; }
  // Returns false if the sponsor is not reached.
  bool set_sponsor(std::uint32_t sponsor) {
    sponsor_ = sponsor;
    return sponsor < nodes_.size() && nodes_[sponsor].reached;
  }
  // Returns whether the sponsor has not sent the state for too long.
  bool is_late(std::int64_t now_ns);
  void greeted_by(std::uint32_t node) { greeted_ |= only(node); }
  // Returns whether it is time to ask: all nodes that are reached have greeted. True once.
  bool may_ask() { return (nodes_.reached() & ~greeted_) == 0 && !std::exchange(asked_, true); }
  // A channel has ended. `certain`: so has its node. Returns why this node cannot join any more.
  std::optional<std::string> end(std::uint32_t node, bool certain, const std::string& why);
  // Channels that had ended before the state came, by node: why, and whether it was certain.
  auto take_ends() { return std::exchange(ends_, {}); }

 private:
  const Configuration& nodes_;
  bool joining_;
  bool asked_ = false;
  const std::int64_t patience_ns_;
  std::int64_t since_ns_ = 0;  // its sponsor is known since then; 0: not since a tick
  NodeSet greeted_ = 0;        // the node has its channel
  NodeSet awaited_ = 0;
  std::optional<std::uint32_t> sponsor_;
  std::map<std::uint32_t, std::pair<std::string, bool>> ends_;
};

// At the others: newcomers that ask.
class Admission {
 public:
  explicit Admission(const Configuration& nodes) : nodes_(nodes), reaches_(nodes.size()) {}

  // The newcomer asks; it has channels to the nodes in `reaches`.
  void ask(std::uint32_t newcomer, NodeSet reaches) {
    reaches_[newcomer] = reaches;
    asking_ |= only(newcomer);
  }
  // The newcomer asks no more: it has joined, is refused, or has left.
  void drop(std::uint32_t newcomer) { asking_ &= ~only(newcomer); }
  [[nodiscard]] NodeSet asking() const { return asking_; }
  // Why a newcomer that asks cannot join.
  [[nodiscard]] std::optional<std::string> refusal(std::uint32_t newcomer) const;

 private:
  const Configuration& nodes_;
  NodeSet asking_ = 0;
  std::vector<NodeSet> reaches_;  // by newcomer
};

// What a newcomer is sent of the log. load_log() returns how many operations `sponsor` has submitted; nothing if the content
// is malformed.
void save_log(std::vector<std::byte>& out, const Configuration& nodes, const OperationLog& log);
std::optional<std::uint64_t> load_log(Reader& in, std::uint32_t sponsor, Configuration& nodes,
                                      OperationLog& log);

}  // namespace orrery::rti
