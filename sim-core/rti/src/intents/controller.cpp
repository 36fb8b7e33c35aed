#include "intents/controller.hpp"

#include <algorithm>
#include <cmath>

namespace orrery::rti {

namespace {

constexpr std::int64_t round_ns = 100'000'000;

// Shares of the bound. A round's percentile is of few samples: that of all messages may be above it.
constexpr double band_low = 0.55;
constexpr double aim = 0.65;
constexpr double band_high = 0.8;

constexpr double first_waiting = 64;
constexpr double greatest_waiting = 65'536;
constexpr double bytes_of_waiting = 64;  // held for each message that may wait
constexpr double most_held_bytes = 16'384;

double step(double factor) { return std::clamp(factor, 0.5, 1.25); }

}  // namespace

IntentController::IntentController(const Intent& intent, const IntentSettings& settings)
    : intent_(intent), settings_(settings) {
  const auto bound = static_cast<double>(intent.bound_ns);
  if (intent.kind == IntentKind::keep_latency) {
    settings_.bundling = {.bytes = 0, .timeout_ns = intent.bound_ns / 8};
    limit(first_waiting);
  } else if (intent.kind == IntentKind::save_bandwidth) {
    limit(greatest_waiting);
    hold(bound / 4);
  }
}

void IntentController::limit(double most_waiting) {
  most_waiting_ = std::clamp(most_waiting, 1.0, greatest_waiting);
  settings_.most_waiting = static_cast<std::uint32_t>(std::lround(most_waiting_));
  if (intent_.kind != IntentKind::keep_latency) return;
  // More than waits cannot be held: a sender that is refused evokes, and what is held leaves.
  const double held = std::min(most_held_bytes, most_waiting_ * bytes_of_waiting);
  settings_.bundling.bytes = static_cast<std::uint32_t>(held);
}

void IntentController::hold(double timeout_ns) {
  const auto bound = static_cast<double>(intent_.bound_ns);
  timeout_ns_ = std::clamp(timeout_ns, bound / 64, bound);
  settings_.bundling = {.bytes = static_cast<std::uint32_t>(most_held_bytes),
                        .timeout_ns = std::max<std::int64_t>(1, std::llround(timeout_ns_)),
                        .past_evokes = true};
}

void IntentController::took(std::int64_t ns) {
  if (sampled_ < samples_.size()) samples_[sampled_++] = ns;
}

double IntentController::latency() {
  const auto rank =
      static_cast<std::size_t>(std::ceil(intent_.percentile * static_cast<double>(sampled_)));
  const auto at =
      samples_.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(1, rank) - 1);
  std::nth_element(samples_.begin(), at, samples_.begin() + static_cast<std::ptrdiff_t>(sampled_));
  return static_cast<double>(*at);
}

bool IntentController::work(std::int64_t now_ns, std::uint64_t refused) {
  if (sampled_ < samples_.size() &&
      (sampled_ < fewest_samples || now_ns - round_began_ns_ < round_ns)) {
    return false;
  }
  const IntentSettings before = settings_;
  const double latency_ns = latency();
  const bool limited = refused != refused_;
  if (intent_.kind == IntentKind::keep_latency) keep_latency(latency_ns, limited);
  if (intent_.kind == IntentKind::save_bandwidth) save_bandwidth(latency_ns, limited);
  sampled_ = 0;
  round_began_ns_ = now_ns;
  refused_ = refused;
  return !(settings_ == before);
}

// Messages wait in proportion to how many may. Who is not held up by the bound would gain nothing by a wider one.
void IntentController::keep_latency(double latency_ns, bool limited) {
  const double share = latency_ns / static_cast<double>(intent_.bound_ns);
  if (share > band_high || (share < band_low && limited)) {
    limit(std::max(most_waiting_ * step(aim / share), share < aim ? most_waiting_ + 1 : 0.0));
  }
}

// Most of the latency is the time for which messages are held. If it is not, they wait for their receivers.
void IntentController::save_bandwidth(double latency_ns, bool limited) {
  const auto bound = static_cast<double>(intent_.bound_ns);
  const double share = latency_ns / bound;
  if (share > band_high && timeout_ns_ < (1 - aim) * latency_ns) {
    // A bound that nothing comes near limits nothing yet: go there faster.
    return limit(most_waiting_ * (limited ? step(aim / share) : 0.25));
  }
  if (share > band_high) return hold(timeout_ns_ * step(aim / share));
  if (share >= band_low) return;
  if (limited) limit(most_waiting_ * 1.25 + 1);
  hold(timeout_ns_ * step(aim / std::max(0.1, share)));
}

}  // namespace orrery::rti
