// Clause 5: declaration management, and the advisories that follow from it.
#include <algorithm>

#include "model.hpp"

namespace orrery::rti::testing {

namespace {

bool is_object_service(Service service) {
  return service == Service::publish_object_class_attributes ||
         service == Service::unpublish_object_class ||
         service == Service::unpublish_object_class_attributes ||
         service == Service::subscribe_object_class_attributes ||
         service == Service::unsubscribe_object_class ||
         service == Service::unsubscribe_object_class_attributes;
}

}  // namespace

void Model::judge_declarations(const Call& call, const Joined& me, Verdict& verdict) {
  if (!is_object_service(call.service)) {
    if (call.subject == unknown) verdict.errors.insert(ErrorCode::InteractionClassNotDefined);
    return;
  }
  if (call.subject == unknown) {
    verdict.errors.insert(ErrorCode::ObjectClassNotDefined);
    return;
  }
  const bool whole = call.service == Service::unpublish_object_class ||
                     call.service == Service::unsubscribe_object_class;
  for (const int each : call.attributes) {
    if (!whole && !fom::has_member(fom::object_classes(), call.subject, each))
      verdict.errors.insert(ErrorCode::AttributeNotDefined);
  }
  if (call.service != Service::unpublish_object_class &&
      call.service != Service::unpublish_object_class_attributes) {
    return;
  }
  // 5.3: not while it acquires instance attributes of these.
  for (const auto& [number, object_class] : me.known) {
    const ObjectInstance& object = federation_.objects.at(number);
    if (object_class != call.subject || object.deleted) continue;
    std::set<int> ended(call.attributes.begin(), call.attributes.end());
    if (whole) ended = fom::members(fom::object_classes(), object_class);
    std::erase_if(ended, [&](int each) { return !object.attributes.contains(each); });
    check_no_acquisition(me, number, ended, verdict);
  }
}

void Model::commit_declarations(const Call& call, Joined& me) {
  const auto lose = [&](const std::set<int>& lost) {
    for (auto& [number, object] : federation_.objects) {
      const auto known = me.known.find(number);
      if (known == me.known.end() || known->second != call.subject) continue;
      for (auto& [attribute, instance] : object.attributes)
        if (owns(instance, me) && lost.contains(attribute)) divest(number, attribute, {});
    }
  };
  switch (call.service) {
    case Service::publish_object_class_attributes:  // 5.2; an empty set changes nothing
      for (const int each : call.attributes) me.published[call.subject].insert(each);
      // HLAprivilegeToDeleteObject is published with any other.
      if (!call.attributes.empty()) me.published[call.subject].insert(fom::privilege_to_delete);
      return;
    case Service::unpublish_object_class: {  // 5.3
      const auto found = me.published.find(call.subject);
      if (found == me.published.end()) return;
      const std::set<int> lost = found->second;
      me.published.erase(found);
      me.registration[call.subject].loose = true;
      lose(lost);
      return;
    }
    case Service::unpublish_object_class_attributes: {  // 5.3
      const auto found = me.published.find(call.subject);
      if (found == me.published.end()) return;
      std::set<int> lost;
      for (const int each : call.attributes)
        if (found->second.erase(each) > 0) lost.insert(each);
      // The implicit publication of the privilege ends with that of the last other attribute.
      if (found->second == std::set<int>{fom::privilege_to_delete}) {
        lost.insert(fom::privilege_to_delete);
        found->second.clear();
      }
      if (found->second.empty()) {
        me.published.erase(found);
        me.registration[call.subject].loose = true;
      }
      lose(lost);
      return;
    }
    case Service::publish_interaction_class:  // 5.4
      me.interactions_published.insert(call.subject);
      return;
    case Service::unpublish_interaction_class:  // 5.5
      me.interactions_published.erase(call.subject);
      me.interaction_orders.erase(call.subject);
      me.interaction_transportations.erase(call.subject);
      me.interest[call.subject].loose = true;
      return;
    case Service::subscribe_object_class_attributes:  // 5.6
      for (const int each : call.attributes) me.subscribed[call.subject][each] = call.flag;
      return;
    case Service::unsubscribe_object_class:  // 5.7
      me.subscribed.erase(call.subject);
      return;
    case Service::unsubscribe_object_class_attributes: {  // 5.7
      const auto found = me.subscribed.find(call.subject);
      if (found == me.subscribed.end()) return;
      for (const int each : call.attributes) found->second.erase(each);
      if (found->second.empty()) me.subscribed.erase(found);
      return;
    }
    case Service::subscribe_interaction_class:  // 5.8
      me.interactions[call.subject] = call.flag;
      return;
    case Service::unsubscribe_interaction_class:  // 5.9
      me.interactions.erase(call.subject);
      return;
    default:
      return;
  }
}

// 5.10 to 5.13, 6.17, 6.18, 6.21, 6.22: what a federate should have been told.
void Model::refresh_advisories(Joined& of) {
  const auto note = [](Advisory& advisory, bool truth) {
    if (advisory.truth() != truth) advisory.since.push_back(truth);
  };
  for (const auto& [object_class, attributes] : of.published) {
    bool truth = false;
    for (const auto& [join, other] : federation_.joined) {
      if (join == of.id) continue;
      for (const auto& [subscribed, interests] : other.subscribed) {
        if (!fom::is_a(fom::object_classes(), object_class, subscribed)) continue;
        for (const auto& [attribute, interest] : interests)
          truth |= attributes.contains(attribute) && interest;
      }
    }
    note(of.registration[object_class], truth);
  }
  for (const int published : of.interactions_published) {
    bool truth = false;
    for (const auto& [join, other] : federation_.joined) {
      if (join == of.id) continue;
      for (const auto& [subscribed, interest] : other.interactions) {
        truth |= fom::is_a(fom::interaction_classes(), published, subscribed) && interest;
      }
    }
    note(of.interest[published], truth);
  }
  for (const auto& [number, object] : federation_.objects) {
    const auto known = of.known.find(number);
    for (const auto& [attribute, instance] : object.attributes) {
      const bool scope = known != of.known.end() && !object.deleted &&
                         in_scope(of, object, known->second, attribute);
      if (scope || of.scope.contains({number, attribute}))
        note(of.scope[{number, attribute}], scope);
      bool wanted_by_other = false;
      if (instance.owner == of.id && !object.deleted) {
        for (const auto& [join, other] : federation_.joined) {
          const auto other_known = other.known.find(number);
          if (join == of.id || other_known == other.known.end()) continue;
          const auto row = other.subscribed.find(other_known->second);
          if (row == other.subscribed.end()) continue;
          const auto interest = row->second.find(attribute);
          wanted_by_other |= interest != row->second.end() && interest->second;
        }
      }
      if (wanted_by_other || of.updates.contains({number, attribute}))
        note(of.updates[{number, attribute}], wanted_by_other);
    }
  }
}

std::string Model::accept_advisory(Joined& of, const Callback& callback) {
  const auto tell = [](Advisory& advisory, bool position) -> std::string {
    if (advisory.loose) {
      advisory.told = position;
      return {};
    }
    if (advisory.told == position) return "the federate was told the same before";
    const auto found = std::ranges::find(advisory.since, position);
    if (found == advisory.since.end()) return "it is not so";
    advisory.since.erase(advisory.since.begin(), found + 1);
    advisory.told = position;
    return {};
  };
  const auto tell_class = [&](auto& advisories, bool on, bool position) -> std::string {
    if (!on) return "the switch is off";
    const auto found = advisories.find(callback.subject);
    return found == advisories.end() ? "the class is not published" : tell(found->second, position);
  };
  const auto tell_attributes = [&](auto& advisories, bool on, bool position) -> std::string {
    if (!on) return "the switch is off";
    for (const int each : callback.attributes) {
      const std::string wrong = tell(advisories[{callback.subject, each}], position);
      if (!wrong.empty()) return wrong;
    }
    return {};
  };
  switch (callback.kind) {
    case CallbackKind::start_registration_for_object_class:
      return tell_class(of.registration, of.object_class_advisories, true);
    case CallbackKind::stop_registration_for_object_class:
      return tell_class(of.registration, of.object_class_advisories, false);
    case CallbackKind::turn_interactions_on:
      return tell_class(of.interest, of.interaction_advisories, true);
    case CallbackKind::turn_interactions_off:
      return tell_class(of.interest, of.interaction_advisories, false);
    case CallbackKind::attributes_in_scope:
      return tell_attributes(of.scope, of.scope_advisories, true);
    case CallbackKind::attributes_out_of_scope:
      return tell_attributes(of.scope, of.scope_advisories, false);
    case CallbackKind::turn_updates_on_for_object_instance:
      return tell_attributes(of.updates, of.attribute_advisories, true);
    default:
      return tell_attributes(of.updates, of.attribute_advisories, false);
  }
}

}  // namespace orrery::rti::testing
