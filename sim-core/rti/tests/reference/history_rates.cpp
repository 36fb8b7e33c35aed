// Calls of update rates: updates of what others are subscribed to with rates, such subscriptions, and questions for rates.
#include <algorithm>

#include "history.hpp"

namespace orrery::rti::testing {

namespace {

Call about(const Joined& joined, Service service, int object, int attribute) {
  Call call{.federate = joined.place, .service = service, .subject = object};
  call.attributes = {attribute};
  return call;
}

// By best effort; first they are made to go so.
std::vector<Call> reduced_updates(const Federation& federation) {
  std::vector<Call> updates;
  for (const auto& [join, subscriber] : federation.joined) {
    for (const auto& [place, reduction] : subscriber.reductions) {
      const auto [object, attribute] = place;
      const AttributeInstance& instance = federation.objects.at(object).attributes.at(attribute);
      const auto owner = federation.joined.find(instance.owner);
      if (reduction.rate <= not_reduced || attribute == fom::privilege_to_delete ||
          owner == federation.joined.end() || owner == federation.joined.find(join)) {
        continue;
      }
      const bool is_reduced = instance.transportation == TransportationType::best_effort;
      updates.push_back(about(owner->second,
                              is_reduced ? Service::update_attribute_values
                                         : Service::request_attribute_transportation_type_change,
                              object, attribute));
      if (!is_reduced) updates.back().choice = static_cast<int>(TransportationType::best_effort);
    }
  }
  return updates;
}

// The federate's committed regions whose dimensions the attribute has.
std::vector<int> fitting_regions(const Federation& federation, const Joined& me, int attribute) {
  const std::set<int>& available =
      fom::attributes()[static_cast<std::size_t>(attribute)].dimensions;
  std::vector<int> fitting;
  for (const auto& [number, region] : federation.regions) {
    if (region.creator == me.id && region.committed &&
        std::ranges::includes(available, region.dimensions)) {
      fitting.push_back(number);
    }
  }
  return fitting;
}

// Where a federate is subscribed to an attribute in a region with a rate: a passive subscription in another region, and the
// owner's question for the rate, for which the passive one does not count.
std::vector<Call> questions_beside_passive(const Federation& federation) {
  std::vector<Call> calls;
  for (const auto& [join, me] : federation.joined) {
    for (const auto& [object_class, attributes] : me.regional) {
      for (const auto& [attribute, uses] : attributes) {
        const bool has_rate = std::ranges::any_of(uses, [](const auto& each) {
          return each.second.active && each.second.rate > not_reduced;
        });
        if (!has_rate) continue;
        for (const int region : fitting_regions(federation, me, attribute)) {
          if (uses.contains(region)) continue;
          calls.push_back(about(me,
                                Service::subscribe_object_class_attributes_with_regions_and_rate,
                                object_class, attribute));
          calls.back().regions = {region};
          calls.back().choice = not_reduced;
          calls.back().flag = false;
        }
        for (const auto& [object, known_class] : me.known) {
          if (known_class != object_class) continue;
          const auto owner =
              federation.joined.find(federation.objects.at(object).attributes.at(attribute).owner);
          if (owner == federation.joined.end() || owner->first == join) continue;
          calls.push_back(about(owner->second, Service::get_update_rate_value_for_attribute, object,
                                attribute));
        }
      }
    }
  }
  return calls;
}

}  // namespace

std::optional<Call> History::propose_of_rates(const Model& model) {
  const Federation& federation = model.federation();
  if (!rates_ || federation.joined.empty() || chance(50)) return {};
  const std::vector<Call> updates = reduced_updates(federation);
  if (!updates.empty() && chance(65)) return pick(updates);
  const std::vector<Call> questions = questions_beside_passive(federation);
  if (!questions.empty() && chance(30)) return pick(questions);
  const Joined& me = std::next(federation.joined.begin(),
                               static_cast<std::ptrdiff_t>(below(federation.joined.size())))
                         ->second;
  if (me.known.empty()) return {};
  const auto [object, object_class] = pick(me.known);
  std::set<int> attributes = fom::members(fom::object_classes(), object_class);
  attributes.erase(fom::privilege_to_delete);
  const int attribute = pick(attributes);
  if (chance(50)) return about(me, Service::get_update_rate_value_for_attribute, object, attribute);
  if (chance(30)) return Call{.federate = me.place};
  Call call =
      about(me, Service::subscribe_object_class_attributes_with_rate, object_class, attribute);
  call.choice = static_cast<int>(below(fom::update_rates().size() + 1));
  call.flag = chance(75);
  const std::vector<int> regions = fitting_regions(federation, me, attribute);
  if (regions.empty() || chance(50)) return call;
  // Of one federate in several regions: some with another rate, some passive.
  call.service = Service::subscribe_object_class_attributes_with_regions_and_rate;
  call.regions = {pick(regions)};
  call.flag = chance(50);
  return call;
}

}  // namespace orrery::rti::testing
