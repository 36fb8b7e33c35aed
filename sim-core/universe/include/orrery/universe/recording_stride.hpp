// How many steps to let pass between two recorded ones, so that recording costs at most about half a percent of the
// time: as much again goes to the thread that takes the records, and the whole is to stay under 2 % on a busy machine too.
//
// Pure: it is told what recording a step costs and how long steps take, and decides. One thread.
#pragma once

#include <cstdint>

namespace orrery::universe {

class RecordingStride {
 public:
  explicit RecordingStride(double record_cost_ns) : cost_ns_(record_cost_ns) {}

  // A step's mean time over some steps in a row. It follows at once when recording is too dear, with hesitation when
  // it could be denser: a stride that swings makes uneven samples.
  void observe(double mean_step_ns);
  [[nodiscard]] std::uint64_t value() const { return stride_; }

 private:
  static constexpr double share = 0.005;
  static constexpr double greatest = 65'536;

  double cost_ns_;
  double mean_ns_ = 0;
  std::uint64_t stride_ = 1;
};

// Measured steps for each recorded one, rounded up: 1 only if every step was recorded.
[[nodiscard]] constexpr std::uint64_t mean_stride(std::uint64_t steps, std::uint64_t recorded) {
  if (steps == 0) return 1;
  return recorded == 0 ? steps : steps / recorded + (steps % recorded == 0 ? 0 : 1);
}

}  // namespace orrery::universe
