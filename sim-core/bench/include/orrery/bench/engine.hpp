// Whole runs of workloads over nodes (universe_steps, universe_migration, those of the RTI), each node in a process of its own, pinned, with the rendezvous that a worker does.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "orrery/contracts/contracts.hpp"
#include "orrery/workloads/face/workload.hpp"

namespace orrery::bench {

struct EngineRun {
  std::unique_ptr<workloads::Workload> (*make)(const contracts::WorkerPlan& plan) = nullptr;
  contracts::WorkloadPlan workload = {};  // what it makes
  contracts::LocalTransport local = contracts::LocalTransport::auto_;
  contracts::NodeTransport nodes = contracts::NodeTransport::shm;
  contracts::WaitStrategy wait = contracts::WaitStrategy::auto_;
  bool telemetry = false;
  std::vector<std::vector<int>> cores_by_node = {};
};

// `entities` split equally over `nodes`, no managers, pooled, every step checked, the oracle not asked.
contracts::UniverseStepsPlan plain_workload(std::int32_t entities, std::int32_t nodes,
                                            std::int32_t steps);

// Two nodes that pass entities of `carried_bytes` to each other all the time; nothing else costs much.
contracts::UniverseMigrationPlan moving_workload(std::int32_t carried_bytes, std::int32_t steps);

// The master's result. Throws std::runtime_error if the run fails or one of its checks does not hold.
contracts::WorkerResult run_engine(const EngineRun& run);

double metric(const contracts::WorkerResult& result, const char* name);

}  // namespace orrery::bench
