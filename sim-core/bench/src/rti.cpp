#include "rti.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "orrery/bench/channels.hpp"
#include "orrery/bench/engine.hpp"
#include "orrery/bench/probes.hpp"

#include "alternate.hpp"

namespace orrery::bench {

namespace {

constexpr std::int32_t attribute_bytes = 128;

class Rows {
 public:
  explicit Rows(const RtiGroundBench& bench) : bench_(bench) {}

  std::vector<Row> run() {
    const int a = bench_.core_a;
    const int b = bench_.core_b;
    round_trips("rti.round_trips.shm", contracts::NodeTransport::shm, 500'000, 3, "3",
                [=](std::uint64_t rounds) {
                  return polled_ring_round_trips(rounds, attribute_bytes, a, b);
                });
    round_trips("rti.round_trips.tcp", contracts::NodeTransport::tcp, 50'000, 1.5, "1.5",
                [=](std::uint64_t rounds) {
                  return socket_round_trips(Socket::tcp, rounds, attribute_bytes, a, b);
                });
    delivered("rti.delivered.1_to_1", 1, 2'000'000, 1'400'000, "1,400,000");
    delivered("rti.delivered.1_to_7", 7, 200'000, 200'000, "200,000");
    grants("rti.grants.2_federates", 2, 300'000, "300,000");
    grants("rti.grants.4_federates", 4, 60'000, "60,000");
    grants("rti.grants.8_federates", 8, 25'000, "25,000");
    return std::move(rows_);
  }

 private:
  [[nodiscard]] std::int32_t times(std::int32_t full) const {
    return bench_.quick ? std::max(2, full / 100) : full;
  }
  [[nodiscard]] int repeats() const { return bench_.quick ? 1 : 5; }
  // A node on each core, which its federates share.
  [[nodiscard]] EngineRun apart(contracts::WorkloadPlan workload) const {
    EngineRun run;
    run.workload = std::move(workload);
    run.wait = contracts::WaitStrategy::spin_then_futex;
    run.cores_by_node = {{bench_.core_a}, {bench_.core_b}};
    return run;
  }

  template <class Probe>
  void round_trips(const std::string& name, contracts::NodeTransport nodes, std::int32_t count,
                   double most, const std::string& said, const Probe& probe) {
    if (!bench_.wanted(name)) return;
    contracts::RtiLatencyPlan load;
    load.return_payload = true;
    load.attribute_bytes = attribute_bytes;
    load.attributes = load.types = load.instances = 1;
    load.round_trips = times(count);
    load.warmup_round_trips = times(count) / 20;
    load.congestion_avoidance = true;
    load.return_timeout_ms = 60'000;
    EngineRun run = apart(load);
    run.nodes = nodes;
    const auto measured = alternate(
        repeats(), [&] { return 1e9 / metric(run_engine(run), "round_trip.p50"); },
        [&] { return probe(static_cast<std::uint64_t>(times(count))); });
    rows_.push_back({name, measured.value, "1/s", measured.reference, measured.ratio,
                     "within " + said + " times the raw probe", measured.ratio <= most});
  }

  // To each receiver; whoever finds no room tries again, and nothing is lost.
  void delivered(const std::string& name, std::int32_t receivers, std::int32_t count, double least,
                 const std::string& said) {
    if (!bench_.wanted(name)) return;
    contracts::RtiThroughputPlan load;
    load.receivers = receivers;
    load.attribute_bytes = attribute_bytes;
    load.attributes = load.types = load.instances = 1;
    load.cycles = 5;
    load.updates_per_cycle = times(count) / load.cycles;
    load.warmup_cycles = 1;
    const EngineRun run = apart(load);
    const double rate =
        median_of(repeats(), [&] { return metric(run_engine(run), "received_rate.least"); });
    rows_.push_back(
        {name, rate, "messages/s", {}, {}, "at least " + said + " messages/s", rate >= least});
  }

  // Requests of the next step, with a lookahead of one step.
  void grants(const std::string& name, std::int32_t federates, double least,
              const std::string& said) {
    if (!bench_.wanted(name)) return;
    contracts::RtiTimeAdvancePlan load;
    load.federates = federates;
    load.advances = times(200'000);
    load.warmup_advances = load.advances / 20;
    load.step = 1;
    load.lookahead = 1;
    const EngineRun run = apart(load);
    const double rate =
        median_of(repeats(), [&] { return metric(run_engine(run), "grants_per_second"); });
    rows_.push_back(
        {name, rate, "grants/s", {}, {}, "at least " + said + " grants/s", rate >= least});
  }

  const RtiGroundBench& bench_;
  std::vector<Row> rows_;
};

}  // namespace

std::vector<Row> rti_rows(const RtiGroundBench& bench) { return Rows(bench).run(); }

}  // namespace orrery::bench
