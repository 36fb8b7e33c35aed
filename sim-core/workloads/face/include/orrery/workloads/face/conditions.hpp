// The conditions of a run for the calling thread and every thread that it makes from now on; taken back at the end.
#pragma once

#include "orrery/contracts/contracts.hpp"
#include "orrery/workloads/face/workload.hpp"

namespace orrery::workloads {

class AppliedConditions {
 public:
  AppliedConditions() = default;
  AppliedConditions(const AppliedConditions&) = delete;
  AppliedConditions& operator=(const AppliedConditions&) = delete;
  ~AppliedConditions();  // the scheduling class and priority

  // A class or priority that the node does not permit is a failure with its remedy.
  MayFail apply(const contracts::Conditions& conditions);

 private:
  bool changed_ = false;
};

}  // namespace orrery::workloads
