// Rows of the RTI at scale: what an update and a grant cost against the number of federates, processes and objects.
#pragma once

#include <vector>

#include "rti_ground.hpp"

namespace orrery::bench {

// One thread has all federates or objects; beside each figure: the same with the least number.
std::vector<Row> rti_scale_rows(const RtiGroundBench& bench);

}  // namespace orrery::bench
