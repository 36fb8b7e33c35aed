#include "federation_clock.hpp"

#include <algorithm>

namespace orrery::workloads::federation_mix {

std::optional<std::int64_t> FederationClock::ask_at_ns() const {
  if (ours_ || open_) return {};
  return heard_ < answers_.size() ? asked_ns_ : asked_ns_ + every_ns;
}

void FederationClock::asked(std::int64_t now_ns) {
  asked_ns_ = now_ns;
  open_ = true;
}

void FederationClock::heard(const ClockAnswer& answer, std::int64_t now_ns) {
  if (!open_ || answer.asked_ns != asked_ns_) return;
  open_ = false;
  const std::int64_t out_ns = answer.heard_ns - answer.asked_ns;
  const std::int64_t back_ns = now_ns - answer.answered_ns;
  answers_[heard_ % answers_.size()] = {(out_ns - back_ns) / 2, out_ns + back_ns};
  ++heard_;
  const auto end =
      answers_.begin() + static_cast<std::ptrdiff_t>(std::min(heard_, answers_.size()));
  const Estimate best = *std::min_element(
      answers_.begin(), end,
      [](const Estimate& left, const Estimate& right) { return left.way_ns < right.way_ns; });
  ahead_ns_ = best.ahead_ns;
  uncertainty_ns_ = (best.way_ns + 1) / 2;
}

}  // namespace orrery::workloads::federation_mix
