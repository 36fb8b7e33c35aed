// Federates that are watched and steered through the management object model.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "orrery/rti/encoding.hpp"

#include "conformance.hpp"

namespace orrery::rti::testing::conformance {

using Values = std::map<std::string, std::vector<std::byte>>;

// c manages: it is subscribed to the reports that a check names, and to HLAreportMOMexception.
class ManagedFederation : public Conformance {
 protected:
  void begin() override {
    Conformance::begin();
    listen("HLAfederate.HLAreport.HLAreportMOMexception");
  }
  void listen(const std::string& report) { ASSERT_OK(c().subi("HLAmanager." + report)); }
  Status manage(const std::string& name, Values values) {
    const InteractionClassHandle of = c().interaction("HLAmanager." + name);
    std::vector<ParameterValue> parameters;
    for (const auto& [parameter, value] : values) {
      parameters.push_back({*labels().model.parameter(of, parameter), value});
    }
    if (auto published = c().rti->publish_interaction_class(of); !published) return published;
    return c().rti->send_interaction(of, parameters);
  }
  // About the federate.
  Status manage(const std::string& name, const Actor& whom, Values values = {}) {
    values["HLAfederate"] = Encoder().handle(whom.handle.value).take();
    return manage("HLAfederate." + name, std::move(values));
  }
  // The reports of that name since the last call.
  std::vector<Values> reports(const std::string& name) {
    settle();
    std::vector<Values> found;
    for (const Report& each : c().reports) {
      if (each.name == name) found.push_back(each.values);
    }
    std::erase_if(c().reports, [&](const Report& each) { return each.name == name; });
    return found;
  }
  static std::string text_of(const Values& values, const std::string& name) {
    return values.contains(name) ? Decoder(values.at(name)).unicode() : "(none)";
  }
  static std::int32_t number_of(const Values& values, const std::string& name) {
    return values.contains(name) ? Decoder(values.at(name)).integer32() : -1;
  }
  static std::uint64_t handle_of(const Values& values, const std::string& name) {
    return values.contains(name) ? Decoder(values.at(name)).handle() : 0;
  }
  static std::vector<std::uint64_t> handles(const Values& values, const std::string& name) {
    if (!values.contains(name)) return {};
    Decoder in(values.at(name));
    std::vector<std::uint64_t> all(static_cast<std::size_t>(in.integer32()));
    for (std::uint64_t& each : all) each = in.handle();
    std::ranges::sort(all);
    return all;
  }
  static std::vector<std::byte> handle(std::uint64_t value) {
    return Encoder().handle(value).take();
  }
  static std::vector<std::byte> number(std::int32_t value) {
    return Encoder().integer32(value).take();
  }
  static std::vector<std::byte> list(const std::vector<AttributeHandle>& attributes) {
    Encoder out;
    out.integer32(static_cast<std::int32_t>(attributes.size()));
    for (const AttributeHandle each : attributes) out.handle(each.value);
    return out.take();
  }
  Lines discoveries() {
    Lines all = c().heard("discover");
    std::ranges::sort(all);
    return all;
  }
  // All attributes of HLAmanager.HLAfederate.
  void watch_federates() {
    std::string names;
    for (const Attribute& each :
         labels().model[c().object_class("HLAmanager.HLAfederate")].attributes) {
      names += " " + each.name;
    }
    ASSERT_OK(c().sub("HLAmanager.HLAfederate", names));
    skip();
  }
  // A value of the federate's object, asked for.
  std::int32_t asked(const std::string& federate, const std::string& name) {
    const ObjectInstanceHandle object = c().object("HLAfederate." + federate);
    const AttributeHandle attribute = c().attribute("HLAmanager.HLAfederate", name);
    EXPECT_OK(c().rti->request_attribute_value_update(object, std::span(&attribute, 1)));
    settle();
    const auto& all = c().managed["HLAfederate." + federate];
    return all.contains(name) ? Decoder(all.at(name)).integer32() : -1;
  }
};

}  // namespace orrery::rti::testing::conformance
