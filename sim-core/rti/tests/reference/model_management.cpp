// Clause 11: the objects of the RTI, and what their attributes hold.
#include <algorithm>

#include "management.hpp"
#include "model.hpp"

namespace orrery::rti::testing {

namespace {

constexpr const char* any_value = "*";

const std::string& member_name(int object_class, int attribute) {
  return management::object_classes()[static_cast<std::size_t>(object_class)]
      .members[static_cast<std::size_t>(attribute)]
      .name;
}

int class_of(int object) {
  return object == management::federation ? management::federation : management::federate;
}

std::set<std::string> one(int value) { return {std::to_string(value)}; }
std::set<std::string> one(bool value) { return {value ? "1" : "0"}; }

}  // namespace

// 8.1.1: messages in receive order wait for a constrained federate's next advance.
bool Model::is_held(const Joined& of) const {
  return of.constrained && of.advance == Advance::none && !of.asynchronous;
}

void Model::judge_management(const Call& call, const Joined& me, Verdict& verdict) const {
  if (call.service == Service::subscribe_reports &&
      call.subject == management::report_named(management::service_invocation)) {
    // 5.8: nobody is told of its own invocations.
    const ManagedSwitch& reporting = me.managed.service_reporting;
    if (!reporting.on && !reporting.changing) return;
    verdict.errors.insert(ErrorCode::FederateServiceInvocationsAreBeingReportedViaMOM);
    verdict.either = reporting.changing;
  }
  if (call.service != Service::send_request) return;
  const auto& row = management::requests()[static_cast<std::size_t>(call.subject)];
  if (!me.managed.published.contains(row.name))
    verdict.errors.insert(ErrorCode::InteractionClassNotPublished);
}

void Model::commit_management(const Call& call, Joined& me) {
  ManagedFederate& mine = me.managed;
  switch (call.service) {
    case Service::subscribe_management_objects:
      if (!call.attributes.empty())
        mine.subscribed[call.subject].insert(call.attributes.begin(), call.attributes.end());
      return;
    case Service::unsubscribe_management_objects:
      mine.subscribed.erase(call.subject);
      for (auto& [object, mandatory] : mine.discoveries)
        if (class_of(object) == call.subject) mandatory = false;
      std::erase_if(mine.requested,
                    [&](const auto& each) { return class_of(each.first) == call.subject; });
      return;
    case Service::request_management_values: {  // 6.19
      const auto subscribed = mine.subscribed.find(call.subject);
      if (subscribed == mine.subscribed.end()) return;
      for (const int object : mine.known) {
        if (class_of(object) != call.subject) continue;
        for (const int attribute : call.attributes)
          if (subscribed->second.contains(attribute)) mine.requested.insert({object, attribute});
      }
      return;
    }
    case Service::subscribe_reports:
      mine.reports.insert(call.subject);
      return;
    case Service::unsubscribe_reports:
      mine.reports.erase(call.subject);
      for (auto& each : mine.answering) each.mandatory &= each.report != call.subject;
      return;
    case Service::publish_requests:
      mine.published.insert(management::requests()[static_cast<std::size_t>(call.subject)].name);
      return;
    case Service::send_request:
      request_reports(call);
      return;
    default:
      return;
  }
}

// What an attribute may hold now; empty: anything.
std::set<std::string> Model::managed_values(int object, int attribute) const {
  if (object == management::federation) return federation_values(attribute);
  const auto found = federation_.joined.find(object);
  if (found == federation_.joined.end()) return {};
  return federate_values(found->second, attribute);
}

std::set<std::string> Model::federation_values(int attribute) const {
  const std::string& name = member_name(management::federation, attribute);
  if (name == "HLAfederationName") return {"reference"};
  if (name == "HLAautoProvide") return {"0"};
  if (name == "HLAtimeImplementationName")
    return {times_ == TimeRepresentation::float64 ? "HLAfloat64Time" : "HLAinteger64Time"};
  if (name != "HLAfederatesInFederation") return {};
  std::set<std::string> joins;
  for (const auto& [join, each] : federation_.joined) joins.insert("#" + std::to_string(join));
  std::string text = "{";
  for (const std::string& each : joins) text += (text.size() > 1 ? " " : "") + each;
  return {text + "}"};
}

std::set<std::string> Model::federate_values(const Joined& of, int attribute) const {
  const std::string& name = member_name(management::federate, attribute);
  const ManagedFederate& counts = of.managed;
  if (name == "HLAfederateHandle") return {"#" + std::to_string(of.id)};
  if (name == "HLAfederateName") return {"federate " + std::to_string(of.name)};
  if (name == "HLAfederateType") return {"type"};
  // Which is told first, the federate or its observer, is open.
  if (name == "HLAtimeConstrained")
    return of.constrained_pending ? std::set<std::string>{"0", "1"} : one(of.constrained);
  if (name == "HLAtimeRegulating")
    return of.regulation_pending ? std::set<std::string>{"0", "1"} : one(of.regulating);
  if (name == "HLAasynchronousDelivery") return one(of.asynchronous);
  if (name == "HLAfederateState") return {"1"};
  if (name == "HLAconveyRegionDesignatorSets") return counts.convey_regions.values();
  if (name == "HLAconveyProducingFederate") return counts.convey_producer.values();
  if (name == "HLAtimeManagerState") {
    if (of.regulation_pending) return {"0", "1"};  // 8.2: an implicit request
    return one(of.advance != Advance::none);
  }
  if (name == "HLAlogicalTime") return {time_text(of.time)};
  if (name == "HLAlookahead") {
    if (of.regulation_pending) return {};
    if (!of.regulating) return {"undefined"};
    return {time_text(of.lookahead), time_text(std::max(of.lookahead, of.floor.time - of.time))};
  }
  if (name == "HLAreflectionsReceived") return one(counts.reflections);
  if (name == "HLAupdatesSent") {
    std::set<std::string> all;
    for (int empty = 0; empty <= counts.empty_updates; ++empty)
      all.insert(std::to_string(counts.updates + empty));
    return all;
  }
  if (name == "HLAinteractionsReceived") return one(counts.interactions_received);
  if (name == "HLAinteractionsSent") return one(counts.interactions_sent);
  if (name == "HLAobjectInstancesDeleted") return one(counts.deleted);
  if (name == "HLAobjectInstancesRemoved") return one(counts.removed);
  if (name == "HLAobjectInstancesRegistered") return one(counts.registered);
  if (name == "HLAobjectInstancesDiscovered") return one(counts.discovered);
  if (name == "HLAobjectInstancesThatCanBeDeleted") {
    int certain = 0;
    int perhaps = 0;
    for (const auto& [number, object] : federation_.objects) {
      const AttributeInstance& privilege = object.attributes.at(fom::privilege_to_delete);
      if (object.deleted || privilege.owner != of.id) continue;
      ++(privilege.notified && object.deletions.empty() ? certain : perhaps);
    }
    std::set<std::string> all;
    for (int more = 0; more <= perhaps; ++more) all.insert(std::to_string(certain + more));
    return all;
  }
  if (name == "HLAobjectInstancesUpdated" || name == "HLAobjectInstancesReflected") {
    const bool updated = name == "HLAobjectInstancesUpdated";
    const std::set<int>& objects = updated ? counts.objects_updated : counts.objects_reflected;
    const auto present = std::ranges::count_if(objects, [&](int each) {
      const auto object = federation_.objects.find(each);
      if (object != federation_.objects.end()) return !object->second.deleted;
      return each == management::federation || federation_.joined.contains(each);
    });
    std::set<std::string> all;
    for (auto each = present; each <= static_cast<std::ptrdiff_t>(objects.size()); ++each)
      all.insert(std::to_string(each));
    return all;
  }
  return {};
}

// What observers may be told now.
void Model::refresh_management() {
  for (auto& [join, of] : federation_.joined) {
    ManagedFederate& mine = of.managed;
    for (const auto& [object_class, attributes] : mine.subscribed) {
      const auto discover = [&](int object) {
        if (!mine.known.contains(object)) mine.discoveries.try_emplace(object, false);
      };
      if (object_class == management::federation) {
        discover(management::federation);
      } else {
        for (const auto& [other, each] : federation_.joined) discover(other);
      }
    }
    const auto has_left = [&](int object) {
      return object != management::federation && !federation_.joined.contains(object);
    };
    for (const int object : mine.known)
      if (has_left(object)) mine.removals.insert(object);
    for (auto& [object, mandatory] : mine.discoveries) mandatory &= !has_left(object);
    refresh_managed_values(of);
    for (ManagedFederate::Answering& each : mine.answering) {
      const auto target = federation_.joined.find(each.target);
      if (target == federation_.joined.end()) each.mandatory &= each.target == 0;
      if (target == federation_.joined.end() || each.report == unknown) continue;
      auto lines = report_lines(each.report, target->second);
      if (each.answers.empty() || each.answers.back() != lines)
        each.answers.push_back(std::move(lines));
    }
  }
}

void Model::refresh_managed_values(Joined& of) {
  ManagedFederate& mine = of.managed;
  const auto refresh = [&](int object) {
    if (!mine.subscribed.contains(class_of(object))) return;
    // Also of attributes that it may subscribe to before it evokes: what waits may come with them (6.11).
    const auto& row =
        management::object_classes()[static_cast<std::size_t>(class_of(object))].members;
    for (int attribute = 0; attribute < static_cast<int>(row.size()); ++attribute) {
      auto values = managed_values(object, attribute);
      if (values.empty()) values = {any_value};
      mine.recent[{object, attribute}].merge(values);
    }
  };
  for (const int object : mine.known) refresh(object);
  for (const auto& [object, mandatory] : mine.discoveries) refresh(object);
}

std::string Model::accept_management(Joined& of, const Callback& callback) {
  ManagedFederate& mine = of.managed;
  switch (callback.kind) {
    case CallbackKind::discover_managed:
      if (mine.known.contains(callback.subject)) return "the object is known";
      if (mine.discoveries.erase(callback.subject) == 0)
        return "the object is not to be discovered";
      mine.known.insert(callback.subject);
      break;
    case CallbackKind::remove_managed:
      if (mine.removals.erase(callback.subject) == 0) return "the federate has not resigned";
      mine.known.erase(callback.subject);
      std::erase_if(mine.requested,
                    [&](const auto& each) { return each.first == callback.subject; });
      break;
    case CallbackKind::reflect_managed:
      if (const std::string wrong = accept_values(of, callback); !wrong.empty()) return wrong;
      break;
    // 6.17, 6.18: which attributes of these objects are in scope is not followed.
    case CallbackKind::managed_in_scope:
    case CallbackKind::managed_out_of_scope:
      return mine.known.contains(callback.subject) ? "" : "the object is not known";
    default:
      if (const std::string wrong = accept_report(of, callback); !wrong.empty()) return wrong;
      break;
  }
  refresh_management();
  return {};
}

std::string Model::accept_values(Joined& of, const Callback& callback) {
  ManagedFederate& mine = of.managed;
  if (!mine.known.contains(callback.subject)) return "the object is not known";
  for (const auto& [attribute, value] : callback.values) {
    const ManagedFederate::Place place{callback.subject, attribute};
    const auto recent = mine.recent.find(place);
    const std::string& name = member_name(class_of(callback.subject), attribute);
    const auto subscribed = mine.subscribed.find(class_of(callback.subject));
    if (recent == mine.recent.end() || subscribed == mine.subscribed.end() ||
        !subscribed->second.contains(attribute)) {
      return name + " is not subscribed";
    }
    if (!recent->second.contains(any_value) && !recent->second.contains(value)) {
      std::string expected;
      for (const std::string& each : recent->second) expected += " " + each;
      return name + " is not" + expected;
    }
    mine.told[place] = value;
    mine.requested.erase(place);
  }
  return {};
}

// The observer has evoked all.
std::string Model::missing_management(Joined& of) {
  ManagedFederate& mine = of.managed;
  for (const auto& [object, mandatory] : mine.discoveries)
    if (mandatory) return "missing: discovery of " + std::to_string(object);
  if (is_held(of)) return {};
  if (!mine.removals.empty())
    return "missing: removal of " + std::to_string(*mine.removals.begin());
  for (const auto& [object, attribute] : mine.requested) {
    if (object == management::federation || federation_.joined.contains(object))
      return "missing: the value of " + member_name(class_of(object), attribute);
  }
  for (const auto& [place, value] : mine.told) {
    const auto& [object, attribute] = place;
    const int object_class = class_of(object);
    const auto& row = management::object_classes()[static_cast<std::size_t>(object_class)];
    const auto subscribed = mine.subscribed.find(object_class);
    if (!row.members[static_cast<std::size_t>(attribute)].conditional ||
        !mine.known.contains(object) || subscribed == mine.subscribed.end() ||
        !subscribed->second.contains(attribute)) {
      continue;
    }
    const auto now = managed_values(object, attribute);
    if (!now.empty() && !now.contains(value))
      return "missing: " + member_name(object_class, attribute) + " is " + *now.begin();
  }
  for (const ManagedFederate::Answering& each : mine.answering) {
    const bool complete = std::ranges::any_of(
        each.answers, [](const auto& lines) { return lines.empty() || lines.contains("*"); });
    if (each.mandatory && !complete && mine.reports.contains(each.report)) {
      return "missing: " + management::reports()[static_cast<std::size_t>(each.report)].name + " " +
             (each.answers.empty() ? "" : *each.answers.back().begin());
    }
  }
  settle_management(of);
  return {};
}

// What is to come to it is of now or later.
void Model::settle_management(Joined& of) {
  ManagedFederate& mine = of.managed;
  std::erase_if(mine.discoveries, [](const auto& each) { return !each.second; });
  mine.answering.clear();
  mine.recent.clear();
  refresh_managed_values(of);
  for (ManagedSwitch* const each : {&mine.convey_regions, &mine.convey_producer,
                                    &mine.service_reporting, &mine.exception_reporting}) {
    each->changing = false;
  }
}

}  // namespace orrery::rti::testing
