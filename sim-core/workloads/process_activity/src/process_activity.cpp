#include <algorithm>
#include <optional>

#include "orrery/universe/oracle.hpp"
#include "orrery/workloads/face/makers.hpp"
#include "orrery/workloads/face/one_node.hpp"
#include "orrery/workloads/universe_face/configuration.hpp"

#include "launcher.hpp"

namespace orrery::workloads {

namespace process_activity {
namespace {

using contracts::Better;
using contracts::Metric;

// Longest wait for the launcher between two checks of stop().
constexpr int patience_ms = 50;

double middle(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double over(std::int64_t ns, std::uint64_t count) {
  return count == 0 ? 0 : static_cast<double>(ns) / static_cast<double>(count);
}

class ActivityRun final : public OneNode {
 public:
  explicit ActivityRun(const contracts::WorkerPlan& given)
      : OneNode(given), wanted_(std::get<contracts::ProcessActivityPlan>(given.workload)) {
    system_.entities_by_node = {static_cast<std::uint64_t>(wanted_.entities)};
    system_.managers_by_node = {static_cast<std::uint64_t>(wanted_.managers)};
    system_.monitors = static_cast<std::uint32_t>(wanted_.monitors);
    system_.state_bytes = static_cast<std::uint32_t>(wanted_.state_bytes);
    system_.warmup_steps = 1;
    system_.measured_steps = static_cast<std::uint64_t>(wanted_.steps);
    system_.seed = given.seed;
  }

  std::uint64_t oracle(const std::function<bool()>& stopped) override {
    return universe::oracle_checksum(system_, system_.total_steps(), stopped);
  }

 protected:
  MayFail make_ready() override;
  [[nodiscard]] Progress describe() const override {
    return {"Launches", "launch_time", "Time of a launch",
            static_cast<std::uint64_t>(wanted_.launches)};
  }
  MayFail measure() override;
  MayFail verify(contracts::WorkerResult& result) override;
  [[nodiscard]] std::vector<Metric> figures() const override;

 private:
  template <class Of>
  [[nodiscard]] double of(Of&& value) const {
    std::vector<double> values;
    for (const Launch& launch : launches_) values.push_back(value(launch));
    return middle(std::move(values));
  }

  const contracts::ProcessActivityPlan wanted_;
  universe::System system_;
  std::optional<Launcher> launcher_;
  std::vector<Launch> launches_;
};

MayFail ActivityRun::make_ready() {
  if (auto failure = check_local_transport(plan(), wanted_.process_model)) return failure;
  auto configured = configure_node(plan(), system_);
  if (auto* failure = std::get_if<Failure>(&configured)) return std::move(*failure);
  auto& config = std::get<universe::NodeConfig>(configured);
  config.process_model = process_model(wanted_.process_model);
  config.measure_entities = true;
  auto launcher = Launcher::start(config, host().after_fork);
  if (!launcher) return failed(launcher.error(), "launcher");
  launcher_.emplace(std::move(*launcher));
  return {};
}

MayFail ActivityRun::measure() {
  for (std::int32_t i = 0; i < wanted_.launches; ++i) {
    if (auto asked = launcher_->ask(); !asked) return failed(asked.error(), "launcher");
    for (;;) {
      if (stop().load(std::memory_order_relaxed)) {
        return Failure{"stopped", "worker", "stopped in a launch", ""};
      }
      const auto answer = launcher_->answer(patience_ms);
      if (!answer) return failed(answer.error(), "launcher");
      if (!answer->has_value()) continue;
      const Launch& launch = **answer;
      if (launch.failure[0] != 0) {
        return Failure{"launch_failed", "launcher",
                       "launch " + std::to_string(i + 1) + ": " + launch.failure.data(),
                       "ask for fewer entities, or raise the node's limits of processes (ulimit "
                       "-u) and open files (ulimit -n)"};
      }
      launches_.push_back(launch);
      progress().fetch_add(1, std::memory_order_relaxed);
      break;
    }
  }
  return {};
}

MayFail ActivityRun::verify(contracts::WorkerResult& result) {
  const std::uint64_t expected =
      universe::oracle_checksum(system_, system_.total_steps(), host().stopped);
  if (host().stopped()) {
    return Failure{"stopped", "worker", "stopped while the oracle was asked", ""};
  }
  std::uint64_t miscounted = 0;
  std::uint64_t left_behind = 0;
  std::uint64_t wrong = expected;
  for (const Launch& launch : launches_) {
    miscounted += launch.miscounted_steps;
    left_behind += launch.left_behind;
    if (launch.checksum != expected) wrong = launch.checksum;
  }
  result.checks.push_back({"message_counts", "Messages of every step of every launch",
                           miscounted == 0, "as the message model says",
                           miscounted == 0 ? "as the message model says"
                                           : std::to_string(miscounted) + " steps differ"});
  result.checks.push_back({"state_checksum", "State of every launch equals the oracle's",
                           wrong == expected, hexadecimal(expected), hexadecimal(wrong)});
  result.checks.push_back({"ended", "Processes that are left when a launch has ended",
                           left_behind == 0, "0", std::to_string(left_behind)});
  result.run_state_checksum = expected;
  return {};
}

std::vector<Metric> ActivityRun::figures() const {
  const auto parties = system_.entities() + system_.managers();
  std::vector<Metric> metrics;
  const auto add = [&](const char* name, const char* title, double value, const char* unit) {
    metrics.push_back({name, title, value, unit, Better::lower});
  };
  add("create.all", "Making all entities and managers, until all have answered",
      of([](const Launch& one) { return static_cast<double>(one.create_ns); }), "ns");
  add("create.each", "Making one of them, on average",
      of([&](const Launch& one) { return over(one.create_ns, parties); }), "ns");
  add("end.all", "Ending all of them",
      of([](const Launch& one) { return static_cast<double>(one.end_ns); }), "ns");
  add("end.each", "Ending one of them, on average",
      of([&](const Launch& one) { return over(one.end_ns, parties); }), "ns");
  add("entity.construct", "Constructing an entity's state",
      of([](const Launch& one) { return over(one.costs.construct_ns, one.costs.constructed); }),
      "ns");
  add("entity.update", "Updating an entity, sending included", of([](const Launch& one) {
        return over(one.costs.update_ns + one.costs.send_ns, one.costs.updates);
      }),
      "ns");
  add("entity.destruct", "Destructing an entity's state",
      of([](const Launch& one) { return over(one.costs.destruct_ns, one.costs.destructed); }),
      "ns");
  add("entity.send_share", "Share of an update that is sending", of([](const Launch& one) {
        const std::int64_t all = one.costs.update_ns + one.costs.send_ns;
        return all == 0 ? 0 : static_cast<double>(one.costs.send_ns) / static_cast<double>(all);
      }),
      "share");
  add("usage.basic", "Reading the CPU time of the universe manager",
      of([](const Launch& one) { return static_cast<double>(one.own_use_ns); }), "ns");
  if (launches_.empty() || launches_.front().processes == 0) return metrics;
  add("usage.per_process", "Reading the CPU time of an entity's or manager's process",
      of([](const Launch& one) { return static_cast<double>(one.process_use_ns); }), "ns");
  const auto add_memory = [&](const char* name, const char* title, std::uint64_t Memory::* part) {
    add(name, title,
        of([part](const Launch& one) { return static_cast<double>(one.memory.*part); }), "B");
  };
  add_memory("memory.code", "Memory of an entity's process: code", &Memory::code_bytes);
  add_memory("memory.data", "Memory of an entity's process: data", &Memory::data_bytes);
  add_memory("memory.private", "Memory of an entity's process: private", &Memory::private_bytes);
  add_memory("memory.shared", "Memory of an entity's process: shared", &Memory::shared_bytes);
  add_memory("memory.proportional", "Memory of an entity's process: its part of all",
             &Memory::proportional_bytes);
  return metrics;
}

}  // namespace
}  // namespace process_activity

std::unique_ptr<Workload> make_process_activity(const contracts::WorkerPlan& plan) {
  return std::make_unique<process_activity::ActivityRun>(plan);
}

}  // namespace orrery::workloads
