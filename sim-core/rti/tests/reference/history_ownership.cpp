// Arguments of the services of clause 7.
#include <algorithm>

#include "history.hpp"

namespace orrery::rti::testing {

// Mostly attributes that the service is meant for: of one object those that `apt` holds for.
void History::fill_ownership(Call& call, const Model& model) {
  const Joined* const me = model.joined_at(call.federate);
  const bool single = call.service == Service::query_attribute_ownership ||
                      call.service == Service::is_attribute_owned_by_federate;
  if (me != nullptr && !chance(15)) {
    std::map<int, std::vector<int>> apt;
    for (const auto& [number, object_class] : me->known) {
      for (const int each : fom::members(fom::object_classes(), object_class)) {
        if (is_apt(call.service, model, *me, number, each)) apt[number].push_back(each);
      }
    }
    if (!apt.empty()) {
      const auto& [number, attributes] = pick(apt);
      call.subject = number;
      call.attributes.clear();
      for (const int each : attributes)
        if (chance(60)) call.attributes.push_back(each);
      if (call.attributes.empty()) call.attributes = {pick(attributes)};
    }
  }
  if (!single) return;
  if (call.attributes.empty()) call.attributes = {1};
  call.attributes.resize(1);
}

bool History::is_apt(Service service, const Model& model, const Joined& me, int object,
                     int attribute) {
  const AttributeInstance& instance =
      model.federation().objects.at(object).attributes.at(attribute);
  const auto found = model.federation().contests.find({object, attribute});
  const OwnershipContest contest =
      found == model.federation().contests.end() ? OwnershipContest{} : found->second;
  const auto published = me.published.find(me.known.at(object));
  const auto asks = [&](const OwnershipRequest& each) { return each.join == me.id; };
  switch (service) {
    case Service::unconditional_attribute_ownership_divestiture:
    case Service::negotiated_attribute_ownership_divestiture:
      return owns(instance, me);
    case Service::confirm_divestiture:
      return contest.negotiating && owns(instance, me) && !contest.requests.empty();
    case Service::cancel_negotiated_attribute_ownership_divestiture:
      return contest.negotiating && owns(instance, me);
    case Service::attribute_ownership_acquisition:
    case Service::attribute_ownership_acquisition_if_available:
      return published != me.published.end() && published->second.contains(attribute) &&
             instance.owner != me.id;
    case Service::attribute_ownership_release_denied:
    case Service::attribute_ownership_divestiture_if_wanted:
      return owns(instance, me) && !contest.requests.empty();
    case Service::cancel_attribute_ownership_acquisition:
      return std::ranges::any_of(contest.requests, asks);
    default:
      return true;
  }
}

}  // namespace orrery::rti::testing
