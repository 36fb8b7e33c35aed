#include "nodes.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>

#include "orrery/workloads/face/one_node.hpp"

namespace orrery::workloads::phold {

namespace {

static_assert(std::is_trivially_copyable_v<Outcome>, "nodes send it as bytes");

void add(Outcome& all, const Outcome& other) {
  all.report.committed += other.report.committed;
  all.report.record += other.report.record;
  all.report.elapsed_ns = std::max(all.report.elapsed_ns, other.report.elapsed_ns);
  all.report.windows = std::max(all.report.windows, other.report.windows);
  all.report.windowed_events += other.report.windowed_events;
  all.report.sequential_events += other.report.sequential_events;
  all.report.remote_events += other.report.remote_events;
  all.report.wait_ns += other.report.wait_ns;
  all.remote += other.remote;
  all.delay.merge(other.delay);
  all.sent.messages_sent += other.sent.messages_sent;
  all.sent.bytes_sent += other.sent.bytes_sent;
  all.sent.events_sent += other.sent.events_sent;
  all.sent.events_received += other.sent.events_received;
  all.sent.wait_ns += other.sent.wait_ns;
}

}  // namespace

std::variant<std::unique_ptr<Nodes>, Failure> Nodes::listen(const contracts::WorkerPlan& plan,
                                                            const std::atomic<bool>& stop) {
  transport::ChannelOptions options;
  // Large enough that most windows are one message.
  options.max_message_bytes = 64 * 1024;
  options.buffer_bytes = 1024 * 1024;
  auto peers = Peers::listen(plan, options);
  if (auto* failure = std::get_if<Failure>(&peers)) return std::move(*failure);
  const auto& load = std::get<contracts::PholdPlan>(plan.workload);
  return std::unique_ptr<Nodes>(new Nodes(std::move(std::get<std::unique_ptr<Peers>>(peers)), stop,
                                          static_cast<std::size_t>(plan.node_index), load.workers));
}

MayFail Nodes::connect(const std::vector<std::string>& endpoints, std::int64_t deadline_ns,
                       const std::function<bool()>& stopped) {
  if (auto failure = peers_->connect(endpoints, deadline_ns, stopped)) return failure;
  pdes::NodeLinks links;
  links.node = node_;
  links.channels = peers_->channels();
  links.bell = peers_->bell();
  links.wait = base::choose_wait_strategy(threads_ * on_host(), base::usable_cores());
  links.stopped = [this] { return stop_.load(std::memory_order_relaxed); };
  auto exchange = pdes::ChannelExchange::create(std::move(links));
  if (!exchange) return failed(exchange.error(), "worker");
  exchange_ = std::move(*exchange);
  return {};
}

base::Result<Outcome> Nodes::add_up(const Outcome& own) {
  Outcome mine = own;
  mine.sent = exchange_->counters();
  const auto bytes = std::as_bytes(std::span(&mine, 1));
  const std::vector<pdes::WindowExchange::Pieces> outgoing(exchange_->nodes(), {bytes});
  std::vector<Outcome> outcomes;
  auto done = exchange_->exchange({}, outgoing, sizeof(Outcome), [&](auto received) {
    for (std::size_t at = 0; at + sizeof(Outcome) <= received.size(); at += sizeof(Outcome)) {
      Outcome& other = outcomes.emplace_back();
      std::memcpy(static_cast<void*>(&other), received.data() + at, sizeof(Outcome));
    }
  });
  if (!done) return done.error();
  if (outcomes.size() + 1 != exchange_->nodes()) {
    return base::Error{base::ErrorCode::internal,
                       std::to_string(outcomes.size()) + " other nodes told their totals"};
  }
  Outcome all = mine;
  for (const Outcome& other : outcomes) add(all, other);
  return all;
}

}  // namespace orrery::workloads::phold
