#include "orrery/bench/suite.hpp"

#include <utility>

#include "orrery/bench/channels.hpp"
#include "orrery/bench/engine.hpp"
#include "orrery/bench/probes.hpp"
#include "orrery/workloads/face/makers.hpp"

#include "alternate.hpp"
#include "model.hpp"
#include "pdes.hpp"
#include "rti.hpp"
#include "rti_processes.hpp"
#include "rti_scale.hpp"

namespace orrery::bench {

namespace {

using transport::Kind;

class Suite {
 public:
  explicit Suite(const SuiteOptions& options) : options_(options) {}

  std::vector<Row> run();

 private:
  // Counts are for a second or less of each; a quick run does a hundredth.
  [[nodiscard]] std::uint64_t times(std::uint64_t full) const {
    return options_.quick ? std::max<std::uint64_t>(2, full / 100) : full;
  }
  [[nodiscard]] std::int32_t steps(std::int32_t full) const {
    return static_cast<std::int32_t>(times(static_cast<std::uint64_t>(full)));
  }
  [[nodiscard]] int repeats(int full) const { return options_.quick ? 1 : full; }
  [[nodiscard]] std::vector<int> both() const { return {options_.core_a, options_.core_b}; }

  bool wanted(const std::string& name) {
    if (name.find(options_.only) == std::string::npos) return false;
    if (options_.progress) options_.progress(name);
    return true;
  }
  void at_least(const std::string& name, const std::string& unit, double value, double mark,
                const std::string& said);
  void at_most(const std::string& name, const std::string& unit, const Alternated& measured,
               double mark);
  static double steps_per_second(const EngineRun& run) {
    return metric(run_engine(run), "steps_per_second");
  }

  void pooled();
  void process_model();
  void two_nodes();
  void migration();
  void telemetry_cost();
  void round_trips();
  void messages();
  void model_language();
  void event_engines();
  void rti();

