#include "launch.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string>

#include "orrery/base/clock.hpp"
#include "orrery/base/cpu_clock.hpp"

namespace orrery::workloads::process_activity {

namespace {

// Enough reads that the two clock reads around them do not count.
constexpr int reads = 64;

void fail(Launch& launch, const std::string& what) {
  const std::size_t length = std::min(what.size(), launch.failure.size() - 1);
  std::memcpy(launch.failure.data(), what.data(), length);
}

base::Result<std::int64_t> cost_of_reading(int pid) {
  const auto clock = base::CpuClock::of_process(pid);
  if (!clock) return clock.error();
  const std::int64_t began = base::now_ns();
  for (int i = 0; i < reads; ++i) {
    if (auto used = clock->read_ns(); !used) return used.error();
  }
  return (base::now_ns() - began) / reads;
}

base::Status watch(Launch& launch, const std::vector<int>& pids) {
  const auto own = cost_of_reading(::getpid());
  if (!own) return own.error();
  launch.own_use_ns = *own;
  launch.processes = pids.size();
  if (pids.empty()) return {};
  for (const int pid : pids) {
    const auto cost = cost_of_reading(pid);
    if (!cost) return cost.error();
    launch.process_use_ns += *cost;
  }
  launch.process_use_ns /= static_cast<std::int64_t>(pids.size());
  const auto memory = memory_of(pids.front());
  if (!memory) return memory.error();
  launch.memory = *memory;
  return {};
}

}  // namespace

Launch launch(const universe::NodeConfig& config) {
  Launch launch;
  const auto failed = [&](const universe::MayFail& failure) {
    if (failure) fail(launch, failure->process + ": " + failure->message);
    return failure.has_value();
  };
  const std::int64_t began = base::now_ns();
  auto prepared = universe::Node::prepare(config);
  if (const auto* failure = std::get_if<universe::Failure>(&prepared)) {
    fail(launch, failure->process + ": " + failure->message);
    return launch;
  }
  auto node = std::move(std::get<std::unique_ptr<universe::Node>>(prepared));
  const std::vector<int> pids = node->child_pids();
  if (failed(node->connect({""}, base::now_ns() + config.peer_timeout_ns))) return launch;
  // The warm-up step ends when the last party lives and has answered.
  std::int64_t measuring = 0;
  if (failed(node->run({}, [&] { measuring = base::now_ns(); }))) return launch;
  launch.create_ns = measuring - began;
  launch.run_ns = base::now_ns() - measuring;
  if (auto watched = watch(launch, pids); !watched) {
    fail(launch, watched.error().message);
    return launch;
  }

  std::vector<universe::NodeReport> reports;
  const std::int64_t ending = base::now_ns();
  if (failed(node->collect(reports))) return launch;
  node.reset();
  launch.end_ns = base::now_ns() - ending;
  launch.costs = reports.front().entity_costs;
  launch.checksum = reports.front().checksum;
  launch.miscounted_steps = reports.front().mismatch.steps + reports.front().manager_mismatches;
  for (const int pid : pids) {
    if (::kill(pid, 0) == 0 || errno != ESRCH) ++launch.left_behind;
  }
  return launch;
}

}  // namespace orrery::workloads::process_activity
