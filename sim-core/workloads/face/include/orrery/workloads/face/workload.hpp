// What a worker knows of a workload: prepare, run, check, metrics. A second workload is one folder that implements this,
// and one line in the worker's registry.
//
// The worker calls the functions in the order of their declaration, once each, from one thread. prepare() may fork: no
// other thread exists then. Any may take long, but must return soon after Host::stopped() is true. A failure ends the
// run; only the destructor follows, which ends every process and thread of the workload.
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

// What the worker offers to a workload.
struct Host {
  std::function<bool()> stopped;  // cheap; any thread
  std::function<void()>
      after_fork;  // to be called in each process that the workload makes, first thing
  std::function<void(contracts::LogLevel, const std::string&)> log;  // any thread
  // Something that belongs in the run's account. Any thread. May be empty.
  std::function<void(const contracts::Event&)> event;
  // Ends the worker with this failure, when its own thread does not come back from what it called. Any thread; does not
  // return. May be empty.
  std::function<void(const Failure&)> give_up;
  int telemetry_fd = -1;  // < 0: nobody reads frames
};

class Workload {
 public:
  Workload() = default;
  Workload(const Workload&) = delete;
  Workload& operator=(const Workload&) = delete;
  virtual ~Workload() = default;

  // Makes what the run needs on this node and listens for the other nodes.
  virtual MayFail prepare(const Host& host) = 0;
  // What the worker says then. Valid from prepare() on.
  [[nodiscard]] virtual const contracts::Prepared& prepared() const = 0;
  // Links this node with all others, by node index, until the deadline (of base::now_ns()).
  virtual MayFail connect(const std::vector<std::string>& endpoints, std::int64_t deadline_ns) = 0;
  // Warm-up and measurement; `running` is to be called when the measured part begins.
  virtual MayFail run(const std::function<void()>& running) = 0;
  // Somebody asks for entities to be moved: from another thread, at any time from the end of prepare() on; quick. Why not, or
  // nothing: what becomes of it is said as an event later.
  virtual std::optional<std::string> move(const contracts::GiveMove& /*move*/) {
    return "entities of this workload stay where they are";
  }
  // Ends the processes, exchanges totals with the other nodes, and fills the result's counts, checks and checksums.
  virtual MayFail check(contracts::WorkerResult& result) = 0;
  // Fills the result's metrics.
  virtual void metrics(contracts::WorkerResult& result) = 0;

  // Besides a run: the sequential oracle's checksum of the whole run.
  virtual std::uint64_t oracle(const std::function<bool()>& stopped) = 0;
};

}  // namespace orrery::workloads
