// A world of its own for the checks of newcomer_*_test.cpp: federates a, b and c on one node or on three, with evoked or with
// immediate callbacks. Each federate writes its callbacks down as lines of text.
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

namespace orrery::rti::testing::newcomer {

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

class Fed : public FederateAmbassador {
 public:
  Fed(std::string own_name, std::uint32_t at, CallbackModel how, Labels& shared)
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

  // Callbacks
  void federate_lost(FederateHandle, const std::string& who) override {
    note("federate-lost", who);
  }
  void connection_lost(const std::string&) override { note("connection-lost"); }
  void synchronization_point_registration_succeeded(const std::string& l) override {
    note("registered", l);
  }
  void synchronization_point_registration_failed(const std::string& l,
                                                 SynchronizationPointFailure why) override {
    note("unregistered",
         l + (why == SynchronizationPointFailure::label_not_unique ? " label" : " set"));
  }
  void announce_synchronization_point(const std::string& l, Bytes tag) override {
    note("announce", l + (tag.empty() ? "" : " tag=" + text_of(tag)));
  }
  void federation_synchronized(const std::string& l, std::span<const FederateHandle> f) override {
    Lines failed;
    for (const auto each : f) failed.push_back(federate_text(each));
    std::ranges::sort(failed);
    std::string all;
    for (const auto& each : failed) all += " " + each;
    note("synchronized", l + all);
  }
  void initiate_federate_save(const std::string& l) override { note("save", l); }
  void initiate_federate_save(const std::string& l, LogicalTime t) override {
    note("save", l + " @" + number(to_float64(t)));
  }
  void federation_saved() override { note("saved"); }
  void federation_not_saved(SaveFailure why) override {
    static const char* const all[] = {"unable", "failure", "resigned", "aborted", "time"};
    note("not-saved", all[static_cast<int>(why)]);
  }
  void federation_save_status_response(std::span<const FederateSnapshotStatus> s) override {
    note("save-status", statuses(s));
  }
  void request_federation_restore_succeeded(const std::string& l) override { note("accepted", l); }
  void request_federation_restore_failed(const std::string& l, const std::string&) override {
    note("refused", l);
  }
  void federation_restore_begun() override { note("begun"); }
  void initiate_federate_restore(const std::string& l, const std::string& n,
                                 FederateHandle as) override {
    restored_as = as;
    note("restore", l + " " + n);
  }
  void federation_restored() override {
    if (restored_as) handle = *restored_as;
    note("restored");
  }
  void federation_not_restored(RestoreFailure why) override {
    static const char* const all[] = {"failure", "resigned", "aborted"};
    note("not-restored", all[static_cast<int>(why)]);
  }
  void federation_restore_status_response(std::span<const FederateSnapshotStatus> s) override {
    note("restore-status", statuses(s));
  }
  void start_registration_for_object_class(ObjectClassHandle of) override {
    note("start", class_text(of));
  }
  void stop_registration_for_object_class(ObjectClassHandle of) override {
    note("stop", class_text(of));
  }
  void turn_interactions_on(InteractionClassHandle of) override { note("turn-on", inter_text(of)); }
  void turn_interactions_off(InteractionClassHandle of) override {
    note("turn-off", inter_text(of));
  }
  void object_instance_name_reservation_succeeded(const std::string& n) override {
    note("reserved", n);
  }
  void object_instance_name_reservation_failed(const std::string& n) override { note("taken", n); }
  void multiple_object_instance_name_reservation_succeeded(
      std::span<const std::string> n) override {
    note("reserved-all", list_text(n));
  }
  void multiple_object_instance_name_reservation_failed(std::span<const std::string> n) override {
    note("taken-all", list_text(n));
  }
  void discover_object_instance(ObjectInstanceHandle o, ObjectClassHandle of, const std::string& n,
                                FederateHandle) override {
    const auto found = labels.label_of_name.find(n);
    const std::string label = found == labels.label_of_name.end() ? n : found->second;
    objects[label] = o;
    texts[o.value] = label;
    const std::string known = class_text(of);
    if (known.starts_with("HLAmanager")) {
      managed[n];
      return;
    }
    note("discover", label + " " + known);
  }
  void reflect_attribute_values(ObjectInstanceHandle o, std::span<const AttributeValue> values,
                                Bytes tag, const Delivery& d) override {
    delivery = d;
    got = d.retraction;
    auto known = rti->get_known_object_class_handle(o);
    if (known && class_text(*known).starts_with("HLAmanager")) {
      for (const auto& each : values) {
        managed[object_text(o)][*rti->get_attribute_name(*known, each.attribute)] = {
            each.value.begin(), each.value.end()};
      }
      ++managed_reflections;
      return;
    }
    Lines all;
    for (const auto& each : values)
      all.push_back(attribute_name(object_text(o), each.attribute) + "=" + text_of(each.value));
    std::ranges::sort(all);
    note("reflect", object_text(o) + spaced(all) + how(tag, d));
  }
  void receive_interaction(InteractionClassHandle of, std::span<const ParameterValue> values,
                           Bytes tag, const Delivery& d) override {
    delivery = d;
    got = d.retraction;
    const std::string called = inter_text(of);
    if (called.starts_with("HLAmanager")) {
      Report report{called.substr(called.rfind('.') + 1), {}};
      for (const auto& each : values) {
        report.values[*rti->get_parameter_name(of, each.parameter)] = {each.value.begin(),
                                                                       each.value.end()};
      }
      reports.push_back(std::move(report));
      return;
    }
    Lines all;
    for (const auto& each : values)
      all.push_back(*rti->get_parameter_name(of, each.parameter) + "=" + text_of(each.value));
    std::ranges::sort(all);
    note("receive", called + spaced(all) + how(tag, d));
  }
  void remove_object_instance(ObjectInstanceHandle o, Bytes tag, const Delivery& d) override {
    got = d.retraction;
    if (object_text(o).starts_with("HLAfed")) {
      managed.erase(object_text(o));
      return;
    }
    note("remove", object_text(o) + how(tag, d));
  }
  void provide_attribute_value_update(ObjectInstanceHandle o, std::span<const AttributeHandle> w,
                                      Bytes tag) override {
    about("provide", o, w, tag);
  }
  void confirm_attribute_transportation_type_change(ObjectInstanceHandle o,
                                                    std::span<const AttributeHandle> w,
                                                    TransportationType t) override {
    note("transport", object_text(o) + " " + attribute_text(object_text(o), w) + " " +
                          std::string(to_string(t)));
  }
  void report_attribute_transportation_type(ObjectInstanceHandle o, AttributeHandle w,
                                            TransportationType t) override {
    note("by", object_text(o) + " " + attribute_name(object_text(o), w) + " " +
                   std::string(to_string(t)));
  }
  void confirm_interaction_transportation_type_change(InteractionClassHandle of,
                                                      TransportationType t) override {
    note("transport", inter_text(of) + " " + std::string(to_string(t)));
  }
  void report_interaction_transportation_type(FederateHandle f, InteractionClassHandle of,
                                              TransportationType t) override {
    note("by", federate_text(f) + " " + inter_text(of) + " " + std::string(to_string(t)));
  }
  void attributes_in_scope(ObjectInstanceHandle o, std::span<const AttributeHandle> w) override {
    about("in", o, w);
  }
  void attributes_out_of_scope(ObjectInstanceHandle o,
                               std::span<const AttributeHandle> w) override {
    about("out", o, w);
  }
  void turn_updates_on_for_object_instance(ObjectInstanceHandle o,
                                           std::span<const AttributeHandle> w) override {
    about("on", o, w);
  }
  void turn_updates_on_for_object_instance(ObjectInstanceHandle o,
                                           std::span<const AttributeHandle> w,
                                           const std::string& rate) override {
    about("on", o, w, raw(rate));
  }
  void turn_updates_off_for_object_instance(ObjectInstanceHandle o,
                                            std::span<const AttributeHandle> w) override {
    about("off", o, w);
  }
  void request_attribute_ownership_assumption(ObjectInstanceHandle o,
                                              std::span<const AttributeHandle> w,
                                              Bytes tag) override {
    about("assume", o, w, tag);
  }
  void request_divestiture_confirmation(ObjectInstanceHandle o,
                                        std::span<const AttributeHandle> w) override {
    about("confirm", o, w);
  }
  void attribute_ownership_acquisition_notification(ObjectInstanceHandle o,
                                                    std::span<const AttributeHandle> w,
                                                    Bytes tag) override {
    about("acquired", o, w, tag);
  }
  void attribute_ownership_unavailable(ObjectInstanceHandle o,
                                       std::span<const AttributeHandle> w) override {
    about("unavailable", o, w);
  }
  void request_attribute_ownership_release(ObjectInstanceHandle o,
                                           std::span<const AttributeHandle> w, Bytes tag) override {
    about("release", o, w, tag);
  }
  void confirm_attribute_ownership_acquisition_cancellation(
      ObjectInstanceHandle o, std::span<const AttributeHandle> w) override {
    about("cancelled", o, w);
  }
  void inform_attribute_ownership(ObjectInstanceHandle o, AttributeHandle w,
                                  FederateHandle f) override {
    note("owner",
         object_text(o) + " " + attribute_name(object_text(o), w) + " " + federate_text(f));
  }
  void attribute_is_owned_by_rti(ObjectInstanceHandle, AttributeHandle) override {
    note("rti-owned");
  }
  void attribute_is_not_owned(ObjectInstanceHandle o, AttributeHandle w) override {
    note("unowned", object_text(o) + " " + attribute_name(object_text(o), w));
  }
  void time_regulation_enabled(LogicalTime t) override {
    note("regulating", number(to_float64(t)));
  }
  void time_constrained_enabled(LogicalTime t) override {
    note("constrained", number(to_float64(t)));
  }
  void time_advance_grant(LogicalTime t) override { note("grant", number(to_float64(t))); }
  void request_retraction(MessageRetractionHandle r) override {
    asked = r;
    note("retraction");
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

 private:
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
  static std::string short_name(const std::string& full) {
    const auto at = full.find('.');
    return full.starts_with("HLAobjectRoot.") || full.starts_with("HLAinteractionRoot.")
               ? full.substr(at + 1)
               : full;
  }
  std::string class_text(ObjectClassHandle of) {
    auto found = rti->get_object_class_name(of);
    return found ? short_name(*found) : "?";
  }
  std::string inter_text(InteractionClassHandle of) {
    auto found = rti->get_interaction_class_name(of);
    return found ? short_name(*found) : "?";
  }
  std::string object_text(ObjectInstanceHandle o) {
    const auto found = texts.find(o.value);
    if (found != texts.end()) return found->second;
    auto called = rti->get_object_instance_name(o);
    if (!called) return "?";
    const auto label = labels.label_of_name.find(*called);
    return label == labels.label_of_name.end() ? *called : label->second;
  }
  std::string federate_text(FederateHandle f) {
    const auto found = labels.federate_of_handle.find(f.value);
    return found == labels.federate_of_handle.end() ? std::to_string(f.value) : found->second;
  }
  static std::string list_text(std::span<const std::string> all) {
    std::string text;
    for (const auto& each : all) text += (text.empty() ? "" : ",") + each;
    return text;
  }
  static std::string spaced(const Lines& all) {
    std::string text;
    for (const auto& each : all) text += " " + each;
    return text;
  }
  static std::string how(Bytes tag, const Delivery& d) {
    std::string text = tag.empty() ? "" : " tag=" + text_of(tag);
    if (d.time) text += " @" + number(to_float64(*d.time));
    if (d.time && d.received == OrderType::receive) text += " ro";
    return text;
  }
  std::string statuses(std::span<const FederateSnapshotStatus> all) {
    static const char* const names[] = {"none", "instructed", "working", "waiting"};
    Lines list;
    for (const auto& each : all)
      list.push_back(federate_text(each.federate) + "=" + names[static_cast<int>(each.status)]);
    std::ranges::sort(list);
    const std::string text = spaced(list);
    return text.empty() ? text : text.substr(1);
  }
  void about(const std::string& word, ObjectInstanceHandle o,
             std::span<const AttributeHandle> which, Bytes tag = {}) {
    const std::string label = object_text(o);
    note(word,
         label + " " + attribute_text(label, which) + (tag.empty() ? "" : " tag=" + text_of(tag)));
  }
  void note(const std::string& word, const std::string& rest = "") {
    log.push_back(rest.empty() ? word : word + " " + rest);
    const auto found = when.find(word);
    if (found == when.end()) return;
    const auto act = found->second;
    act();
  }
};

struct Setup {
  std::uint32_t nodes = 1;
  CallbackModel model = CallbackModel::evoked;
};
inline void PrintTo(const Setup& setup, std::ostream* out) { *out << setup.nodes << " nodes"; }
inline std::string setup_name(const ::testing::TestParamInfo<Setup>& info) {
  return std::string(info.param.nodes == 1 ? "OneNode" : "ThreeNodes") +
         (info.param.model == CallbackModel::immediate ? "Immediate" : "");
}

class World : public ::testing::TestWithParam<Setup> {
 public:
  Fed& a() { return *feds.at(0); }
  Fed& b() { return *feds.at(1); }
  Fed& c() { return *feds.at(2); }
  Fed& d() { return *feds.at(3); }

