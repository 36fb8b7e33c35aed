// The workload `messaging`: what it costs to send and to receive a message, part by part, and how many go through.
#pragma once

#include <memory>

#include "orrery/workloads/face/workload.hpp"

namespace orrery::workloads {

// The plan's workload must be a MessagingPlan.
std::unique_ptr<Workload> make_messaging(const contracts::WorkerPlan& plan);

}  // namespace orrery::workloads
