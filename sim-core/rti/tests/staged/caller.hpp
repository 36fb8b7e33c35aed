// A federate's services, called with names in place of handles, for the checks of this folder.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "orrery/base/clock.hpp"
#include "orrery/rti/encoding.hpp"
#include "orrery/rti/node.hpp"
#include "orrery/transport/transport.hpp"

namespace orrery::rti::testing::staged {

using Lines = std::vector<std::string>;
using Regions = std::vector<RegionHandle>;

inline Lines words(const std::string& text) {
  std::istringstream in(text);
  Lines all;
  for (std::string each; in >> each;) all.push_back(each);
  return all;
}
inline Bytes raw(const std::string& text) { return std::as_bytes(std::span(text)); }
inline std::string text_of(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
inline std::string number(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}
template <class T>
std::string outcome(const Result<T>& result) {
  return result ? "ok" : std::string(to_string(result.error().code));
}

// Thing > Craft > Boat > Tug and Thing > Craft > Plane; Note > Call > Urgent; Talk; Zone > Inner. Attributes and parameters
// whose names end in 1 are in receive order. t3, c3: dimensions X; X and Y. Zone: X.
inline const std::string& fom_text(bool provide) {
  static std::map<bool, std::string> made;
  std::string& text = made[provide];
  if (!text.empty()) return text;
  const auto attribute = [](const std::string& name, const std::string& order,
                            const std::string& dimensions = "",
                            const std::string& transport = "HLAreliable") {
    std::string all = "<attribute><name>" + name + "</name><dataType>HLAopaqueData</dataType>";
    if (!dimensions.empty()) {
      all += "<dimensions>";
      for (const auto& each : words(dimensions)) all += "<dimension>" + each + "</dimension>";
      all += "</dimensions>";
    }
    return all + "<transportation>" + transport + "</transportation><order>" + order +
           "</order></attribute>";
  };
  const auto interaction = [](const std::string& name, const std::string& order,
                              const std::string& parameter, const std::string& dimension,
                              const std::string& below) {
    return "<interactionClass><name>" + name + "</name>" +
           (dimension.empty()
                ? ""
                : "<dimensions><dimension>" + dimension + "</dimension></dimensions>") +
           "<transportation>HLAreliable</transportation><order>" + order +
           "</order><parameter><name>" + parameter +
           "</name><dataType>HLAopaqueData</dataType></parameter>" + below + "</interactionClass>";
  };
  text =
      "<objectModel xmlns=\"http://standards.ieee.org/IEEE1516-2010\"><objects><objectClass><name>"
      "HLAobjectRoot</name><objectClass><name>Thing</name>" +
      attribute("t1", "Receive") + attribute("t2", "TimeStamp") +
      attribute("t3", "TimeStamp", "X") + "<objectClass><name>Craft</name>" +
      attribute("c1", "Receive") + attribute("c2", "TimeStamp") +
      attribute("c3", "TimeStamp", "X Y") + attribute("c4", "TimeStamp", "", "HLAbestEffort") +
      "<objectClass><name>Boat</name>" + attribute("b1", "Receive") + attribute("b2", "TimeStamp") +
      "<objectClass><name>Tug</name>" + attribute("u2", "TimeStamp") +
      "</objectClass></objectClass><objectClass><name>Plane</name>" + attribute("p2", "TimeStamp") +
      "</objectClass></objectClass></objectClass></objectClass></objects><interactions>"
      "<interactionClass><name>HLAinteractionRoot</name>" +
      interaction("Note", "TimeStamp", "n2", "",
                  interaction("Call", "TimeStamp", "k2", "",
                              interaction("Urgent", "TimeStamp", "g2", "", ""))) +
      interaction("Talk", "Receive", "s1", "", "") +
      interaction("Zone", "TimeStamp", "z2", "X",
                  interaction("Inner", "TimeStamp", "i2", "X", "")) +
      "</interactionClass></interactions><dimensions><dimension><name>X</name><upperBound>100"
      "</upperBound></dimension><dimension><name>Y</name><upperBound>100</upperBound></dimension>"
      "</dimensions><switches><autoProvide isEnabled=\"" +
      (provide ? "true" : "false") +
      "\"/></switches><updateRates><updateRate><name>Low</name><rate>1.0</rate></updateRate>"
      "</updateRates></objectModel>";
  return text;
}
inline const Lines& object_classes() {
  static const Lines all{"Thing", "Thing.Craft", "Thing.Craft.Boat", "Thing.Craft.Boat.Tug",
                         "Thing.Craft.Plane"};
  return all;
}
inline const Lines& attribute_names() {
  static const Lines all{"t1", "t2", "t3", "c1", "c2", "c3",
                         "c4", "b1", "b2", "u2", "p2", "HLAprivilegeToDeleteObject"};
  return all;
}
inline const Lines& interaction_classes() {
  static const Lines all{"Note", "Note.Call", "Note.Call.Urgent", "Talk", "Zone", "Zone.Inner"};
  return all;
}
inline const Lines& parameter_names() {
  static const Lines all{"n2", "k2", "g2", "s1", "z2", "i2"};
  return all;
}

// What all federates of a world know: the objects by their labels.
struct Labels {
  std::map<std::string, std::string> label_of_name;
  std::map<std::string, std::string> name_of_label;
  std::map<std::string, std::string> class_of_label;
  std::map<std::uint32_t, std::string> federate_of_handle;
};

class Caller {
 public:
  Caller(std::string own_name, std::uint32_t at, CallbackModel how, Labels& shared)
      : name(std::move(own_name)), node(at), model(how), labels(shared) {}

  const std::string name;
  const std::uint32_t node;
  const CallbackModel model;
  Labels& labels;
  FederateHandle handle;
  bool joined = false;
  bool silent = false;  // evokes nothing in World::drain()
  Lines log;
  std::map<std::string, std::function<void()>> when;  // by a line's first word
  std::optional<MessageRetractionHandle> sent;        // of the newest message sent with a time
  std::optional<MessageRetractionHandle> asked;       // of the newest request_retraction()
  std::optional<MessageRetractionHandle> got;         // of the newest message delivered
  Delivery delivery;
  std::map<std::string, std::map<std::string, std::vector<std::byte>>> managed;
  struct Report {
    std::string name;
    std::map<std::string, std::vector<std::byte>> values;
  };
  std::vector<Report> reports;
  std::unique_ptr<RtiAmbassador> rti;

  // Handles
  ObjectClassHandle oc(const std::string& of) {
    auto found = rti->get_object_class_handle(of);
    EXPECT_TRUE(found.ok()) << of;
    return found ? *found : ObjectClassHandle{};
  }
  InteractionClassHandle ic(const std::string& of) {
    auto found = rti->get_interaction_class_handle(of);
    EXPECT_TRUE(found.ok()) << of;
    return found ? *found : InteractionClassHandle{};
  }
  AttributeHandle at(const std::string& attribute) {
    for (const auto& each : object_classes()) {
      if (auto found = rti->get_attribute_handle(oc(each), attribute)) return *found;
    }
    ADD_FAILURE() << "no attribute " << attribute;
    return {};
  }
  std::vector<AttributeHandle> ats(const std::string& attributes) {
    std::vector<AttributeHandle> all;
    for (const auto& each : words(attributes))
      all.push_back(each == "priv" ? at("HLAprivilegeToDeleteObject") : at(each));
    return all;
  }
  ObjectInstanceHandle ob(const std::string& label) {
    if (const auto found = objects.find(label); found != objects.end()) return found->second;
    const auto called = labels.name_of_label.find(label);
    auto found = rti->get_object_instance_handle(
        called == labels.name_of_label.end() ? label : called->second);
    return found ? *found : ObjectInstanceHandle{987654321};
  }
  bool knows(const std::string& label) {
    return rti->get_object_instance_handle(labels.name_of_label[label]).ok();
  }

  // Declarations
  Status pub(const std::string& of, const std::string& attributes) {
    return rti->publish_object_class_attributes(oc(of), ats(attributes));
  }
  Status unpub(const std::string& of) { return rti->unpublish_object_class(oc(of)); }
  Status unpub(const std::string& of, const std::string& attributes) {
    return rti->unpublish_object_class_attributes(oc(of), ats(attributes));
  }
  Status sub(const std::string& of, const std::string& attributes, bool active = true) {
    return rti->subscribe_object_class_attributes(oc(of), ats(attributes), active);
  }
  Status unsub(const std::string& of) { return rti->unsubscribe_object_class(oc(of)); }
  Status unsub(const std::string& of, const std::string& attributes) {
    return rti->unsubscribe_object_class_attributes(oc(of), ats(attributes));
  }
  Status pubi(const std::string& of) { return rti->publish_interaction_class(ic(of)); }
  Status unpubi(const std::string& of) { return rti->unpublish_interaction_class(ic(of)); }
  Status subi(const std::string& of, bool active = true) {
    return rti->subscribe_interaction_class(ic(of), active);
  }
  Status unsubi(const std::string& of) { return rti->unsubscribe_interaction_class(ic(of)); }

  // Regions: region("X 0 10 Y 5 6")
  RegionHandle region(const std::string& text) {
    const Lines all = words(text);
    std::vector<DimensionHandle> dimensions;
    for (std::size_t i = 0; i < all.size(); i += 3)
      dimensions.push_back(*rti->get_dimension_handle(all[i]));
    auto made = rti->create_region(dimensions);
    EXPECT_TRUE(made.ok()) << outcome(made);
    if (!made) return {};
    bounds(*made, text);
    EXPECT_EQ(outcome(commit(*made)), "ok");
    return *made;
  }
  void bounds(RegionHandle region, const std::string& text) {
    const Lines all = words(text);
    for (std::size_t i = 0; i < all.size(); i += 3) {
      EXPECT_EQ(outcome(rti->set_range_bounds(region, *rti->get_dimension_handle(all[i]),
                                              {std::stoull(all[i + 1]), std::stoull(all[i + 2])})),
                "ok");
    }
  }
  Status commit(RegionHandle region) {
    return rti->commit_region_modifications(std::span(&region, 1));
  }
  Status move(RegionHandle region, const std::string& text) {
    bounds(region, text);
    return commit(region);
  }
  std::vector<AttributeRegions> pairs(const std::string& attributes, const Regions& regions) {
    return {AttributeRegions{ats(attributes), regions}};
  }
  Status sub_in(const std::string& of, const std::string& attributes, const Regions& regions,
                bool active = true) {
    return rti->subscribe_object_class_attributes_with_regions(oc(of), pairs(attributes, regions),
                                                               active);
  }
  Status unsub_in(const std::string& of, const std::string& attributes, const Regions& regions) {
    return rti->unsubscribe_object_class_attributes_with_regions(oc(of),
                                                                 pairs(attributes, regions));
  }
  Status subi_in(const std::string& of, const Regions& regions, bool active = true) {
    return rti->subscribe_interaction_class_with_regions(ic(of), regions, active);
  }
  Status unsubi_in(const std::string& of, const Regions& regions) {
    return rti->unsubscribe_interaction_class_with_regions(ic(of), regions);
  }
  Status associate(const std::string& label, const std::string& attributes,
                   const Regions& regions) {
    return rti->associate_regions_for_updates(ob(label), pairs(attributes, regions));
  }
  Status unassociate(const std::string& label, const std::string& attributes,
                     const Regions& regions) {
    return rti->unassociate_regions_for_updates(ob(label), pairs(attributes, regions));
  }
  Status request_in(const std::string& of, const std::string& attributes, const Regions& regions,
                    const std::string& tag = "") {
    return rti->request_attribute_value_update_with_regions(oc(of), pairs(attributes, regions),
                                                            raw(tag));
  }

  // Objects
  Status reg(const std::string& of, const std::string& label, const std::string& own_name = "") {
    return made(of, label, rti->register_object_instance(oc(of), own_name));
  }
  Status reg_in(const std::string& of, const std::string& label, const std::string& attributes,
                const Regions& regions) {
    return made(of, label,
                rti->register_object_instance_with_regions(oc(of), pairs(attributes, regions)));
  }
  Status upd(const std::string& label, const std::string& values, const std::string& tag = "") {
    const auto all = split(values);
    std::vector<AttributeValue> list;
    for (const auto& [key, value] : all) list.push_back({at(key), raw(value)});
    return rti->update_attribute_values(ob(label), list, raw(tag));
  }
  Status upd_at(double time, const std::string& label, const std::string& values) {
    const auto all = split(values);
    std::vector<AttributeValue> list;
    for (const auto& [key, value] : all) list.push_back({at(key), raw(value)});
    return timed(rti->update_attribute_values(ob(label), list, {}, float64_time(time)));
  }
  Status send(const std::string& of, const std::string& values, const std::string& tag = "") {
    const auto all = split(values);
    return rti->send_interaction(ic(of), parameters(of, all), raw(tag));
  }
  Status send_at(double time, const std::string& of, const std::string& values) {
    const auto all = split(values);
    return timed(rti->send_interaction(ic(of), parameters(of, all), {}, float64_time(time)));
  }
  Status send_in(const std::string& of, const std::string& values, const Regions& regions) {
    const auto all = split(values);
    return rti->send_interaction_with_regions(ic(of), parameters(of, all), regions);
  }
  Status send_in_at(double time, const std::string& of, const std::string& values,
                    const Regions& regions) {
    const auto all = split(values);
    return timed(rti->send_interaction_with_regions(ic(of), parameters(of, all), regions, {},
                                                    float64_time(time)));
  }
  Status del(const std::string& label) { return rti->delete_object_instance(ob(label)); }
  Status del_at(double time, const std::string& label) {
    return timed(rti->delete_object_instance(ob(label), {}, float64_time(time)));
  }
  Status forget(const std::string& label) { return rti->local_delete_object_instance(ob(label)); }
  Status request(const std::string& label, const std::string& attributes,
                 const std::string& tag = "") {
    return rti->request_attribute_value_update(ob(label), ats(attributes), raw(tag));
  }
  Status request_of(const std::string& of, const std::string& attributes,
                    const std::string& tag = "") {
    return rti->request_attribute_value_update(oc(of), ats(attributes), raw(tag));
  }

  // Ownership
  Status divest(const std::string& label, const std::string& attributes) {
    return rti->unconditional_attribute_ownership_divestiture(ob(label), ats(attributes));
  }
  Status offer(const std::string& label, const std::string& attributes,
               const std::string& tag = "") {
    return rti->negotiated_attribute_ownership_divestiture(ob(label), ats(attributes), raw(tag));
  }
  Status confirm(const std::string& label, const std::string& attributes,
                 const std::string& tag = "") {
    return rti->confirm_divestiture(ob(label), ats(attributes), raw(tag));
  }
  Status acquire(const std::string& label, const std::string& attributes,
                 const std::string& tag = "") {
    return rti->attribute_ownership_acquisition(ob(label), ats(attributes), raw(tag));
  }
  Status acquire_free(const std::string& label, const std::string& attributes) {
    return rti->attribute_ownership_acquisition_if_available(ob(label), ats(attributes));
  }
  Status deny(const std::string& label, const std::string& attributes) {
    return rti->attribute_ownership_release_denied(ob(label), ats(attributes));
  }
  // The names of what was given, or the error.
  std::string give(const std::string& label, const std::string& attributes) {
    auto given = rti->attribute_ownership_divestiture_if_wanted(ob(label), ats(attributes));
    return given ? attribute_text(label, *given) : outcome(given);
  }
  Status withdraw(const std::string& label, const std::string& attributes) {
    return rti->cancel_negotiated_attribute_ownership_divestiture(ob(label), ats(attributes));
  }
  Status cancel(const std::string& label, const std::string& attributes) {
    return rti->cancel_attribute_ownership_acquisition(ob(label), ats(attributes));
  }
  Status query_owner(const std::string& label, const std::string& attribute) {
    return rti->query_attribute_ownership(ob(label), at(attribute));
  }
  bool owns(const std::string& label, const std::string& attribute) {
    auto owned = rti->is_attribute_owned_by_federate(ob(label), ats(attribute).front());
    return owned && *owned;
  }

  // Time
  Status tar(double time) { return rti->time_advance_request(float64_time(time)); }
  Status tara(double time) { return rti->time_advance_request_available(float64_time(time)); }
  Status nmr(double time) { return rti->next_message_request(float64_time(time)); }
  Status nmra(double time) { return rti->next_message_request_available(float64_time(time)); }
  Status fqr(double time) { return rti->flush_queue_request(float64_time(time)); }
  Status regulation(double lookahead) {
    return rti->enable_time_regulation(float64_interval(lookahead));
  }
  Status modify(double lookahead) { return rti->modify_lookahead(float64_interval(lookahead)); }
  std::string galt() {
    auto is = rti->query_galt();
    return !is ? outcome(is) : *is ? number(to_float64(**is)) : "none";
  }
  std::string lits() {
    auto is = rti->query_lits();
    return !is ? outcome(is) : *is ? number(to_float64(**is)) : "none";
  }
  std::string now() {
    auto is = rti->query_logical_time();
    return !is ? outcome(is) : number(to_float64(*is));
  }
  std::string lookahead() {
    auto is = rti->query_lookahead();
    return !is ? outcome(is) : number(to_float64(*is));
  }
  Status order(const std::string& label, const std::string& attributes, OrderType type) {
    return rti->change_attribute_order_type(ob(label), ats(attributes), type);
  }

  // Management object model
  Status manage(const std::string& of,
                const std::map<std::string, std::vector<std::byte>>& values) {
    const std::string full = "HLAmanager." + of;
    std::vector<ParameterValue> list;
    for (const auto& [key, value] : values) {
      auto found = rti->get_parameter_handle(ic(full), key);
      EXPECT_TRUE(found.ok()) << full << " " << key;
      if (found) list.push_back({*found, value});
    }
    return rti->send_interaction(ic(full), list);
  }
  Status sub_managed(const std::string& of, const std::string& attributes) {
    std::vector<AttributeHandle> list;
    for (const auto& each : words(attributes))
      list.push_back(*rti->get_attribute_handle(oc("HLAmanager." + of), each));
    return rti->subscribe_object_class_attributes(oc("HLAmanager." + of), list);
  }
  Status ask_managed(const std::string& object, const std::string& attributes) {
    std::vector<AttributeHandle> list;
    const std::string of = object.starts_with("HLAfederation") ? "HLAfederation" : "HLAfederate";
    for (const auto& each : words(attributes))
      list.push_back(*rti->get_attribute_handle(oc("HLAmanager." + of), each));
    auto found = rti->get_object_instance_handle(object);
    if (!found) return found.error();
    return rti->request_attribute_value_update(*found, list);
  }

  std::map<std::string, ObjectInstanceHandle> objects;
  std::map<std::uint64_t, std::string> texts;
  int managed_reflections = 0;
  std::optional<FederateHandle> restored_as;

  std::string attribute_name(const std::string& label, AttributeHandle which) {
    const auto of = labels.class_of_label.find(label);
    if (of == labels.class_of_label.end()) return std::to_string(which.value);
    auto found = rti->get_attribute_name(oc(of->second), which);
    if (!found) return "?";
    return *found == "HLAprivilegeToDeleteObject" ? "priv" : *found;
  }
  std::string attribute_text(const std::string& label, std::span<const AttributeHandle> which) {
    Lines all;
    for (const auto each : which) all.push_back(attribute_name(label, each));
    std::ranges::sort(all);
    std::string text;
    for (const auto& each : all) text += (text.empty() ? "" : ",") + each;
    return text;
  }

 protected:
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  static Pairs split(const std::string& values) {
    Pairs all;
    for (const auto& each : words(values)) {
      const auto at = each.find('=');
      all.emplace_back(each.substr(0, at), each.substr(at + 1));
    }
    return all;
  }
  std::vector<ParameterValue> parameters(const std::string& of, const Pairs& all) {
    std::vector<ParameterValue> list;
    for (const auto& [key, value] : all)
      list.push_back({*rti->get_parameter_handle(ic(of), key), raw(value)});
    return list;
  }
  Status timed(const Result<std::optional<MessageRetractionHandle>>& result) {
    if (!result) return result.error();
    sent = *result;
    return {};
  }
  Status made(const std::string& of, const std::string& label,
              const Result<ObjectInstanceHandle>& result) {
    if (!result) return result.error();
    const std::string called = *rti->get_object_instance_name(*result);
    labels.label_of_name[called] = label;
    labels.name_of_label[label] = called;
    labels.class_of_label[label] = of;
    objects[label] = *result;
    texts[result->value] = label;
    return {};
  }
};

}  // namespace orrery::rti::testing::staged
