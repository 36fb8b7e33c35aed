// The metrics of a run.
#pragma once

#include <vector>

#include "orrery/contracts/contracts.hpp"
#include "orrery/transport/channel.hpp"

#include "sender.hpp"

namespace orrery::workloads::messaging {

std::vector<contracts::Metric> run_metrics(const Load& load, transport::Kind kind, const Sent& sent,
                                           const Account& account, std::uint64_t connections);

}  // namespace orrery::workloads::messaging
