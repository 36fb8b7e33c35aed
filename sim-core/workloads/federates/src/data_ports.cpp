#include "data_ports.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "orrery/transport/chain.hpp"
#include "orrery/transport/datagram.hpp"
#include "orrery/transport/dds.hpp"
#include "orrery/transport/norm.hpp"
#include "orrery/transport/reliable_multicast.hpp"
#include "orrery/workloads/face/one_node.hpp"
#include "orrery/workloads/federates/exchange.hpp"

namespace orrery::workloads::federates {

namespace {

using contracts::StackOrder;

enum class Part : std::uint8_t { impairment, bundler, limiter };

std::array<Part, 3> parts_of(StackOrder order) {
  using enum Part;
  switch (order) {
    case StackOrder::impairment_bundler_limiter:
      return {impairment, bundler, limiter};
    case StackOrder::impairment_limiter_bundler:
      return {impairment, limiter, bundler};
    case StackOrder::bundler_impairment_limiter:
      return {bundler, impairment, limiter};
    case StackOrder::bundler_limiter_impairment:
      return {bundler, limiter, impairment};
    case StackOrder::limiter_impairment_bundler:
      return {limiter, impairment, bundler};
    case StackOrder::limiter_bundler_impairment:
      return {limiter, bundler, impairment};
  }
  return {impairment, bundler, limiter};
}

std::int64_t ns_of(double ms) { return static_cast<std::int64_t>(ms * 1e6); }

transport::ImpairmentOptions impairment_of(const contracts::Impairment& said, std::uint64_t seed) {
  transport::ImpairmentOptions options;
  options.seed = seed;
  options.delay_ns = ns_of(said.delay_ms);
  switch (said.jitter) {
    case contracts::Jitter::none:
      break;
    case contracts::Jitter::uniform:
      options.jitter = transport::Jitter::uniform;
      break;
    case contracts::Jitter::normal:
      options.jitter = transport::Jitter::normal;
      break;
    case contracts::Jitter::exponential:
      options.jitter = transport::Jitter::exponential;
      break;
    case contracts::Jitter::gamma:
      options.jitter = transport::Jitter::gamma;
      break;
  }
  options.jitter_ns = ns_of(said.jitter_ms);
  for (const double ms : said.delay_trace_ms) options.delay_trace_ns.push_back(ns_of(ms));
  for (const std::int32_t lost : said.loss_trace) {
    options.loss_trace.push_back(static_cast<std::uint8_t>(lost));
  }
  options.loss = said.loss_share;
  if (said.burst_loss_share > 0) {
    // A burst lasts `burst_packets` packets on average, and `burst_loss_share` of all packets are in bursts.
    options.burst.leave = 1 / said.burst_packets;
    options.burst.enter = options.burst.leave * said.burst_loss_share / (1 - said.burst_loss_share);
    options.burst.enter = std::min(1.0, options.burst.enter);
  }
  options.duplicate = said.duplicate_share;
  options.reorder = said.reorder_share;
  options.bandwidth_bytes_per_s = said.mbit_s * 1e6 / 8;
  options.from_sending = true;
  return options;
}

struct Stack {
  std::vector<transport::ModuleOptions> below;  // from the bottom to the impairment
  std::vector<transport::ModuleOptions> above;
};

Stack stack_of(const DataPorts& ports) {
  const contracts::DataPath& path = ports.path;
  Stack stack;
  const bool impaired = impairs(path.impairment);
  bool above = !impaired;
  for (const Part part : parts_of(path.order)) {
    auto& to = above ? stack.above : stack.below;
    if (part == Part::impairment && impaired) {
      to.push_back(impairment_of(path.impairment, ports.seed));
      above = true;
    }
    if (part == Part::bundler && path.bundling.bytes > 0) {
      to.push_back(transport::BundlerOptions{static_cast<std::uint32_t>(path.bundling.bytes),
                                             std::int64_t{path.bundling.timeout_us} * 1'000});
    }
    if (part == Part::limiter &&
        (path.rate_limit.messages_per_s > 0 || path.rate_limit.bytes_per_s > 0)) {
      to.push_back(transport::RateLimiterOptions{.messages_per_s = path.rate_limit.messages_per_s,
                                                 .bytes_per_s = path.rate_limit.bytes_per_s});
    }
  }
  if (path.extra_copies > 0) {
    stack.above.push_back(transport::CopierOptions{static_cast<std::uint32_t>(path.extra_copies)});
  }
  return stack;
}

transport::FragmenterOptions whole(std::size_t message_bytes) {
  transport::FragmenterOptions options;
  options.max_message_bytes =
      std::max(options.max_message_bytes, static_cast<std::uint32_t>(message_bytes));
  return options;
}

Failure not_built(const base::Error& error) {
  if (error.code == base::ErrorCode::invalid_argument) {
    return refused("workload.data: " + error.message,
                   "change the modules of the data path, or their order");
  }
  return {
      "out_of_resources", "federates", "workload.data: " + error.message,
      "check that this node has the address and that its network carries datagrams (and, with a "
      "multicast protocol, multicast), or choose the reliable protocol channels"};
}

}  // namespace

bool limiter_above_bundler(contracts::StackOrder order) {
  const auto parts = parts_of(order);
  return std::ranges::find(parts, Part::limiter) > std::ranges::find(parts, Part::bundler);
}

bool DataPorts::on_dds() const {
  return best_effort() ? path.best_effort == contracts::BestEffortProtocol::dds
                       : path.reliable == contracts::ReliableProtocol::dds;
}

bool DataPorts::on_norm() const {
  return !best_effort() && path.reliable == contracts::ReliableProtocol::norm;
}

base::Result<std::unique_ptr<transport::Port>> DataPorts::make_bottom(
    std::uint32_t node, std::shared_ptr<base::Doorbell> bell) const {
  if (on_dds()) {
    transport::DdsOptions dds;
    dds.self = node;
    dds.reliable = !best_effort();
    dds.run_token = token;
    dds.bind_address = bind_address;
    dds.eviction_ns = peer_timeout_ns;
    return transport::make_dds_port(dds, std::move(bell));
  }
  if (on_norm()) {
    transport::NormOptions norm;
    norm.self = node;
    norm.run_token = token;
    norm.bind_address = bind_address;
    norm.eviction_ns = peer_timeout_ns;
    return transport::make_norm_port(norm, std::move(bell));
  }
  const bool unicast = best_effort() && path.best_effort == contracts::BestEffortProtocol::udp;
  transport::DatagramOptions datagram;
  datagram.kind = unicast ? transport::DatagramKind::udp : transport::DatagramKind::multicast;
  datagram.self = node;
  datagram.run_token = token;
  datagram.bind_address = bind_address;
  return transport::make_datagram_port(datagram, std::move(bell));
}

std::variant<std::unique_ptr<transport::Port>, Failure> DataPorts::make_port(
    std::uint32_t node, std::shared_ptr<base::Doorbell> bell) const {
  const bool third_party = on_dds() || on_norm();
  if (third_party && impairs(path.impairment)) {
    return refused("workload.data.impairment with dds or norm, which send their own packets",
                   "leave the impairment as it is by default, or choose another protocol");
  }
  auto port = make_bottom(node, std::move(bell));
  if (!port) return not_built(port.error());
  Stack stack = stack_of(*this);
  port = transport::build_chain(std::move(*port), stack.below);
  if (!port) return not_built(port.error());
  if (!best_effort() && !third_party) {
    transport::NakOptions nak;
    nak.eviction_ns = nak.peer_timeout_ns = peer_timeout_ns;
    auto reliable =
        path.reliable == contracts::ReliableProtocol::nak_multicast
            ? transport::make_nak_multicast(std::move(*port), nak)
            : transport::make_region_multicast(
                  std::move(*port),
                  {.nak = nak, .most_members = static_cast<std::uint32_t>(path.region_nodes)});
    if (!reliable) return not_built(reliable.error());
    port = std::unique_ptr<transport::Port>(std::move(*reliable));
  }
  port = transport::build_chain(std::move(*port), stack.above);
  if (!port) return not_built(port.error());
  return std::move(*port);
}

rti::DataPaths DataPorts::paths(std::unique_ptr<transport::Port> port,
                                std::vector<std::string> endpoints) const {
  rti::DataPath made{std::move(port), {}, {}, std::move(endpoints)};
  if (on_dds() || on_norm()) {
    std::vector<transport::PartyId> all(made.endpoints.size());
    std::iota(all.begin(), all.end(), 0U);
    made.group = on_dds() ? transport::dds_endpoint(all) : transport::norm_endpoint(all);
  } else if (!best_effort() || path.best_effort == contracts::BestEffortProtocol::multicast) {
    made.group = transport::multicast_endpoint(token, 1);
  }
  for (std::int64_t i = 0; best_effort() && i < path.groups; ++i) {
    made.groups.push_back(transport::multicast_endpoint(token, static_cast<std::uint32_t>(2 + i)));
  }
  rti::DataPaths paths;
  (best_effort() ? paths.best_effort : paths.reliable) = std::move(made);
  return paths;
}

MayFail DataPorts::stack(std::vector<std::unique_ptr<transport::Channel>>& channels) const {
  Stack stack = stack_of(*this);
  std::vector<transport::ModuleOptions> modules = std::move(stack.below);
  modules.insert(modules.end(), stack.above.begin(), stack.above.end());
  if (separate() || modules.empty()) return {};
  modules.push_back(whole(message_bytes));
  for (auto& channel : channels) {
    if (!channel) continue;
    auto built = transport::build_chain(std::move(channel), modules);
    if (!built) return not_built(built.error());
    channel = std::move(*built);
  }
  return {};
}

}  // namespace orrery::workloads::federates
