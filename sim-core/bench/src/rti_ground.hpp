// Rows of what an RTI stands on: datagrams and reliable multicast with a raw probe beside, what historic ways
// of sending cost, bounds on time stamps, groups.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "orrery/bench/suite.hpp"

#include "hosts.hpp"

namespace orrery::bench {

struct RtiGroundBench {
  int core_a = 0;  // senders
  int core_b = 1;  // receivers
  bool quick = false;
  std::vector<Host> hosts;                         // for rows across hosts
  std::function<bool(const std::string&)> wanted;  // is this case to be measured?
};

std::vector<Row> rti_ground_rows(const RtiGroundBench& bench);

}  // namespace orrery::bench
