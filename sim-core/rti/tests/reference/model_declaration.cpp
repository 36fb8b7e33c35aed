// Clause 5: declaration management.
#include <algorithm>

#include "model.hpp"

namespace orrery::rti::testing {

namespace {

bool is_object_service(Service service) {
  return service == Service::publish_object_class_attributes ||
         service == Service::unpublish_object_class ||
         service == Service::unpublish_object_class_attributes ||
         service == Service::subscribe_object_class_attributes ||
         service == Service::subscribe_object_class_attributes_with_rate ||
         service == Service::unsubscribe_object_class ||
         service == Service::unsubscribe_object_class_attributes;
}

bool names_privilege(const Call& call) {
  return std::ranges::find(call.attributes, fom::privilege_to_delete) != call.attributes.end();
}

// 5.3: the attributes whose publication at the class ends. That of HLAprivilegeToDeleteObject ends with the last other one,
// unless the federate has published it by name.
std::set<int> unpublished_by(const Call& call, const Joined& me) {
  const auto published = me.published.find(call.subject);
  if (published == me.published.end()) return {};
  std::set<int> ended;
  bool others_remain = false;
  for (const int each : published->second) {
    const bool is_named = std::ranges::find(call.attributes, each) != call.attributes.end();
    if (is_named) ended.insert(each);
    others_remain |= !is_named && each != fom::privilege_to_delete;
  }
  if (!others_remain && !me.privilege_named.contains(call.subject))
    ended.insert(fom::privilege_to_delete);
  return ended;
}

}  // namespace

void Model::judge_declarations(const Call& call, const Joined& me, Verdict& verdict) {
  if (call.choice == no_update_rate) verdict.errors.insert(ErrorCode::InvalidUpdateRateDesignator);
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
    if (!whole) ended.merge(unpublished_by(call, me));
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
      if (names_privilege(call)) me.privilege_named.insert(call.subject);
      return;
    case Service::unpublish_object_class: {  // 5.3
      const auto found = me.published.find(call.subject);
      if (found == me.published.end()) return;
      const std::set<int> lost = found->second;
      me.published.erase(found);
      me.privilege_named.erase(call.subject);
      me.registration.erase(call.subject);
      lose(lost);
      return;
    }
    case Service::unpublish_object_class_attributes: {  // 5.3
      const auto found = me.published.find(call.subject);
      if (found == me.published.end()) return;
      const std::set<int> lost = unpublished_by(call, me);
      for (const int each : lost) found->second.erase(each);
      if (names_privilege(call)) me.privilege_named.erase(call.subject);
      if (found->second.empty()) {
        me.published.erase(found);
        me.registration.erase(call.subject);
      } else {
        found->second.insert(fom::privilege_to_delete);  // as long as another is published
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
      me.interest.erase(call.subject);
      return;
    case Service::subscribe_object_class_attributes:  // 5.6
    case Service::subscribe_object_class_attributes_with_rate:
      for (const int each : call.attributes)
        me.subscribed[call.subject][each] = {.active = call.flag, .rate = call.choice};
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

}  // namespace orrery::rti::testing
