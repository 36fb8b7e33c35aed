// A node's links to the other nodes. The nodes exchange messages after every step, and totals at the end.
#pragma once

#include <atomic>
#include <memory>

#include "orrery/pdes/channel_exchange.hpp"
#include "orrery/workloads/face/peers.hpp"

#include "carrier.hpp"

namespace orrery::workloads::networked {

class Nodes {
 public:
  // `stop` is checked while this node waits for others; it must outlive the object.
  static std::variant<std::unique_ptr<Nodes>, Failure> listen(const contracts::WorkerPlan& plan,
                                                              const std::atomic<bool>& stop);

  [[nodiscard]] const std::string& endpoint() const { return peers_->endpoint(); }
  [[nodiscard]] int on_host() const { return peers_->nodes_on_host(); }
  MayFail connect(const std::vector<std::string>& endpoints, std::int64_t deadline_ns,
                  const std::function<bool()>& stopped);

  // Sends the carrier's messages for other nodes, and gives the carrier theirs. Returns when all nodes have made the same
  // step.
  base::Status exchange(Carrier& carrier);
  // Returns the totals of all nodes, equal on every node. The elapsed time is the longest.
  base::Result<Totals> add_up(const Totals& own);

 private:
  Nodes(std::unique_ptr<Peers> peers, const std::atomic<bool>& stop, std::size_t node)
      : peers_(std::move(peers)), stop_(stop), node_(node) {}

  std::unique_ptr<Peers> peers_;
  const std::atomic<bool>& stop_;
  const std::size_t node_;
  std::unique_ptr<pdes::ChannelExchange> exchange_;
  std::vector<pdes::WindowExchange::Pieces> outgoing_;  // by node
};

}  // namespace orrery::workloads::networked
