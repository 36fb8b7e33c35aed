// Rows of the event engines: PHOLD with payload, statistics and record on, hold of every list, and a peer beside.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "orrery/bench/suite.hpp"

namespace orrery::bench {

struct PdesBench {
  int core_a = 0;
  int core_b = 1;
  int repeats = 5;
  std::uint64_t events = 0;                        // of one run, about
  bool quick = false;                              // populations of a hundredth
  std::string peers;                               // folder of the peers' programs; empty: no peer
  std::function<bool(const std::string&)> wanted;  // is this case to be measured?
};

// Throws std::runtime_error if a run fails or two engines do not commit the same.
std::vector<Row> pdes_rows(const PdesBench& bench);

}  // namespace orrery::bench
