// Measures round trips on the bare channel between two nodes of the RTI, with the RTI's wait strategy: the lower limit for
// the times of a run.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "orrery/base/doorbell.hpp"
#include "orrery/base/result.hpp"
#include "orrery/base/wait.hpp"
#include "orrery/transport/channel.hpp"

namespace orrery::workloads::federates {

struct RawProbe {
  int round_trips = 0;  // 0: no probe
  std::size_t bytes = 8;
};
struct RawTimes {
  double p50_ns = 0;
  double mean_ns = 0;
};

// Both ends call it, one of them as `first`. The channel is unchanged afterwards. Errors: peer_lost, cancelled, too_big.
base::Result<RawTimes> raw_round_trips(transport::Channel& channel,
                                       std::shared_ptr<base::Doorbell> bell,
                                       base::WaitStrategy strategy, const RawProbe& probe,
                                       bool first, const std::function<bool()>& stopped);

}  // namespace orrery::workloads::federates
