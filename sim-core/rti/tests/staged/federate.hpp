// A federate that writes its callbacks down as lines of text.
#pragma once

#include "staged/caller.hpp"

namespace orrery::rti::testing::staged {

class Fed : public Caller, public FederateAmbassador {
 public:
  using Caller::Caller;

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

 private:
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

}  // namespace orrery::rti::testing::staged
