#include "orrery/universe/recording_stride.hpp"

#include <algorithm>
#include <cmath>

namespace orrery::universe {

void RecordingStride::observe(double mean_step_ns) {
  constexpr double memory = 0.9;
  mean_ns_ = mean_ns_ == 0 ? mean_step_ns : memory * mean_ns_ + (1 - memory) * mean_step_ns;
  const double wanted =
      std::clamp(std::ceil(cost_ns_ / (share * std::max(1.0, mean_ns_))), 1.0, greatest);
  const auto current = static_cast<double>(stride_);
  if (wanted > current || wanted * 2 <= current) stride_ = static_cast<std::uint64_t>(wanted);
}

}  // namespace orrery::universe
