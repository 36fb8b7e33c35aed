#include "rendezvous.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "orrery/transport/chain.hpp"

#include "migration_wire.hpp"

namespace orrery::universe {

namespace {

// Interval between two checks whether the run has been stopped.
constexpr std::int64_t patience_ns = 200'000'000;

// Bytes that the impairment module adds to a message.
constexpr std::uint32_t stamp_bytes = 8;

bool impaired(const NodeConfig& config) {
  return config.link_delay_ns != 0 || config.link_bytes_per_s != 0;
}

transport::ChannelOptions link_options(const NodeConfig& config) {
  transport::ChannelOptions options;
  options.max_message_bytes = static_cast<std::uint32_t>(
      std::max(sizeof(NodeReport), sizeof(MessageHeader) + config.system.state_bytes));
  if (config.migration) {
    const std::size_t moving = sizeof(EntityStateHead) + config.system.carried_bytes + 64;
    options.max_message_bytes = std::max(
        options.max_message_bytes, static_cast<std::uint32_t>(std::max(moving, load_report_bytes)));
  }
  if (impaired(config)) options.max_message_bytes += stamp_bytes;
  options.peer_timeout_ns = config.peer_timeout_ns;
  return options;
}

// Both ends apply the module to the messages that arrive, so it acts once in each direction.
MayFail impair(const NodeConfig& config,
               std::vector<std::unique_ptr<transport::Channel>>& channels) {
  if (!impaired(config)) return {};
  transport::ImpairmentOptions options;
  options.delay_ns = config.link_delay_ns;
  options.bandwidth_bytes_per_s = config.link_bytes_per_s;
  options.from_sending = true;
  options.queue_bytes = std::numeric_limits<std::uint32_t>::max();  // a slow link loses nothing
  const transport::ModuleOptions module = options;
  for (auto& channel : channels) {
    if (!channel) continue;
    auto chain = transport::build_chain(std::move(channel), {&module, 1});
    if (!chain) {
      return Failure{"bad_plan", "universe manager", chain.error().message,
                     "give workload.link_delay_us and workload.link_mbit_s other values"};
    }
    channel = std::move(*chain);
  }
  return {};
}

Failure not_connected(const base::Error& error, NodeIndex peer) {
  return {"rendezvous", "universe manager",
          "no link to node " + std::to_string(peer) + ": " + error.message,
          "check that node " + std::to_string(peer) +
              "'s worker still runs and that its address can be reached from here (firewall, "
              "transports.nodes)"};
}

}  // namespace

base::Status Rendezvous::listen(const NodeConfig& config) {
  transport::ListenOptions options;
  options.self = {config.run_token, config.node};
  options.bind_address = config.bind_address;
  options.channel = link_options(config);
  auto listener = transport_.listen(config.nodes, options);
  if (!listener) return listener.error();
  listener_ = std::move(*listener);
  endpoint_ = listener_->endpoint();
  return {};
}

MayFail Rendezvous::connect(const NodeConfig& config, const std::vector<std::string>& endpoints,
                            const std::shared_ptr<base::Doorbell>& bell, std::int64_t deadline_ns,
                            std::vector<std::unique_ptr<transport::Channel>>& channels) {
  const NodeIndex nodes = config.system.nodes();
  channels.clear();
  channels.resize(nodes);
  for (NodeIndex peer = 0; peer < config.node; ++peer) {
    transport::ConnectOptions options;
    options.self = {config.run_token, config.node};
    options.peer_index = peer;
    auto channel = transport_.connect(endpoints[peer], options, bell, deadline_ns);
    if (!channel) return not_connected(channel.error(), peer);
    channels[peer] = std::move(*channel);
  }
  for (NodeIndex missing = nodes - 1 - config.node; missing > 0;) {
    if (config.stopped()) return Failure{"stopped", "universe manager", "stopped", ""};
    const std::int64_t until = std::min(deadline_ns, base::now_ns() + patience_ns);
    auto accepted = listener_->accept(bell, until);
    if (accepted) {
      const NodeIndex peer = accepted->peer_index;
      if (peer <= config.node || peer >= nodes || channels[peer]) continue;
      channels[peer] = std::move(accepted->channel);
      --missing;
      continue;
    }
    const bool again =
        accepted.error().code == base::ErrorCode::timed_out && base::now_ns() < deadline_ns;
    if (again) continue;
    NodeIndex peer = config.node + 1;
    while (peer + 1 < nodes && channels[peer]) ++peer;
    return not_connected(accepted.error(), peer);
  }
  return impair(config, channels);
}

}  // namespace orrery::universe
