#include "orrery/workloads/universe_migration/universe_migration.hpp"

#include <stdexcept>
#include <utility>

#include "orrery/telemetry/publisher.hpp"
#include "orrery/universe/oracle.hpp"
#include "orrery/workloads/face/process_use.hpp"

#include "account.hpp"
#include "configuration.hpp"
#include "migration_frames.hpp"

namespace orrery::workloads {

namespace universe_migration {
namespace {

constexpr std::size_t ring_records = std::size_t{16} * 1024;

MayFail forward(universe::MayFail failure) {
  if (!failure) return {};
  return Failure{std::move(failure->code), std::move(failure->process), std::move(failure->message),
                 std::move(failure->remedy)};
}

class MigrationRun final : public Workload {
 public:
  explicit MigrationRun(const contracts::WorkerPlan& plan) : plan_(plan) {}

  MayFail prepare(const Host& host) override;
  [[nodiscard]] const contracts::Prepared& prepared() const override { return prepared_; }
  MayFail connect(const std::vector<std::string>& endpoints, std::int64_t deadline_ns) override {
    return forward(node_->connect(endpoints, deadline_ns));
  }
  MayFail run(const std::function<void()>& running) override;
  MayFail check(contracts::WorkerResult& result) override;
  void metrics(contracts::WorkerResult& result) override;
  std::uint64_t oracle(const std::function<bool()>& stopped) override;

 private:
  // What recording needs; none of it exists when telemetry is off.
  struct Telemetry {
    Telemetry(const universe::NodeConfig& config, const std::vector<int>& child_pids,
              telemetry::PublisherOptions options)
        : ring(universe::MigrationStepRecord::words, ring_records),
          board(universe::board_totals),
          frames(config.system, board, child_pids),
          publisher(std::move(options), ring, frames) {}

    telemetry::SampleRing ring;
    telemetry::Board board;
    MigrationFrames frames;
    telemetry::Publisher publisher;
  };
  [[nodiscard]] telemetry::PublisherOptions publisher_options() const;
  void migrated(const universe::MigrationRecord& record);