  const SuiteOptions& options_;
  std::vector<Row> rows_;
};

void Suite::at_least(const std::string& name, const std::string& unit, double value, double mark,
                     const std::string& said) {
  rows_.push_back({name, value, unit, {}, {}, "at least " + said + " " + unit, value >= mark});
}

void Suite::at_most(const std::string& name, const std::string& unit, const Alternated& measured,
                    double mark) {
  std::string said = std::to_string(mark);
  said.erase(said.find_last_not_of('0') + 1);
  if (said.back() == '.') said.pop_back();
  rows_.push_back({name, measured.value, unit, measured.reference, measured.ratio,
                   "within " + said + " times the raw probe", measured.ratio <= mark});
}

void Suite::pooled() {
  if (wanted("universe.pooled_40")) {
    EngineRun run{workloads::make_universe_steps};
    run.workload = plain_workload(40, 1, steps(1'000'000));
    run.cores_by_node = {both()};
    const double rate = median_of(repeats(5), [&] { return steps_per_second(run); });
    at_least("universe.pooled_40", "steps/s", rate, 500'000, "500,000");
  }
  if (wanted("universe.pooled_1m")) {
    EngineRun run{workloads::make_universe_steps};
    run.workload = plain_workload(1'000'000, 1, steps(200));
    run.cores_by_node = {both()};
    const double rate = median_of(repeats(3), [&] { return steps_per_second(run); });
    at_least("universe.pooled_1m", "steps/s", rate, 60, "60");
  }
}

void Suite::process_model() {
  if (!wanted("universe.process_40")) return;
  EngineRun run{workloads::make_universe_steps};
  contracts::UniverseStepsPlan workload = plain_workload(40, 1, steps(10'000));
  workload.process_model = contracts::ProcessModel::process;
  run.workload = workload;
  run.cores_by_node = {both()};
  const Alternated measured = alternate(
      repeats(5), [&] { return steps_per_second(run); },
      [&] { return barrier_of_processes(41, times(20'000), both()); });
  at_least("universe.process_40", "steps/s", measured.value, 8'000, "8,000");
  at_most("universe.process_40.vs_barrier_41", "1/s", measured, 4);
}

void Suite::two_nodes() {
  EngineRun run{workloads::make_universe_steps};
  run.cores_by_node = {{options_.core_a}, {options_.core_b}};
  run.wait = contracts::WaitStrategy::spin_then_futex;
  if (wanted("universe.two_nodes_shm")) {
    run.workload = plain_workload(40, 2, steps(400'000));
    run.nodes = contracts::NodeTransport::shm;
    const auto measured = alternate(
        repeats(7), [&] { return steps_per_second(run); },
        [&] { return barrier_of_two(times(2'000'000), options_.core_a, options_.core_b); });
    at_most("universe.two_nodes_shm.vs_barrier_2", "1/s", measured, 4);
  }
  if (wanted("universe.two_nodes_tcp")) {
    run.workload = plain_workload(40, 2, steps(40'000));
    run.nodes = contracts::NodeTransport::tcp;
    const auto measured = alternate(
        repeats(7), [&] { return steps_per_second(run); },
        [&] {
          return socket_round_trips(Socket::tcp, times(40'000), 16, options_.core_a,
                                    options_.core_b);
        });
    at_most("universe.two_nodes_tcp.vs_raw_tcp", "1/s", measured, 2);
  }
}

void Suite::migration() {
  const std::string name = "universe.migration_pause_1k";
  if (!wanted(name)) return;
  EngineRun run{workloads::make_universe_migration};
  run.workload = moving_workload(1024, steps(4'000));
  run.cores_by_node = {{options_.core_a}, {options_.core_b}};
  const double pause_ns =
      median_of(repeats(5), [&] { return metric(run_engine(run), "migration_pause.p50"); });
  rows_.push_back({name, pause_ns / 1000, "us", {}, {}, "under 1,000 us", pause_ns < 1'000'000});
}

void Suite::telemetry_cost() {
  const auto cost_of = [&](const std::string& name, EngineRun run, int pairs) {
    if (!wanted(name)) return;
    const auto with = [&](bool telemetry) {
      run.telemetry = telemetry;
      return steps_per_second(run);
    };
    const auto measured =
        alternate(repeats(pairs), [&] { return with(true); }, [&] { return with(false); });
    const double cost = measured.ratio - 1;
    rows_.push_back({name, cost * 100, "%", {}, measured.ratio, "under 2 %", cost < 0.02});
  };
  EngineRun pooled{workloads::make_universe_steps};
  pooled.workload = plain_workload(40, 1, steps(800'000));
  pooled.cores_by_node = {both()};
  cost_of("universe.telemetry_cost.pooled_40", pooled, 21);
  EngineRun nodes{workloads::make_universe_steps};
  contracts::UniverseStepsPlan managed = plain_workload(400, 1, steps(40'000));
  managed.managers_by_node = {1};
  nodes.workload = managed;
  nodes.cores_by_node = {both()};
  cost_of("universe.telemetry_cost.pooled_400_managed", nodes, 15);
}

void Suite::round_trips() {
  constexpr std::size_t bytes = 128;
  const int a = options_.core_a;
  const int b = options_.core_b;
  if (wanted("transport.shm.round_trips")) {
    const auto measured = alternate(
        repeats(7), [&] { return channel_round_trips(Kind::shm, times(500'000), bytes, a, b); },
        [&] { return memory_round_trips(times(500'000), bytes, a, b); });
    at_most("transport.shm.round_trips", "1/s", measured, 3);
  }
  if (wanted("transport.thread.round_trips")) {
    const auto measured = alternate(
        repeats(5), [&] { return channel_round_trips(Kind::thread, times(500'000), bytes, a, b); },
        [&] { return memory_round_trips(times(500'000), bytes, a, b); });
    at_most("transport.thread.round_trips", "1/s", measured, 3);
  }
  const auto socket = [&](const std::string& name, Kind kind, Socket raw) {
    if (!wanted(name)) return;
    const auto measured = alternate(
        repeats(7), [&] { return channel_round_trips(kind, times(50'000), bytes, a, b); },
        [&] { return socket_round_trips(raw, times(50'000), bytes, a, b); });
    at_most(name, "1/s", measured, 1.5);
  };
  socket("transport.uds.round_trips", Kind::uds, Socket::unix_stream);
  socket("transport.tcp.round_trips", Kind::tcp, Socket::tcp);
}

void Suite::messages() {
  constexpr std::size_t bytes = 128;
  constexpr std::uint64_t batch = 32;
  const int a = options_.core_a;
  const int b = options_.core_b;
  if (wanted("transport.shm.messages")) {
    const auto measured = alternate(
        repeats(5),
        [&] { return channel_messages(Kind::shm, times(3'000'000), bytes, batch, a, b); },
        [&] { return memory_messages(times(3'000'000), bytes, a, b); });
    rows_.push_back({"transport.shm.messages",
                     measured.value,
                     "messages/s",
                     measured.reference,
                     measured.ratio,
                     "",
                     {}});
  }
  for (const auto& [name, kind] : {std::pair{"transport.uds.messages", Kind::uds},
                                   std::pair{"transport.tcp.messages", Kind::tcp}}) {
    if (!wanted(name)) continue;
    const double rate = median_of(repeats(5), [&, kind = kind] {
      return channel_messages(kind, times(1'000'000), bytes, batch, a, b);
    });
    rows_.push_back({name, rate, "messages/s", {}, {}, "", {}});
  }
}

void Suite::model_language() {
  ModelBench bench;
  bench.core = options_.core_a;
  bench.figure_ns = options_.quick ? 200'000 : 100'000'000;
  bench.wanted = [this](const std::string& name) { return wanted(name); };
  for (Row& row : model_rows(bench)) rows_.push_back(std::move(row));
}

void Suite::event_engines() {
  PdesBench bench;
  bench.core_a = options_.core_a;
  bench.core_b = options_.core_b;
  bench.repeats = repeats(5);
  bench.events = times(5'000'000);
  bench.quick = options_.quick;
  bench.peers = options_.peers;
  bench.wanted = [this](const std::string& name) { return wanted(name); };
  for (Row& row : pdes_rows(bench)) rows_.push_back(std::move(row));
}

void Suite::rti() {
  RtiGroundBench bench;
  bench.hosts = parse_hosts(options_.hosts);
  bench.core_a = options_.core_a;
  bench.core_b = options_.core_b;
  bench.quick = options_.quick;
  bench.wanted = [this](const std::string& name) { return wanted(name); };
  for (Row& row : rti_ground_rows(bench)) rows_.push_back(std::move(row));
  for (Row& row : rti_rows(bench)) rows_.push_back(std::move(row));
  for (Row& row : rti_process_rows(bench)) rows_.push_back(std::move(row));
  for (Row& row : rti_scale_rows(bench)) rows_.push_back(std::move(row));
}

std::vector<Row> Suite::run() {
  pooled();
  process_model();
  two_nodes();
  migration();
  telemetry_cost();
  round_trips();
  messages();
  model_language();
  event_engines();
  rti();
  return std::move(rows_);
}

}  // namespace

std::vector<Row> run_suite(const SuiteOptions& options) { return Suite(options).run(); }

}  // namespace orrery::bench
