#include "orrery/workloads/face/makers.hpp"
#include "orrery/workloads/universe_face/universe_run.hpp"

#include "checks.hpp"
#include "configuration.hpp"
#include "entity_frames.hpp"
#include "figures.hpp"

namespace orrery::workloads {

namespace universe_steps {
namespace {

class UniverseStepsRun final : public UniverseRun {
 public:
  using UniverseRun::UniverseRun;

 protected:
  std::variant<universe::NodeConfig, Failure> configure() override {
    return universe_steps::configure(plan(), host().stopped);
  }
  [[nodiscard]] std::unique_ptr<StepFrames> make_frames(
      const telemetry::Board& board, const std::vector<int>& child_pids) const override {
    return std::make_unique<EntityFrames>(config().system, config().node, board, child_pids);
  }
  [[nodiscard]] std::vector<universe::MessageKind> kinds() const override {
    return kinds_in_use(config().system);
  }
  [[nodiscard]] std::vector<contracts::Check> checks(
      const std::optional<OracleWord>& oracle) const override {
    return universe_steps::checks(config().system, reports(), oracle);
  }
  [[nodiscard]] std::vector<contracts::Metric> node_metrics(
      const base::Histogram& step_times) const override {
    return universe_steps::node_metrics(reports().front(), step_times);
  }
  [[nodiscard]] std::vector<contracts::Metric> run_metrics(
      const base::Histogram& step_times) const override {
    return universe_steps::run_metrics(config().system, reports(), step_times);
  }
};

}  // namespace
}  // namespace universe_steps

std::unique_ptr<Workload> make_universe_steps(const contracts::WorkerPlan& plan) {
  return std::make_unique<universe_steps::UniverseStepsRun>(plan);
}

}  // namespace orrery::workloads
