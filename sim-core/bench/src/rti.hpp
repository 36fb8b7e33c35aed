// Rows of the RTI itself, as its federates see it: round trips, delivered updates, granted advances, beside raw probes.
#pragma once

#include <vector>

#include "orrery/bench/suite.hpp"

#include "rti_ground.hpp"

namespace orrery::bench {

// Throws std::runtime_error if a run fails or one of its checks does not hold: nothing is lost in any of them.
std::vector<Row> rti_rows(const RtiGroundBench& bench);

}  // namespace orrery::bench
