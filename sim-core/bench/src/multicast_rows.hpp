// Rows of reliable multicast to four receivers: on this host, and across hosts where there are some.
#pragma once

#include <vector>

#include "hosts.hpp"
#include "rti_ground.hpp"

namespace orrery::bench {

// Of the rows across hosts the first host sends; they are left out if there are fewer than five.
std::vector<Row> multicast_rows(const RtiGroundBench& bench);

}  // namespace orrery::bench
