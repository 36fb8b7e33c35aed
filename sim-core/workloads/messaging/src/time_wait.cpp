#include "time_wait.hpp"

#include <fstream>
#include <iterator>
#include <sstream>

namespace orrery::workloads::messaging {

std::uint64_t time_wait_in(const std::string& sockstat) {
  std::istringstream lines(sockstat);
  std::string line;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string word;
    if (!(words >> word) || word != "TCP:") continue;
    std::uint64_t value = 0;
    while (words >> word >> value) {
      if (word == "tw") return value;
    }
  }
  return 0;
}

std::uint64_t sockets_in_time_wait() {
  std::ifstream file("/proc/net/sockstat");
  return time_wait_in({std::istreambuf_iterator<char>(file), {}});
}

std::uint64_t local_ports() {
  std::ifstream file("/proc/sys/net/ipv4/ip_local_port_range");
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  return file >> first >> last && last >= first ? last - first + 1 : 0;
}

}  // namespace orrery::workloads::messaging
