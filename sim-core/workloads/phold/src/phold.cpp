#include <optional>
#include <stdexcept>

#include "orrery/workloads/face/makers.hpp"
#include "orrery/workloads/face/one_node.hpp"

#include "figures.hpp"
#include "load.hpp"
#include "nodes.hpp"

namespace orrery::workloads {

namespace phold {
namespace {

using contracts::OracleUse;
using contracts::PdesEngine;

// With oracle `auto`, the oracle runs if the plan expects at most this many events: some seconds of the sequential engine.
constexpr std::uint64_t affordable_events = 50'000'000;

// The oracle is the sequential engine. If the sequential engine is measured, the oracle uses another event list: the binary
// heap, or the quaternary heap if the binary heap is measured.
pdes::EngineOptions oracle_of(const contracts::PholdPlan& plan) {
  pdes::EngineOptions options = engine_of(plan);
  options.kind = pdes::EngineKind::sequential;
  if (plan.engine == PdesEngine::sequential) {
    options.list = options.list == pdes::ListKind::binary_heap ? pdes::ListKind::quaternary_heap
                                                               : pdes::ListKind::binary_heap;
  }
  return options;
}

class PholdRun final : public OneNode {
 public:
  explicit PholdRun(const contracts::WorkerPlan& given)
      : OneNode(given), load_(std::get<contracts::PholdPlan>(given.workload)) {}

  std::uint64_t oracle(const std::function<bool()>& stopped) override;

 protected:
  MayFail make_ready() override;
  [[nodiscard]] Progress describe() const override {
    return {"Events", "event_time", "Time of an event",
            load_.expected_events / plan().nodes.size()};
  }
  [[nodiscard]] int threads() const override { return threads_of(load_); }
  [[nodiscard]] int nodes_on_host() const override { return nodes_ ? nodes_->on_host() : 1; }
  [[nodiscard]] bool spans_nodes() const override { return distributed(); }
  [[nodiscard]] std::string endpoint() const override { return nodes_ ? nodes_->endpoint() : ""; }
  MayFail link(const std::vector<std::string>& endpoints, std::int64_t deadline_ns) override {
    return nodes_ ? nodes_->connect(endpoints, deadline_ns, host().stopped) : MayFail{};
  }
  MayFail measure() override;
  MayFail verify(contracts::WorkerResult& result) override;
  [[nodiscard]] std::vector<contracts::Metric> figures() const override {
    if (!master()) return {};
    return run_metrics(load_, plan().nodes.size(), *outcome_, sequential_);
  }

 private:
  [[nodiscard]] bool asks_oracle() const {
    return load_.oracle == OracleUse::always ||
           (load_.oracle == OracleUse::auto_ && load_.expected_events <= affordable_events);
  }

  [[nodiscard]] bool distributed() const { return load_.engine == PdesEngine::distributed; }
  [[nodiscard]] bool master() const { return plan().node_index == 0; }
  [[nodiscard]] Failure ended(const base::Error& error) const {
    const std::string process = std::string(to_string(load_.engine)) + " engine";
    return error.code == base::ErrorCode::peer_lost ? peer_lost(error, process)
                                                    : failed(error, process);
  }

  const contracts::PholdPlan load_;
  std::unique_ptr<Nodes> nodes_;    // null unless the engine is distributed
  std::optional<Outcome> outcome_;  // this node's; after verify() of all nodes
  std::optional<Outcome> sequential_;
};

MayFail PholdRun::make_ready() {
  if (auto sound = pdes::check(model_of(load_)); !sound) return failed(sound.error(), "worker");
  if (load_.engine != PdesEngine::sequential) {
    const auto sound = pdes::check_lookahead(to_string(load_.engine).data(), load_.lookahead);
    if (!sound) return failed(sound.error(), "worker");
  }
  if (!distributed()) return {};
  if (plan().nodes.size() < 2) {
    return refused("engine is distributed with 1 node",
                   "place it on two nodes or more, or use engine multi_fel");
  }
  auto nodes = Nodes::listen(plan(), stop());
  if (auto* failure = std::get_if<Failure>(&nodes)) return std::move(*failure);
  nodes_ = std::move(std::get<std::unique_ptr<Nodes>>(nodes));
  return {};
}

MayFail PholdRun::measure() {
  pdes::RunOptions run;
  run.end_time = load_.end_time;
  run.stop = &stop();
  run.progress = &progress();
  run.on_thread = [this](std::size_t number) { keep_cpu(number); };
  pdes::EngineOptions engine = engine_of(load_);
  if (nodes_) {
    engine.nodes = &nodes_->exchange();
    engine.multi.other_threads = load_.workers * (nodes_->on_host() - 1);
  }
  auto outcome = run_load(load_, plan().seed, engine, run);
  if (!outcome) return ended(outcome.error());
  outcome_ = *outcome;
  set_elapsed_ns(outcome_->report.elapsed_ns);
  return {};
}

MayFail PholdRun::verify(contracts::WorkerResult& result) {
  if (nodes_) {
    result.state_checksum = outcome_->report.record;
    auto all = nodes_->add_up(*outcome_);
    if (!all) return ended(all.error());
    outcome_ = *all;
    if (!master()) return {};
  }
  const pdes::RunReport& report = outcome_->report;
  result.run_state_checksum = report.record;
  if (!asks_oracle()) return {};
  host().log(contracts::LogLevel::info, "the sequential engine executes the same events");
  pdes::RunOptions run;
  run.end_time = load_.end_time;
  run.stop = &stop();
  auto sequential = run_load(load_, plan().seed, oracle_of(load_), run);
  if (!sequential) return failed(sequential.error(), "sequential engine");
  sequential_ = *sequential;
  const pdes::RunReport& right = sequential_->report;
  result.checks.push_back({"event_count", "As many events as the sequential oracle executes",
                           report.committed == right.committed,
                           std::to_string(right.committed) + " events",
                           std::to_string(report.committed) + " events"});
  result.checks.push_back(
      {"event_order", "Every logical process executes its events in the oracle's order",
       report.record == right.record, "hash of all orders " + hexadecimal(right.record),
       "hash of all orders " + hexadecimal(report.record)});
  return {};
}

std::uint64_t PholdRun::oracle(const std::function<bool()>& stopped) {
  const std::atomic<bool> never{stopped()};
  pdes::RunOptions run;
  run.end_time = load_.end_time;
  run.stop = &never;
  auto sequential = run_load(load_, plan().seed, oracle_of(load_), run);
  if (!sequential) throw std::invalid_argument(sequential.error().message);
  return sequential->report.record;
}

}  // namespace
}  // namespace phold

std::unique_ptr<Workload> make_phold(const contracts::WorkerPlan& plan) {
  return std::make_unique<phold::PholdRun>(plan);
}

}  // namespace orrery::workloads
