// Workload `universe_migration`: entities whose cost rises and falls move between the nodes while the simulation goes on.
#pragma once

#include <memory>

#include "orrery/workloads/face/workload.hpp"

namespace orrery::workloads {

// For a plan whose workload is a contracts::UniverseMigrationPlan.
std::unique_ptr<Workload> make_universe_migration(const contracts::WorkerPlan& plan);

}  // namespace orrery::workloads
