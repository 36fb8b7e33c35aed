// Clause 11: what a federate asks of the RTI, and the reports that it gets.
#include <algorithm>
#include <cstdlib>

#include "management.hpp"
#include "model.hpp"

namespace orrery::rti::testing {

namespace {

constexpr const char* anything = "*";

template <class Texts>
std::string list_of(const Texts& texts) {
  const std::set<std::string> sorted(texts.begin(), texts.end());
  std::string text = "{";
  for (const std::string& each : sorted) text += (text.size() > 1 ? " " : "") + each;
  return text + "}";
}

std::string attribute_names(const std::set<int>& attributes) {
  std::set<std::string> names;
  for (const int each : attributes) {
    if (each != fom::privilege_to_delete)
      names.insert(fom::attributes()[static_cast<std::size_t>(each)].name);
  }
  return list_of(names);
}

// A report as a text: its parameters by name, without those that are not compared.
std::string line_of(int report, const std::map<std::string, std::string>& values) {
  std::string text;
  for (const auto& member : management::reports()[static_cast<std::size_t>(report)].members) {
    const auto found = values.find(member.name);
    if (member.form != management::Form::any && found != values.end())
      text += member.name + "=" + found->second + ";";
  }
  return text;
}

std::string transportation_name(int transportation) {
  return transportation == static_cast<int>(TransportationType::reliable) ? "HLAreliable"
                                                                          : "HLAbestEffort";
}

std::string small(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char each) { return static_cast<char>(std::tolower(each)); });
  return text;
}

}  // namespace

void Model::request_reports(const Call& call) {
  using Kind = management::Request::Kind;
  const auto& row = management::requests()[static_cast<std::size_t>(call.subject)];
  const bool of_federation = row.name.starts_with("HLAfederation.");
  const int target_place = call.federates.front();
  Joined* const target = joined_at(target_place) == nullptr
                             ? nullptr
                             : &federation_.joined.at(at_[static_cast<std::size_t>(target_place)]);
  const auto expect_report = [&](const std::string& name, int whom,
                                 std::vector<std::multiset<std::string>> answers) {
    const int report = management::report_named(name);
    for (auto& [join, observer] : federation_.joined) {
      const bool subscribed = observer.managed.reports.contains(report);
      observer.managed.answering.push_back({report, whom, subscribed, answers});
    }
  };
  if (row.kind == Kind::mistake || (!of_federation && target == nullptr)) {
    expect_report(management::mom_exception, unknown,
                  {{line_of(management::report_named(management::mom_exception),
                            {{"HLAservice", "HLAinteractionRoot.HLAmanager." + row.name},
                             {"HLAparameterError", "1"}})}});
    return;
  }
  const bool state = call.choice != 0;
  switch (row.kind) {
    case Kind::set_switches:
      (call.flag ? target->managed.convey_regions : target->managed.convey_producer).set(state);
      return;
    case Kind::set_service_reporting:
      if (state && target->managed.reports.contains(
                       management::report_named(management::service_invocation))) {
        expect_report(management::mom_exception, unknown,
                      {{line_of(management::report_named(management::mom_exception),
                                {{"HLAfederate", "#" + std::to_string(target->id)},
                                 {"HLAservice", "HLAinteractionRoot.HLAmanager." + row.name},
                                 {"HLAparameterError", "0"}})}});
        return;
      }
      target->managed.service_reporting.set(state);
      target->managed.is_logged = true;
      for (auto& [join, observer] : federation_.joined) observer.managed.offsets.erase(target->id);
      return;
    case Kind::set_exception_reporting:
      target->managed.exception_reporting.set(state);
      target->managed.is_logged = true;
      return;
    default:
      break;
  }
  const Joined& asked = of_federation ? federation_.joined.begin()->second : *target;
  for (const std::string& name : row.reports) {
    const int report = management::report_named(name);
    expect_report(name, asked.id, {report_lines(report, asked)});
  }
}