  const contracts::WorkerPlan plan_;
  Host host_;
  universe::NodeConfig config_;
  contracts::Prepared prepared_;
  std::unique_ptr<universe::Node> node_;
  std::unique_ptr<Telemetry> telemetry_;
  Reports reports_;
  Records records_;
};

MayFail MigrationRun::prepare(const Host& host) {
  host_ = host;
  auto configured = configure(plan_);
  if (auto* failure = std::get_if<Failure>(&configured)) return std::move(*failure);
  config_ = std::move(std::get<universe::NodeConfig>(configured));
  config_.stopped = host.stopped;
  config_.after_fork = host.after_fork;
  config_.on_migration = [this](const universe::MigrationRecord& record) { migrated(record); };
  auto prepared = universe::Node::prepare(config_);
  if (auto* failure = std::get_if<universe::Failure>(&prepared)) return forward(*failure);
  node_ = std::move(std::get<std::unique_ptr<universe::Node>>(prepared));
  host_.log(contracts::LogLevel::info, node_->choices());

  prepared_.endpoint = node_->endpoint();
  prepared_.total_steps = config_.system.measured_steps;
  if (plan_.telemetry.enabled) {
    prepared_.schemas = {window_schema(config_.system), samples_schema()};
    telemetry_ = std::make_unique<Telemetry>(config_, node_->child_pids(), publisher_options());
  }
  return {};
}

void MigrationRun::migrated(const universe::MigrationRecord& record) {
  records_.push_back(record);
  if (!host_.event || record.step < config_.system.warmup_steps) return;
  const universe::Move& move = record.move;
  host_.event("migration",
              "entity " + std::to_string(move.entity) + " from " + plan_.nodes[move.from].name +
                  " to " + plan_.nodes[move.to].name + ": " +
                  std::string(universe::to_string(move.cause)) + ", " +
                  std::to_string(record.bytes) + " B, pause " +
                  std::to_string(record.pause_ns / 1000) + " us",
              record.step - config_.system.warmup_steps);
}

telemetry::PublisherOptions MigrationRun::publisher_options() const {
  telemetry::PublisherOptions options;
  options.fd = host_.telemetry_fd;
  options.node_index = config_.node;
  options.repeat = static_cast<std::uint32_t>(plan_.repeat);
  options.interval_ns = std::int64_t{plan_.telemetry.interval_ms} * 1'000'000;
  options.greatest_samples = static_cast<std::uint64_t>(plan_.telemetry.max_samples);
  options.window_schema = window_schema(config_.system);
  options.samples_schema = samples_schema();
  return options;
}

MayFail MigrationRun::run(const std::function<void()>& running) {
  universe::Recording recording;
  if (telemetry_) recording = {&telemetry_->ring, &telemetry_->board};
  const auto measuring = [&] {
    if (telemetry_) telemetry_->publisher.begin();
    running();
  };
  if (auto failure = node_->run(recording, measuring)) {
    // Another node may be to blame, and be named as such: what this one held is true all the same.
    const std::string held = node_->account();
    host_.log(contracts::LogLevel::warning, held);
    if (host_.event) host_.event("entities", held, 0);
    return forward(std::move(failure));
  }
  if (telemetry_) {
    telemetry_->publisher.finish();
    const auto& totals = telemetry_->publisher.totals();
    if (!totals.trouble.empty()) host_.log(contracts::LogLevel::warning, totals.trouble);
  }
  return {};
}

MayFail MigrationRun::check(contracts::WorkerResult& result) {
  if (auto failure = node_->collect(reports_)) return forward(std::move(failure));
  const universe::System& system = config_.system;
  const bool master = config_.node == 0;
  std::optional<OracleWord> oracle;
  if (master && config_.prefix_steps > 0) {
    oracle = OracleWord{config_.prefix_steps,
                        universe::oracle_checksum(system, config_.prefix_steps, host_.stopped)};
    if (host_.stopped()) {
      return Failure{"stopped", "universe manager", "stopped while the oracle was asked", ""};
    }
  }
  result.checks = checks(system, reports_, records_, oracle);
  result.messages = message_counts(system, {reports_.front()});
  result.state_checksum = reports_.front().checksum;
  if (master) {
    result.run_messages = message_counts(system, reports_);
    for (const universe::NodeReport& report : reports_) {
      result.run_state_checksum += report.checksum;
    }
    result.migrations = migrations(system, records_);
  }
  return {};
}

void MigrationRun::metrics(contracts::WorkerResult& result) {
  static const base::Histogram none;
  const base::Histogram& step_times = telemetry_ ? telemetry_->frames.step_times() : none;
  const universe::NodeReport& own = reports_.front();
  result.metrics = node_metrics(own, step_times);
  if (config_.node == 0) {
    result.run_metrics =
        run_metrics(config_.system, *config_.migration, reports_, records_, step_times);
  }
  result.elapsed_ns = static_cast<std::uint64_t>(own.elapsed_ns);
  result.sample_stride = static_cast<decltype(result.sample_stride)>(node_->sample_stride());
  if (telemetry_) {
    result.samples_dropped =
        static_cast<decltype(result.samples_dropped)>(telemetry_->publisher.totals().dropped);
  }
  for (const universe::PartyUse& party : node_->parties()) {
    result.processes.push_back(process_use(party.name, party.pid, party.usage));
  }
}

std::uint64_t MigrationRun::oracle(const std::function<bool()>& stopped) {
  auto configured = configure(plan_);
  if (auto* failure = std::get_if<Failure>(&configured)) {
    throw std::invalid_argument(failure->message + ": " + failure->remedy);
  }
  const universe::System& system = std::get<universe::NodeConfig>(configured).system;
  return universe::oracle_checksum(system, system.total_steps(), stopped);
}

}  // namespace
}  // namespace universe_migration

std::unique_ptr<Workload> make_universe_migration(const contracts::WorkerPlan& plan) {
  return std::make_unique<universe_migration::MigrationRun>(plan);
}

}  // namespace orrery::workloads
