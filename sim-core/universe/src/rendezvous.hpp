// Connects the nodes of a run: each node listens, connects to the nodes of lower index, and accepts those of higher index.
// Belongs to the universe manager's thread.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "orrery/transport/transport.hpp"
#include "orrery/universe/failure.hpp"
#include "orrery/universe/node.hpp"

namespace orrery::universe {

class Rendezvous {
 public:
  base::Status listen(const NodeConfig& config);
  [[nodiscard]] const std::string& endpoint() const { return endpoint_; }

  // Sets `channels` to one channel for each other node, and null for this node.
  MayFail connect(const NodeConfig& config, const std::vector<std::string>& endpoints,
                  const std::shared_ptr<base::Doorbell>& bell, std::int64_t deadline_ns,
                  std::vector<std::unique_ptr<transport::Channel>>& channels);

 private:
  transport::Transport transport_;
  std::unique_ptr<transport::Listener> listener_;
  std::string endpoint_;
};

}  // namespace orrery::universe
