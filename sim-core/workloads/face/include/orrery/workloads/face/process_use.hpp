// What a process used, as a worker's result says it.
#pragma once

#include <string>

#include "orrery/base/process.hpp"
#include "orrery/contracts/contracts.hpp"

namespace orrery::workloads {

contracts::ProcessUse process_use(std::string name, int pid, const base::ResourceUsage& usage);

}  // namespace orrery::workloads
