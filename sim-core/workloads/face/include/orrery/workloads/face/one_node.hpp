// The parts that most workloads share: life cycle, telemetry of progress, conditions of the run, resource use, and the
// request to stop. A workload on a single node adds its measurement and its checks:
//
//   class PholdRun final : public OneNode { ... };
//
// While a workload measures, any of its threads counts finished work in progress(); live windows show the rate. Its loops
// check stop() often: an atomic that becomes true, for good, when the worker is asked to end. The worker's main thread calls
// make_ready(), link(), warm_up(), measure(), verify() and figures() once each, in this order.
//
// A workload that spans several nodes overrides spans_nodes() and endpoint(), connects to the other nodes in link()
// (peers.hpp), and adds up their totals in verify().
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "orrery/base/party_cores.hpp"
#include "orrery/base/process.hpp"
#include "orrery/base/result.hpp"
#include "orrery/contracts/contracts.hpp"
#include "orrery/workloads/face/workload.hpp"

namespace orrery::workloads {

// Names of the counted progress, for example {"Events", "event_time", "Time of an event"}.
struct Progress {
  std::string title;
  std::string time_series;
  std::string time_title;
  std::uint64_t total = 0;  // count at the end of the measured part, or an estimate
};

// A value that live windows show besides progress, for example {"time_wait", "Sockets in TIME-WAIT", "count", read}. The
// telemetry thread calls `read`.
struct Gauge {
  std::string name;
  std::string title;
  std::string unit;
  std::function<double()> read;
  // A role other than gauge is for pages that know this role (docs/formats/telemetry.md).
  contracts::ColumnRole role = contracts::ColumnRole::gauge;
  std::string series = {};  // empty: `name`
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
  // Refuses a plan that contradicts itself. May allocate memory for the measurement.
  virtual MayFail make_ready() = 0;
  [[nodiscard]] virtual Progress describe() const = 0;
  [[nodiscard]] virtual std::vector<Gauge> gauges() const { return {}; }
  // Number of threads and processes of this node that compute at once. By the plan's pinning each of them keeps a CPU: the
  // main thread, which is number 0, from warm_up() to the end of measure(). 0: the workload pins by itself, or not at all.
  [[nodiscard]] virtual int threads() const { return 0; }
  // Number of the run's nodes that share this host's CPUs.
  [[nodiscard]] virtual int nodes_on_host() const { return 1; }
  // Keeps the calling thread, which warm_up() or measure() has made, on the CPU of this node's thread `number`.
  void keep_cpu(std::size_t number) const;
  // For a process that was forked before run(): as keep_cpu().
  [[nodiscard]] base::Status keep_cpu_of_process(std::size_t number) const;
  // Runs before the measured part: calibration, reference runs.
  virtual MayFail warm_up() { return {}; }
  virtual MayFail measure() = 0;
  // Fills the result's checks and run_state_checksum, and state_checksum if this node's differs. May run the oracle.
  virtual MayFail verify(contracts::WorkerResult& result) = 0;
  [[nodiscard]] virtual std::vector<contracts::Metric> figures() const = 0;
  // Metrics of this node, besides those that every workload has.
  [[nodiscard]] virtual std::vector<contracts::Metric> node_figures() const { return {}; }
  // Resource use of the workload's own processes over the measured part.
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
  // Duration of measure(), or the duration that measure() set because only a part of it counts.
  [[nodiscard]] std::int64_t elapsed_ns() const { return elapsed_ns_; }
  void set_elapsed_ns(std::int64_t elapsed_ns) { elapsed_ns_ = elapsed_ns; }
  // Resource use of this process over the measured part.
  [[nodiscard]] const base::ResourceUsage& usage() const { return usage_; }

 private:
  class Telemetry;
  class StopWatch;

  [[nodiscard]] base::PartyCores party_cores() const;
  // Number of this node's thread among all parties of the host.
  [[nodiscard]] std::size_t party(std::size_t number) const;

  const contracts::WorkerPlan plan_;
  Host host_;
  contracts::Prepared prepared_;
  std::unique_ptr<Telemetry> telemetry_;
  std::atomic<std::uint64_t> progress_{0};
  std::atomic<bool> stop_{false};
  std::unique_ptr<StopWatch> stop_watch_;
  base::ResourceUsage usage_;
  std::int64_t elapsed_ns_ = 0;
  base::PartyCores cores_;  // as they were before the main thread kept one
};

// A failure `bad_plan` of this node's worker.
Failure refused(const std::string& message, const std::string& remedy);
// Converts an engine's error to the failure that ends a run: cancelled to `stopped`, invalid_argument to `bad_plan`,
// exhausted to `out_of_resources`, any other to `internal`.
Failure failed(const base::Error& error, const std::string& process);

// The 16 hexadecimal digits of a checksum.
std::string hexadecimal(std::uint64_t value);

}  // namespace orrery::workloads
