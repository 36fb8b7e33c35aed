// Which advisories a federate gets (IEEE 1516.1-2010, 10.33 to 10.40). When a federate joins, its switches are as the FOM's
// switches table says. If the table says nothing, object class and interaction relevance are on, attribute relevance and scope
// are off: these two cost a look at each object whenever interests change.
//
// Errors: the switch is in that position already (..AdvisorySwitchIsOn, ..AdvisorySwitchIsOff).
#pragma once

#include "orrery/rti/types.hpp"

namespace orrery::rti {

class AdvisorySwitchServices {
 public:
  virtual ~AdvisorySwitchServices() = default;

  virtual Status enable_object_class_relevance_advisory_switch() = 0;
  virtual Status disable_object_class_relevance_advisory_switch() = 0;
  // turn_updates_on_for_object_instance() and off
  virtual Status enable_attribute_relevance_advisory_switch() = 0;
  virtual Status disable_attribute_relevance_advisory_switch() = 0;
  // attributes_in_scope() and out
  virtual Status enable_attribute_scope_advisory_switch() = 0;
  virtual Status disable_attribute_scope_advisory_switch() = 0;
  virtual Status enable_interaction_relevance_advisory_switch() = 0;
  virtual Status disable_interaction_relevance_advisory_switch() = 0;
};

}  // namespace orrery::rti
