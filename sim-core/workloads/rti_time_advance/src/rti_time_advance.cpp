#include <algorithm>
#include <array>
#include <cstdio>

#include "orrery/workloads/face/makers.hpp"
#include "orrery/workloads/federates/federation_run.hpp"

#include "advancer.hpp"

namespace orrery::workloads {

namespace rti_time_advance {
namespace {

using contracts::Better;
using contracts::Metric;

std::string number(double value) {
  std::array<char, 32> text{};
  (void)std::snprintf(text.data(), text.size(), "%.6g", value);
  return text.data();
}

rti::TimeBound::Algorithm algorithm_of(contracts::Reduction reduction) {
  switch (reduction) {
    case contracts::Reduction::butterfly:
      return rti::TimeBound::Algorithm::butterfly;
    case contracts::Reduction::central:
      return rti::TimeBound::Algorithm::central;
    case contracts::Reduction::automatic:
      break;
  }
  return rti::TimeBound::Algorithm::automatic;
}

double per_second(const Advanced& advanced) {
  return static_cast<double>(advanced.grants) * 1e9 /
         static_cast<double>(std::max<std::int64_t>(1, advanced.elapsed_ns));
}

class TimeAdvanceRun final : public federates::FederationRun {
 public:
  explicit TimeAdvanceRun(const contracts::WorkerPlan& given)
      : FederationRun(given), wanted_(std::get<contracts::RtiTimeAdvancePlan>(given.workload)) {}

 protected:
  [[nodiscard]] federates::Shape shape() const override {
    federates::Shape shape;
    shape.federates = wanted_.federates;
    shape.rti = wanted_.rti;
    shape.advances_time = true;
    shape.model = wanted_.process_model;
    shape.report_bytes = sizeof(Advanced);
    shape.time_bound = {.algorithm = algorithm_of(wanted_.reduction),
                        .fan_out = static_cast<std::uint32_t>(wanted_.fan_out),
                        .in_flight = static_cast<std::uint32_t>(wanted_.in_flight)};
    if (wanted_.link_delay_ms > 0) {
      contracts::DataPath& path = shape.data.emplace();
      path.held = federates::usual_held;
      path.impairment.delay_ms = wanted_.link_delay_ms;
    }
    shape.make_party = [plan = wanted_](rti::BasicNode& node, const federates::Cast& cast,
                                        int federate,
                                        auto* done) -> std::unique_ptr<federates::Party> {
      return std::make_unique<Advancer>(node, cast, federate, plan, done);
    };
    return shape;
  }
  [[nodiscard]] Progress describe() const override {
    return {"Grants", "grant_time", "Time of an advance",
            static_cast<std::uint64_t>(wanted_.advances)};
  }
  void judge(const federates::Party& first, contracts::WorkerResult& result) override;
  [[nodiscard]] std::vector<Metric> figures() const override { return metrics_; }

 private:
  const contracts::RtiTimeAdvancePlan wanted_;
  std::vector<Metric> metrics_;
};

void TimeAdvanceRun::judge(const federates::Party& first, contracts::WorkerResult& result) {
  std::vector<Advanced> all{static_cast<const Advancer&>(first).advanced()};
  std::uint64_t computations = first.counters().computations;
  for (const federates::Report& report : first.reports()) {
    all.push_back(report.as<Advanced>());
    computations = std::max(computations, report.head.counters.computations);
  }
  set_elapsed_ns(all.front().elapsed_ns);
  const auto advances = static_cast<std::uint64_t>(wanted_.advances);
  const double reached = (wanted_.warmup_advances + wanted_.advances) * wanted_.step;
  std::uint64_t grants = 0;
  std::uint64_t wrong = 0;
  double least_reached = all.front().reached;
  double rate = 0;
  double least_rate = per_second(all.front());
  for (const Advanced& each : all) {
    grants += each.grants;
    wrong += each.wrong;
    least_reached = std::min(least_reached, each.reached);
    rate += per_second(each) / static_cast<double>(all.size());
    least_rate = std::min(least_rate, per_second(each));
  }
  const std::uint64_t expected = advances * all.size();
  result.checks = {
      {"grants", "Every federate was granted every advance", grants == expected,
       std::to_string(expected), std::to_string(grants)},
      {"granted_time", "Grants to another time than was requested", wrong == 0, "0",
       std::to_string(wrong)},
      {"reached", "Logical time that all have reached", least_reached == reached, number(reached),
       number(least_reached)},
  };
  result.run_messages = {{"grant", "Grants", expected, grants, 0}};
  const double steps = wanted_.warmup_advances + wanted_.advances;
  metrics_ = {
      {"grants_per_second", "Grants per second of a federate, mean", rate, "grants/s",
       Better::higher},
      {"grants_per_second.least", "Grants per second of the slowest federate", least_rate,
       "grants/s", Better::higher},
      {"grant_time", "Time of an advance, mean", 1e9 / rate, "ns", Better::lower},
  };
  if (wanted_.rti == contracts::Rti::orrery) {
    metrics_.push_back({"computations_per_grant", "Computations of the time bound for an advance",
                        static_cast<double>(computations) / steps, "ratio", Better::lower});
  }
}

}  // namespace
}  // namespace rti_time_advance

std::unique_ptr<Workload> make_rti_time_advance(const contracts::WorkerPlan& plan) {
  return std::make_unique<rti_time_advance::TimeAdvanceRun>(plan);
}

}  // namespace orrery::workloads
