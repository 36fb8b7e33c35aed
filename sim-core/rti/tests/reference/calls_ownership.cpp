// The calls of clause 7.
#include <set>

#include "calls.hpp"

namespace orrery::rti::testing {

std::optional<Answer> make_ownership(const Call& call, RtiAmbassador& rti, const Handles& handles) {
  const Arguments given(call, handles);
  const auto known = handles.classes.find(call.subject);
  const int row = known == handles.classes.end() ? unknown : known->second;
  const auto list = [&](const std::vector<AttributeHandle>& attributes) {
    std::set<int> members;
    for (const AttributeHandle each : attributes) members.insert(handles.member_of(row, each));
    std::string text;
    for (const int each : members) text += std::to_string(each) + " ";
    return text;
  };
  switch (call.service) {
    case Service::unconditional_attribute_ownership_divestiture:
      return answer(
          rti.unconditional_attribute_ownership_divestiture(given.object, given.attributes));
    case Service::negotiated_attribute_ownership_divestiture:
      return answer(rti.negotiated_attribute_ownership_divestiture(given.object, given.attributes,
                                                                   raw(given.tag)));
    case Service::confirm_divestiture:
      return answer(rti.confirm_divestiture(given.object, given.attributes, raw(given.tag)));
    case Service::attribute_ownership_acquisition:
      return answer(
          rti.attribute_ownership_acquisition(given.object, given.attributes, raw(given.tag)));
    case Service::attribute_ownership_acquisition_if_available:
      return answer(
          rti.attribute_ownership_acquisition_if_available(given.object, given.attributes));
    case Service::attribute_ownership_release_denied:
      return answer(rti.attribute_ownership_release_denied(given.object, given.attributes));
    case Service::attribute_ownership_divestiture_if_wanted:
      return answer(rti.attribute_ownership_divestiture_if_wanted(given.object, given.attributes),
                    list);
    case Service::cancel_negotiated_attribute_ownership_divestiture:
      return answer(
          rti.cancel_negotiated_attribute_ownership_divestiture(given.object, given.attributes));
    case Service::cancel_attribute_ownership_acquisition:
      return answer(rti.cancel_attribute_ownership_acquisition(given.object, given.attributes));
    case Service::query_attribute_ownership:
      return answer(rti.query_attribute_ownership(given.object, given.attributes.front()));
    case Service::is_attribute_owned_by_federate:
      return answer(rti.is_attribute_owned_by_federate(given.object, given.attributes.front()),
                    [](bool value) { return std::string(value ? "true" : "false"); });
    default:
      return {};
  }
}

}  // namespace orrery::rti::testing
