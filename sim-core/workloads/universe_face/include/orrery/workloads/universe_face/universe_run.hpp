// The parts that all universe workloads share: life cycle of the node, telemetry, the oracle and the result. A new universe
// workload adds its system, columns, checks and metrics.
//
// The worker's main thread calls all functions.
#pragma once

#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "orrery/telemetry/publisher.hpp"
#include "orrery/universe/node.hpp"
#include "orrery/workloads/face/workload.hpp"
#include "orrery/workloads/universe_face/evidence.hpp"
#include "orrery/workloads/universe_face/step_frames.hpp"

namespace orrery::workloads {

class UniverseRun : public Workload {
 public:
  explicit UniverseRun(const contracts::WorkerPlan& plan);
  ~UniverseRun() override;

  MayFail prepare(const Host& host) final;
  [[nodiscard]] const contracts::Prepared& prepared() const final { return prepared_; }
  MayFail connect(const std::vector<std::string>& endpoints, std::int64_t deadline_ns) final;
  MayFail run(const std::function<void()>& running) final;
  MayFail check(contracts::WorkerResult& result) final;
  void metrics(contracts::WorkerResult& result) final;
  std::uint64_t oracle(const std::function<bool()>& stopped) final;

 protected:
  // Returns the configuration without the host's callbacks. Failures: `bad_plan`, naming field, value and remedy, if the plan
  // contradicts itself.
  virtual std::variant<universe::NodeConfig, Failure> configure() = 0;
  // From here on config() is valid, and after the run reports(): all nodes' reports by index on the master, this node's alone
  // elsewhere.
  [[nodiscard]] virtual std::unique_ptr<StepFrames> make_frames(
      const telemetry::Board& board, const std::vector<int>& child_pids) const = 0;
  // Called after the last step, before reports are exchanged.
  virtual void steps_over() {}
  // Kinds of messages that the system can have.
  [[nodiscard]] virtual std::vector<universe::MessageKind> kinds() const = 0;
  [[nodiscard]] virtual std::vector<contracts::Check> checks(
      const std::optional<OracleWord>& oracle) const = 0;
  // `step_times`: durations of the recorded steps, ns; empty if telemetry is off.
  [[nodiscard]] virtual std::vector<contracts::Metric> node_metrics(
      const base::Histogram& step_times) const = 0;
  // Called on the master only.
  [[nodiscard]] virtual std::vector<contracts::Metric> run_metrics(
      const base::Histogram& step_times) const = 0;
  virtual void add_to(contracts::WorkerResult& /*result*/) const {}

  [[nodiscard]] const contracts::WorkerPlan& plan() const { return plan_; }
  [[nodiscard]] const Host& host() const { return host_; }
  [[nodiscard]] const universe::NodeConfig& config() const { return config_; }
  [[nodiscard]] bool master() const { return config_.node == 0; }
  [[nodiscard]] const Reports& reports() const { return reports_; }

 private:
  struct Telemetry;
  [[nodiscard]] telemetry::PublisherOptions publisher_options(const StepColumns& columns,
                                                              telemetry::Snapshot* entities) const;

  const contracts::WorkerPlan plan_;
  Host host_;
  universe::NodeConfig config_;
  contracts::Prepared prepared_;
  std::unique_ptr<universe::Node> node_;
  std::unique_ptr<Telemetry> telemetry_;
  Reports reports_;
};

}  // namespace orrery::workloads
