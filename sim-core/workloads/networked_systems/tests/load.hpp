// The plan from which the tests of networked systems start.
#pragma once

#include "orrery/contracts/contracts.hpp"

namespace orrery::workloads::networked_systems_testing {

inline contracts::NetworkedSystemsPlan load() {
  contracts::NetworkedSystemsPlan plan;
  plan.systems_by_node = {7};
  plan.fan_out = 2;
  plan.users = 14;
  plan.approximation = contracts::Approximation::first_order;
  plan.threshold_m = 0.5;
  plan.motion = contracts::UserMotion::curved;
  plan.speed_m_per_s = 10;
  plan.delivery = contracts::Delivery::routed;
  plan.link_latency_ms = 30;
  plan.link_jitter_ms = 0;
  plan.step_ms = 20;
  plan.steps = 500;
  plan.oracle = contracts::OracleUse::always;
  return plan;
}

}  // namespace orrery::workloads::networked_systems_testing
