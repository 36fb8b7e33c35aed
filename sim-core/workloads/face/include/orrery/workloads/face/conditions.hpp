// The scheduling class and priority of a run, for the calling thread and every thread that it creates afterwards.
#pragma once

#include "orrery/contracts/contracts.hpp"
#include "orrery/workloads/face/workload.hpp"

namespace orrery::workloads {

class AppliedConditions {
 public:
  AppliedConditions() = default;
  AppliedConditions(const AppliedConditions&) = delete;
  AppliedConditions& operator=(const AppliedConditions&) = delete;
  ~AppliedConditions();  // restores the normal scheduling class; a nice value stays

  // Failures: no_permission (the node does not permit the class or priority), bad_conditions. Each has a remedy.
  MayFail apply(const contracts::Conditions& conditions);

 private:
  bool changed_ = false;
};

}  // namespace orrery::workloads
