#include "orrery/workloads/federates/intent_watch.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "orrery/rti/rti_ambassador.hpp"

namespace orrery::workloads::federates {

namespace {

using contracts::Better;

constexpr std::int64_t note_ns = 20'000'000;
constexpr std::size_t most_notes = 2'000;  // points of a trace, by the contract

rti::Intent intent_of(const contracts::Intent& wanted) {
  using enum rti::IntentKind;
  rti::Intent intent;
  switch (wanted.kind) {
    case contracts::IntentKind::none:
      intent.kind = none;
      break;
    case contracts::IntentKind::measure:
      intent.kind = measure;
      break;
    case contracts::IntentKind::keep_latency:
      intent.kind = keep_latency;
      break;
    case contracts::IntentKind::save_bandwidth:
      intent.kind = save_bandwidth;
      break;
  }
  intent.percentile = wanted.percentile;
  intent.bound_ns = std::llround(wanted.bound_ms * 1e6);
  return intent;
}

}  // namespace

rti::CongestionAvoidance avoidance_of(const contracts::Intent& intent) {
  const bool fixed =
      intent.kind == contracts::IntentKind::none || intent.kind == contracts::IntentKind::measure;
  return {fixed ? static_cast<std::uint32_t>(intent.most_waiting) : 0};
}

rti::Status IntentWatch::begin(rti::BasicServices& services) {
  if (wanted_.kind == contracts::IntentKind::none) return {};
  services_ = dynamic_cast<rti::RtiAmbassador*>(&services);
  if (services_ == nullptr) {
    return rti::Error{rti::ErrorCode::RTIinternalError, "intents are services of our own RTI"};
  }
  return services_->change_intent(intent_of(wanted_));
}

void IntentWatch::restart(std::int64_t now_ns) {
  if (services_ == nullptr) return;
  (void)services_->change_intent(intent_of(wanted_));
  if (const auto now = services_->congestion()) before_ = now->channels;
  began_ns_ = look_at_ns_ = now_ns;
  has_begun_ = true;
}

void IntentWatch::note(std::int64_t now_ns) {
  look_at_ns_ = now_ns + note_ns;
  const auto now = services_->intent_report();
  if (!now) return;
  last_ = *now;
  if (times_ms_.size() == most_notes) return;
  times_ms_.push_back(static_cast<double>(now_ns - began_ns_) / 1e6);
  most_waiting_.push_back(static_cast<double>(now->most_waiting));
  held_us_.push_back(static_cast<double>(now->bundling.timeout_ns) / 1e3);
  reached_ms_.push_back(static_cast<double>(now->reached_ns) / 1e6);
}

void IntentWatch::finish(std::int64_t now_ns) {
  if (services_ == nullptr || !has_begun_) return;
  note(now_ns);
  if (const auto now = services_->congestion()) after_ = now->channels;
  services_ = nullptr;
}

void IntentWatch::add(double received_rate, std::vector<contracts::Metric>& metrics,
                      contracts::WorkerResult& result) const {
  if (!has_begun_) return;
  const auto metric = [&](const char* name, const char* title, double value, const char* unit,
                          Better better) { metrics.push_back({name, title, value, unit, better}); };
  const auto reached = static_cast<double>(last_.reached_ns);
  const bool kept = last_.measured > 0 && reached <= wanted_.bound_ms * 1e6;
  const auto sent = static_cast<double>(after_.sent - before_.sent);
  const auto calls = static_cast<double>(after_.system_calls - before_.system_calls);
  metric("intent.reached", "Latency at the intent's percentile, with the way back", reached, "ns",
         Better::lower);
  metric("intent.bound", "Latency that the intent asks for", wanted_.bound_ms * 1e6, "ns",
         Better::neither);
  metric("intent.kept", "Latency kept within the bound (1: yes)", kept ? 1 : 0, "ratio",
         Better::higher);
  if (kept) {
    metric("intent.kept_rate", "Received per second, per receiver, mean, with the bound kept",
           received_rate, "messages/s", Better::higher);
  }
  if (kept && calls > 0) {
    metric("intent.saved", "Messages for each system call of the sender, with the bound kept",
           sent / calls, "ratio", Better::higher);
  }
  metric("intent.measured", "Messages whose latency was measured",
         static_cast<double>(last_.measured), "count", Better::neither);
  metric("intent.changes", "Changes of settings", static_cast<double>(last_.changes), "count",
         Better::neither);
  metric("intent.most_waiting", "Bound of waiting messages at the end",
         static_cast<double>(last_.most_waiting), "count", Better::neither);
  metric("intent.held_bytes", "Bytes to collect at the end",
         static_cast<double>(last_.bundling.bytes), "B", Better::neither);
  metric("intent.held_time", "Longest wait of a collected message at the end",
         static_cast<double>(last_.bundling.timeout_ns), "ns", Better::neither);
  const auto trace = [&](const char* name, const char* title, const char* unit,
                         const std::vector<double>& values) {
    result.traces.push_back({name, title, unit, "Time", "ms", times_ms_, values});
  };
  trace("intent.most_waiting", "Bound of waiting messages", "count", most_waiting_);
  trace("intent.held_time", "Longest wait of a collected message", "us", held_us_);
  trace("intent.reached", "Latency at the percentile so far", "ms", reached_ms_);
}

}  // namespace orrery::workloads::federates
