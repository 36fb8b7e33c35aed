// A federate of checks that writes down its callbacks in one list.
#pragma once

#include <string>
#include <vector>

#include "world.hpp"

namespace orrery::rti::testing {

class Witness : public Federate {
 public:
  using Federate::Federate;
  void discover_object_instance(ObjectInstanceHandle object, ObjectClassHandle of,
                                const std::string& name, FederateHandle producer) override {
    Federate::discover_object_instance(object, of, name, producer);
    log.emplace_back("discover");
  }
  void reflect_attribute_values(ObjectInstanceHandle object, std::span<const AttributeValue> values,
                                Bytes tag, const Delivery& delivery) override {
    Federate::reflect_attribute_values(object, values, tag, delivery);
    log.push_back("reflect " + text(tag) + order_of(delivery));
  }
  void receive_interaction(InteractionClassHandle of, std::span<const ParameterValue> values,
                           Bytes tag, const Delivery& delivery) override {
    Federate::receive_interaction(of, values, tag, delivery);
    log.push_back("receive " + text(tag) + order_of(delivery));
  }
  void remove_object_instance(ObjectInstanceHandle object, Bytes tag,
                              const Delivery& delivery) override {
    Federate::remove_object_instance(object, tag, delivery);
    log.push_back("remove " + text(tag) + order_of(delivery));
  }
  void time_advance_grant(LogicalTime time) override {
    Federate::time_advance_grant(time);
    log.emplace_back("grant");
  }
  std::vector<std::string> log;

 private:
  static std::string order_of(const Delivery& delivery) {
    return delivery.received == OrderType::timestamp ? " TSO" : " RO";
  }
};

}  // namespace orrery::rti::testing
