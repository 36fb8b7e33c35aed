// The interface between a worker and a workload. A new workload is a folder that implements it (ARCHITECTURE.md).
//
// The worker's main thread calls prepare(), connect(), run(), check() and metrics() once each, in this order. prepare() may
// fork: no other thread exists then. A call may take long, but must return soon after Host::stopped() becomes true. A failure
// ends the run: the worker then only destroys the workload. The destructor ends every process and thread of the workload.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "orrery/contracts/contracts.hpp"

namespace orrery::workloads {

// A contracts::Failure without its phase, which the worker knows.
struct Failure {
  std::string code;
  std::string process;
  std::string message;
  std::string remedy;
};
using MayFail = std::optional<Failure>;

// Services of the worker for a workload.
struct Host {
  std::function<bool()> stopped;     // cheap; any thread
  std::function<void()> after_fork;  // must be called first in each process that the workload forks
  std::function<void(contracts::LogLevel, const std::string&)> log;  // any thread
  // Reports an event of the run. Any thread. May be empty.
  std::function<void(const contracts::Event&)> event;
  // Ends the worker with this failure if its main thread does not return from a call. Any thread; does not return. May be
  // empty.
  std::function<void(const Failure&)> give_up;
  int telemetry_fd = -1;  // < 0: nobody reads frames
};

class Workload {
 public:
  Workload() = default;
  Workload(const Workload&) = delete;
  Workload& operator=(const Workload&) = delete;
  virtual ~Workload() = default;

  // Creates what the run needs on this node, and listens for the other nodes.
  virtual MayFail prepare(const Host& host) = 0;
  // The worker's answer after prepare(). Valid from then on.
  [[nodiscard]] virtual const contracts::Prepared& prepared() const = 0;
  // Connects this node to all others until `deadline_ns` (base::now_ns()). `endpoints`: by node index.
  virtual MayFail connect(const std::vector<std::string>& endpoints, std::int64_t deadline_ns) = 0;
  // Warms up and measures. Calls `running` when the measured part begins.
  virtual MayFail run(const std::function<void()>& running) = 0;
  // Asks for entities to be moved. Called by another thread at any time after prepare(); must return quickly. Returns the
  // reason of a refusal. Empty: accepted; the outcome follows as an event.
  virtual std::optional<std::string> move(const contracts::GiveMove& /*move*/) {
    return "entities of this workload stay where they are";
  }
  // Ends the workload's processes, exchanges totals with the other nodes, and fills the result's counts, checks and
  // checksums.
  virtual MayFail check(contracts::WorkerResult& result) = 0;
  // Fills the result's metrics.
  virtual void metrics(contracts::WorkerResult& result) = 0;

  // Needs no run. Returns the sequential oracle's checksum of the whole run; invalid once `stopped` was true.
  virtual std::uint64_t oracle(const std::function<bool()>& stopped) = 0;
};

}  // namespace orrery::workloads
