#include "orrery/workloads/face/peers.hpp"

#include <algorithm>
#include <utility>

#include "orrery/base/clock.hpp"
#include "orrery/workloads/face/plan_words.hpp"

namespace orrery::workloads {

namespace {

// Longest wait between two calls of stopped().
constexpr std::int64_t patience_ns = 200'000'000;

Failure not_connected(const base::Error& error, std::size_t peer) {
  const std::string node = "node " + std::to_string(peer);
  return {"rendezvous", "worker", "no link to " + node + ": " + error.message,
          "check that " + node +
              "'s worker still runs and that its address can be reached from here (firewall, "
              "transports.nodes)"};
}

}  // namespace

std::variant<std::unique_ptr<Peers>, Failure> Peers::listen(const contracts::WorkerPlan& plan,
                                                            transport::ChannelOptions options) {
  const auto& wanted = plan.transports;
  const std::size_t nodes = plan.nodes.size();
  if (plan.node_index < 0 || static_cast<std::size_t>(plan.node_index) >= nodes) {
    return Failure{"bad_plan", "worker",
                   "node_index is " + std::to_string(plan.node_index) + " of " +
                       std::to_string(nodes) + " nodes",
                   "give an index from 0 to " + std::to_string(nodes - 1)};
  }
  const auto kind = kind_of(wanted.nodes);
  if (!kind) {
    return Failure{"bad_plan", "worker", "transports.nodes is auto",
                   "decide it for all nodes alike, for example tcp"};
  }
  std::unique_ptr<Peers> peers(new Peers());
  peers->self_ = {std::to_string(wanted.token), static_cast<std::uint32_t>(plan.node_index)};
  const bool one_host = *kind == transport::Kind::shm || *kind == transport::Kind::uds ||
                        wanted.bind_address.starts_with("127.");
  peers->nodes_on_host_ = one_host ? static_cast<int>(nodes) : 1;
  peers->channels_.resize(nodes);
  const auto lacking = [](const base::Error& error) {
    return Failure{"out_of_resources", "worker", error.message,
                   "check the limit of open files, /dev/shm, and that this node has the address"};
  };
  auto bell = base::Doorbell::create(base::Doorbell::Scope::shared);
  if (!bell) return lacking(bell.error());
  peers->bell_ = std::move(*bell);
  options.peer_timeout_ns = std::int64_t{wanted.peer_timeout_ms} * 1'000'000;
  auto listener = peers->transport_.listen(
      *kind, {.self = peers->self_, .bind_address = wanted.bind_address, .channel = options});
  if (!listener) return lacking(listener.error());
  peers->listener_ = std::move(*listener);
  return peers;
}

MayFail Peers::connect(const std::vector<std::string>& endpoints, std::int64_t deadline_ns,
                       const std::function<bool()>& stopped) {
  const std::size_t nodes = channels_.size();
  const std::size_t own = self_.index;
  if (endpoints.size() != nodes) {
    return Failure{"rendezvous", "worker",
                   std::to_string(endpoints.size()) + " endpoints came for " +
                       std::to_string(nodes) + " nodes",
                   "start the run again"};
  }
  for (std::size_t peer = 0; peer < own; ++peer) {
    auto channel = transport_.connect(
        endpoints[peer], {.self = self_, .peer_index = static_cast<std::uint32_t>(peer)}, bell_,
        deadline_ns);
    if (!channel) return not_connected(channel.error(), peer);
    channels_[peer] = std::move(*channel);
  }
  for (std::size_t missing = nodes - 1 - own; missing > 0;) {
    if (stopped()) return Failure{"stopped", "worker", "stopped while nodes connected", ""};
    auto accepted = listener_->accept(bell_, std::min(deadline_ns, base::now_ns() + patience_ns));
    if (accepted) {
      const std::size_t peer = accepted->peer_index;
      if (peer <= own || peer >= nodes || channels_[peer]) continue;
      channels_[peer] = std::move(accepted->channel);
      --missing;
      continue;
    }
    if (accepted.error().code == base::ErrorCode::timed_out && base::now_ns() < deadline_ns) {
      continue;
    }
    std::size_t peer = own + 1;
    while (peer + 1 < nodes && channels_[peer]) ++peer;
    return not_connected(accepted.error(), peer);
  }
  return {};
}

std::vector<transport::Channel*> Peers::channels() const {
  std::vector<transport::Channel*> borrowed;
  for (const auto& channel : channels_) borrowed.push_back(channel.get());
  return borrowed;
}

Failure peer_lost(const base::Error& error, const std::string& process) {
  return {"peer_lost", process, error.message,
          "look at that node's log: its worker ended, or the network between the nodes is cut"};
}

}  // namespace orrery::workloads
