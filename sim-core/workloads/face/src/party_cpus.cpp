#include "orrery/workloads/face/party_cpus.hpp"

#include <algorithm>
#include <array>

#include "orrery/base/process.hpp"
#include "orrery/workloads/face/on_cpus.hpp"

namespace orrery::workloads {

PartyCpus::PartyCpus(contracts::Pinning pinning, int parties) : all_(usable_cpus()) {
  if (pinning == contracts::Pinning::none || all_.empty()) return;
  const std::size_t count =
      std::clamp<std::size_t>(static_cast<std::size_t>(std::max(1, parties)), 1, all_.size());
  for (std::size_t i = 0; i < count; ++i) {
    kept_.push_back(all_[pinning == contracts::Pinning::spread ? i * all_.size() / count : i]);
  }
}

base::Status PartyCpus::keep(int number) const {
  if (kept_.empty()) return {};
  const std::array cpu{kept_[static_cast<std::size_t>(number) % kept_.size()]};
  return base::pin_to_cores(cpu);
}

void PartyCpus::release() const {
  // If the CPUs were taken away meanwhile, the thread keeps its current one.
  if (!kept_.empty()) (void)base::pin_to_cores(all_);
}

}  // namespace orrery::workloads
