#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <thread>

#include "orrery/base/clock.hpp"
#include "orrery/base/random.hpp"
#include "orrery/base/work.hpp"
#include "orrery/workloads/face/makers.hpp"
#include "orrery/workloads/face/on_cpus.hpp"
#include "orrery/workloads/face/one_node.hpp"

namespace orrery::workloads {

namespace thread_test {
namespace {

using contracts::Better;

// The counts of one thread. The alignment gives each thread a cache line of its own.
struct alignas(64) Thread {
  std::uint64_t slices = 0;
  std::uint64_t outcome = 0;  // result of the work: the compiler cannot remove the work
  std::int64_t ended_ns = 0;
};

class ThreadTestRun final : public OneNode {
 public:
  explicit ThreadTestRun(const contracts::WorkerPlan& given)
      : OneNode(given), test_(std::get<contracts::ThreadTestPlan>(given.workload)) {}

  std::uint64_t oracle(const std::function<bool()>&) override {
    return checksum(std::vector<Thread>(threads_wanted(), Thread{slices_wanted(), 0, 0}));
  }

 protected:
  MayFail make_ready() override {
    if (auto bound = OnCpus::bind(test_.num_cpus); !bound) return failed(bound.error(), "worker");
    return {};
  }
  [[nodiscard]] Progress describe() const override {
    return {"Slices", "slice_time", "Time of a slice", slices_wanted() * threads_wanted()};
  }
  MayFail warm_up() override;
  MayFail measure() override;
  MayFail verify(contracts::WorkerResult& result) override;
  [[nodiscard]] std::vector<contracts::Metric> figures() const override;

 private:
  [[nodiscard]] std::size_t threads_wanted() const {
    return static_cast<std::size_t>(test_.num_threads);
  }
  [[nodiscard]] std::uint64_t slices_wanted() const {
    return static_cast<std::uint64_t>(test_.slices);
  }
  static std::uint64_t checksum(const std::vector<Thread>& threads) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < threads.size(); ++i) {
      sum += base::mix64(base::mix64(i) + threads[i].slices);
    }
    return sum;
  }
  void compute(Thread& thread) {
    for (std::uint64_t slice = 0; slice < slices_wanted(); ++slice) {
      if (stop().load(std::memory_order_relaxed)) return;
      thread.outcome += work_.burn(slice_ns_);
      ++thread.slices;
      progress().fetch_add(1, std::memory_order_relaxed);
    }
    thread.ended_ns = base::now_ns();
  }

  const contracts::ThreadTestPlan test_;
  const std::int64_t slice_ns_ = std::llround(test_.slice_us * 1000);
  base::CpuWork work_;
  std::int64_t sequential_ns_ = 0;
  std::int64_t sequential_cpu_ns_ = 0;
  std::int64_t started_ns_ = 0;
  std::uint64_t sequential_outcome_ = 0;
  std::vector<Thread> threads_;
};

// Calibrates the work, then does all of it with one thread on the same CPUs: the base of the speed-up.
MayFail ThreadTestRun::warm_up() {
  auto bound = OnCpus::bind(test_.num_cpus);
  if (!bound) return failed(bound.error(), "worker");
  work_ = base::CpuWork::calibrate();
  host().log(contracts::LogLevel::info, "all the work once by one thread, to compare with");
  const std::int64_t cpu_before = base::thread_cpu_ns();
  const std::int64_t began = base::now_ns();
  for (std::uint64_t slice = 0; slice < slices_wanted() * threads_wanted(); ++slice) {
    if (stop().load(std::memory_order_relaxed)) {
      return Failure{"stopped", "worker", "stopped during the sequential run", ""};
    }
    sequential_outcome_ += work_.burn(slice_ns_);
  }
  sequential_ns_ = base::now_ns() - began;
  sequential_cpu_ns_ = base::thread_cpu_ns() - cpu_before;
  return {};
}

MayFail ThreadTestRun::measure() {
  auto bound = OnCpus::bind(test_.num_cpus);
  if (!bound) return failed(bound.error(), "worker");
  threads_.resize(threads_wanted());
  std::vector<std::thread> running;
  running.reserve(threads_.size());
  started_ns_ = base::now_ns();
  std::string trouble;
  for (Thread& thread : threads_) {
    try {
      running.emplace_back([this, &thread] { compute(thread); });
    } catch (const std::system_error& error) {
      trouble = "thread " + std::to_string(running.size()) + " of " +
                std::to_string(test_.num_threads) + " cannot be made: " + error.what();
      break;
    }
  }
  for (std::thread& thread : running) thread.join();
  if (!trouble.empty()) {
    return Failure{"out_of_resources", "worker", trouble,
                   "set workload.num_threads lower, or raise the node's limit of threads"};
  }
  if (stop().load(std::memory_order_relaxed)) {
    return Failure{"stopped", "worker", "stopped while threads computed", ""};
  }
  return {};
}

MayFail ThreadTestRun::verify(contracts::WorkerResult& result) {
  result.run_state_checksum = checksum(threads_);
  std::uint64_t slices = 0;
  std::uint64_t outcome = 0;
  for (const Thread& thread : threads_) {
    slices += thread.slices;
    outcome += thread.outcome;
  }
  const std::uint64_t wanted = slices_wanted() * threads_wanted();
  result.checks.push_back({"slices", "Every thread did all of its work", slices == wanted,
                           std::to_string(wanted) + " slices", std::to_string(slices) + " slices"});
  result.checks.push_back({"outcome", "The work's outcome equals that of the sequential run",
                           outcome == sequential_outcome_, hexadecimal(sequential_outcome_),
                           hexadecimal(outcome)});
  return {};
}

std::vector<contracts::Metric> ThreadTestRun::figures() const {
  const auto real = [](auto value) { return static_cast<double>(value); };
  const double elapsed = std::max(1.0, real(elapsed_ns()));
  const double speedup = real(sequential_ns_) / elapsed;
  const double ideal = real(std::min(test_.num_cpus, test_.num_threads));
  std::int64_t first = threads_.front().ended_ns;
  std::int64_t last = first;
  for (const Thread& thread : threads_) {
    first = std::min(first, thread.ended_ns);
    last = std::max(last, thread.ended_ns);
  }
  const double cpu = real(usage().user_cpu_ns + usage().system_cpu_ns);
  return {
      {"speedup", "Speed-up against one thread", speedup, "ratio", Better::higher},
      {"ideal_share", "Share of the ideal speed-up", speedup / ideal, "share", Better::higher},
      {"ideal_speedup", "Ideal speed-up: CPUs, or threads if fewer", ideal, "ratio",
       Better::neither},
      {"elapsed", "Elapsed time", elapsed, "ns", Better::lower},
      {"sequential.elapsed", "Elapsed time of the sequential run", real(sequential_ns_), "ns",
       Better::neither},
      {"sequential.cpu", "CPU time of the sequential run: what it would take with a CPU for itself",
       real(sequential_cpu_ns_), "ns", Better::neither},
      {"cpu_per_slice", "CPU time of a slice",
       cpu / 1000 / (real(test_.slices) * real(threads_.size())), "us", Better::lower},
      {"spread", "Between the first thread's end and the last's, as a share of the elapsed time",
       real(last - first) / elapsed, "share", Better::lower},
      {"percent_busy", "CPU time for each second elapsed", cpu / elapsed * 100, "%",
       Better::neither},
  };
}

}  // namespace
}  // namespace thread_test

std::unique_ptr<Workload> make_thread_test(const contracts::WorkerPlan& plan) {
  return std::make_unique<thread_test::ThreadTestRun>(plan);
}

}  // namespace orrery::workloads
