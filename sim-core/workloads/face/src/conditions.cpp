#include "orrery/workloads/face/conditions.hpp"

#include "orrery/base/process.hpp"
#include "orrery/workloads/face/plan_words.hpp"

namespace orrery::workloads {

AppliedConditions::~AppliedConditions() {
  // Returning to the normal class is always permitted.
  if (changed_) (void)base::set_scheduling(base::SchedulingClass::other, 0);
}

MayFail AppliedConditions::apply(const contracts::Conditions& conditions) {
  const base::SchedulingClass scheduling = class_of(conditions.scheduling_class);
  const base::Status set =
      scheduling == base::SchedulingClass::other
          ? (conditions.priority == 0 ? base::Status() : base::set_nice(conditions.priority))
          : base::set_scheduling(scheduling, conditions.priority);
  if (!set) {
    return Failure{
        set.error().code == base::ErrorCode::no_permission ? "no_permission" : "bad_conditions",
        "worker", set.error().message,
        "give the node's user the right to it (CAP_SYS_NICE, RLIMIT_RTPRIO), or choose "
        "conditions.scheduling_class other with a priority of 0 or more"};
  }
  changed_ = scheduling != base::SchedulingClass::other;
  return {};
}

}  // namespace orrery::workloads
