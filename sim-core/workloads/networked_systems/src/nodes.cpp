#include "nodes.hpp"

#include <cstring>
#include <span>
#include <type_traits>
#include <utility>

#include "orrery/workloads/face/one_node.hpp"

namespace orrery::workloads::networked {

namespace {

static_assert(std::is_trivially_copyable_v<Totals>, "nodes send it as bytes");
static_assert(std::is_trivially_copyable_v<Crossing>, "nodes send it as bytes");

}  // namespace

std::variant<std::unique_ptr<Nodes>, Failure> Nodes::listen(const contracts::WorkerPlan& plan,
                                                            const std::atomic<bool>& stop) {
  transport::ChannelOptions options;
  // A node's totals are one message.
  options.max_message_bytes = sizeof(Totals) + 4 * 1024;
  options.buffer_bytes = 1024 * 1024;
  auto peers = Peers::listen(plan, options);
  if (auto* failure = std::get_if<Failure>(&peers)) return std::move(*failure);
  return std::unique_ptr<Nodes>(new Nodes(std::move(std::get<std::unique_ptr<Peers>>(peers)), stop,
                                          static_cast<std::size_t>(plan.node_index)));
}

MayFail Nodes::connect(const std::vector<std::string>& endpoints, std::int64_t deadline_ns,
                       const std::function<bool()>& stopped) {
  if (auto failure = peers_->connect(endpoints, deadline_ns, stopped)) return failure;
  pdes::NodeLinks links{node_, peers_->channels(), peers_->bell(),
                        base::choose_wait_strategy(on_host(), base::usable_cores()),
                        [this] { return stop_.load(std::memory_order_relaxed); }};
  auto exchange = pdes::ChannelExchange::create(std::move(links));
  if (!exchange) return failed(exchange.error(), "worker");
  exchange_ = std::move(*exchange);
  outgoing_.resize(exchange_->nodes());
  return {};
}

base::Status Nodes::exchange(Carrier& carrier) {
  for (std::size_t node = 0; node < outgoing_.size(); ++node) {
    outgoing_[node].clear();
    const auto& leaving = carrier.outgoing()[node];
    if (!leaving.empty()) outgoing_[node].push_back(std::as_bytes(std::span(leaving)));
  }
  const auto done = exchange_->exchange({}, outgoing_, sizeof(Crossing),
                                        [&carrier](auto received) { carrier.arrive(received); });
  if (!done) return done.error();
  carrier.sent();
  return {};
}

base::Result<Totals> Nodes::add_up(const Totals& own) {
  Totals all = own;
  all.exchanged = exchange_->counters();
  const Totals told = all;
  for (auto& pieces : outgoing_) pieces = {std::as_bytes(std::span(&told, 1))};
  const auto done = exchange_->exchange({}, outgoing_, sizeof(Totals), [&all](auto received) {
    Totals other;
    for (std::size_t at = 0; at + sizeof other <= received.size(); at += sizeof other) {
      std::memcpy(static_cast<void*>(&other), received.data() + at, sizeof other);
      all.add(other);
    }
  });
  if (!done) return done.error();
  return all;
}

}  // namespace orrery::workloads::networked
