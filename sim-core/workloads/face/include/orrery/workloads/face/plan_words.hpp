// Converts words of a worker's plan to types of sim-core.
#pragma once

#include <optional>

#include "orrery/base/process.hpp"
#include "orrery/base/wait.hpp"
#include "orrery/contracts/contracts.hpp"
#include "orrery/transport/channel.hpp"

namespace orrery::workloads {

base::SchedulingClass class_of(contracts::SchedulingClass scheduling);
// Empty: `auto`, which is decided elsewhere.
std::optional<transport::Kind> kind_of(contracts::LocalTransport local);
std::optional<transport::Kind> kind_of(contracts::NodeTransport nodes);
std::optional<base::WaitStrategy> strategy_of(contracts::WaitStrategy wait);

}  // namespace orrery::workloads
