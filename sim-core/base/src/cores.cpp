#include <sched.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "orrery/base/wait.hpp"

namespace orrery::base {
namespace {

int cores_for(double quota, double period) {
  if (quota <= 0 || period <= 0) return 0;
  return std::max(1, static_cast<int>(quota / period));
}

// The whole cores that the CPU quota of one control group is worth; 0: no quota, or no such group.
int quota_v2(const std::string& group) {
  std::ifstream file("/sys/fs/cgroup" + group + "/cpu.max");
  double quota = 0;  // the word "max" is no number, and reads as no quota
  double period = 0;
  return file >> quota >> period ? cores_for(quota, period) : 0;
}

int quota_v1(const std::string& group) {
  const std::string folder = "/sys/fs/cgroup/cpu" + group;
  std::ifstream quota_file(folder + "/cpu.cfs_quota_us");
  std::ifstream period_file(folder + "/cpu.cfs_period_us");
  double quota = 0;
  double period = 0;
  return quota_file >> quota && period_file >> period ? cores_for(quota, period) : 0;
}

// The least of the group's own quota and those of all groups above it: all of them bind. 0: none.
template <class Quota>
int least_quota(std::string group, Quota quota_of) {
  int least = 0;
  for (;;) {
    if (const int quota = quota_of(group); quota > 0) {
      least = least == 0 ? quota : std::min(least, quota);
    }
    const std::size_t slash = group.rfind('/');
    if (slash == std::string::npos) return least;
    group.resize(slash);
  }
}

}  // namespace

int usable_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  int cores = ::sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
  // Lines are "id:controllers:/group"; version 2 has id 0 and no controllers.
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::string group = line.substr(second + 1);
    int quota = 0;
    if (controllers == ",,") {
      quota = least_quota(group, quota_v2);
    } else if (controllers.find(",cpu,") != std::string::npos) {
      quota = least_quota(group, quota_v1);
    }
    if (quota > 0) cores = std::min(cores, quota);
  }
  return std::max(1, cores);
}

}  // namespace orrery::base