 protected:
  virtual bool provides() const { return false; }
  virtual void begin() {}

  void SetUp() override {
    static std::atomic<int> number_of{0};
    directory = (std::filesystem::temp_directory_path() /
                 ("newcomer-" + std::to_string(::getpid()) + "-" + std::to_string(number_of++)))
                    .string();
    std::filesystem::create_directories(directory);
    make_nodes();
    start();
    begin();
  }
  void TearDown() override {
    stop();
    std::filesystem::remove_all(directory);
  }
  // Federates a, b and c join a new federation.
  void start() {
    for (const char* each : {"a", "b", "c"}) connect(each);
    FomModule module = *parse_fom(fom_text(provides()), "newcomer");
    ASSERT_EQ(outcome(wait_for<Status>(
                  0, [&] { return a().rti->create_federation_execution("F", {module}); })),
              "ok");
    for (auto& each : feds) ASSERT_EQ(outcome(join(*each)), "ok");
    drain();
    clear();
  }
  void stop() {
    for (auto& each : feds) {
      each->when.clear();
      Fed* fed = each.get();
      wait_for<int>(fed->node, [fed] {
        fed->rti.reset();
        return 0;
      });
    }
    feds.clear();
    nodes.clear();
  }
  void make_nodes() {
    const std::uint32_t count = GetParam().nodes;
    std::vector<std::shared_ptr<base::Doorbell>> bells;
    std::vector<std::vector<std::unique_ptr<transport::Channel>>> channels(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      bells.push_back(*base::Doorbell::create(base::Doorbell::Scope::local));
      channels[i].resize(count);
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      for (std::uint32_t j = i + 1; j < count; ++j) {
        auto pair =
            transport::Transport::make_pair(transport::Kind::thread, {}, bells[i], bells[j]);
        ASSERT_TRUE(pair.ok());
        channels[i][j] = std::move(pair->a);
        channels[j][i] = std::move(pair->b);
      }
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      NodeOptions options;
      options.self = i;
      options.nodes = count;
      options.save_directory = directory;
      auto made = Node::create(options, bells[i], std::move(channels[i]));
      ASSERT_TRUE(made.ok()) << made.error().message;
      nodes.push_back(std::move(*made));
    }
  }
  Fed& connect(const std::string& name) {
    const auto at = static_cast<std::uint32_t>(feds.size()) % GetParam().nodes;
    feds.push_back(std::make_unique<Fed>(name, at, GetParam().model, labels));
    feds.back()->rti = nodes[at]->connect(*feds.back(), GetParam().model);
    return *feds.back();
  }
  Status join(Fed& fed) {
    auto result = wait_for<Result<FederateHandle>>(fed.node, [&] {
      return fed.rti->join_federation_execution(fed.name, "type-" + fed.name, "F");
    });
    if (!result) return result.error();
    fed.handle = *result;
    fed.joined = true;
    fed.objects.clear();
    fed.texts.clear();
    labels.federate_of_handle[fed.handle.value] = fed.name;
    return {};
  }
  Fed& enter(const std::string& name) {
    Fed& fed = connect(name);
    EXPECT_EQ(outcome(join(fed)), "ok");
    return fed;
  }
  Status resign(Fed& fed, ResignAction action = ResignAction::cancel_then_delete_then_divest) {
    auto result =
        wait_for<Status>(fed.node, [&] { return fed.rti->resign_federation_execution(action); });
    if (result) fed.joined = false;
    return result;
  }
  // Calls a service that waits for other nodes, which go on meanwhile.
  template <class R, class F>
  R wait_for(std::uint32_t at, F service) {
    if (nodes.size() == 1) return service();
    std::optional<R> result;
    std::atomic<bool> done{false};
    std::thread thread([&] {
      result.emplace(service());
      done = true;
    });
    while (!done) {
      for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        if (i != at) nodes[i]->pump();
      }
      std::this_thread::yield();
    }
    thread.join();
    return std::move(*result);
  }
  // All that is under way arrives, and all federates that are not silent evoke.
  void drain() {
    int quiet = 0;
    const std::int64_t until = base::now_ns() + 3'000'000'000;
    while (quiet < 12 && base::now_ns() < until) {
      const std::size_t before = lines();
      bool moved = false;
      for (auto& each : nodes) moved = each->pump() || moved;
      for (std::size_t i = 0; i < feds.size(); ++i) {
        Fed& fed = *feds[i];
        if (fed.rti && !fed.silent && fed.model == CallbackModel::evoked) {
          (void)fed.rti->evoke_multiple_callbacks(0, 0.5);
        }
      }
      quiet = moved || lines() != before ? 0 : quiet + 1;
    }
  }
  // All that is under way arrives; nobody evokes.
  void arrive() {
    for (int quiet = 0; quiet < 12;) {
      bool moved = false;
      for (auto& each : nodes) moved = each->pump() || moved;
      quiet = moved ? 0 : quiet + 1;
    }
  }
  std::size_t lines() const {
    std::size_t all = 0;
    for (const auto& each : feds) {
      all += each->log.size() + each->reports.size() +
             static_cast<std::size_t>(each->managed_reflections);
    }
    return all;
  }
  void clear() {
    for (auto& each : feds) each->log.clear();
  }
  // Everything that happened is of no interest.
  void skip() {
    drain();
    clear();
  }
  Lines heard(Fed& fed) {
    drain();
    return std::exchange(fed.log, {});
  }
  Lines heard_sorted(Fed& fed) {
    Lines all = heard(fed);
    std::ranges::sort(all);
    return all;
  }
  // No advisories about classes and interactions.
  void hush() {
    for (auto& each : feds) hush(*each);
  }
  static void hush(Fed& fed) {
    EXPECT_TRUE(fed.rti->disable_object_class_relevance_advisory_switch().ok());
    EXPECT_TRUE(fed.rti->disable_interaction_relevance_advisory_switch().ok());
  }
  void regulate(Fed& fed, double lookahead) {
    EXPECT_EQ(outcome(fed.regulation(lookahead)), "ok");
    drain();
    EXPECT_TRUE(!fed.log.empty() && fed.log.back().starts_with("regulating"))
        << ::testing::PrintToString(fed.log);
    fed.log.clear();
  }
  void constrain(Fed& fed) {
    EXPECT_EQ(outcome(fed.rti->enable_time_constrained()), "ok");
    drain();
    EXPECT_TRUE(!fed.log.empty() && fed.log.back().starts_with("constrained"))
        << ::testing::PrintToString(fed.log);
    fed.log.clear();
  }
  // a owns x of a class, b and c know it there.
  void settle(const std::string& of, const std::string& attributes,
              const std::string& label = "x") {
    EXPECT_EQ(outcome(a().pub(of, attributes)), "ok");
    EXPECT_EQ(outcome(b().sub(of, attributes)), "ok");
    EXPECT_EQ(outcome(c().sub(of, attributes)), "ok");
    EXPECT_EQ(outcome(a().reg(of, label)), "ok");
    skip();
  }
  static std::vector<std::byte> number32(std::int32_t value) {
    return Encoder().integer32(value).take();
  }
  static std::vector<std::byte> of_federate(const Fed& fed) {
    return Encoder().handle(fed.handle.value).take();
  }

