// The channels between the workers of a run, of the transport that the plan names. Each worker listens, connects to the
// workers of lower index and accepts those of higher index. For one thread: the worker's main thread, which owns `bell`.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "orrery/transport/transport.hpp"
#include "orrery/workloads/face/workload.hpp"

namespace orrery::workloads {

class Peers {
 public:
  // Failures: bad_plan, out_of_resources (no socket, no memory), with remedy.
  static std::variant<std::unique_ptr<Peers>, Failure> listen(const contracts::WorkerPlan& plan,
                                                              transport::ChannelOptions options);

  [[nodiscard]] const std::string& endpoint() const { return listener_->endpoint(); }
  // Connects to all peers until `deadline_ns` (base::now_ns()). Failures: rendezvous, stopped.
  MayFail connect(const std::vector<std::string>& endpoints, std::int64_t deadline_ns,
                  const std::function<bool()>& stopped);
  // By node index; null for this node. This object owns the channels.
  [[nodiscard]] std::vector<transport::Channel*> channels() const;
  // Hands the channels over to an engine that owns its channels.
  [[nodiscard]] std::vector<std::unique_ptr<transport::Channel>> take_channels() {
    return std::move(channels_);
  }
  [[nodiscard]] const std::shared_ptr<base::Doorbell>& bell() const { return bell_; }
  // Number of the run's nodes that share this host's cores, including this one: all nodes with shm, uds or a loopback
  // address, else 1.
  [[nodiscard]] int nodes_on_host() const { return nodes_on_host_; }

 private:
  Peers() = default;

  transport::Transport transport_;
  std::unique_ptr<transport::Listener> listener_;
  std::shared_ptr<base::Doorbell> bell_;
  std::vector<std::unique_ptr<transport::Channel>> channels_;
  transport::Identity self_;
  int nodes_on_host_ = 1;
};

// The failure `peer_lost`, for a node that has ended or does not answer.
Failure peer_lost(const base::Error& error, const std::string& process);

}  // namespace orrery::workloads
