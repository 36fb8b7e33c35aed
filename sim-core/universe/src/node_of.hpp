// A node with its parties, for any process model.
#pragma once

#include <unistd.h>

#include <memory>
#include <utility>

#include "orrery/universe/node.hpp"
#include "orrery/universe/toggle.hpp"

#include "conditions.hpp"
#include "rendezvous.hpp"
#include "step_loop.hpp"

namespace orrery::universe {

// What nodes of all process models need; made before the parties.
struct NodeParts {
  NodeConfig config;
  base::CycleClock clock;
  std::shared_ptr<base::Doorbell> bell;
  std::unique_ptr<transport::WaitSet> wait_set;
  std::unique_ptr<EntityClass> entity_class;
  base::CpuWork work;
  base::WaitStrategy wait = base::WaitStrategy::adaptive;
  NodeCores cores;
  std::string choices;
};

template <class Parties>
class NodeOf final : public Node {
 public:
  NodeOf(NodeParts parts, std::unique_ptr<Parties> parties)
      : parts_(std::move(parts)),
        parties_(std::move(parties)),
        links_(config().system, config().node,
               parts_.wait != base::WaitStrategy::yield && parts_.wait != base::WaitStrategy::sleep,
               [this] { return go_on(); }),
        manager_(config().system, config().node, *parties_, links_, parts_.wait_set.get(),
                 config().prefix_steps),
        loop_recording_() {
    parts_.wait_set->set_check([this] { return go_on(); });
  }

  // A single node does not listen.
  base::Status listen() { return links_.alone() ? base::Status{} : rendezvous_.listen(config()); }

  [[nodiscard]] const std::string& endpoint() const override { return rendezvous_.endpoint(); }
  MayFail connect(const std::vector<std::string>& endpoints, std::int64_t deadline_ns) override;
  MayFail run(const Recording& recording, const std::function<void()>& measuring) override;
  MayFail collect(std::vector<NodeReport>& reports) override;
  [[nodiscard]] std::vector<PartyUse> parties() const override { return parties_->uses(); }
  [[nodiscard]] std::uint64_t sample_stride() const override;
  [[nodiscard]] std::string choices() const override { return parts_.choices; }
  [[nodiscard]] std::vector<int> child_pids() const override { return parties_->child_pids(); }
  [[nodiscard]] std::string account() const override {
    if constexpr (Parties::migrates) return parties_->account();
    return {};
  }

 private:
  [[nodiscard]] const NodeConfig& config() const { return parts_.config; }
  bool go_on() { return !config().stopped() && parties_->alive(); }
  MayFail why(const char* doing) const;
  NodeReport report() const;
  MayFail exchange(const NodeReport& own, std::vector<NodeReport>& reports);

