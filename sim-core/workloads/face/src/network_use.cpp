#include "orrery/workloads/face/network_use.hpp"

#include <fstream>
#include <sstream>
#include <string>

namespace orrery::workloads {

// Reads Linux's /proc/net/dev: two title lines, then "  eth0: <8 receive counters> <bytes sent> ...".
std::uint64_t network_bytes() {
  std::ifstream file("/proc/net/dev");
  std::uint64_t sum = 0;
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    std::istringstream figures(line.substr(colon + 1));
    std::uint64_t figure = 0;
    for (int i = 0; i < 9; ++i) figures >> figure;
    if (figures) sum += figure;
  }
  return sum;
}

}  // namespace orrery::workloads
