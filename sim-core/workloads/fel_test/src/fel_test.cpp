#include <algorithm>
#include <optional>
#include <stdexcept>

#include "orrery/workloads/face/makers.hpp"
#include "orrery/workloads/face/on_cpus.hpp"
#include "orrery/workloads/face/one_node.hpp"

#include "entities.hpp"
#include "simulation.hpp"

namespace orrery::workloads {

namespace fel_test {
namespace {

using contracts::Better;

class FelTestRun final : public OneNode {
 public:
  explicit FelTestRun(const contracts::WorkerPlan& given)
      : OneNode(given), test_(std::get<contracts::FelTestPlan>(given.workload)) {}

  std::uint64_t oracle(const std::function<bool()>& stopped) override;

 protected:
  MayFail make_ready() override {
    if (auto bound = OnCpus::bind(test_.num_cpus); !bound) return failed(bound.error(), "worker");
    return {};
  }
  [[nodiscard]] Progress describe() const override {
    return {"Events", "event_time", "Time of an event", events_of(test_)};
  }
  MayFail warm_up() override;
  MayFail measure() override;
  MayFail verify(contracts::WorkerResult& result) override;
  [[nodiscard]] std::vector<contracts::Metric> figures() const override;

 private:
  const contracts::FelTestPlan test_;
  base::CpuWork work_;
  std::optional<Outcome> sequential_;
  std::optional<Outcome> threaded_;
};

// Executes the same events with one thread on the same CPUs: the base of the speed-up, and the oracle.
MayFail FelTestRun::warm_up() {
  auto bound = OnCpus::bind(test_.num_cpus);
  if (!bound) return failed(bound.error(), "worker");
  work_ = base::CpuWork::calibrate();
  host().log(contracts::LogLevel::info, "the same events by one thread, to compare with");
  auto outcome = run_sequential(test_, plan().seed, {&work_, stop(), nullptr});
  if (!outcome) return failed(outcome.error(), "sequential run");
  sequential_ = *outcome;
  return {};
}

MayFail FelTestRun::measure() {
  auto bound = OnCpus::bind(test_.num_cpus);
  if (!bound) return failed(bound.error(), "worker");
  auto outcome = run_threads(test_, plan().seed, {&work_, stop(), &progress()});
  if (!outcome) return failed(outcome.error(), "list manager");
  threaded_ = *outcome;
  set_elapsed_ns(threaded_->elapsed_ns);
  return {};
}

MayFail FelTestRun::verify(contracts::WorkerResult& result) {
  const auto said = [](std::uint64_t count) { return std::to_string(count) + " events"; };
  result.run_state_checksum = threaded_->record;
  result.checks = {
      {"event_count", "Every event went through the list", threaded_->events == events_of(test_),
       said(events_of(test_)), said(threaded_->events)},
      {"event_times", "Every entity handles its events at the times of the sequential run",
       threaded_->record == sequential_->record, hexadecimal(sequential_->record),
       hexadecimal(threaded_->record)},
      {"list_population", "The list never holds more events than there are sources",
       threaded_->greatest_list <= static_cast<std::uint64_t>(test_.num_srcs),
       "at most " + said(static_cast<std::uint64_t>(test_.num_srcs)),
       said(threaded_->greatest_list)},
  };
  return {};
}

std::vector<contracts::Metric> FelTestRun::figures() const {
  const auto real = [](auto value) { return static_cast<double>(value); };
  const double elapsed = std::max(1.0, real(threaded_->elapsed_ns));
  const double alone = std::max(1.0, real(sequential_->elapsed_ns));
  const double events = real(threaded_->events);
  const double parties = real(std::min(test_.num_cpus, test_.num_srcs));
  // The manager's CPU time is the serial part. Amdahl's law assumes that nothing else runs meanwhile. Here entities run
  // meanwhile, as long as enough of them have events: at best either all CPUs or the manager are always busy.
  const double manager = real(threaded_->manager_cpu_ns);
  const double work = events * test_.e_dly * 1000;
  const double serial = manager + work > 0 ? std::min(1.0, manager / (manager + work)) : 1;
  const double amdahl = 1 / (serial + (1 - serial) / parties);
  const double bound = serial > 0 ? std::min(parties, 1 / serial) : parties;
  const double cpu = real(usage().user_cpu_ns + usage().system_cpu_ns);
  return {
      {"speedup", "Speed-up against one thread", alone / elapsed, "ratio", Better::higher},
      {"ideal_share", "Share of the ideal speed-up: CPUs, or sources if fewer",
       alone / elapsed / parties, "share", Better::higher},
      {"manager_time", "CPU time of the list's manager for an event", manager / events, "ns",
       Better::lower},
      {"serial_fraction", "Manager's share of all work, which is serial", serial, "share",
       Better::lower},
      {"amdahl_speedup", "Speed-up by Amdahl's law, if nothing overlapped the manager", amdahl,
       "ratio", Better::neither},
      {"manager_bound", "Most speed-up that the manager and the CPUs leave room for", bound,
       "ratio", Better::neither},
      {"elapsed", "Elapsed time", elapsed, "ns", Better::lower},
      {"sequential.elapsed", "Elapsed time of one thread", alone, "ns", Better::neither},
      {"sequential.cpu", "CPU time of one thread: what it would take with a CPU for itself",
       real(sequential_->thread_cpu_ns), "ns", Better::neither},
      {"events_per_second", "Events per second", events * 1e9 / elapsed, "events/s",
       Better::higher},
      {"percent_busy", "CPU time for each second elapsed", cpu / elapsed * 100, "%",
       Better::neither},
      {"switches.voluntary", "Voluntary context switches for an event",
       real(usage().voluntary_switches) / events, "count", Better::lower},
      {"switches.involuntary", "Involuntary context switches for an event",
       real(usage().involuntary_switches) / events, "count", Better::lower},
  };
}

std::uint64_t FelTestRun::oracle(const std::function<bool()>& stopped) {
  const std::atomic<bool> never{stopped()};
  auto outcome = run_sequential(test_, plan().seed, {nullptr, never, nullptr});
  if (!outcome) throw std::invalid_argument(outcome.error().message);
  return outcome->record;
}

}  // namespace
}  // namespace fel_test

std::unique_ptr<Workload> make_fel_test(const contracts::WorkerPlan& plan) {
  return std::make_unique<fel_test::FelTestRun>(plan);
}

}  // namespace orrery::workloads
