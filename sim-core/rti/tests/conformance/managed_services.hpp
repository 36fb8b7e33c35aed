// Federates in whose names a manager calls services.
#pragma once

#include "managed_federation.hpp"

namespace orrery::rti::testing::conformance {

// a owns x.a1 and x.a2 of class A, b knows x and publishes a1 and a2.
class ManagedServices : public ManagedFederation {
 protected:
  void begin() override {
    ManagedFederation::begin();
    for (Actor* each : {&a(), &b()}) ASSERT_OK(each->pub("A", "a1 a2"));
    ASSERT_OK(b().sub("A", "a1 a2"));
    ASSERT_OK(a().reg("A", "x"));
    skip();
  }
  static std::vector<std::byte> at(std::int64_t value) {
    return encode_time(TimeRepresentation::integer64, value);
  }
  std::vector<std::byte> class_handle(const std::string& name) {
    return handle(a().object_class(name).value);
  }
  std::vector<std::byte> interaction_handle(const std::string& name) {
    return handle(a().interaction(name).value);
  }
  Values x(const std::string& names = "") {
    Values values{{"HLAobjectInstance", handle(a().object("x").value)}};
    if (!names.empty()) values["HLAattributeList"] = list(a().attributes("A", names));
    return values;
  }
  static Values with(Values values, const std::string& name, std::vector<std::byte> value) {
    values[name] = std::move(value);
    return values;
  }
  static std::vector<std::byte> unicode(const std::string& text) {
    return Encoder().unicode(text).take();
  }
  // The exception of the service, in c's name for whom; "" if there is none, "parameter" for a parameter error.
  std::string error_of_service(const std::string& name, const Actor& whom, const Values& values) {
    EXPECT_OK(manage(name, whom, values));
    const auto found = reports("HLAreportMOMexception");
    EXPECT_LE(found.size(), 1U) << name;
    if (found.empty()) return "";
    EXPECT_EQ(handle_of(found[0], "HLAfederate"), whom.handle.value)
        << name << ": " << text_of(found[0], "HLAexception");
    EXPECT_TRUE(text_of(found[0], "HLAservice").ends_with("HLAmanager.HLAfederate." + name))
        << text_of(found[0], "HLAservice");
    if (number_of(found[0], "HLAparameterError") == 1) return "parameter";
    const std::string text = text_of(found[0], "HLAexception");
    return text.substr(0, text.find(':'));
  }
  std::string error_of_service(const std::string& name, const Actor& whom) {
    return error_of_service(name, whom, {});
  }
};

}  // namespace orrery::rti::testing::conformance
