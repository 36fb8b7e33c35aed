#include "orrery/base/party_cores.hpp"

#include <sched.h>

#include <algorithm>

#include "orrery/base/process.hpp"

namespace orrery::base {

std::vector<int> allowed_cores() {
  std::vector<int> cores;
  cpu_set_t set;
  CPU_ZERO(&set);
  if (::sched_getaffinity(0, sizeof set, &set) != 0) return cores;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(core, &set)) cores.push_back(core);
  }
  return cores;
}

PartyCores::PartyCores(CoreOrder order, int parties) : all_(allowed_cores()) {
  const std::size_t count = std::min(static_cast<std::size_t>(std::max(1, parties)), all_.size());
  for (std::size_t i = 0; i < count; ++i) {
    kept_.push_back(all_[order == CoreOrder::even ? i * all_.size() / count : i]);
  }
}

Status PartyCores::keep(std::size_t number) const {
  if (kept_.empty()) return {};
  const int core = kept_[number % kept_.size()];
  return pin_to_cores({&core, 1});
}

void PartyCores::release() const {
  // If cores were taken away meanwhile, the thread keeps its current one.
  if (!kept_.empty()) (void)pin_to_cores(all_);
}

}  // namespace orrery::base
