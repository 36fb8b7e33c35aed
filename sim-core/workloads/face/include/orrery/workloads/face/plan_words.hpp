// Words of a worker's plan as the core's own.
#pragma once

#include "orrery/base/process.hpp"
#include "orrery/contracts/contracts.hpp"
#include "orrery/transport/channel.hpp"

namespace orrery::workloads {

base::SchedulingClass class_of(contracts::SchedulingClass scheduling);
// `auto` is tcp: the backend decides it where it matters.
transport::Kind kind_of(contracts::NodeTransport nodes);

}  // namespace orrery::workloads
