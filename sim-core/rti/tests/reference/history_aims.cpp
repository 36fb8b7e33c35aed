// Calls that the state of the federation makes illegal, and that random arguments seldom meet.
#include <algorithm>

#include "history.hpp"

namespace orrery::rti::testing {

namespace {

constexpr ResignAction keeps_acquisitions[] = {
    ResignAction::unconditionally_divest_attributes, ResignAction::delete_objects,
    ResignAction::delete_objects_then_divest, ResignAction::no_action};

Call call_of(const Joined& joined, Service service) {
  Call made;
  made.federate = joined.place;
  made.service = service;
  return made;
}

}  // namespace

// Of a federate that has asked for attributes: 4.10, 5.3, 6.16, 7.8, 7.9.
void History::aim_at_acquisitions(const Model& model, std::vector<Call>& aims) {
  const Federation& federation = model.federation();
  for (const auto& [key, contest] : federation.contests) {
    const auto [object, attribute] = key;
    for (const OwnershipRequest& request : contest.requests) {
      const auto found = federation.joined.find(request.join);
      if (found == federation.joined.end()) continue;
      const Joined& asker = found->second;
      const auto known = asker.known.find(object);
      if (known == asker.known.end()) continue;
      const auto add = [&](Service service, int subject, bool with_attribute) {
        Call& made = aims.emplace_back(call_of(asker, service));
        made.subject = subject;
        if (with_attribute) made.attributes = {attribute};
      };
      aims.push_back(call_of(asker, Service::resign_federation_execution));
      aims.back().choice = static_cast<int>(keeps_acquisitions[below(4)]);
      add(Service::unpublish_object_class, known->second, false);
      add(Service::unpublish_object_class_attributes, known->second, true);
      add(Service::local_delete_object_instance, object, false);
      add(Service::attribute_ownership_acquisition_if_available, object, true);
    }
    const auto owner =
        federation.joined.find(federation.objects.at(object).attributes.at(attribute).owner);
    if (!contest.negotiating || owner == federation.joined.end()) continue;
    for (const Service service :
         {Service::negotiated_attribute_ownership_divestiture, Service::confirm_divestiture}) {
      Call& made = aims.emplace_back(call_of(owner->second, service));
      made.subject = object;
      made.attributes = {attribute};
    }
  }
}

// Names that are used or reserved: 6.4, 6.7, 6.8, 9.5.
void History::aim_at_names(const Model& model, const Joined& me, std::vector<Call>& aims) {
  for (const auto& [name, holder] : model.federation().names) {
    for (const Service service :
         {Service::register_object_instance, Service::register_object_instance_with_regions}) {
      Call made = call_of(me, service);
      fill(made, model);
      made.name = name;
      aims.push_back(made);
      // Without attributes no region is refused before the name is.
      made.attributes.clear();
      made.regions.clear();
      aims.push_back(made);
    }
    if (holder == me.id) continue;
    Call& released =
        aims.emplace_back(call_of(me, Service::release_multiple_object_instance_names));
    released.attributes = {name};
  }
}

// Requests for time that wait, and messages whose time has passed: 8.2, 8.5, 8.8 to 8.12, 8.19, 8.21.
void History::aim_at_time(const Model& model, const Joined& me, std::vector<Call>& aims) {
  if (me.advance != Advance::none || me.regulation_pending || me.constrained_pending) {
    for (const Service service :
         {Service::enable_time_regulation, Service::enable_time_constrained,
          Service::time_advance_request, Service::time_advance_request_available,
          Service::next_message_request, Service::next_message_request_available,
          Service::flush_queue_request, Service::modify_lookahead}) {
      Call& made = aims.emplace_back(call_of(me, service));
      made.time = service == Service::enable_time_regulation || service == Service::modify_lookahead
                      ? 1
                      : me.time + 1;
    }
  }
  for (const auto& [number, message] : model.federation().messages) {
    if (message.sender != me.id) continue;
    aims.push_back(call_of(me, Service::retract));
    aims.back().subject = number;
  }
}

// Changes of transportation that are not confirmed, and regions that are used: 6.23, 6.27, 9.4.
void History::aim_at_uses(const Model& model, const Joined& me, std::vector<Call>& aims) {
  for (const int interaction : me.changing_interactions) {
    aims.push_back(call_of(me, Service::request_interaction_transportation_type_change));
    aims.back().subject = interaction;
  }
  for (const auto& [object, attribute] : me.changing_attributes) {
    Call& made =
        aims.emplace_back(call_of(me, Service::request_attribute_transportation_type_change));
    made.subject = object;
    made.attributes = {attribute};
  }
  for (const auto& [number, region] : model.federation().regions) {
    aims.push_back(call_of(me, Service::delete_region));
    aims.back().subject = number;
  }
}

// Federates by name and handle, also those that have resigned, and objects by name: 4.9, 6.29, 10.5, 10.9.
void History::aim_at_members(const Model& model, const Joined& me, std::vector<Call>& aims) {
  for (const int place : model.federation().places) {
    const Joined* const other = model.joined_at(place);
    if (other == nullptr) {
      aims.push_back(call_of(me, Service::get_federate_name));
      aims.back().name = place;
      aims.push_back(call_of(me, Service::query_interaction_transportation_type));
      aims.back().subject = 1;
      aims.back().federates = {place};
    }
    if (other == nullptr && model.is_connected(place)) {
      Call& made = aims.emplace_back();
      made.federate = place;
      made.service = Service::join_federation_execution;
      made.name = me.name;
    }
  }
  for (const auto& [object, object_class] : me.known) {
    const int name = model.federation().objects.at(object).name;
    if (name == unknown) continue;
    aims.push_back(call_of(me, Service::get_object_instance_handle));
    aims.back().name = name;
  }
}

std::vector<Call> History::aims(const Model& model) {
  std::vector<Call> all;
  aim_at_acquisitions(model, all);
  for (const auto& [join, me] : model.federation().joined) {
    aim_at_names(model, me, all);
    aim_at_time(model, me, all);
    aim_at_uses(model, me, all);
    aim_at_members(model, me, all);
  }
  return all;
}

// One of those calls, each service as often as any other.
std::optional<Call> History::propose_aimed(const Model& model) {
  std::vector<Call> all = aims(model);
  if (all.empty()) return {};
  std::set<Service> services;
  for (const Call& each : all) services.insert(each.service);
  const Service chosen = pick(services);
  std::erase_if(all, [&](const Call& each) { return each.service != chosen; });
  return pick(all);
}

}  // namespace orrery::rti::testing
