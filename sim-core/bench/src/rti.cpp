#include "rti.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>

#include "orrery/bench/channels.hpp"
#include "orrery/bench/engine.hpp"
#include "orrery/bench/probes.hpp"
#include "orrery/workloads/federates/rti_peers.hpp"
#include "orrery/workloads/rti_latency/rti_latency.hpp"
#include "orrery/workloads/rti_throughput/rti_throughput.hpp"
#include "orrery/workloads/rti_time_advance/rti_time_advance.hpp"

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
    if (!workloads::federates::usable_rti_peers().empty()) beside_helics();
    return std::move(rows_);
  }

 private:
  [[nodiscard]] std::int32_t times(std::int32_t full) const {
    return bench_.quick ? std::max(2, full / 100) : full;
  }
  [[nodiscard]] int repeats() const { return bench_.quick ? 1 : 5; }
  // A node on each core, which its federates share.
  template <class Plan>
  [[nodiscard]] EngineRun apart(const Plan& load) const {
    EngineRun run{maker(load), load};
    run.wait = contracts::WaitStrategy::spin_then_futex;
    run.cores_by_node = {{bench_.core_a}, {bench_.core_b}};
    return run;
  }

  static auto maker(const contracts::RtiLatencyPlan&) { return workloads::make_rti_latency; }
  static auto maker(const contracts::RtiThroughputPlan&) { return workloads::make_rti_throughput; }
  static auto maker(const contracts::RtiTimeAdvancePlan&) {
    return workloads::make_rti_time_advance;
  }

  [[nodiscard]] contracts::RtiLatencyPlan round_trip_load(std::int32_t count) const {
    contracts::RtiLatencyPlan load;
    load.return_payload = true;
    load.attribute_bytes = attribute_bytes;
    load.attributes = load.types = load.instances = 1;
    load.round_trips = times(count);
    load.warmup_round_trips = times(count) / 20;
    load.congestion_avoidance = true;
    load.return_timeout_ms = 60'000;
    return load;
  }
  [[nodiscard]] contracts::RtiThroughputPlan delivered_load(std::int32_t receivers,
                                                            std::int32_t count) const {
    contracts::RtiThroughputPlan load;
    load.receivers = receivers;
    load.attribute_bytes = attribute_bytes;
    load.attributes = load.types = load.instances = 1;
    load.cycles = 5;
    load.updates_per_cycle = times(count) / load.cycles;
    load.warmup_cycles = 1;
    return load;
  }
  [[nodiscard]] contracts::RtiTimeAdvancePlan grants_load(std::int32_t federates,
                                                          std::int32_t count) const {
    contracts::RtiTimeAdvancePlan load;
    load.federates = federates;
    load.advances = times(count);
    load.warmup_advances = load.advances / 20;
    load.step = 1;
    load.lookahead = 1;
    return load;
  }

  // As HELICS is fastest: federates are threads of one process, which has both cores.
  template <class Plan>
  double on_helics(Plan load, const char* name) const {
    load.rti = contracts::Rti::helics;
    load.process_model = contracts::ProcessModel::thread;
    return metric(run_engine({.make = maker(load),
                              .workload = load,
                              .local = contracts::LocalTransport::thread,
                              .cores_by_node = {{bench_.core_a, bench_.core_b}}}),
                  name);
  }

  // Ours over shared memory, with HELICS' beside in the same run; at least so many times as good.
  void beside(const std::string& name, const char* unit, double times_better,
              const std::function<double()>& ours, const std::function<double()>& theirs) {
    if (!bench_.wanted(name)) return;
    const auto measured = alternate(repeats(), ours, theirs);
    rows_.push_back({name, measured.value, unit, measured.reference, measured.ratio, "", {}});
    if (times_better == 0) return;
    rows_.back().mark = "at least " + std::to_string(std::lround(times_better)) + " times HELICS'";
    rows_.back().meets = measured.ratio <= 1 / times_better;
  }

  // HELICS delivers what was sent until a grant at once, of an object the newest: many objects make a batch.
  void beside_helics() {
    const auto trips = [](double p50_ns) { return 1e9 / p50_ns; };
    beside(
        "rti.round_trips.shm.helics", "1/s", 0,
        [&] {
          return trips(metric(run_engine(apart(round_trip_load(200'000))), "round_trip.p50"));
        },
        [&] { return trips(on_helics(round_trip_load(2'000), "round_trip.p50")); });
    for (const std::int32_t receivers : {1, 7}) {
      const char* metric_name = "received_rate.least";
      beside(
          "rti.delivered.1_to_" + std::to_string(receivers) + ".helics", "messages/s",
          receivers == 1 ? 2 : 0,
          [&] {
            return metric(run_engine(apart(delivered_load(receivers, 500'000))), metric_name);
          },
          [&] {
            auto load = delivered_load(receivers, 50'000);
            load.instances = 100;
            return on_helics(load, metric_name);
          });
    }
    for (const std::int32_t federates : {2, 4, 8}) {
      beside(
          "rti.grants." + std::to_string(federates) + "_federates.helics", "grants/s", 10,
          [&] {
            return metric(run_engine(apart(grants_load(federates, 100'000))), "grants_per_second");
          },
          [&] { return on_helics(grants_load(federates, 2'000), "grants_per_second"); });
    }
  }

  template <class Probe>
  void round_trips(const std::string& name, contracts::NodeTransport nodes, std::int32_t count,
                   double most, const std::string& said, const Probe& probe) {
    if (!bench_.wanted(name)) return;
    EngineRun run = apart(round_trip_load(count));
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
    const EngineRun run = apart(delivered_load(receivers, count));
    const double rate =
        median_of(repeats(), [&] { return metric(run_engine(run), "received_rate.least"); });
    rows_.push_back(
        {name, rate, "messages/s", {}, {}, "at least " + said + " messages/s", rate >= least});
  }

  // Requests of the next step, with a lookahead of one step.
  void grants(const std::string& name, std::int32_t federates, double least,
              const std::string& said) {
    if (!bench_.wanted(name)) return;
    const EngineRun run = apart(grants_load(federates, 200'000));
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
