// Small runs of rti_throughput for its tests.
#pragma once

#include "orrery/workloads/face/makers.hpp"
#include "orrery/workloads/face/testing.hpp"

namespace orrery::workloads::testing {

// Updates of 72 bytes in four cycles; the first warms up.
inline contracts::RtiThroughputPlan small(contracts::ExchangedAs exchanged,
                                          contracts::ProcessModel model, int receivers) {
  contracts::RtiThroughputPlan plan;
  plan.exchanged = exchanged;
  plan.receivers = receivers;
  plan.attribute_bytes = 24;
  plan.attributes = 3;
  plan.types = 2;
  plan.instances = 4;
  plan.cycles = 3;
  plan.updates_per_cycle = 2'000;
  plan.warmup_cycles = 1;
  plan.process_model = model;
  return plan;
}

enum class Nodes : std::uint8_t { one, two };

// Carries out a run on one node over shared memory, or on two nodes over TCP. Returns the result of the sender's node.
inline Finished carried_out(const contracts::RtiThroughputPlan& load, Nodes nodes) {
  if (nodes == Nodes::two) {
    auto finished = carry_out_among(&make_rti_throughput, load, 2, contracts::NodeTransport::tcp);
    EXPECT_FALSE(finished[1].failure) << finished[1].failure->message;
    return std::move(finished[0]);
  }
  auto plan = one_node_plan(load, contracts::LocalTransport::shm);
  plan.transports.token = static_cast<std::uint64_t>(base::now_ns());  // own multicast groups
  const auto run = make_rti_throughput(plan);
  return carry_out(*run);
}

}  // namespace orrery::workloads::testing
