#include <gtest/gtest.h>

#include "orrery/workloads/face/makers.hpp"
#include "orrery/workloads/face/testing.hpp"
#include "orrery/workloads/federates/rti_peers.hpp"

#include "own_process.hpp"

namespace orrery::workloads {
namespace {

using contracts::LocalTransport;
using contracts::NodeTransport;
using contracts::ProcessModel;

contracts::WorkerPlan small(int federates, ProcessModel model, double lookahead,
                            LocalTransport local = LocalTransport::thread) {
  contracts::RtiTimeAdvancePlan load;
  load.federates = federates;
  load.advances = 300;
  load.warmup_advances = 10;
  load.step = 0.5;
  load.lookahead = lookahead;
  load.fan_out = 4;
  load.in_flight = 4;
  load.process_model = model;
  return testing::one_node_plan(load, local);
}

void expect_granted(const testing::Finished& master, int federates) {
  ASSERT_FALSE(master.failure) << master.failure->message;
  EXPECT_EQ(master.broken(), "");
  EXPECT_EQ(master.result.checks.size(), 3U);
  EXPECT_EQ(master.result.run_messages.at(0).counted, 300U * static_cast<unsigned>(federates));
  EXPECT_EQ(master.result.checks.at(2).found, "155");
  EXPECT_GT(master.metric("grants_per_second"), 0);
  EXPECT_LE(master.metric("grants_per_second.least"), master.metric("grants_per_second") * 1.001);
}

TEST(RtiTimeAdvance, GrantsEveryAdvanceInEveryProcessModel) {
  expect_granted(testing::carry_out(*make_rti_time_advance(small(2, ProcessModel::thread, 0.5))),
                 2);
  expect_granted(testing::carry_out(*make_rti_time_advance(
                     small(3, ProcessModel::process, 0.5, LocalTransport::shm))),
                 3);
  expect_granted(testing::carry_out(*make_rti_time_advance(small(4, ProcessModel::pooled, 0.5))),
                 4);
}

TEST(RtiTimeAdvance, GrantsWithALookaheadAboveAndBelowTheStep) {
  for (const double lookahead : {0.501, 0.1}) {
    expect_granted(
        testing::carry_out(*make_rti_time_advance(small(3, ProcessModel::thread, lookahead))), 3);
  }
}

TEST(RtiTimeAdvance, GrantsWithEveryComputationOfTheTimeBound) {
  using contracts::Reduction;
  for (const Reduction reduction : {Reduction::butterfly, Reduction::central}) {
    for (const std::int32_t fan_out : {2, 3, 64}) {
      auto plan = small(5, ProcessModel::thread, 0.5);
      auto& load = std::get<contracts::RtiTimeAdvancePlan>(plan.workload);
      load.reduction = reduction;
      load.fan_out = fan_out;
      load.in_flight = fan_out == 2 ? 1 : 8;
      expect_granted(testing::carry_out(*make_rti_time_advance(plan)), 5);
      if (reduction == Reduction::central) break;  // it has no fan-out
    }
  }
}

// A grant needs word of the other federate, which a link holds for its delay.
TEST(RtiTimeAdvance, ALinkDelayHoldsEveryGrant) {
  auto plan = small(2, ProcessModel::thread, 0.5);
  auto& load = std::get<contracts::RtiTimeAdvancePlan>(plan.workload);
  load.link_delay_ms = 2;
  const auto master = testing::carry_out(*make_rti_time_advance(plan));
  expect_granted(master, 2);
  EXPECT_LE(master.metric("grants_per_second"), 500);
}

TEST(RtiTimeAdvance, GrantsOverNodes) {
  const auto nodes = testing::carry_out_among(
      make_rti_time_advance, small(5, ProcessModel::pooled, 0.5).workload, 2, NodeTransport::tcp);
  for (const testing::Finished& node : nodes) {
    ASSERT_FALSE(node.failure) << node.failure->message;
  }
  expect_granted(nodes[0], 5);
}

struct OnHelics {
  int federates;
  ProcessModel model;
  LocalTransport local;
};
class RtiTimeAdvanceOnHelics : public ::testing::TestWithParam<OnHelics> {};

TEST_P(RtiTimeAdvanceOnHelics, GrantsEveryAdvance) {
  if (federates::usable_rti_peers().empty()) GTEST_SKIP() << "HELICS is not installed";
  orrery::testing::expect_in_own_process([] {
    const auto& [federates, model, local] = GetParam();
    auto plan = small(federates, model, 0.5, local);
    std::get<contracts::RtiTimeAdvancePlan>(plan.workload).rti = contracts::Rti::helics;
    expect_granted(testing::carry_out(*make_rti_time_advance(plan)), federates);
  });
}

INSTANTIATE_TEST_SUITE_P(
    Choices, RtiTimeAdvanceOnHelics,
    ::testing::Values(OnHelics{2, ProcessModel::thread, LocalTransport::thread},
                      OnHelics{3, ProcessModel::thread, LocalTransport::thread},
                      OnHelics{2, ProcessModel::process, LocalTransport::shm},
                      OnHelics{3, ProcessModel::process, LocalTransport::shm}));

}  // namespace
}  // namespace orrery::workloads
