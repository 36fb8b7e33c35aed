#include "schedule.hpp"

#include <algorithm>

namespace orrery::workloads::federation_mix {

namespace {

constexpr double far = 9e18;

}  // namespace

Schedule::Schedule(const contracts::FederationMixPlan& plan, std::size_t objects, int senders,
                   base::Random random, std::int64_t now_ns)
    : objects_(objects),
      burst_gap_ns_(1e9 / plan.burst_rate_hz),
      in_burst_(std::max<std::uint64_t>(
          1, static_cast<std::uint64_t>(plan.burst_rate_hz * plan.burst_ms / 1e3))),
      random_(random),
      at_ns_(far),
      burst_at_ns_(far) {
  if (objects == 0) return;
  if (plan.rate_hz > 0) {
    gap_ns_ = 1e9 / (plan.rate_hz * static_cast<double>(objects));
    at_ns_ = static_cast<double>(now_ns) + random_.uniform() * gap_ns_;
  }
  if (plan.bursts_per_s > 0) {
    mean_between_bursts_ns_ = 1e9 * senders / plan.bursts_per_s;
    draw_burst(now_ns);
  }
}

void Schedule::draw_burst(std::int64_t after_ns) {
  burst_at_ns_ = static_cast<double>(after_ns) + random_.exponential(mean_between_bursts_ns_);
  burst_object_ = random_.below(objects_);
  burst_left_ = in_burst_;
}

std::int64_t Schedule::next_ns() const {
  const double next = std::min(at_ns_, burst_at_ns_);
  return next >= far ? never : static_cast<std::int64_t>(next);
}

std::optional<Due> Schedule::due(std::int64_t now_ns) {
  const std::int64_t next = next_ns();
  if (next > now_ns) return {};
  return Due{burst_at_ns_ < at_ns_ ? burst_object_ : object_, next};
}

void Schedule::done() {
  if (burst_at_ns_ >= at_ns_) {
    at_ns_ += gap_ns_;
    object_ = (object_ + 1) % objects_;
    return;
  }
  if (burst_left_ == in_burst_) ++bursts_;
  burst_at_ns_ += burst_gap_ns_;
  if (--burst_left_ == 0) draw_burst(static_cast<std::int64_t>(burst_at_ns_));
}

}  // namespace orrery::workloads::federation_mix
