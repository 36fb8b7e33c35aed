#include <sched.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>

#include "orrery/base/wait.hpp"

namespace orrery::base {
namespace {

// The cores that the CPU quota of one control group is worth (cgroup v2); 0: no quota.
int quota_of(const std::string& group) {
  std::ifstream file("/sys/fs/cgroup" + group + "/cpu.max");
  std::string quota;
  double period = 0;
  if (!(file >> quota >> period) || quota == "max" || period <= 0) return 0;
  return std::max(1, static_cast<int>(std::floor(std::strtod(quota.c_str(), nullptr) / period)));
}

std::string own_group() {
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("0::")) return line.substr(3);
  }
  return "/";
}

}  // namespace

int usable_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  int cores = ::sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
  // A quota on any group above ours binds too.
  for (std::string group = own_group();; group.resize(group.rfind('/'))) {
    if (const int quota = quota_of(group); quota > 0) cores = std::min(cores, quota);
    if (group.rfind('/') == std::string::npos) break;
  }
  return std::max(1, cores);
}

}  // namespace orrery::base
