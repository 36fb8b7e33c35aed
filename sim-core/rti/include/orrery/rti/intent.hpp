// What the sender of messages wants of the network, in place of settings. The RTI measures and chooses the settings.
//
// Latency is measured from the call that sends until the federates that receive have been called back, and their node's
// answer is here: by one clock, the sender's. It is an upper bound of the delivery latency, by the way back of the answer. Of
// messages in timestamp order, only the way to the receiver's node is in it (CongestionAvoidance).
//
// The intent changes bundling and the bound of congestion avoidance. It never changes a transportation: what may be lost is
// the object model's word.
#pragma once

#include <cstdint>

#include "orrery/rti/bundling.hpp"
#include "orrery/rti/congestion_avoidance.hpp"

namespace orrery::rti {

enum class IntentKind : std::uint8_t {
  none,
  measure,         // the settings stay as they are
  keep_latency,    // as many messages as possible, with the percentile within the bound
  save_bandwidth,  // as few packets as possible, likewise
};

struct Intent {
  IntentKind kind = IntentKind::none;
  double percentile = 0.99;   // of messages, above 0 and below 1
  std::int64_t bound_ns = 0;  // the greatest latency at this percentile
  bool operator==(const Intent&) const = default;
};

struct IntentReport {
  Intent intent;
  Bundling bundling;               // as it is now
  std::uint32_t most_waiting = 0;  // likewise (CongestionAvoidance)
  std::uint64_t changes = 0;       // of settings, since change_intent()
  std::uint64_t measured = 0;      // messages, since change_intent()
  std::int64_t reached_ns = 0;     // latency at the percentile, of those; 0: none has been measured
};

}  // namespace orrery::rti
