// The CPU of each party of a run, by the plan's pinning. A party is a thread or process that computes at once with the
// others.
#pragma once

#include <vector>

#include "orrery/base/result.hpp"
#include "orrery/contracts/contracts.hpp"

namespace orrery::workloads {

class PartyCpus {
 public:
  PartyCpus() = default;  // no pinning
  // `parties` of this host share the CPUs that the calling thread may use now: the first ones if compact, CPUs at even
  // distances if spread. More parties than CPUs share them in turn.
  PartyCpus(contracts::Pinning pinning, int parties);

  // Keeps the calling thread on the CPU of party `number`, counted from 0. Does nothing without pinning. Errors: io, where
  // the CPU was taken away meanwhile.
  [[nodiscard]] base::Status keep(int number) const;
  // Lets the calling thread use all CPUs again.
  void release() const;

 private:
  std::vector<int> all_;
  std::vector<int> kept_;  // one for each CPU that a party keeps; empty: no pinning
};

}  // namespace orrery::workloads
