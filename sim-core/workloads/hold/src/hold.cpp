#include <algorithm>
#include <stdexcept>

#include "orrery/base/clock.hpp"
#include "orrery/workloads/face/makers.hpp"
#include "orrery/workloads/face/one_node.hpp"

#include "structure.hpp"

namespace orrery::workloads {

namespace hold {
namespace {

using contracts::Better;

// Operations between two checks of stop(): few enough to stop soon, and enough that the checks cost nothing.
constexpr std::uint64_t batch = 20'000;

struct Measured {
  std::unique_ptr<Structure> structure;
  std::int64_t fill_ns = 0;
  std::int64_t run_ns = 0;
};

class HoldRun final : public OneNode {
 public:
  explicit HoldRun(const contracts::WorkerPlan& given)
      : OneNode(given), wanted_(std::get<contracts::HoldPlan>(given.workload)) {}

  std::uint64_t oracle(const std::function<bool()>& stopped) override {
    const std::atomic<bool> never{stopped()};
    return all_structures().front()->order(population(), plan().seed, ordered(), never);
  }

 protected:
  MayFail make_ready() override {
    for (auto& structure : all_structures()) measured_.push_back({std::move(structure)});
    return {};
  }
  [[nodiscard]] Progress describe() const override {
    return {"Operations", "operation_time", "Time of an operation",
            operations() * measured_.size()};
  }
  [[nodiscard]] int threads() const override { return 1; }
  MayFail measure() override;
  MayFail verify(contracts::WorkerResult& result) override;
  [[nodiscard]] std::vector<contracts::Metric> figures() const override;

 private:
  [[nodiscard]] std::uint64_t population() const {
    return static_cast<std::uint64_t>(wanted_.population);
  }
  [[nodiscard]] std::uint64_t operations() const {
    return static_cast<std::uint64_t>(wanted_.operations);
  }
  // Number of operations whose order is compared: twice the population, from 1,000 to 2,000,000 (about a second).
  [[nodiscard]] std::uint64_t ordered() const {
    return std::min<std::uint64_t>(std::max<std::uint64_t>(2 * population(), 1000), 2'000'000);
  }
  // False: stopped.
  bool repeat(Structure& structure, std::uint64_t count, bool counts);

  const contracts::HoldPlan wanted_;
  std::vector<Measured> measured_;
};

bool HoldRun::repeat(Structure& structure, std::uint64_t count, bool counts) {
  while (count > 0) {
    if (stop().load(std::memory_order_relaxed)) return false;
    const std::uint64_t now = std::min(count, batch);
    structure.run(now);
    count -= now;
    if (counts) progress().fetch_add(now, std::memory_order_relaxed);
  }
  return true;
}

MayFail HoldRun::measure() {
  std::int64_t elapsed = 0;
  for (Measured& measured : measured_) {
    Structure& structure = *measured.structure;
    const std::int64_t began = base::now_ns();
    structure.fill(population(), plan().seed);
    measured.fill_ns = base::now_ns() - began;
    // A structure settles once every event has come out: widths of buckets are adapted, and memory is allocated.
    bool going = repeat(structure, std::min(population() + batch, operations()), false);
    const std::int64_t settled = base::now_ns();
    going = going && repeat(structure, operations(), true);
    measured.run_ns = base::now_ns() - settled;
    structure.drop();
    if (!going) return Failure{"stopped", structure.name, "stopped between two operations", ""};
    elapsed += measured.run_ns;
  }
  set_elapsed_ns(elapsed);
  return {};
}

MayFail HoldRun::verify(contracts::WorkerResult& result) {
  std::uint64_t expected = 0;
  for (const Measured& measured : measured_) {
    const Structure& structure = *measured.structure;
    const std::uint64_t found = structure.order(population(), plan().seed, ordered(), stop());
    if (stop().load(std::memory_order_relaxed)) {
      return Failure{"stopped", structure.name, "stopped while orders were compared", ""};
    }
    if (&measured == &measured_.front()) {
      expected = found;
      continue;
    }
    result.checks.push_back(
        {"order." + structure.name,
         "Events come out of " + structure.title + " in the order of the binary heap, ties too",
         found == expected,
         hexadecimal(expected) + " over " + std::to_string(ordered()) + " events",
         hexadecimal(found) + " over " + std::to_string(ordered()) + " events"});
  }
  result.run_state_checksum = expected;
  return {};
}

std::vector<contracts::Metric> HoldRun::figures() const {
  std::vector<contracts::Metric> metrics;
  const auto real = [](auto value) { return static_cast<double>(value); };
  for (const Measured& measured : measured_) {
    metrics.push_back({"hold." + measured.structure->name,
                       "Hold operation, " + measured.structure->title,
                       real(measured.run_ns) / real(operations()), "ns", Better::lower});
  }
  for (const Measured& measured : measured_) {
    metrics.push_back({"fill." + measured.structure->name,
                       "Filling an event in, " + measured.structure->title,
                       real(measured.fill_ns) / real(population()), "ns", Better::neither});
  }
  return metrics;
}

}  // namespace
}  // namespace hold

std::unique_ptr<Workload> make_hold(const contracts::WorkerPlan& plan) {
  return std::make_unique<hold::HoldRun>(plan);
}

}  // namespace orrery::workloads
