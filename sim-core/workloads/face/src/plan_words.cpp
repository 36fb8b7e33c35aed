#include "orrery/workloads/face/plan_words.hpp"

namespace orrery::workloads {

namespace {

// Plans and sim-core use the same names. Only plans have `auto`, which sim-core does not parse.
template <class Value>
std::optional<Value> if_known(base::Result<Value> parsed) {
  return parsed ? std::optional<Value>(*parsed) : std::nullopt;
}

}  // namespace

base::SchedulingClass class_of(contracts::SchedulingClass scheduling) {
  switch (scheduling) {
    case contracts::SchedulingClass::round_robin:
      return base::SchedulingClass::round_robin;
    case contracts::SchedulingClass::fifo:
      return base::SchedulingClass::fifo;
    case contracts::SchedulingClass::other:
      break;
  }
  return base::SchedulingClass::other;
}

std::optional<transport::Kind> kind_of(contracts::LocalTransport local) {
  return if_known(transport::parse_kind(to_string(local)));
}

std::optional<transport::Kind> kind_of(contracts::NodeTransport nodes) {
  return if_known(transport::parse_kind(to_string(nodes)));
}

std::optional<base::WaitStrategy> strategy_of(contracts::WaitStrategy wait) {
  return if_known(base::parse_wait_strategy(to_string(wait)));
}

}  // namespace orrery::workloads