// The reports that answer a request now; `anything` among them: others may come.
std::multiset<std::string> Model::report_lines(int report, const Joined& of) const {
  const std::string name = management::reports()[static_cast<std::size_t>(report)].name;
  const std::string short_name = name.substr(name.rfind('.') + 1);
  const std::string whom = "#" + std::to_string(of.id);
  std::multiset<std::string> lines;
  const auto line = [&](std::map<std::string, std::string> values) {
    if (name.starts_with("HLAfederate.")) values["HLAfederate"] = whom;
    lines.insert(line_of(report, values));
  };
  const auto classes = [&](const std::map<std::string, std::map<std::string, std::string>>& all) {
    const std::string count = std::to_string(all.size());
    for (const auto& [object_class, values] : all) {
      auto with_count = values;
      with_count["HLAnumberOfClasses"] = count;
      with_count["HLAobjectClass"] = object_class;
      line(with_count);
    }
    if (all.empty()) line({{"HLAnumberOfClasses", "0"}});
  };
  if (short_name == "HLAreportObjectClassPublication") {
    std::map<std::string, std::map<std::string, std::string>> all;
    for (const auto& [row, attributes] : of.published)
      if (!attributes.empty())
        all[fom::object_class_name(row)]["HLAattributeList"] = attribute_names(attributes);
    classes(all);
  } else if (short_name == "HLAreportInteractionPublication") {
    std::set<std::string> names;
    for (const int row : of.interactions_published) names.insert(fom::interaction_class_name(row));
    for (const std::string& each : of.managed.published)
      names.insert("HLAinteractionRoot.HLAmanager." + each);
    line({{"HLAinteractionClassList", list_of(names)}});
  } else if (short_name == "HLAreportObjectClassSubscription") {
    std::map<std::string, std::map<std::string, std::string>> all;
    for (const auto& [row, attributes] : of.subscribed) {
      if (attributes.empty()) continue;
      std::set<int> members;
      std::set<bool> kinds;
      int rate = not_subscribed;
      for (const auto& [attribute, interest] : attributes) {
        members.insert(attribute);
        kinds.insert(interest.active);
        rate = greater_rate(rate, interest.rate);
      }
      if (kinds.size() > 1) return {anything};  // two reports of the class
      all[fom::object_class_name(row)] = {
          {"HLAactive", *kinds.begin() ? "1" : "0"},
          {"HLAmaxUpdateRate",
           rate <= not_reduced ? "" : fom::update_rates()[static_cast<std::size_t>(rate - 1)]},
          {"HLAattributeList", attribute_names(members)}};
    }
    if (!of.regional.empty()) return {anything};
    for (const auto& [row, attributes] : of.managed.subscribed) {
      const auto& managed = management::object_classes()[static_cast<std::size_t>(row)];
      std::set<std::string> names;
      for (const int each : attributes)
        names.insert(managed.members[static_cast<std::size_t>(each)].name);
      all["HLAobjectRoot.HLAmanager." + managed.name] = {
          {"HLAactive", "1"}, {"HLAmaxUpdateRate", ""}, {"HLAattributeList", list_of(names)}};
    }
    classes(all);
  } else if (short_name == "HLAreportInteractionSubscription") {
    if (!of.interaction_regions.empty()) return {anything};
    std::set<std::string> names;
    for (const auto& [row, active] : of.interactions)
      names.insert(fom::interaction_class_name(row) + (active ? "+" : ""));
    for (const int each : of.managed.reports) {
      names.insert("HLAinteractionRoot.HLAmanager." +
                   management::reports()[static_cast<std::size_t>(each)].name + "+");
    }
    line({{"HLAinteractionClassList", list_of(names)}});
  } else if (short_name == "HLAreportSynchronizationPoints") {
    std::set<std::string> labels;
    for (const auto& [label, point] : federation_.points) labels.insert(label_text(label));
    line({{"HLAsyncPoints", list_of(labels)}});
  } else if (short_name == "HLAreportMIMdata") {
    line({});
  } else if (short_name.starts_with("HLAreportObjectInstances")) {
    const bool updated = short_name == "HLAreportObjectInstancesUpdated";
    const bool deletable = short_name == "HLAreportObjectInstancesThatCanBeDeleted";
    std::map<std::string, int> counts;
    for (const auto& [number, object] : federation_.objects) {
      const bool counted =
          deletable ? object.attributes.at(fom::privilege_to_delete).owner == of.id
                    : (updated ? of.managed.objects_updated : of.managed.objects_reflected)
                          .contains(number);
      if (!counted) continue;
      if (object.deleted || !object.deletions.empty() ||
          !object.attributes.at(fom::privilege_to_delete).notified) {
        return {anything};
      }
      ++counts[fom::object_class_name(object.object_class)];
    }
    for (const int each : of.managed.objects_reflected) {  // of the RTI
      if (updated || deletable || federation_.objects.contains(each)) continue;
      const bool is_federation = each == management::federation;
      if (!is_federation && !federation_.joined.contains(each)) return {anything};
      ++counts["HLAobjectRoot.HLAmanager." +
               management::object_classes()[is_federation ? 0 : 1].name];
    }
    std::set<std::string> texts;
    for (const auto& [each, count] : counts) texts.insert(each + "=" + std::to_string(count));
    line({{"HLAobjectInstanceCounts", list_of(texts)}});
  } else {
    const bool updates = short_name == "HLAreportUpdatesSent";
    const bool reflections = short_name == "HLAreportReflectionsReceived";
    const ClassCounts& all = updates                                     ? of.managed.updates_by
                             : reflections                               ? of.managed.reflections_by
                             : short_name == "HLAreportInteractionsSent" ? of.managed.sent_by
                                                                         : of.managed.received_by;
    for (const auto& [transportation, counts] : all) {
      std::set<std::string> texts;
      for (const auto& [each, count] : counts) texts.insert(each + "=" + std::to_string(count));
      line({{"HLAtransportation", transportation_name(transportation)},
            {updates       ? "HLAupdateCounts"
             : reflections ? "HLAreflectCounts"
                           : "HLAinteractionCounts",
             list_of(texts)}});
    }
  }
  return lines;
}

