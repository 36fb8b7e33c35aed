// A federate that writes down what it is told of ownership, and three of them that know a ship.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "federates.hpp"

namespace orrery::rti::testing {

// Writes down what it is told of ownership: "acquired 1,2 tag".
class Owner : public Federate {
 public:
  using Federate::Federate;
  std::vector<std::string> told;
  ObjectInstanceHandle of;

  bool heard(const std::string& what) const { return std::ranges::find(told, what) != told.end(); }

  void request_attribute_ownership_assumption(ObjectInstanceHandle object,
                                              std::span<const AttributeHandle> attributes,
                                              Bytes tag) override {
    note("assume", object, attributes, tag);
  }
  void request_divestiture_confirmation(ObjectInstanceHandle object,
                                        std::span<const AttributeHandle> attributes) override {
    note("confirm", object, attributes);
  }
  void attribute_ownership_acquisition_notification(ObjectInstanceHandle object,
                                                    std::span<const AttributeHandle> attributes,
                                                    Bytes tag) override {
    note("acquired", object, attributes, tag);
    if (on_acquired) on_acquired();
  }
  void attribute_ownership_unavailable(ObjectInstanceHandle object,
                                       std::span<const AttributeHandle> attributes) override {
    note("unavailable", object, attributes);
  }
  void request_attribute_ownership_release(ObjectInstanceHandle object,
                                           std::span<const AttributeHandle> attributes,
                                           Bytes tag) override {
    note("release", object, attributes, tag);
    if (on_release) on_release();
  }
  void confirm_attribute_ownership_acquisition_cancellation(
      ObjectInstanceHandle object, std::span<const AttributeHandle> attributes) override {
    note("cancelled", object, attributes);
  }
  void inform_attribute_ownership(ObjectInstanceHandle object, AttributeHandle attribute,
                                  FederateHandle owner) override {
    note("owner " + std::to_string(owner.value), object, std::span(&attribute, 1));
  }
  void attribute_is_not_owned(ObjectInstanceHandle object, AttributeHandle attribute) override {
    note("not owned", object, std::span(&attribute, 1));
  }
  std::function<void()> on_acquired;
  std::function<void()> on_release;

 private:
  void note(std::string what, ObjectInstanceHandle object,
            std::span<const AttributeHandle> attributes, Bytes tag = {}) {
    of = object;
    for (const AttributeHandle each : attributes) what += " " + std::to_string(each.value);
    told.push_back(tag.empty() ? what : what + " " + text(tag));
  }
};

// a registers a ship; b and c know it. All publish and subscribe Course (attribute 1).
class Ownership : public FederatesOf<Owner> {
 protected:
  void begin() override {
    FederatesOf<Owner>::begin();
    join_all();
    for (auto& each : feds) {
      each->publish("Ship", {"Course"});
      each->subscribe("Ship", {"Course"});
    }
    auto made = a().rti->register_object_instance(a().object_class("Ship"));
    ASSERT_OK(made);
    ship = *made;
    course = {a().attribute("Ship", "Course")};
    drain();
  }
  bool owns(Owner& who) { return *who.rti->is_attribute_owned_by_federate(ship, course[0]); }
  ObjectInstanceHandle ship;
  std::vector<AttributeHandle> course;
};

}  // namespace orrery::rti::testing
