// What the rows of the RTI run: workloads of federates on Orrery's RTI or on HELICS, in one layout or another.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "orrery/bench/engine.hpp"
#include "orrery/workloads/face/makers.hpp"

#include "rti_ground.hpp"

namespace orrery::bench {

inline constexpr std::int32_t attribute_bytes = 128;

class RtiLoads {
 public:
  explicit RtiLoads(const RtiGroundBench& bench) : bench_(bench) {}

  [[nodiscard]] std::int32_t times(std::int32_t full) const {
    return bench_.quick ? std::max(2, full / 100) : full;
  }
  [[nodiscard]] int repeats() const { return bench_.quick ? 1 : 5; }

  // `nodes` processes, on the two cores in turn; federate i is of process i modulo their number.
  template <class Plan>
  [[nodiscard]] EngineRun over(int nodes, const Plan& load) const {
    EngineRun run{maker(load), load};
    // Each core has one process, or several that give it to each other.
    run.wait =
        nodes <= 2 ? contracts::WaitStrategy::spin_then_futex : contracts::WaitStrategy::yield;
    for (int node = 0; node < nodes; ++node) {
      run.cores_by_node.push_back({node % 2 == 0 ? bench_.core_a : bench_.core_b});
    }
    return run;
  }

  // Federates are threads of one process, or processes, which have both cores.
  template <class Plan>
  [[nodiscard]] EngineRun helics(Plan load, contracts::ProcessModel model) const {
    load.rti = contracts::Rti::helics;
    load.process_model = model;
    EngineRun run{maker(load), load};
    run.local = model == contracts::ProcessModel::thread ? contracts::LocalTransport::thread
                                                         : contracts::LocalTransport::shm;
    run.cores_by_node = {{bench_.core_a, bench_.core_b}};
    return run;
  }

  [[nodiscard]] contracts::RtiLatencyPlan round_trips(std::int32_t count) const {
    contracts::RtiLatencyPlan load;
    load.return_payload = true;
    load.attribute_bytes = attribute_bytes;
    load.attributes = load.types = load.instances = 1;
    load.round_trips = times(count);
    load.warmup_round_trips = times(count) / 20;
    load.congestion_avoidance = contracts::CongestionAvoidance::sender;
    load.most_waiting = 8;
    load.return_timeout_ms = 60'000;
    return load;
  }
  [[nodiscard]] contracts::RtiThroughputPlan delivered(std::int32_t receivers,
                                                       std::int32_t count) const {
    contracts::RtiThroughputPlan load;
    load.receivers = receivers;
    load.attribute_bytes = attribute_bytes;
    load.attributes = load.types = load.instances = 1;
    load.data.held = {8 * 1024, 100};  // as a run has it whose scenario does not say
    load.cycles = 5;
    load.updates_per_cycle = times(count) / load.cycles;
    load.warmup_cycles = 1;
    return load;
  }
  [[nodiscard]] contracts::RtiTimeAdvancePlan grants(std::int32_t federates,
                                                     std::int32_t count) const {
    contracts::RtiTimeAdvancePlan load;
    load.federates = federates;
    load.advances = times(count);
    load.warmup_advances = load.advances / 20;
    load.step = 1;
    load.lookahead = 1;
    load.fan_out = 4;
    load.in_flight = 4;
    return load;
  }

 private:
  static auto maker(const contracts::RtiLatencyPlan&) { return workloads::make_rti_latency; }
  static auto maker(const contracts::RtiThroughputPlan&) { return workloads::make_rti_throughput; }
  static auto maker(const contracts::RtiTimeAdvancePlan&) {
    return workloads::make_rti_time_advance;
  }

  const RtiGroundBench& bench_;
};

inline double round_trips_of(const EngineRun& run) {
  return 1e9 / metric(run_engine(run), "round_trip.p50");
}
inline double delivered_of(const EngineRun& run) {
  return metric(run_engine(run), "received_rate.least");
}
inline double grants_of(const EngineRun& run) {
  return metric(run_engine(run), "grants_per_second");
}

}  // namespace orrery::bench
