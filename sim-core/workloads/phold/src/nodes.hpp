// A node's links to the other nodes of a distributed run, and the sum of the nodes' outcomes.
#pragma once

#include <memory>
#include <optional>

#include "orrery/pdes/channel_exchange.hpp"
#include "orrery/workloads/face/peers.hpp"

#include "load.hpp"

namespace orrery::workloads::phold {

class Nodes {
 public:
  // `stop` is checked while this node waits for others; it must outlive the object.
  static std::variant<std::unique_ptr<Nodes>, Failure> listen(const contracts::WorkerPlan& plan,
                                                              const std::atomic<bool>& stop);

  [[nodiscard]] const std::string& endpoint() const { return peers_->endpoint(); }
  MayFail connect(const std::vector<std::string>& endpoints, std::int64_t deadline_ns,
                  const std::function<bool()>& stopped);
  [[nodiscard]] pdes::WindowExchange& exchange() { return *exchange_; }
  [[nodiscard]] int on_host() const { return peers_->nodes_on_host(); }

  // Called on every node after the run. Returns the outcome of all nodes, equal on every node: the greatest elapsed time and
  // number of windows, and the sums of events and wait times.
  base::Result<Outcome> add_up(const Outcome& own);

 private:
  Nodes(std::unique_ptr<Peers> peers, const std::atomic<bool>& stop, std::size_t node, int threads)
      : peers_(std::move(peers)), stop_(stop), node_(node), threads_(threads) {}

  std::unique_ptr<Peers> peers_;
  const std::atomic<bool>& stop_;
  const std::size_t node_;
  const int threads_;
  std::unique_ptr<pdes::ChannelExchange> exchange_;
};

}  // namespace orrery::workloads::phold
