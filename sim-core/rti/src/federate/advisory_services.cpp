#include "federate/ambassador.hpp"

namespace orrery::rti {

Status Ambassador::turn(bool AdvisorySwitches::* which, bool on, ErrorCode already,
                        const char* name) {
  if (auto status = joined(); !status) return status;
  if (local_.advisories.*which == on) {
    return error(already, std::string("the advisory switch of ") + name + " is " +
                              (on ? "on" : "off") + " already");
  }
  local_.advisories.*which = on;
  if (!on) return {};
  // What has changed meanwhile is told now.
  core_.discovery().review_objects(*local_.federation, local_);
  local_.federation->advisories_due = true;
  return {};
}

Status Ambassador::enable_object_class_relevance_advisory_switch() {
  return turn(&AdvisorySwitches::object_class_relevance, true,
              ErrorCode::ObjectClassRelevanceAdvisorySwitchIsOn, "object class relevance");
}

Status Ambassador::disable_object_class_relevance_advisory_switch() {
  return turn(&AdvisorySwitches::object_class_relevance, false,
              ErrorCode::ObjectClassRelevanceAdvisorySwitchIsOff, "object class relevance");
}

Status Ambassador::enable_attribute_relevance_advisory_switch() {
  return turn(&AdvisorySwitches::attribute_relevance, true,
              ErrorCode::AttributeRelevanceAdvisorySwitchIsOn, "attribute relevance");
}

Status Ambassador::disable_attribute_relevance_advisory_switch() {
  return turn(&AdvisorySwitches::attribute_relevance, false,
              ErrorCode::AttributeRelevanceAdvisorySwitchIsOff, "attribute relevance");
}

Status Ambassador::enable_attribute_scope_advisory_switch() {
  return turn(&AdvisorySwitches::attribute_scope, true, ErrorCode::AttributeScopeAdvisorySwitchIsOn,
              "attribute scope");
}

Status Ambassador::disable_attribute_scope_advisory_switch() {
  return turn(&AdvisorySwitches::attribute_scope, false,
              ErrorCode::AttributeScopeAdvisorySwitchIsOff, "attribute scope");
}

Status Ambassador::enable_interaction_relevance_advisory_switch() {
  return turn(&AdvisorySwitches::interaction_relevance, true,
              ErrorCode::InteractionRelevanceAdvisorySwitchIsOn, "interaction relevance");
}

Status Ambassador::disable_interaction_relevance_advisory_switch() {
  return turn(&AdvisorySwitches::interaction_relevance, false,
              ErrorCode::InteractionRelevanceAdvisorySwitchIsOff, "interaction relevance");
}

}  // namespace orrery::rti
