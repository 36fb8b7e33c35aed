// A run of the model: by one thread, or by a thread for each entity and one that manages the list.
//
// The manager alone touches the list. It adds what entities schedule, at the cost asked for, and when nobody has anything
// more to add it lets the entities of all events in the list go, in order of time: the study's change to the usual
// algorithm, which would let only the earliest go. Its CPU time is the serial part of the run.
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
  std::uint64_t greatest_list = 0;  // events in the list at once
  std::int64_t elapsed_ns = 0;
  std::int64_t manager_cpu_ns =
      0;  // of the list's manager; 0 in the sequential run, which has none
  std::int64_t thread_cpu_ns =
      0;  // of the sequential run's one thread, which does all; 0 otherwise
};

struct Surroundings {
  const base::CpuWork* work = nullptr;  // what the times asked for are used with; nullptr: none is
  const std::atomic<bool>& stop;
  std::atomic<std::uint64_t>* progress = nullptr;
};

// Both end with `cancelled` when they are stopped. The threads run where the calling thread may; more than the node lets a
// process make are an error (exhausted).
base::Result<Outcome> run_sequential(const contracts::FelTestPlan& plan, std::uint64_t seed,
                                     const Surroundings& around);
base::Result<Outcome> run_threads(const contracts::FelTestPlan& plan, std::uint64_t seed,
                                  const Surroundings& around);

}  // namespace orrery::workloads::fel_test
