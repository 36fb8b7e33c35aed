// The way of a run's data as its plan says: the stack on channels, or a port beside them for each node of the RTI.
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

// Does the limiter stand above the bundler, and see what is not bundled yet?
bool limiter_above_bundler(contracts::StackOrder order);

// What a run's nodes share.
struct DataPorts {
  contracts::DataPath path;
  std::string token;         // of the run
  std::string bind_address;  // of this host
  std::uint64_t seed = 1;
  std::int64_t peer_timeout_ns = 10'000'000'000;
  std::size_t message_bytes = 0;  // the largest that must pass

  // On the wire.
  [[nodiscard]] bool best_effort() const { return is_lossy(path.transportation); }
  // Not over the channels?
  [[nodiscard]] bool separate() const {
    return best_effort() || path.reliable != contracts::ReliableProtocol::channels;
  }

  [[nodiscard]] bool on_dds() const;
  [[nodiscard]] bool on_norm() const;

  // For the node of this number. Failures: bad_plan, out_of_resources, with remedy.
  std::variant<std::unique_ptr<transport::Port>, Failure> make_port(
      std::uint32_t node, std::shared_ptr<base::Doorbell> bell) const;
  // What a node needs of its port, when all have told theirs.
  [[nodiscard]] rti::DataPaths paths(std::unique_ptr<transport::Port> port,
                                     std::vector<std::string> endpoints) const;
  // On channels, if they carry the data: on both ends alike. Failures: bad_plan.
  MayFail stack(std::vector<std::unique_ptr<transport::Channel>>& channels) const;

 private:
  base::Result<std::unique_ptr<transport::Port>> make_bottom(
      std::uint32_t node, std::shared_ptr<base::Doorbell> bell) const;
};

}  // namespace orrery::workloads::federates
