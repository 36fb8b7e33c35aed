#include <algorithm>
#include <stdexcept>

#include "orrery/base/clock.hpp"
#include "orrery/workloads/face/makers.hpp"
#include "orrery/workloads/face/one_node.hpp"

#include "engine.hpp"
#include "findings.hpp"
#include "nodes.hpp"

namespace orrery::workloads {

namespace networked {
namespace {

using contracts::OracleUse;

// With oracle `auto`, the oracle runs if it computes at most this many positions (steps x users x systems): some seconds.
constexpr double affordable_looks = 50e6;
constexpr const char* process = "systems";

class NetworkedSystemsRun final : public OneNode {
 public:
  explicit NetworkedSystemsRun(const contracts::WorkerPlan& given)
      : OneNode(given),
        scenario_(std::get<contracts::NetworkedSystemsPlan>(given.workload), given.seed) {}

  std::uint64_t oracle(const std::function<bool()>& stopped) override {
    if (const auto failure = sound()) throw std::invalid_argument(failure->message);
    return ask_oracle(scenario_, stopped).checksum;
  }

 protected:
  MayFail make_ready() override;
  [[nodiscard]] Progress describe() const override {
    return {"Steps", "step_time", "Time of a step", scenario_.steps()};
  }
  [[nodiscard]] int threads() const override { return 1; }
  [[nodiscard]] int nodes_on_host() const override { return nodes_ ? nodes_->on_host() : 1; }
  [[nodiscard]] bool spans_nodes() const override { return true; }
  [[nodiscard]] std::string endpoint() const override { return nodes_ ? nodes_->endpoint() : ""; }
  MayFail link(const std::vector<std::string>& endpoints, std::int64_t deadline_ns) override {
    return nodes_ ? nodes_->connect(endpoints, deadline_ns, host().stopped) : MayFail{};
  }
  MayFail measure() override;
  MayFail verify(contracts::WorkerResult& result) override;
  [[nodiscard]] std::vector<contracts::Metric> figures() const override {
    if (!master()) return {};
    return run_metrics(scenario_, engine_->totals(), plan().nodes.size());
  }

 private:
  [[nodiscard]] bool master() const { return plan().node_index == 0; }
  [[nodiscard]] bool asks_oracle() const {
    const double looks =
        static_cast<double>(scenario_.steps()) * scenario_.users() * scenario_.tree().size();
    const OracleUse use = scenario_.plan().oracle;
    return use == OracleUse::always || (use == OracleUse::auto_ && looks <= affordable_looks);
  }
  [[nodiscard]] MayFail sound() const;
  [[nodiscard]] static Failure ended(const base::Error& error) {
    return error.code == base::ErrorCode::peer_lost ? peer_lost(error, process)
                                                    : failed(error, process);
  }

  const Scenario scenario_;
  std::unique_ptr<Nodes> nodes_;  // null with one node
  std::unique_ptr<Engine> engine_;
};

MayFail NetworkedSystemsRun::sound() const {
  const auto& systems = scenario_.plan().systems_by_node;
  if (systems.size() != plan().nodes.size()) {
    return refused("systems_by_node has " + std::to_string(systems.size()) + " entries for " +
                       std::to_string(plan().nodes.size()) + " nodes",
                   "give the number of systems of every node");
  }
  const auto none = std::ranges::find_if(systems, [](auto count) { return count < 1; });
  if (none != systems.end()) {
    return refused("systems_by_node[" + std::to_string(none - systems.begin()) + "] is " +
                       std::to_string(*none),
                   "give each node a system at least");
  }
  if (scenario_.tree().size() > most_systems) {
    return refused("systems_by_node adds up to " + std::to_string(scenario_.tree().size()),
                   "at most " + std::to_string(most_systems) + " systems can be linked");
  }
  return {};
}

MayFail NetworkedSystemsRun::make_ready() {
  if (auto failure = sound()) return failure;
  const auto& systems = scenario_.plan().systems_by_node;
  std::vector<std::size_t> node_of;
  for (std::size_t node = 0; node < systems.size(); ++node) {
    node_of.insert(node_of.end(), static_cast<std::size_t>(systems[node]), node);
  }
  engine_ =
      std::make_unique<Engine>(scenario_, node_of, static_cast<std::size_t>(plan().node_index));
  if (systems.size() == 1) return {};
  auto nodes = Nodes::listen(plan(), stop());
  if (auto* failure = std::get_if<Failure>(&nodes)) return std::move(*failure);
  nodes_ = std::move(std::get<std::unique_ptr<Nodes>>(nodes));
  return {};
}

MayFail NetworkedSystemsRun::measure() {
  const std::int64_t began_ns = base::now_ns();
  for (Step now = 0; now < scenario_.all_steps(); ++now) {
    if (stop().load(std::memory_order_relaxed)) {
      return Failure{"stopped", process, "stopped in step " + std::to_string(now), ""};
    }
    engine_->step(now);
    if (nodes_) {
      if (auto status = nodes_->exchange(engine_->carrier()); !status) return ended(status.error());
    }
    progress().store(std::min(now + 1, scenario_.steps()), std::memory_order_relaxed);
  }
  engine_->totals().elapsed_ns = base::now_ns() - began_ns;
  set_elapsed_ns(engine_->totals().elapsed_ns);
  return {};
}

MayFail NetworkedSystemsRun::verify(contracts::WorkerResult& result) {
  result.state_checksum = engine_->totals().checksum;
  if (nodes_) {
    auto all = nodes_->add_up(engine_->totals());
    if (!all) return ended(all.error());
    engine_->totals() = *all;
  }
  const Totals& totals = engine_->totals();
  if (totals.overflows > 0) {
    return Failure{"internal", process,
                   std::to_string(totals.overflows) + " messages found no room on a lane",
                   "report this with the run's plan"};
  }
  if (!master()) return {};
  result.run_state_checksum = totals.checksum;
  result.run_messages = messages(scenario_, totals);
  std::optional<Truth> truth;
  if (asks_oracle()) {
    host().log(contracts::LogLevel::info, "the sequential oracle simulates the same systems");
    truth = ask_oracle(scenario_, [this] { return stop().load(std::memory_order_relaxed); });
    if (stop()) return Failure{"stopped", process, "stopped while the oracle worked", ""};
  }
  result.checks = checks(scenario_, totals, truth);
  return {};
}

}  // namespace
}  // namespace networked

std::unique_ptr<Workload> make_networked_systems(const contracts::WorkerPlan& plan) {
  return std::make_unique<networked::NetworkedSystemsRun>(plan);
}

}  // namespace orrery::workloads
