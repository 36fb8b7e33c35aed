#include "federate/ambassador.hpp"

namespace orrery::rti {

Result<Congestion> Ambassador::congestion() {
  if (auto is = member_of_federation(); !is) return is.error();
  const NodeCounters& counted = core_.counters();
  Congestion now;
  now.refused = counted.congested;
  now.rate_limited = counted.rate_limited;
  now.avoided = counted.avoided;
  now.waiting = core_.windows().waiting(*local_.federation);
  now.inbox_messages = local_.queue.size() + local_.gated.size() + local_.stamped.size();
  now.inbox_bytes = local_.inbox_bytes();
  now.inbox_limit_bytes = core_.options().inbox_bytes;
  now.held_bytes = core_.net().held_bytes();
  now.paths = core_.net().paths();
  now.channels = counted.channels;
  now.best_effort = counted.best_effort;
  now.reliable = counted.reliable;
  return now;
}

Status Ambassador::change_bundling(const Bundling& bundling) {
  if (auto is = member_of_federation(); !is) return is;
  if (bundling.timeout_ns < 0) {
    return error(ErrorCode::RTIinternalError,
                 "timeout_ns is " + std::to_string(bundling.timeout_ns) +
                     ": a time to hold messages for is 0 (no limit) or more");
  }
  core_.net().set_bundling(bundling);
  core_.net().flush();
  return {};
}

Status Ambassador::change_rate_limit(const base::Rate& rate) {
  if (auto is = member_of_federation(); !is) return is;
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
  if (auto is = member_of_federation(); !is) return is;
  core_.windows().bound(avoidance.most_waiting);
  return {};
}

}  // namespace orrery::rti