  std::string directory;
  Labels labels;
  std::vector<std::unique_ptr<Node>> nodes;
  std::vector<std::unique_ptr<Fed>> feds;
};

inline Lines sorted(Lines all) {
  std::ranges::sort(all);
  return all;
}

}  // namespace orrery::rti::testing::newcomer

#define NC_OK(call)                 \
  do {                              \
    EXPECT_EQ(outcome(call), "ok"); \
  } while (false)
#define NC_ERR(call, error)           \
  do {                                \
    EXPECT_EQ(outcome(call), #error); \
  } while (false)
#define NC_ERRS(call, one, other)                                          \
  do {                                                                     \
    const std::string nc_outcome = outcome(call);                          \
    EXPECT_TRUE(nc_outcome == #one || nc_outcome == #other) << nc_outcome; \
  } while (false)
#define NC_HEARD(fed, ...) EXPECT_EQ(heard(fed), (Lines{__VA_ARGS__}))
#define NC_HEARD_SORTED(fed, ...) EXPECT_EQ(heard_sorted(fed), sorted(Lines{__VA_ARGS__}))
// One node and three, evoked and immediate.
#define NEWCOMER_SUITE(suite)                                                                    \
  INSTANTIATE_TEST_SUITE_P(                                                                      \
      All, suite,                                                                                \
      ::testing::Values(Setup{1, CallbackModel::evoked}, Setup{3, CallbackModel::evoked},        \
                        Setup{1, CallbackModel::immediate}, Setup{3, CallbackModel::immediate}), \
      setup_name)
// For checks in which federates do not evoke for a while.
#define NEWCOMER_EVOKED_SUITE(suite)                                                       \
  INSTANTIATE_TEST_SUITE_P(                                                                \
      All, suite,                                                                          \
      ::testing::Values(Setup{1, CallbackModel::evoked}, Setup{3, CallbackModel::evoked}), \
      setup_name)