std::string Model::accept_report(Joined& of, const Callback& callback) {
  const auto& row = management::reports()[static_cast<std::size_t>(callback.subject)];
  if (row.name == management::service_invocation || row.name == management::exception)
    return accept_invocation(of, callback);
  std::map<std::string, std::string> values;
  for (const auto& [place, text] : callback.values)
    values[row.members[static_cast<std::size_t>(place)].name] = text;
  const std::string line = line_of(callback.subject, values);
  // Of a transportation that was not used a report may come, without counts.
  if (values.contains("HLAtransportation") && line.ends_with("={};")) return {};
  std::string expected;
  for (ManagedFederate::Answering& each : of.managed.answering) {
    if (each.report != callback.subject) continue;
    std::vector<std::multiset<std::string>> left;
    for (const auto& answer : each.answers) {
      for (const std::string& other : answer) expected += " or " + other;
      if (!answer.contains(line) && !answer.contains(anything)) continue;
      left.push_back(answer);
      if (const auto found = left.back().find(line); found != left.back().end())
        left.back().erase(found);
    }
    if (left.empty()) continue;
    each.answers = std::move(left);
    each.target = unknown;  // a later moment's reports are no more among them
    return {};
  }
  return expected.empty() ? "it was not asked for" : "expected" + expected;
}

// Reports of what a federate invoked come in the order of their serial numbers.
std::string Model::accept_invocation(Joined& of, const Callback& callback) {
  const auto& row = management::reports()[static_cast<std::size_t>(callback.subject)];
  std::map<std::string, std::string> values;
  for (const auto& [place, text] : callback.values)
    values[row.members[static_cast<std::size_t>(place)].name] = text;
  const int join = std::atoi(values["HLAfederate"].c_str() + 1);
  const auto found = federation_.joined.find(join);
  if (found == federation_.joined.end()) return {};  // it has resigned since
  const ManagedFederate& reported = found->second.managed;
  const auto matches = [&](const Invocation& each) {
    const std::string service = small(values["HLAservice"]);
    const bool named = service == each.service || each.service.starts_with(service);
    if (row.name == management::exception)
      return named && !each.exception.empty() && values["HLAexception"].starts_with(each.exception);
    return named && (values["HLAsuccessIndicator"] == "1") == each.exception.empty() &&
           values["HLAexception"].starts_with(each.exception);
  };
  if (row.name == management::exception) {
    if (std::ranges::any_of(reported.invocations, matches)) return {};
    return "no such service has failed";
  }
  if (!reported.is_logged) return "nobody has asked for it";
  const int serial = std::atoi(values["HLAserialNumber"].c_str());
  std::set<int> offsets;
  for (int each = 0; each < static_cast<int>(reported.invocations.size()); ++each) {
    if (matches(reported.invocations[static_cast<std::size_t>(each)]))
      offsets.insert(each - serial);
  }
  const auto known = of.managed.offsets.find(join);
  if (known != of.managed.offsets.end())
    std::erase_if(offsets, [&](int each) { return !known->second.contains(each); });
  if (offsets.empty()) return "no such service was invoked at that place";
  of.managed.offsets[join] = offsets;
  return {};
}

}  // namespace orrery::rti::testing
