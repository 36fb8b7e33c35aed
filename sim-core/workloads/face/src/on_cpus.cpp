#include "orrery/workloads/face/on_cpus.hpp"

#include <string>

#include "orrery/base/party_cores.hpp"
#include "orrery/base/process.hpp"

namespace orrery::workloads {

base::Result<OnCpus> OnCpus::bind(int count) {
  std::vector<int> all = base::allowed_cores();
  const std::size_t wanted = static_cast<std::size_t>(count);
  if (count < 1 || wanted > all.size()) {
    return base::Error{base::ErrorCode::invalid_argument,
                       "num_cpus is " + std::to_string(count) + ": this node has " +
                           std::to_string(all.size()) + " CPUs; give 1 to " +
                           std::to_string(all.size())};
  }
  const std::vector<int> chosen(all.begin(), all.begin() + count);
  if (auto pinned = base::pin_to_cores(chosen); !pinned) return pinned.error();
  return OnCpus(std::move(all));
}

OnCpus::~OnCpus() {
  // A failure is ignored: if the CPUs were taken away meanwhile, the thread keeps its current ones.
  if (!before_.empty()) (void)base::pin_to_cores(before_);
}

}  // namespace orrery::workloads
