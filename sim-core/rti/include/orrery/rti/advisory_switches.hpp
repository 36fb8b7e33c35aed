// Switches for the advisories that a federate receives (IEEE 1516.1-2010, 10.33 to 10.40).
//
// When a federate joins, its switches are as the FOM's switches table says. If the table says nothing, object class and
// interaction relevance are on; attribute relevance and scope are off, because each change of interests then costs a look at
// every object. For the errors that all services share see basic_services.hpp.
#pragma once

#include "orrery/rti/types.hpp"

namespace orrery::rti {

class AdvisorySwitchServices {
 public:
  virtual ~AdvisorySwitchServices() = default;

  // 10.33 start_registration_for_object_class(), stop_registration_for_object_class().
  // Errors: ObjectClassRelevanceAdvisorySwitchIsOn.
  virtual Status enable_object_class_relevance_advisory_switch() = 0;
  // 10.34
  // Errors: ObjectClassRelevanceAdvisorySwitchIsOff.
  virtual Status disable_object_class_relevance_advisory_switch() = 0;
  // 10.35 turn_updates_on_for_object_instance(), turn_updates_off_for_object_instance().
  // Errors: AttributeRelevanceAdvisorySwitchIsOn.
  virtual Status enable_attribute_relevance_advisory_switch() = 0;
  // 10.36
  // Errors: AttributeRelevanceAdvisorySwitchIsOff.
  virtual Status disable_attribute_relevance_advisory_switch() = 0;
  // 10.37 attributes_in_scope(), attributes_out_of_scope().
  // Errors: AttributeScopeAdvisorySwitchIsOn.
  virtual Status enable_attribute_scope_advisory_switch() = 0;
  // 10.38
  // Errors: AttributeScopeAdvisorySwitchIsOff.
  virtual Status disable_attribute_scope_advisory_switch() = 0;
  // 10.39 turn_interactions_on(), turn_interactions_off().
  // Errors: InteractionRelevanceAdvisorySwitchIsOn.
  virtual Status enable_interaction_relevance_advisory_switch() = 0;
  // 10.40
  // Errors: InteractionRelevanceAdvisorySwitchIsOff.
  virtual Status disable_interaction_relevance_advisory_switch() = 0;
};

}  // namespace orrery::rti
