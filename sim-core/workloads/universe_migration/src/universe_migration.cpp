#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "orrery/workloads/face/makers.hpp"
#include "orrery/workloads/universe_face/universe_run.hpp"

#include "account.hpp"
#include "configuration.hpp"
#include "migration_frames.hpp"
#include "moves_by_hand.hpp"

namespace orrery::workloads {

namespace universe_migration {
namespace {

class MigrationRun final : public UniverseRun {
 public:
  using UniverseRun::UniverseRun;

  std::optional<std::string> move(const contracts::GiveMove& move) override {
    return moves_->ask(move);
  }

 protected:
  std::variant<universe::NodeConfig, Failure> configure() override {
    auto configured = universe_migration::configure(plan());
    if (auto* config = std::get_if<universe::NodeConfig>(&configured)) {
      config->on_migration = [this](const universe::MigrationRecord& record) { migrated(record); };
      moves_.emplace(plan(), config->system, [this](const contracts::Event& event) {
        if (host().event) host().event(event);
      });
      config->move_requests = &moves_->requests();
      config->on_move = [this](const universe::MoveOutcome& outcome) { moves_->told(outcome); };
    }
    return configured;
  }
  void steps_over() override { moves_->close(); }
  [[nodiscard]] std::unique_ptr<StepFrames> make_frames(
      const telemetry::Board& board, const std::vector<int>& child_pids) const override {
    return std::make_unique<MigrationFrames>(config(), board, child_pids);
  }
  [[nodiscard]] std::vector<universe::MessageKind> kinds() const override {
    return kinds_of(config());
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
  std::optional<MovesByHand> moves_;
};

// `identifier` with spaces for underscores.
std::string words(std::string_view identifier) {
  std::string text(identifier);
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

void MigrationRun::migrated(const universe::MigrationRecord& record) {
  records_.push_back(record);
  if (!host().event) return;
  const universe::Move& move = record.move;
  contracts::Migration told = migration(config().system, record);
  host().event({"migration",
                "entity " + std::to_string(move.entity) + " from " + plan().nodes[move.from].name +
                    " to " + plan().nodes[move.to].name + ": " + words(told.cause) + ", " +
                    std::to_string(record.bytes) + " B, pause " +
                    std::to_string(record.pause_ns / 1000) + " us" +
                    (record.step < config().system.warmup_steps ? ", in the warm-up" : ""),
                told.step, std::move(told)});
}

}  // namespace
}  // namespace universe_migration

std::unique_ptr<Workload> make_universe_migration(const contracts::WorkerPlan& plan) {
  return std::make_unique<universe_migration::MigrationRun>(plan);
}

}  // namespace orrery::workloads
