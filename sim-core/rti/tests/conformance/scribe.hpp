// A federate that writes down all its callbacks, and acts within them.
#pragma once

#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "federates.hpp"
#include "keeper.hpp"
#include "region_world.hpp"

namespace orrery::rti::testing {

class Scribe : public Federate {
 public:
  explicit Scribe(Node& at, CallbackModel model = CallbackModel::evoked)
      : Federate(at, model), immediate_(model == CallbackModel::immediate) {}
  ~Scribe() override { rti.reset(); }  // an immediate callback may come until then

  std::vector<std::string> log;
  // What to do in the callback of that first word.
  std::map<std::string, std::function<void()>> when;
  ObjectInstanceHandle object;  // of the newest callback about one
  std::string label;

  void drain() {
    if (immediate_) {
      node.pump();
    } else {
      Federate::drain();
    }
  }
  [[nodiscard]] std::ptrdiff_t count(const std::string& start) const {
    return std::ranges::count_if(log, [&](const auto& each) { return each.starts_with(start); });
  }
  [[nodiscard]] std::ptrdiff_t place(const std::string& start) const {
    const auto at =
        std::ranges::find_if(log, [&](const auto& each) { return each.starts_with(start); });
    return at == log.end() ? -1 : at - log.begin();
  }
  [[nodiscard]] std::string all() const {
    std::string text;
    for (const auto& each : log) text += each + "; ";
    return text;
  }
  Status send(const std::string& of, const std::string& tag) {
    return rti->send_interaction(interaction_class(of), {}, bytes(tag));
  }
  auto send(const std::string& of, const std::string& tag, double time) {
    return rti->send_interaction(interaction_class(of), {}, bytes(tag), float64_time(time));
  }
  auto update_at(ObjectInstanceHandle which, AttributeHandle at, const std::string& value,
                 double time) {
    const AttributeValue each{at, bytes(value)};
    return rti->update_attribute_values(which, std::span(&each, 1), bytes(value),
                                        float64_time(time));
  }
  Status advance(double time) { return rti->time_advance_request(float64_time(time)); }
  void listen(const std::string& of) {
    ASSERT_OK(rti->subscribe_interaction_class(interaction_class(of)));
  }
  void speak(const std::string& of) {
    ASSERT_OK(rti->publish_interaction_class(interaction_class(of)));
  }

