// Rows of the RTI in the layout of its users: each federate is a process.
#pragma once

#include <vector>

#include "rti_ground.hpp"

namespace orrery::bench {

std::vector<Row> rti_process_rows(const RtiGroundBench& bench);

}  // namespace orrery::bench
