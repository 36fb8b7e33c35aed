// What workloads on a single node have in common, so that a new one is its measurement and its checks alone: life cycle,
// telemetry of progress, conditions of the run, resource use, being stopped.
//
//   class PholdRun final : public OneNode { ... };
//
// A workload counts what it has done in progress() while it measures, from any of its threads; live windows show the rate.
// It looks at stop() often: an atomic that turns true for good when the worker is asked to end. All functions are called
// by the worker's main thread, in the order of their declaration.
//
// One that spans several nodes after all says so, names its endpoint, links itself with the others (peers.hpp), and adds
// their totals up in verify().
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "orrery/base/process.hpp"
#include "orrery/base/result.hpp"
#include "orrery/contracts/contracts.hpp"
#include "orrery/workloads/face/workload.hpp"

namespace orrery::workloads {

// What is counted while it runs: {"Events", "event_time", "Time of an event"}.
struct Progress {
  std::string title;
  std::string time_series;
  std::string time_title;
  std::uint64_t total = 0;  // that the measured part will have, or about so many
};

// What live windows show besides: {"time_wait", "Sockets in TIME-WAIT", "count", read}. Read by the telemetry thread.
struct Gauge {
  std::string name;
  std::string title;
  std::string unit;
  std::function<double()> read;
  // Of another kind than a gauge, for pages that know it (docs/formats/telemetry.md); then its series too.
  contracts::ColumnRole role = contracts::ColumnRole::gauge;
  std::string series = {};  // empty: its name
};

class OneNode : public Workload {
 public:
  explicit OneNode(const contracts::WorkerPlan& plan);
  ~OneNode() override;

  MayFail prepare(const Host& host) final;
  [[nodiscard]] const contracts::Prepared& prepared() const final { return prepared_; }
  MayFail connect(const std::vector<std::string>& endpoints, std::int64_t deadline_ns) final;
  MayFail run(const std::function<void()>& running) final;
  MayFail check(contracts::WorkerResult& result) final;
  void metrics(contracts::WorkerResult& result) final;

 protected:
  // Refuses a plan that contradicts itself; may allocate what the measurement needs.
  virtual MayFail make_ready() = 0;
  [[nodiscard]] virtual Progress describe() const = 0;
  [[nodiscard]] virtual std::vector<Gauge> gauges() const { return {}; }
  // Threads that compute at once, to pin them as the plan's conditions say; 0: the workload does it itself.
  [[nodiscard]] virtual int threads() const { return 0; }
  // Before the measured part begins: calibration, reference runs.
  virtual MayFail warm_up() { return {}; }
  virtual MayFail measure() = 0;
  // Fills checks and run_state_checksum, and state_checksum if this node's differs; may run the oracle.
  virtual MayFail verify(contracts::WorkerResult& result) = 0;
  [[nodiscard]] virtual std::vector<contracts::Metric> figures() const = 0;
  // Of this node, besides what every workload has.
  [[nodiscard]] virtual std::vector<contracts::Metric> node_figures() const { return {}; }
  // Processes of its own, over the measured part.
  [[nodiscard]] virtual std::vector<contracts::ProcessUse> other_processes() const { return {}; }

  [[nodiscard]] virtual bool spans_nodes() const { return false; }
  [[nodiscard]] virtual std::string endpoint() const { return {}; }
  virtual MayFail link(const std::vector<std::string>& /*endpoints*/,
                       std::int64_t /*deadline_ns*/) {
    return {};
  }

  [[nodiscard]] const contracts::WorkerPlan& plan() const { return plan_; }
  [[nodiscard]] const Host& host() const { return host_; }
  [[nodiscard]] std::atomic<std::uint64_t>& progress() { return progress_; }
  [[nodiscard]] const std::atomic<bool>& stop() const { return stop_; }
  // Of the measured part; measure() may say that only some of it is meant.
  [[nodiscard]] std::int64_t elapsed_ns() const { return elapsed_ns_; }
  void set_elapsed_ns(std::int64_t elapsed_ns) { elapsed_ns_ = elapsed_ns; }
  // Of this process over the measured part.
  [[nodiscard]] const base::ResourceUsage& usage() const { return usage_; }

 private:
  class Telemetry;
  class StopWatch;

  const contracts::WorkerPlan plan_;
  Host host_;
  contracts::Prepared prepared_;
  std::unique_ptr<Telemetry> telemetry_;
  std::atomic<std::uint64_t> progress_{0};
  std::atomic<bool> stop_{false};
  std::unique_ptr<StopWatch> stop_watch_;
  base::ResourceUsage usage_;
  std::int64_t elapsed_ns_ = 0;
};

// `bad_plan`, said of this node's worker.
Failure refused(const std::string& message, const std::string& remedy);
// An engine's error as the end of a run: `stopped`, or what went wrong.
Failure failed(const base::Error& error, const std::string& process);

// Digits of a checksum or a record, as checks show them.
std::string hexadecimal(std::uint64_t value);

}  // namespace orrery::workloads