  void connection_lost(const std::string& why) override {
    Federate::connection_lost(why);
    note("lost", why);
  }
  void synchronization_point_registration_succeeded(const std::string& l) override {
    Federate::synchronization_point_registration_succeeded(l);
    label = l;
    note("registered", l);
  }
  void synchronization_point_registration_failed(const std::string& l,
                                                 SynchronizationPointFailure why) override {
    Federate::synchronization_point_registration_failed(l, why);
    note("unregistered", l);
  }
  void announce_synchronization_point(const std::string& l, Bytes tag) override {
    Federate::announce_synchronization_point(l, tag);
    label = l;
    note("announce", l);
  }
  void federation_synchronized(const std::string& l, std::span<const FederateHandle> w) override {
    Federate::federation_synchronized(l, w);
    note("synchronized", l);
  }
  void initiate_federate_save(const std::string& l) override { note("save", label = l); }
  void initiate_federate_save(const std::string& l, LogicalTime time) override {
    note("save", (label = l) + at(time));
  }
  void federation_saved() override { note("saved"); }
  void federation_not_saved(SaveFailure) override { note("not-saved"); }
  void request_federation_restore_succeeded(const std::string& l) override { note("accepted", l); }
  void request_federation_restore_failed(const std::string& l, const std::string& w) override {
    note("refused", l + " " + w);
  }
  void federation_restore_begun() override { note("begun"); }
  void initiate_federate_restore(const std::string& l, const std::string& n,
                                 FederateHandle as) override {
    handle = as;
    note("restore", l + " " + n);
  }
  void federation_restored() override { note("restored"); }
  void federation_not_restored(RestoreFailure) override { note("not-restored"); }
  void start_registration_for_object_class(ObjectClassHandle of) override {
    Federate::start_registration_for_object_class(of);
    note("start", std::to_string(of.value));
  }
  void stop_registration_for_object_class(ObjectClassHandle of) override {
    Federate::stop_registration_for_object_class(of);
    note("stop", std::to_string(of.value));
  }
  void turn_interactions_on(InteractionClassHandle of) override {
    Federate::turn_interactions_on(of);
    note("turn-on", std::to_string(of.value));
  }
  void turn_interactions_off(InteractionClassHandle of) override {
    Federate::turn_interactions_off(of);
    note("turn-off", std::to_string(of.value));
  }
  void object_instance_name_reservation_succeeded(const std::string& n) override {
    Federate::object_instance_name_reservation_succeeded(n);
    label = n;
    note("reserved", n);
  }
  void object_instance_name_reservation_failed(const std::string& n) override {
    Federate::object_instance_name_reservation_failed(n);
    note("taken", n);
  }
  void discover_object_instance(ObjectInstanceHandle o, ObjectClassHandle of, const std::string& n,
                                FederateHandle p) override {
    Federate::discover_object_instance(o, of, n, p);
    object = o;
    note("discover", n);
  }
  void reflect_attribute_values(ObjectInstanceHandle o, std::span<const AttributeValue> values,
                                Bytes tag, const Delivery& delivery) override {
    Federate::reflect_attribute_values(o, values, tag, delivery);
    object = o;
    note("reflect", text(tag) + how(delivery));
  }
  void receive_interaction(InteractionClassHandle of, std::span<const ParameterValue> values,
                           Bytes tag, const Delivery& delivery) override {
    Federate::receive_interaction(of, values, tag, delivery);
    note("receive", text(tag) + how(delivery));
  }
  void remove_object_instance(ObjectInstanceHandle o, Bytes tag, const Delivery& d) override {
    Federate::remove_object_instance(o, tag, d);
    object = o;
    note("remove", text(tag) + how(d));
  }
  void provide_attribute_value_update(ObjectInstanceHandle o, std::span<const AttributeHandle> w,
                                      Bytes tag) override {
    Federate::provide_attribute_value_update(o, w, tag);
    about("provide", o, w, tag);
  }
  void confirm_attribute_transportation_type_change(ObjectInstanceHandle o,
                                                    std::span<const AttributeHandle> w,
                                                    TransportationType t) override {
    Federate::confirm_attribute_transportation_type_change(o, w, t);
    note("transport", std::string(to_string(t)));
  }
  void report_attribute_transportation_type(ObjectInstanceHandle o, AttributeHandle w,
                                            TransportationType t) override {
    Federate::report_attribute_transportation_type(o, w, t);
    note("by", std::string(to_string(t)));
  }
  void attributes_in_scope(ObjectInstanceHandle o, std::span<const AttributeHandle> w) override {
    Federate::attributes_in_scope(o, w);
    about("in", o, w);
  }
  void attributes_out_of_scope(ObjectInstanceHandle o,
                               std::span<const AttributeHandle> w) override {
    Federate::attributes_out_of_scope(o, w);
    about("out", o, w);
  }
  void turn_updates_on_for_object_instance(ObjectInstanceHandle o,
                                           std::span<const AttributeHandle> w) override {
    Federate::turn_updates_on_for_object_instance(o, w);
    about("updates-on", o, w);
  }
  void turn_updates_on_for_object_instance(ObjectInstanceHandle o,
                                           std::span<const AttributeHandle> w,
                                           const std::string& rate) override {
    Federate::turn_updates_on_for_object_instance(o, w, rate);
    about("updates-on", o, w, bytes(rate));
  }
  void turn_updates_off_for_object_instance(ObjectInstanceHandle o,
                                            std::span<const AttributeHandle> w) override {
    Federate::turn_updates_off_for_object_instance(o, w);
    about("updates-off", o, w);
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
  void inform_attribute_ownership(ObjectInstanceHandle /*object*/, AttributeHandle /*attribute*/,
                                  FederateHandle owner) override {
    note("owner", std::to_string(owner.value));
  }
  void attribute_is_not_owned(ObjectInstanceHandle /*object*/,
                              AttributeHandle /*attribute*/) override {
    note("unowned");
  }
  void time_regulation_enabled(LogicalTime t) override {
    Federate::time_regulation_enabled(t);
    note("regulating", at(t));
  }
  void time_constrained_enabled(LogicalTime t) override {
    Federate::time_constrained_enabled(t);
    note("constrained", at(t));
  }
  void time_advance_grant(LogicalTime t) override {
    Federate::time_advance_grant(t);
    note("grant", at(t));
  }
  void request_retraction(MessageRetractionHandle r) override {
    Federate::request_retraction(r);
    note("retraction");
  }

  static std::string at(LogicalTime time) {
    char text[40];
    std::snprintf(text, sizeof text, "@%g", to_float64(time));
    return text;
  }

 private:
  static std::string how(const Delivery& d) {
    return (d.received == OrderType::timestamp ? " TSO" : " RO") + (d.time ? at(*d.time) : "");
  }
  void about(const std::string& word, ObjectInstanceHandle o,
             std::span<const AttributeHandle> which, Bytes tag = {}) {
    object = o;
    std::string rest;
    for (const AttributeHandle each : which)
      rest += (rest.empty() ? "" : ",") + std::to_string(each.value);
    note(word, tag.empty() ? rest : rest + " " + text(tag));
  }
  void note(const std::string& word, const std::string& rest = "") {
    log.push_back(rest.empty() ? word : word + " " + rest);
    const auto found = when.find(word);
    if (found == when.end()) return;
    const auto act = found->second;
    act();
  }
  const bool immediate_;
};

class ImmediateScribe : public Scribe {
 public:
  explicit ImmediateScribe(Node& at) : Scribe(at, CallbackModel::immediate) {}
};

// Three federates that know Bird (region_modules).
template <class Of>
class Exam : public FederatesOf<Of> {
 protected:
  using FederatesOf<Of>::a;
  using FederatesOf<Of>::b;
  using FederatesOf<Of>::c;
  using FederatesOf<Of>::drain;
  const std::vector<FomModule>& modules() const override { return region_modules(); }
  void begin() override {
    FederatesOf<Of>::begin();
    this->join_all();
    place = a().attribute("Bird", "Place");
    song = a().attribute("Bird", "Song");
    ring = a().attribute("Bird", "Ring");
    privilege = a().attribute("Bird", "HLAprivilegeToDeleteObject");
  }
  // a registers a bird that b and c know.
  void settle_bird() {
    a().publish("Bird", {"Place", "Song", "Ring"});
    for (Of* each : {&b(), &c()}) each->subscribe("Bird", {"Place", "Song", "Ring"});
    auto made = a().rti->register_object_instance(a().object_class("Bird"));
    ASSERT_OK(made);
    bird = *made;
    drain();
    forget();
  }
  void forget() {
    for (auto& each : this->feds) {
      each->log.clear();
      each->reflected.clear();
      each->received.clear();
      each->discovered.clear();
    }
  }
  AttributeHandle place;
  AttributeHandle song;
  AttributeHandle ring;
  AttributeHandle privilege;
  ObjectInstanceHandle bird;
};

using AttributeList = std::vector<AttributeHandle>;

}  // namespace orrery::rti::testing
