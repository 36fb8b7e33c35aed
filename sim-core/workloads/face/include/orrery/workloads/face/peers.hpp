// The workers of a run linked with each other, by the transport that the plan decided: each listens, connects to those of
// lower index and accepts those of higher index. One thread: the worker's main thread, to which `bell` belongs.
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
  // Until the deadline (of base::now_ns()). Failures: rendezvous, stopped.
  MayFail connect(const std::vector<std::string>& endpoints, std::int64_t deadline_ns,
                  const std::function<bool()>& stopped);
  // By node index, nullptr for our own; ours as long as this lives.
  [[nodiscard]] std::vector<transport::Channel*> channels() const;
  // The same, given away: for an engine that owns its channels.
  [[nodiscard]] std::vector<std::unique_ptr<transport::Channel>> take_channels() {
    return std::move(channels_);
  }
  [[nodiscard]] const std::shared_ptr<base::Doorbell>& bell() const { return bell_; }
  // How many of the run's nodes may share this host's cores, ours included.
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

// What a run ends with when another node is gone or does not answer.
Failure peer_lost(const base::Error& error, const std::string& process);

}  // namespace orrery::workloads
