// Messages that are held back to leave together. A service beyond the standard (tuning.hpp).
#pragma once

#include <cstdint>

namespace orrery::rti {

// Messages may be held back so that several leave together: fewer system calls and wake-ups, more messages per second. Held
// messages leave in any case when the federate evokes, when the node waits or is pumped, and with a request for an advance or
// a service that is an operation. A federate that evokes after it has sent loses no time.
struct Bundling {
  // Bytes to collect before sending. 0 sends every message at once.
  std::uint32_t bytes = 0;
  // The oldest held message leaves after this time, when another is sent. 0: no limit.
  std::int64_t timeout_ns = 0;
  // Messages stay held when the federate evokes and when the node waits or is pumped: none of these calls sends them before
  // their time-out. It must be above 0. Holds nothing back in memory: there a message is visible as soon as it is written.
  bool past_evokes = false;
  bool operator==(const Bundling&) const = default;
};

}  // namespace orrery::rti
