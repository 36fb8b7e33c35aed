#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "orrery/base/clock.hpp"
#include "orrery/workloads/face/makers.hpp"
#include "orrery/workloads/face/one_node.hpp"

#include "primitive.hpp"

namespace orrery::workloads {

namespace primitives {
namespace {

using contracts::Better;

// A primitive, and its time in each batch.
struct Measured {
  std::unique_ptr<Primitive> primitive;
  std::uint64_t times = 1;            // repeats in a batch
  std::uint64_t asked = 0;            // repeats in all batches, including those of warm_up()
  std::vector<double> batch_ns = {};  // time of one repeat, by batch
};

double middle(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

class PrimitivesRun final : public OneNode {
 public:
  explicit PrimitivesRun(const contracts::WorkerPlan& given)
      : OneNode(given), wanted_(std::get<contracts::PrimitivesPlan>(given.workload)) {}

  // Nothing is simulated.
  std::uint64_t oracle(const std::function<bool()>&) override { return 0; }

 protected:
  MayFail make_ready() override {
    for (auto& primitive : all_primitives()) measured_.push_back({std::move(primitive)});
    return {};
  }
  [[nodiscard]] Progress describe() const override {
    return {"Batches", "batch_time", "Time of a batch",
            static_cast<std::uint64_t>(wanted_.batches) * measured_.size()};
  }
  [[nodiscard]] int threads() const override { return 1; }
  MayFail warm_up() override;
  MayFail measure() override;
  MayFail verify(contracts::WorkerResult& result) override;
  [[nodiscard]] std::vector<contracts::Metric> figures() const override;

 private:
  // Executes a batch. Returns its duration in ns.
  base::Result<std::int64_t> batch(Measured& measured);

  const contracts::PrimitivesPlan wanted_;
  std::vector<Measured> measured_;
};

base::Result<std::int64_t> PrimitivesRun::batch(Measured& measured) {
  const std::int64_t began = base::now_ns();
  if (auto done = measured.primitive->repeat(measured.times); !done) return done.error();
  measured.asked += measured.times;
  return base::now_ns() - began;
}

// Finds how many times a primitive fits into a batch.
MayFail PrimitivesRun::warm_up() {
  const double wanted_ns = wanted_.batch_ms * 1e6;
  for (Measured& measured : measured_) {
    for (;;) {
      if (stop().load(std::memory_order_relaxed)) {
        return Failure{"stopped", "worker", "stopped while batches were sized", ""};
      }
      const auto took = batch(measured);
      if (!took) return failed(took.error(), measured.primitive->name);
      const double each =
          std::max(0.05, static_cast<double>(*took) / static_cast<double>(measured.times));
      const double fits = std::max(1.0, std::floor(wanted_ns / each));
      const bool settled = static_cast<double>(*took) >= wanted_ns / 4 || fits <= 1;
      // Grows to at most 16 times as many repeats: a batch of one repeat says little.
      const double next = std::min(fits, static_cast<double>(measured.times) * 16);
      measured.times = static_cast<std::uint64_t>(next);
      if (settled) break;
    }
  }
  return {};
}

MayFail PrimitivesRun::measure() {
  // Primitives take turns, so that a disturbance of the machine affects all alike.
  for (std::int32_t round = 0; round < wanted_.batches; ++round) {
    for (Measured& measured : measured_) {
      if (stop().load(std::memory_order_relaxed)) {
        return Failure{"stopped", "worker", "stopped between two batches", ""};
      }
      const auto took = batch(measured);
      if (!took) return failed(took.error(), measured.primitive->name);
      measured.batch_ns.push_back(static_cast<double>(*took) / static_cast<double>(measured.times));
      progress().fetch_add(1, std::memory_order_relaxed);
    }
  }
  return {};
}

MayFail PrimitivesRun::verify(contracts::WorkerResult& result) {
  for (const Measured& measured : measured_) {
    const std::uint64_t effects = measured.primitive->effects();
    const bool holds = effects == measured.asked;
    // The number differs between repeats of the run, so a passed check leaves it out.
    result.checks.push_back(
        {measured.primitive->name, measured.primitive->title + ": its effect", holds, "each time",
         holds ? "each time"
               : std::to_string(effects) + " of " + std::to_string(measured.asked) + " times"});
  }
  return {};
}

std::vector<contracts::Metric> PrimitivesRun::figures() const {
  std::vector<contracts::Metric> metrics;
  for (const Measured& measured : measured_) {
    metrics.push_back({measured.primitive->name, measured.primitive->title,
                       middle(measured.batch_ns), "ns", Better::lower});
  }
  return metrics;
}

}  // namespace
}  // namespace primitives

std::unique_ptr<Workload> make_primitives(const contracts::WorkerPlan& plan) {
  return std::make_unique<primitives::PrimitivesRun>(plan);
}

}  // namespace orrery::workloads
