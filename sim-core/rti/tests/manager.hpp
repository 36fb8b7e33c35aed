// A federate of tests that watches and steers others through the management object model.
#pragma once

#include "orrery/rti/encoding.hpp"

#include "world.hpp"

namespace orrery::rti::testing {

class Manager {
 public:
  explicit Manager(Federate& of) : of_(of) {}

  // The newest value of an attribute of the RTI's object of that name.
  std::optional<Bytes> value(const std::string& object, const std::string& attribute) const {
    const auto handle = of_.rti->get_object_instance_handle(object);
    if (!handle) return {};
    const auto known = of_.rti->get_known_object_class_handle(*handle);
    const auto at = of_.rti->get_attribute_handle(*known, attribute);
    for (auto each = of_.reflected.rbegin(); each != of_.reflected.rend(); ++each) {
      if (each->object != *handle || !each->values.contains(at->value)) continue;
      return bytes(each->values.at(at->value));
    }
    return {};
  }
  std::string text_of(const std::string& object, const std::string& attribute) const {
    const auto found = value(object, attribute);
    return found ? Decoder(*found).unicode() : "(none)";
  }
  std::int32_t number(const std::string& object, const std::string& attribute) const {
    const auto found = value(object, attribute);
    return found ? Decoder(*found).integer32() : -1;
  }
  // Asks for all attributes anew.
  Status ask(const std::string& object) {
    const auto handle = of_.rti->get_object_instance_handle(object);
    if (!handle) return handle.error();
    const auto known = *of_.rti->get_known_object_class_handle(*handle);
    std::vector<AttributeHandle> all;
    for (std::uint16_t i = 0; of_.rti->get_attribute_name(known, {i}); ++i) all.push_back({i});
    of_.reflected.clear();
    return of_.rti->request_attribute_value_update(*handle, all);
  }
  void subscribe(const std::string& to) {
    const auto of = of_.object_class(to);
    std::vector<AttributeHandle> all;
    for (std::uint16_t i = 0; of_.rti->get_attribute_name(of, {i}); ++i) all.push_back({i});
    ASSERT_OK(of_.rti->subscribe_object_class_attributes(of, all));
  }

  using Values = std::map<std::string, std::vector<std::byte>>;
  // An interaction to the RTI: ("HLAfederate.HLAservice.HLA..", of whom, with what).
  Status send(const std::string& name, FederateHandle whom, Values values = {}) {
    const auto of = of_.interaction_class("HLAmanager." + name);
    if (whom.value != 0) values["HLAfederate"] = Encoder().handle(whom.value).take();
    std::vector<ParameterValue> given;
    for (const auto& [parameter, value] : values) {
      given.push_back({*of_.rti->get_parameter_handle(of, parameter), value});
    }
    (void)of_.rti->publish_interaction_class(of);
    return of_.rti->send_interaction(of, given);
  }
  void listen(const std::string& report) {
    ASSERT_OK(of_.rti->subscribe_interaction_class(of_.interaction_class("HLAmanager." + report)));
  }
  // Parameters of the reports that have come.
  std::vector<Values> reports(const std::string& name) const {
    std::vector<Values> found;
    const auto of = of_.interaction_class("HLAmanager." + name);
    for (const Received& each : of_.received) {
      if (each.of != of) continue;
      Values& made = found.emplace_back();
      for (const auto& [parameter, value] : each.values) {
        const Bytes raw = bytes(value);
        made[*of_.rti->get_parameter_name(of, {parameter})] = {raw.begin(), raw.end()};
      }
    }
    return found;
  }

 private:
  Federate& of_;
};

}  // namespace orrery::rti::testing
