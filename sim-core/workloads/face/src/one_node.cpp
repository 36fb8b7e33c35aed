#include "orrery/workloads/face/one_node.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cinttypes>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "orrery/base/clock.hpp"
#include "orrery/telemetry/publisher.hpp"
#include "orrery/workloads/face/conditions.hpp"
#include "orrery/workloads/face/process_use.hpp"

#include "progress_frames.hpp"

namespace orrery::workloads {

// Calls Host::stopped() every 20 ms and sets an atomic that any loop can check.
class OneNode::StopWatch {
 public:
  StopWatch(const Host& host, std::atomic<bool>& stop)
      : thread_([this, stopped = host.stopped, &stop] {
          std::unique_lock lock(mutex_);
          while (!ended_) {
            if (stopped()) stop.store(true, std::memory_order_relaxed);
            changed_.wait_for(lock, std::chrono::milliseconds(20));
          }
        }) {}
  StopWatch(const StopWatch&) = delete;
  StopWatch& operator=(const StopWatch&) = delete;
  ~StopWatch() {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

 private:
  std::mutex mutex_;  // protects ended_
  std::condition_variable changed_;
  bool ended_ = false;
  std::thread thread_;
};

class OneNode::Telemetry {
 public:
  Telemetry(const contracts::WorkerPlan& plan, int fd, const Progress& progress,
            std::vector<Gauge> gauges, const std::atomic<std::uint64_t>& done)
      : ring_(1, 2),
        frames_(done, std::move(gauges)),
        publisher_(options(plan, fd, progress_schema(progress, frames_.gauges())), ring_, frames_) {
  }

  void begin() { publisher_.begin(); }
  // Returns the reason if telemetry ended early; else empty.
  std::string finish() {
    publisher_.finish();
    return publisher_.totals().trouble;
  }

 private:
  static telemetry::PublisherOptions options(const contracts::WorkerPlan& plan, int fd,
                                             contracts::FrameSchema schema) {
    telemetry::PublisherOptions options;
    options.fd = fd;
    options.node_index = static_cast<std::uint32_t>(plan.node_index);
    options.repeat = static_cast<std::uint32_t>(plan.repeat);
    options.interval_ns = std::int64_t{plan.telemetry.interval_ms} * 1'000'000;
    options.window_schema = std::move(schema);
    return options;
  }

  telemetry::SampleRing ring_;  // unused: progress is a counter, not samples
  ProgressFrames frames_;
  telemetry::Publisher publisher_;
};

OneNode::OneNode(const contracts::WorkerPlan& plan) : plan_(plan) {}
OneNode::~OneNode() = default;

MayFail OneNode::prepare(const Host& host) {
  host_ = host;
  if (plan_.nodes.size() != 1 && !spans_nodes()) {
    return refused("nodes has " + std::to_string(plan_.nodes.size()) + " entries",
                   "this workload runs on one node: place it on one");
  }
  if (auto failure = make_ready()) return failure;
  const Progress progress = describe();
  prepared_.endpoint = endpoint();
  prepared_.total_steps = progress.total;
  if (plan_.telemetry.enabled) prepared_.schemas = {progress_schema(progress, gauges())};
  return {};
}

base::PartyCores OneNode::party_cores() const {
  const contracts::Pinning pinning = plan_.conditions.pinning;
  if (threads() == 0 || pinning == contracts::Pinning::none) return {};
  const bool spread = pinning == contracts::Pinning::spread;
  return {spread ? base::CoreOrder::even : base::CoreOrder::first, threads() * nodes_on_host()};
}

std::size_t OneNode::party(std::size_t number) const {
  if (nodes_on_host() == 1) return number;
  return static_cast<std::size_t>(plan_.node_index * threads()) + number;
}

void OneNode::keep_cpu(std::size_t number) const {
  // If the CPU was taken away meanwhile, the thread runs on any; the run does not fail.
  (void)cores_.keep(party(number));
}

base::Status OneNode::keep_cpu_of_process(std::size_t number) const {
  return party_cores().keep(party(number));
}

MayFail OneNode::connect(const std::vector<std::string>& endpoints, std::int64_t deadline_ns) {
  return link(endpoints, deadline_ns);
}

MayFail OneNode::run(const std::function<void()>& running) {
  // Created before the conditions apply, so that these threads keep the normal scheduling.
  stop_watch_ = std::make_unique<StopWatch>(host_, stop_);
  if (plan_.telemetry.enabled) {
    telemetry_ =
        std::make_unique<Telemetry>(plan_, host_.telemetry_fd, describe(), gauges(), progress_);
  }
  AppliedConditions conditions;
  if (auto failure = conditions.apply(plan_.conditions)) return failure;
  cores_ = party_cores();
  if (auto kept = cores_.keep(party(0)); !kept) return failed(kept.error(), "worker");
  if (auto failure = warm_up()) return failure;

  if (telemetry_) telemetry_->begin();
  running();
  const base::ResourceUsage before = base::process_usage();
  const std::int64_t began_ns = base::now_ns();
  if (auto failure = measure()) return failure;
  if (elapsed_ns_ == 0) elapsed_ns_ = base::now_ns() - began_ns;
  usage_ = base::process_usage().since(before);
  usage_.elapsed_ns = base::now_ns() - began_ns;
  cores_.release();
  if (telemetry_) {
    const std::string trouble = telemetry_->finish();
    if (!trouble.empty()) host_.log(contracts::LogLevel::warning, trouble);
  }
  return {};
}

MayFail OneNode::check(contracts::WorkerResult& result) {
  if (auto failure = verify(result)) return failure;
  if (result.state_checksum == 0) result.state_checksum = result.run_state_checksum;
  return {};
}

void OneNode::metrics(contracts::WorkerResult& result) {
  result.run_metrics = figures();
  result.elapsed_ns = static_cast<std::uint64_t>(elapsed_ns_);
  result.sample_stride = 1;
  const double elapsed = static_cast<double>(elapsed_ns_ > 0 ? elapsed_ns_ : 1);
  result.metrics = {
      {"cpu_share", "Cores in use",
       static_cast<double>(usage_.user_cpu_ns + usage_.system_cpu_ns) / elapsed, "cores",
       contracts::Better::neither},
      {"peak_rss", "Greatest resident memory", static_cast<double>(usage_.peak_memory_bytes), "B",
       contracts::Better::lower},
  };
  for (contracts::Metric& figure : node_figures()) result.metrics.push_back(std::move(figure));
  result.processes.push_back(process_use("worker", ::getpid(), usage_));
  for (contracts::ProcessUse& other : other_processes())
    result.processes.push_back(std::move(other));
}

Failure refused(const std::string& message, const std::string& remedy) {
  return {"bad_plan", "worker", message, remedy};
}

Failure failed(const base::Error& error, const std::string& process) {
  switch (error.code) {
    case base::ErrorCode::cancelled:
      return {"stopped", process, error.message, ""};
    case base::ErrorCode::invalid_argument:
      return {"bad_plan", process, error.message, "correct the run's workload and start it again"};
    case base::ErrorCode::exhausted:
      return {"out_of_resources", process, error.message,
              "ask for less, or give the node more memory and threads"};
    default:
      return {"internal", process, error.message, "report this with the run's log"};
  }
}

std::string hexadecimal(std::uint64_t value) {
  std::array<char, 17> digits{};
  (void)std::snprintf(digits.data(), digits.size(), "%016" PRIx64, value);
  return digits.data();
}

}  // namespace orrery::workloads
