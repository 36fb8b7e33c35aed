#include "stages.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace orrery::workloads::messaging {

namespace {

std::uint32_t whole_of(const StageTimes& times) {
  const auto sum = std::accumulate(times.begin(), times.end(), std::uint64_t{0});
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(sum, std::numeric_limits<std::uint32_t>::max()));
}

}  // namespace

StageTimes stages_of(const Moments& at) {
  StageTimes times{};
  std::int64_t reached = at.began_ns;
  const auto until = [&](Stage stage, std::int64_t moment) {
    const std::int64_t took =
        std::clamp<std::int64_t>(moment - reached, 0, std::numeric_limits<std::uint32_t>::max());
    times[static_cast<std::size_t>(stage)] = static_cast<std::uint32_t>(took);
    reached += took;
  };
  until(Stage::administration, at.filled_ns);
  until(Stage::connect, at.connected_ns);
  until(at.through_pipe ? Stage::pipe : Stage::transmit, std::min(at.sent_ns, at.found_ns));
  until(Stage::deliver, at.found_ns);
  until(Stage::read, at.read_ns);
  until(Stage::unblock, at.unblocked_ns);
  return times;
}

std::int64_t clock_offset_of(std::span<const Moments> exchanges) {
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  std::int64_t offset = 0;
  for (const Moments& at : exchanges) {
    // Not from `sent_ns`: the receiver may answer before the sender's call returns.
    const std::int64_t there = at.found_ns - at.connected_ns;
    const std::int64_t back = at.unblocked_ns - at.read_ns;
    if (there + back >= least) continue;
    least = there + back;
    offset = (there - back) / 2;
  }
  return offset;
}

double quantile(std::vector<std::uint32_t> values, double fraction) {
  if (values.empty()) return 0;
  const auto at = static_cast<std::ptrdiff_t>(fraction * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

std::vector<std::uint32_t> Stages::wholes() const {
  std::vector<std::uint32_t> wholes(times_.size());
  std::transform(times_.begin(), times_.end(), wholes.begin(), whole_of);
  return wholes;
}

std::int64_t Stages::sum_ns() const {
  std::int64_t sum = 0;
  for (const StageTimes& times : times_) {
    sum = std::accumulate(times.begin(), times.end(), sum);
  }
  return sum;
}

std::array<double, stage_count> Stages::middle_ns() const {
  const auto all = wholes();
  const double low = quantile(all, 0.25);
  const double high = quantile(all, 0.75);
  std::array<double, stage_count> means{};
  double counted = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i] < low || all[i] > high) continue;
    ++counted;
    for (std::size_t stage = 0; stage < stage_count; ++stage) means[stage] += times_[i][stage];
  }
  for (double& mean : means) mean /= std::max(1.0, counted);
  return means;
}

double Stages::quantile_of(Stage stage, double fraction) const {
  std::vector<std::uint32_t> values(times_.size());
  std::transform(times_.begin(), times_.end(), values.begin(), [stage](const StageTimes& times) {
    return times[static_cast<std::size_t>(stage)];
  });
  return quantile(std::move(values), fraction);
}

double Stages::quantile_of_whole(double fraction) const { return quantile(wholes(), fraction); }

}  // namespace orrery::workloads::messaging
