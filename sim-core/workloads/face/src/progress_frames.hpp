// Live windows of a workload that counts its progress: count, mean time of a unit, gauges, and the process's resource use.
#pragma once

#include <algorithm>
#include <atomic>
#include <limits>
#include <utility>
#include <vector>

#include "orrery/telemetry/process_meter.hpp"
#include "orrery/telemetry/publisher.hpp"
#include "orrery/workloads/face/one_node.hpp"

namespace orrery::workloads {

contracts::FrameSchema progress_schema(const Progress& progress, const std::vector<Gauge>& gauges);

// Used by the telemetry thread, and by its owner after the thread has ended.
class ProgressFrames final : public telemetry::FrameSource {
 public:
  ProgressFrames(const std::atomic<std::uint64_t>& done, std::vector<Gauge> gauges)
      : done_(done),
        gauges_(std::move(gauges)),
        tells_more_(std::ranges::any_of(gauges_,
                                        [](const Gauge& gauge) {
                                          return gauge.role == contracts::ColumnRole::path ||
                                                 gauge.role == contracts::ColumnRole::receiver;
                                        })),
        meter_({}) {}

  [[nodiscard]] const std::vector<Gauge>& gauges() const { return gauges_; }

  void record(std::span<const std::uint64_t>) override {}
  void sample_row(std::span<const std::uint64_t>, std::vector<telemetry::Cell>&) override {}
  bool window_row(std::uint64_t window_ns, bool last, std::vector<telemetry::Cell>& cells) override;
  [[nodiscard]] std::uint64_t done() const override {
    return done_.load(std::memory_order_relaxed);
  }

 private:
  const std::atomic<std::uint64_t>& done_;
  const std::vector<Gauge> gauges_;
  // Whether windows without progress are sent too: a node that only receives counts no progress, but its data paths carry
  // data.
  const bool tells_more_;
  telemetry::ProcessMeter meter_;
  std::uint64_t before_ = 0;
  double each_ns_ = std::numeric_limits<double>::quiet_NaN();  // NaN: no progress yet
};

}  // namespace orrery::workloads
