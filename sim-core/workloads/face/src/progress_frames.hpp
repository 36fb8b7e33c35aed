// Live windows of a workload that counts its progress: rate, time of one, and what the process uses.
#pragma once

#include <atomic>
#include <vector>

#include "orrery/telemetry/process_meter.hpp"
#include "orrery/telemetry/publisher.hpp"
#include "orrery/workloads/face/one_node.hpp"

namespace orrery::workloads {

contracts::FrameSchema progress_schema(const Progress& progress);

// Of the telemetry thread alone, and of its owner when that has ended.
class ProgressFrames final : public telemetry::FrameSource {
 public:
  explicit ProgressFrames(const std::atomic<std::uint64_t>& done) : done_(done), meter_({}) {}

  void record(std::span<const std::uint64_t>) override {}
  void sample_row(std::span<const std::uint64_t>, std::vector<telemetry::Cell>&) override {}
  bool window_row(std::uint64_t window_ns, bool last, std::vector<telemetry::Cell>& cells) override;
  [[nodiscard]] std::uint64_t done() const override {
    return done_.load(std::memory_order_relaxed);
  }

 private:
  const std::atomic<std::uint64_t>& done_;
  telemetry::ProcessMeter meter_;
  std::uint64_t before_ = 0;
  double each_ns_ = 0;
};

}  // namespace orrery::workloads
