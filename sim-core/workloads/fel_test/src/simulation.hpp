// A run of the model: with one thread, or with a thread for each entity and the calling thread as the manager of the list.
//
// Only the manager accesses the list. It adds the events that entities schedule, at the cost of `f_dly` each. After each
// batch it lets the entities of all events in the list continue, in order of time: the study's change to the usual algorithm,
// which lets only the entity of the earliest event continue. The manager's CPU time is the serial part of the run.
#pragma once

#include <atomic>
#include <cstdint>

#include "orrery/base/result.hpp"
#include "orrery/base/work.hpp"
#include "orrery/contracts/contracts.hpp"

namespace orrery::workloads::fel_test {

struct Outcome {
  std::uint64_t events = 0;  // that went through the list
  std::uint64_t record = 0;
  std::uint64_t greatest_list = 0;  // most events in the list at once
  std::int64_t elapsed_ns = 0;
  std::int64_t manager_cpu_ns = 0;  // 0 in the sequential run
  std::int64_t thread_cpu_ns = 0;   // of the sequential run; 0 with threads
};

struct Surroundings {
  const base::CpuWork* work = nullptr;  // uses e_dly and f_dly as CPU time; null: uses none
  const std::atomic<bool>& stop;
  std::atomic<std::uint64_t>* progress = nullptr;
};

// Errors: cancelled (`stop` became true), exhausted (the node does not permit as many threads). The threads run on the CPUs
// of the calling thread.
base::Result<Outcome> run_sequential(const contracts::FelTestPlan& plan, std::uint64_t seed,
                                     const Surroundings& around);
base::Result<Outcome> run_threads(const contracts::FelTestPlan& plan, std::uint64_t seed,
                                  const Surroundings& around);

}  // namespace orrery::workloads::fel_test
