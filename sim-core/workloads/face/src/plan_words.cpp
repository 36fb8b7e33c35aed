#include "orrery/workloads/face/plan_words.hpp"

namespace orrery::workloads {

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

transport::Kind kind_of(contracts::NodeTransport nodes) {
  switch (nodes) {
    case contracts::NodeTransport::shm:
      return transport::Kind::shm;
    case contracts::NodeTransport::uds:
      return transport::Kind::uds;
    case contracts::NodeTransport::tcp:
    case contracts::NodeTransport::auto_:
      break;
  }
  return transport::Kind::tcp;
}

}  // namespace orrery::workloads
