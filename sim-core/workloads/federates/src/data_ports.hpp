// The data path of a run, as its plan describes it: modules on the channels, or a port beside them for each node of the RTI.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "orrery/contracts/contracts.hpp"
#include "orrery/rti/data_path.hpp"
#include "orrery/transport/channel.hpp"
#include "orrery/workloads/face/workload.hpp"
#include "orrery/workloads/federates/exchange.hpp"

namespace orrery::workloads::federates {

// Whether the limiter is above the bundler, so that it limits messages, not bundles.
bool limiter_above_bundler(contracts::StackOrder order);

// Settings that all nodes of a run share.
struct DataPorts {
  contracts::DataPath path;
  std::string token;         // of the run
  std::string bind_address;  // of this host
  std::uint64_t seed = 1;
  std::int64_t peer_timeout_ns = 10'000'000'000;
  std::size_t message_bytes = 0;  // of the greatest message

  // Whether the data is best effort on the wire.
  [[nodiscard]] bool best_effort() const { return is_lossy(path.transportation); }
  // Whether a port carries the data, beside the channels.
  [[nodiscard]] bool separate() const {
    return best_effort() || path.reliable != contracts::ReliableProtocol::channels;
  }

  [[nodiscard]] bool on_dds() const;
  [[nodiscard]] bool on_norm() const;

  // Creates the port of node number `node`. Failures: bad_plan, out_of_resources, with remedy.
  std::variant<std::unique_ptr<transport::Port>, Failure> make_port(
      std::uint32_t node, std::shared_ptr<base::Doorbell> bell) const;
  // The data paths of a node. `endpoints`: those of all nodes' ports, by number.
  [[nodiscard]] rti::DataPaths paths(std::unique_ptr<transport::Port> port,
                                     std::vector<std::string> endpoints) const;
  // Puts the modules on the channels, if the channels carry the data. Both ends must do so alike. Failures: bad_plan,
  // out_of_resources.
  MayFail stack(std::vector<std::unique_ptr<transport::Channel>>& channels) const;

 private:
  base::Result<std::unique_ptr<transport::Port>> make_bottom(
      std::uint32_t node, std::shared_ptr<base::Doorbell> bell) const;
};

}  // namespace orrery::workloads::federates
