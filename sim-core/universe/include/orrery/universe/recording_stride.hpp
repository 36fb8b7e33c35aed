// Chooses the distance between recorded steps so that recording costs at most about 0.5 % of the time. The thread that
// takes the records costs as much again, and both together must stay below 2 %, also on a busy machine.
//
// Pure: the caller passes the cost of recording a step and the time that steps take. One thread.
#pragma once

#include <cstdint>

namespace orrery::universe {

class RecordingStride {
 public:
  explicit RecordingStride(double record_cost_ns) : cost_ns_(record_cost_ns) {}

  // Reports a step's mean time over consecutive steps. The stride grows at once when recording is too expensive, but
  // shrinks only when it can be halved: a stride that swings makes uneven samples.
  void observe(double mean_step_ns);
  [[nodiscard]] std::uint64_t value() const { return stride_; }

 private:
  static constexpr double share = 0.005;
  static constexpr double greatest = 65'536;

  double cost_ns_;
  double mean_ns_ = 0;
  std::uint64_t stride_ = 1;
};

// Measured steps per recorded step, rounded up: 1 only if every step was recorded.
[[nodiscard]] constexpr std::uint64_t mean_stride(std::uint64_t steps, std::uint64_t recorded) {
  if (steps == 0) return 1;
  return recorded == 0 ? steps : steps / recorded + (steps % recorded == 0 ? 0 : 1);
}

}  // namespace orrery::universe
