#include "federate/ambassador.hpp"

namespace orrery::rti {

Result<Congestion> Ambassador::congestion() {
  if (auto status = member_of_federation(); !status) return status.error();
  const NodeCounters& counted = core_.counters();
  Congestion now;
  now.refused = counted.congested;
  now.rate_limited = counted.rate_limited;
  now.avoided = counted.avoided;
  now.waiting = core_.router().windows().waiting(*local_.federation);
  now.inbox_messages = local_.queue.size() + local_.gated.size() + local_.stamped.size();
  now.inbox_bytes = local_.inbox_bytes();
  now.inbox_limit_bytes = core_.options().inbox_bytes;
  now.held_bytes = core_.net().bundler().held_bytes();
  now.paths = core_.net().paths();
  now.channels = counted.channels;
  now.best_effort = counted.best_effort;
  now.reliable = counted.reliable;
  return now;
}

Status Ambassador::change_bundling(const Bundling& bundling) {
  if (auto status = member_of_federation(); !status) return status;
  if (bundling.timeout_ns < 0) {
    return error(ErrorCode::RTIinternalError,
                 "timeout_ns is " + std::to_string(bundling.timeout_ns) +
                     ": a time to hold messages for is 0 (no limit) or more");
  }
  if (bundling.past_evokes && bundling.timeout_ns == 0) {
    return error(ErrorCode::RTIinternalError,
                 "timeout_ns is 0 with past_evokes: give the time after which held messages leave");
  }
  core_.net().bundler().set(bundling);
  core_.net().flush();
  return {};
}

Status Ambassador::change_rate_limit(const base::Rate& rate) {
  if (auto status = member_of_federation(); !status) return status;
  const auto usable = [](double value) { return value >= 0 && value <= 1e12; };
  if (!usable(rate.messages_per_s) || !usable(rate.bytes_per_s) || !usable(rate.burst_s)) {
    return error(ErrorCode::RTIinternalError,
                 "messages_per_s is " + std::to_string(rate.messages_per_s) + ", bytes_per_s " +
                     std::to_string(rate.bytes_per_s) + ", burst_s " +
                     std::to_string(rate.burst_s) + ": each is 0 (no limit) or more");
  }
  core_.router().limit_rate(rate);
  return {};
}

Status Ambassador::change_congestion_avoidance(const CongestionAvoidance& avoidance) {
  if (auto status = member_of_federation(); !status) return status;
  core_.router().windows().bound(avoidance.most_waiting);
  return {};
}

Status Ambassador::change_intent(const Intent& intent) {
  if (auto status = member_of_federation(); !status) return status;
  const bool measures = intent.kind != IntentKind::none;
  if (measures && !(intent.percentile > 0 && intent.percentile < 1)) {
    return error(ErrorCode::RTIinternalError, "percentile is " + std::to_string(intent.percentile) +
                                                  ": a share of messages is above 0 and below 1");
  }
  const bool bounded =
      intent.kind == IntentKind::keep_latency || intent.kind == IntentKind::save_bandwidth;
  if (bounded && (intent.bound_ns < 1'000 || intent.bound_ns > 3'600'000'000'000)) {
    return error(ErrorCode::RTIinternalError,
                 "bound_ns is " + std::to_string(intent.bound_ns) +
                     ": a latency that can be kept is 1000 (a microsecond) to an hour");
  }
  core_.intents().change(intent);
  return {};
}

Result<IntentReport> Ambassador::intent_report() {
  if (auto status = member_of_federation(); !status) return status.error();
  return core_.intents().report();
}

}  // namespace orrery::rti
