// Converts the resource use of a process to the form of a worker's result.
#pragma once

#include <string>

#include "orrery/base/process.hpp"
#include "orrery/contracts/contracts.hpp"

namespace orrery::workloads {

contracts::ProcessUse process_use(std::string name, int pid, const base::ResourceUsage& usage);

}  // namespace orrery::workloads
