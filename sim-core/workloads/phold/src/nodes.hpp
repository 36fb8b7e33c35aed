// A node's links to the others of a distributed run, and what they tell each other when it is over.
#pragma once

#include <memory>
#include <optional>

#include "orrery/pdes/channel_exchange.hpp"
#include "orrery/workloads/face/peers.hpp"

#include "load.hpp"

namespace orrery::workloads::phold {

class Nodes {
 public:
  // `stop` is looked at while it waits for others; it must outlive this.
  static std::variant<std::unique_ptr<Nodes>, Failure> listen(const contracts::WorkerPlan& plan,
                                                              const std::atomic<bool>& stop);

  [[nodiscard]] const std::string& endpoint() const { return peers_->endpoint(); }
  MayFail connect(const std::vector<std::string>& endpoints, std::int64_t deadline_ns,
                  const std::function<bool()>& stopped);
  [[nodiscard]] pdes::WindowExchange& exchange() { return *exchange_; }
  [[nodiscard]] int on_host() const { return peers_->nodes_on_host(); }

  // After the run, on every node: what all did together, equal on all. It lasts as long as the slowest node took; its
  // threads waited as long as all of them together.
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
