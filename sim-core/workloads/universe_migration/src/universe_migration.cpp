#include "orrery/workloads/universe_migration/universe_migration.hpp"

#include "orrery/workloads/universe_face/universe_run.hpp"

#include "account.hpp"
#include "configuration.hpp"
#include "migration_frames.hpp"

namespace orrery::workloads {

namespace universe_migration {
namespace {

class MigrationRun final : public UniverseRun {
 public:
  using UniverseRun::UniverseRun;

 protected:
  std::variant<universe::NodeConfig, Failure> configure() override {
    auto configured = universe_migration::configure(plan());
    if (auto* config = std::get_if<universe::NodeConfig>(&configured)) {
      config->on_migration = [this](const universe::MigrationRecord& record) { migrated(record); };
    }
    return configured;
  }
  [[nodiscard]] std::unique_ptr<StepFrames> make_frames(
      const telemetry::Board& board, const std::vector<int>& child_pids) const override {
    return std::make_unique<MigrationFrames>(config().system, board, child_pids);
  }
  [[nodiscard]] std::vector<universe::MessageKind> kinds() const override {
    return kinds_of(config().system);
  }
  [[nodiscard]] std::vector<contracts::Check> checks(
      const std::optional<OracleWord>& oracle) const override {
    return universe_migration::checks(config().system, reports(), records_, oracle);
  }
  [[nodiscard]] std::vector<contracts::Metric> node_metrics(
      const base::Histogram& step_times) const override {
    return universe_migration::node_metrics(reports().front(), step_times);
  }
  [[nodiscard]] std::vector<contracts::Metric> run_metrics(
      const base::Histogram& step_times) const override {
    return universe_migration::run_metrics(config().system, *config().migration, reports(),
                                           records_, step_times);
  }
  void add_to(contracts::WorkerResult& result) const override {
    if (master()) result.migrations = migrations(config().system, records_);
  }

 private:
  void migrated(const universe::MigrationRecord& record);

  Records records_;
};

void MigrationRun::migrated(const universe::MigrationRecord& record) {
  records_.push_back(record);
  const std::uint64_t warmup_steps = config().system.warmup_steps;
  if (!host().event || record.step < warmup_steps) return;
  const universe::Move& move = record.move;
  host().event("migration",
               "entity " + std::to_string(move.entity) + " from " + plan().nodes[move.from].name +
                   " to " + plan().nodes[move.to].name + ": " +
                   std::string(universe::to_string(move.cause)) + ", " +
                   std::to_string(record.bytes) + " B, pause " +
                   std::to_string(record.pause_ns / 1000) + " us",
               record.step - warmup_steps);
}

}  // namespace
}  // namespace universe_migration

std::unique_ptr<Workload> make_universe_migration(const contracts::WorkerPlan& plan) {
  return std::make_unique<universe_migration::MigrationRun>(plan);
}

}  // namespace orrery::workloads
