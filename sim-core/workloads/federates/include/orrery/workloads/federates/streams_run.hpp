// A run of streamers (streamer.hpp), with checks, metrics and traces of its result. `rti_integrated` and `rti_stress` are
// such runs with plans of their own.
#pragma once

#include "orrery/workloads/federates/checks.hpp"
#include "orrery/workloads/federates/federation_run.hpp"
#include "orrery/workloads/federates/streamer.hpp"

namespace orrery::workloads::federates {

class StreamsRun final : public FederationRun {
 public:
  // `wanted`: the workload of the plan.
  template <class Wanted>
  StreamsRun(const contracts::WorkerPlan& given, const Wanted& wanted)
      : FederationRun(given),
        shape_{shape_of(wanted),
               wanted.federates,
               wanted.senders,
               static_cast<std::uint32_t>(wanted.updates),
               static_cast<std::uint32_t>(wanted.warmup_updates),
               static_cast<std::uint32_t>(wanted.returned_every),
               wanted.rate_hz,
               settling_ns(wanted.data),
               newest_settling_ns(wanted.data),
               wanted.intent},
        data_(wanted.data),
        loads_(wanted.loads),
        model_(wanted.process_model) {}

 protected:
  [[nodiscard]] Shape shape() const override;
  [[nodiscard]] Progress describe() const override {
    return {"Updates", "update_time", "Time of an update sent", shape_.updates};
  }
  void judge(const Party& first, contracts::WorkerResult& result) override;
  [[nodiscard]] std::vector<contracts::Metric> figures() const override { return metrics_; }

 private:
  // Whether there is one sender, which over several nodes has its node to itself.
  [[nodiscard]] bool sends_alone() const { return shape_.senders == 1; }
  void check(const Streamer& first, const std::vector<StreamTotals>& all,
             contracts::WorkerResult& result) const;
  void check_lossy(const Streamer& first, const std::vector<StreamTotals>& all,
                   Checks& checks) const;
  // Time over which `receiver` receives, in ns.
  [[nodiscard]] std::int64_t receiving_ns(const std::vector<StreamTotals>& all, int receiver) const;
  // Returns the rate of a receiver, in messages/s: the mean of all.
  double rates(const std::vector<StreamTotals>& all);
  void round_trips(const Streamer& first, const std::vector<StreamTotals>& all,
                   contracts::WorkerResult& result);
  void add(std::string name, std::string title, double value, const char* unit,
           contracts::Better better) {
    metrics_.push_back({std::move(name), std::move(title), value, unit, better});
  }

  const StreamShape shape_;
  const contracts::DataPath data_;
  const contracts::Loads loads_;
  const contracts::ProcessModel model_;
  std::vector<contracts::Metric> metrics_;
};

}  // namespace orrery::workloads::federates
