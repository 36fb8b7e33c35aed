#include "orrery/workloads/universe_face/universe_run.hpp"

#include <stdexcept>
#include <utility>

#include "orrery/universe/entity_rows.hpp"
#include "orrery/universe/oracle.hpp"
#include "orrery/workloads/face/process_use.hpp"
#include "orrery/workloads/universe_face/configuration.hpp"

namespace orrery::workloads {

namespace {

// Room for a quarter of a second of the densest recording.
constexpr std::size_t ring_records = std::size_t{64} * 1024;
constexpr std::int32_t entities_schema_id = 3;
constexpr std::size_t greatest_processes = 20'000;

}  // namespace

// The objects that recording needs; absent if telemetry is off.
struct UniverseRun::Telemetry {
  Telemetry(const UniverseRun& run, const std::vector<int>& child_pids)
      : board(universe::board_totals),
        frames(run.make_frames(board, child_pids)),
        ring(frames->words(), ring_records),
        entities(universe::make_entities_snapshot(run.config().system, entities_schema_id)),
        publisher(run.publisher_options(frames->columns(), entities.get()), ring, *frames) {}

  telemetry::Board board;
  std::unique_ptr<StepFrames> frames;
  telemetry::SampleRing ring;
  std::unique_ptr<telemetry::Snapshot> entities;  // null: entities have no positions
  telemetry::Publisher publisher;
};

UniverseRun::UniverseRun(const contracts::WorkerPlan& plan) : plan_(plan) {}
UniverseRun::~UniverseRun() = default;

MayFail UniverseRun::prepare(const Host& host) {
  host_ = host;
  auto configured = configure();
  if (auto* failure = std::get_if<Failure>(&configured)) return std::move(*failure);
  config_ = std::move(std::get<universe::NodeConfig>(configured));
  config_.stopped = host.stopped;
  config_.after_fork = host.after_fork;
  auto prepared = universe::Node::prepare(config_);
  if (auto* failure = std::get_if<universe::Failure>(&prepared)) {
    return forward(std::move(*failure));
  }
  node_ = std::move(std::get<std::unique_ptr<universe::Node>>(prepared));
  host_.log(contracts::LogLevel::info, node_->choices());

  prepared_.endpoint = node_->endpoint();
  prepared_.total_steps = config_.system.measured_steps;
  if (plan_.telemetry.enabled) {
    telemetry_ = std::make_unique<Telemetry>(*this, node_->child_pids());
    const StepColumns& columns = telemetry_->frames->columns();
    prepared_.schemas = {window_schema(columns), samples_schema(columns)};
    if (telemetry_->entities) prepared_.schemas.push_back(telemetry_->entities->schema());
  }
  return {};
}

MayFail UniverseRun::connect(const std::vector<std::string>& endpoints, std::int64_t deadline_ns) {
  return forward(node_->connect(endpoints, deadline_ns));
}

telemetry::PublisherOptions UniverseRun::publisher_options(const StepColumns& columns,
                                                           telemetry::Snapshot* entities) const {
  telemetry::PublisherOptions options;
  options.entities = entities;
  options.fd = host_.telemetry_fd;
  options.node_index = config_.node;
  options.repeat = static_cast<std::uint32_t>(plan_.repeat);
  options.interval_ns = std::int64_t{plan_.telemetry.interval_ms} * 1'000'000;
  options.greatest_samples = static_cast<std::uint64_t>(plan_.telemetry.max_samples);
  options.window_schema = window_schema(columns);
  options.samples_schema = samples_schema(columns);
  return options;
}

MayFail UniverseRun::run(const std::function<void()>& running) {
  universe::Recording recording;
  if (telemetry_) recording = {&telemetry_->ring, &telemetry_->board, telemetry_->entities.get()};
  const auto measuring = [&] {
    if (telemetry_) telemetry_->publisher.begin();
    running();
  };
  if (auto failure = node_->run(recording, measuring)) {
    // The failure may name another node as its cause. The entities that this node held are reported all the same.
    if (const std::string held = node_->account(); !held.empty()) {
      host_.log(contracts::LogLevel::warning, held);
      if (host_.event) host_.event({"entities", held, 0});
    }
    return forward(std::move(failure));
  }
  steps_over();
  if (telemetry_) {
    telemetry_->publisher.finish();
    const auto& totals = telemetry_->publisher.totals();
    if (!totals.trouble.empty()) host_.log(contracts::LogLevel::warning, totals.trouble);
    if (totals.reached_cap) {
      host_.log(contracts::LogLevel::info,
                "kept " + std::to_string(totals.samples_sent) +
                    " samples (telemetry.max_samples); windows go on after them");
    }
  }
  return {};
}

MayFail UniverseRun::check(contracts::WorkerResult& result) {
  if (auto failure = node_->collect(reports_)) return forward(std::move(failure));
  const universe::System& system = config_.system;
  std::optional<OracleWord> oracle;
  if (master() && config_.prefix_steps > 0) {
    oracle = OracleWord{config_.prefix_steps,
                        universe::oracle_checksum(system, config_.prefix_steps, host_.stopped)};
    if (host_.stopped()) {
      return Failure{"stopped", "universe manager", "stopped while the oracle was asked", ""};
    }
  }
  const auto used = kinds();
  result.checks = checks(oracle);
  result.messages = message_counts(system, used, {reports_.front()});
  result.state_checksum = reports_.front().checksum;
  if (master()) {
    result.run_messages = message_counts(system, used, reports_);
    for (const universe::NodeReport& report : reports_) {
      result.run_state_checksum += report.checksum;
    }
  }
  add_to(result);
  return {};
}

void UniverseRun::metrics(contracts::WorkerResult& result) {
  static const base::Histogram none;
  const base::Histogram& step_times = telemetry_ ? telemetry_->frames->step_times() : none;
  result.metrics = node_metrics(step_times);
  if (master()) result.run_metrics = run_metrics(step_times);
  result.elapsed_ns = static_cast<std::uint64_t>(reports_.front().elapsed_ns);
  result.sample_stride = static_cast<decltype(result.sample_stride)>(node_->sample_stride());
  if (telemetry_) {
    result.samples_dropped =
        static_cast<decltype(result.samples_dropped)>(telemetry_->publisher.totals().dropped);
  }
  for (const universe::PartyUse& party : node_->parties()) {
    if (result.processes.size() == greatest_processes) break;
    result.processes.push_back(process_use(party.name, party.pid, party.usage));
  }
}

std::uint64_t UniverseRun::oracle(const std::function<bool()>& stopped) {
  auto configured = configure();
  if (auto* failure = std::get_if<Failure>(&configured)) {
    throw std::invalid_argument(failure->message + ": " + failure->remedy);
  }
  const universe::System& system = std::get<universe::NodeConfig>(configured).system;
  return universe::oracle_checksum(system, system.total_steps(), stopped);
}

}  // namespace orrery::workloads