  NodeParts parts_;
  std::unique_ptr<Parties> parties_;
  Rendezvous rendezvous_;
  NodeLinks links_;
  UniverseManager<Parties> manager_;
  Recording loop_recording_;
  LoopTotals totals_;
  std::uint64_t entities_at_end_ = 0;
  std::int64_t cpu_before_ns_ = 0;
  std::int64_t cpu_ns_ = 0;
};

template <class Parties>
MayFail NodeOf<Parties>::why(const char* doing) const {
  if (MayFail failure = manager_.failure()) {
    if constexpr (Parties::migrates) failure->message += " (" + parties_->account() + ")";
    return failure;
  }
  return Failure{"stopped", "universe manager", std::string("stopped while ") + doing, ""};
}

template <class Parties>
MayFail NodeOf<Parties>::connect(const std::vector<std::string>& endpoints,
                                 std::int64_t deadline_ns) {
  if (links_.alone()) return {};
  if (endpoints.size() != config().system.nodes()) {
    return Failure{"rendezvous", "universe manager",
                   "got " + std::to_string(endpoints.size()) + " endpoints for " +
                       std::to_string(config().system.nodes()) + " nodes",
                   "send every node's endpoint, by node index"};
  }
  std::vector<std::unique_ptr<transport::Channel>> channels;
  if (MayFail failure =
          rendezvous_.connect(config(), endpoints, parts_.bell, deadline_ns, channels)) {
    return failure;
  }
  if (auto attached = links_.attach(std::move(channels), *parts_.wait_set); !attached) {
    return Failure{"internal", "universe manager", attached.error().message, ""};
  }
  return {};
}

template <class Parties>
MayFail NodeOf<Parties>::run(const Recording& recording, const std::function<void()>& measuring) {
  loop_recording_ = recording;
  // Not before: the threads that this one has made for telemetry and control may use any core.
  parts_.cores.keep(0);
  StepLoop<Parties> loop(config().system, config().node, manager_, recording, parts_.clock);
  const auto own_cpu = [] {
    const base::ResourceUsage usage = base::process_usage();
    return usage.user_cpu_ns + usage.system_cpu_ns;
  };
  const std::function<void()> begin = [&] {
    measuring();
    cpu_before_ns_ = own_cpu();
  };
  if (!loop.run({config().stopped, begin})) return why("running");
  cpu_ns_ = own_cpu() - cpu_before_ns_;
  totals_ = loop.totals();
  return {};
}

template <class Parties>
MayFail NodeOf<Parties>::collect(std::vector<NodeReport>& reports) {
  entities_at_end_ = config().system.entities_by_node[config().node];
  if constexpr (Parties::migrates) {
    entities_at_end_ = parties_->entities();
    parties_->close_requests();
  }
  if (!parties_->finish(manager_.checksum())) return why("ending entities and managers");
  return exchange(report(), reports);
}

template <class Parties>
NodeReport NodeOf<Parties>::report() const {
  const System& system = config().system;
  NodeReport own;
  own.header.source = config().node;
  own.measured_steps = system.measured_steps;
  own.elapsed_ns = totals_.elapsed_ns;
  own.expected = manager_.expected_over(system.warmup_steps, system.total_steps());
  own.counted = manager_.counted();
  own.mismatch = manager_.mismatch();
  own.manager_mismatches = parties_->manager_mismatches();
  own.checksum = manager_.checksum().total();
  own.prefix_checksum = manager_.checksum().prefix();
  own.recorded_steps = totals_.recorded_steps;
  own.recorded_ns = totals_.recorded_ns;
  own.activity_ns = totals_.activity_ns;
  own.busy_ns = totals_.busy_ns;
  own.cpu_ns = cpu_ns_ + parties_->measured_cpu_ns();
  own.entities = entities_at_end_;
  own.entity_costs = parties_->entity_costs();
  own.manager_costs = parties_->manager_costs();
  own.resource_costs = parties_->resource_costs();
  if constexpr (Parties::migrates) parties_->report_loads(own);
  own.peak_rss_bytes = base::process_usage().peak_memory_bytes;
  for (const PartyUse& use : parties_->uses()) {
    if (use.pid != ::getpid()) own.peak_rss_bytes += use.usage.peak_memory_bytes;
  }
  return own;
}

template <class Parties>
MayFail NodeOf<Parties>::exchange(const NodeReport& own, std::vector<NodeReport>& reports) {
  reports.assign(1, own);
  if (links_.alone()) return {};
  const auto read = [&](NodeIndex from, std::span<const std::byte> message) {
    if (message.size() != sizeof(NodeReport)) return false;
    std::memcpy(&reports[from], message.data(), sizeof(NodeReport));
    return true;
  };
  if (config().node == 0) {
    reports.resize(config().system.nodes());
    std::vector<NodeIndex> slaves;
    for (NodeIndex node = 1; node < config().system.nodes(); ++node) slaves.push_back(node);
    if (!links_.collect(MessageKind::node_report, slaves, read)) return why("collecting reports");
    links_.say_goodbye();
  } else {
    const NodeIndex master = 0;
    if (!links_.send(master, std::as_bytes(std::span(&own, 1))) ||
        !links_.collect(MessageKind::goodbye, {&master, 1},
                        [](NodeIndex, std::span<const std::byte>) { return true; })) {
      return why("reporting to the master");
    }
  }
  links_.close();
  return {};
}

template <class Parties>
std::uint64_t NodeOf<Parties>::sample_stride() const {
  return mean_stride(config().system.measured_steps, totals_.recorded_steps);
}

}  // namespace orrery::universe
