// The MOM's conditional attributes, switches, module data and ownership (IEEE 1516.1-2010, clause 11, tables 5 to 17).
#include "federates.hpp"
#include "manager.hpp"

namespace orrery::rti::testing {
namespace {

constexpr const char* federate_object_class = "HLAmanager.HLAfederate";
constexpr const char* federation_object_class = "HLAmanager.HLAfederation";
constexpr const char* exception_report = "HLAfederate.HLAreport.HLAreportMOMexception";

class ManagementConditions : public Federates {
 protected:
  void begin() override {
    Federates::begin();
    join_all();
    manager = std::make_unique<Manager>(a());
  }
  // Until the attribute has the value, without a request for it.
  void await_value(const std::string& object, const std::string& attribute, std::int32_t value) {
    for (int round = 0; round < 200 && manager->number(object, attribute) != value; ++round) {
      drain();
    }
    EXPECT_EQ(manager->number(object, attribute), value) << object << "." << attribute;
  }
  std::vector<Manager::Values> reports(const std::string& name, std::size_t count) {
    for (int round = 0; round < 200 && manager->reports(name).size() < count; ++round) drain();
    return manager->reports(name);
  }
  static std::vector<std::byte> number(std::int32_t value) {
    return Encoder().integer32(value).take();
  }
  static std::vector<std::byte> handle(std::uint64_t value) {
    return Encoder().handle(value).take();
  }
  std::unique_ptr<Manager> manager;
};
INSTANTIATE_TEST_SUITE_P(Groups, ManagementConditions, every_layout, layout_name);

TEST_P(ManagementConditions, OfTimeManagementAreUpdatedWheneverTheyChange) {
  manager->subscribe(federate_object_class);
  await_value("HLAfederate.b", "HLAtimeRegulating", 0);
  await_value("HLAfederate.b", "HLAtimeConstrained", 0);
  await_value("HLAfederate.b", "HLAasynchronousDelivery", 0);
  await_value("HLAfederate.b", "HLAtimeManagerState", 0);
  b().regulate(1);
  await_value("HLAfederate.b", "HLAtimeRegulating", 1);
  b().constrain();
  await_value("HLAfederate.b", "HLAtimeConstrained", 1);
  ASSERT_OK(b().rti->enable_asynchronous_delivery());
  await_value("HLAfederate.b", "HLAasynchronousDelivery", 1);
  c().regulate(1);
  await_value("HLAfederate.c", "HLAtimeRegulating", 1);
  ASSERT_OK(b().rti->time_advance_request(float64_time(9)));
  await_value("HLAfederate.b", "HLAtimeManagerState", 1);
  ASSERT_OK(c().rti->time_advance_request(float64_time(20)));
  await_value("HLAfederate.b", "HLAtimeManagerState", 0);
  ASSERT_OK(b().rti->disable_asynchronous_delivery());
  await_value("HLAfederate.b", "HLAasynchronousDelivery", 0);
  ASSERT_OK(b().rti->disable_time_constrained());
  await_value("HLAfederate.b", "HLAtimeConstrained", 0);
  ASSERT_OK(b().rti->disable_time_regulation());
  await_value("HLAfederate.b", "HLAtimeRegulating", 0);
}

TEST_P(ManagementConditions, ConveyanceSwitchesAreSetAndUpdated) {
  manager->subscribe(federate_object_class);
  await_value("HLAfederate.b", "HLAconveyProducingFederate", 1);
  await_value("HLAfederate.b", "HLAconveyRegionDesignatorSets", 0);
  ASSERT_OK(manager->send("HLAfederate.HLAadjust.HLAsetSwitches", b().handle,
                          {{"HLAconveyProducingFederate", number(0)}}));
  await_value("HLAfederate.b", "HLAconveyProducingFederate", 0);
  EXPECT_EQ(manager->number("HLAfederate.b", "HLAconveyRegionDesignatorSets"), 0);
  ASSERT_OK(manager->send("HLAfederate.HLAadjust.HLAsetSwitches", b().handle,
                          {{"HLAconveyRegionDesignatorSets", number(1)}}));
  await_value("HLAfederate.b", "HLAconveyRegionDesignatorSets", 1);
  EXPECT_TRUE(*b().rti->get_convey_region_designator_sets_switch());
  EXPECT_EQ(manager->number("HLAfederate.c", "HLAconveyProducingFederate"), 1);
  c().publish("Ship", {"Course"});
  b().subscribe("Ship", {"Course"});
  const auto ship = c().rti->register_object_instance(c().object_class("Ship"));
  ASSERT_OK(c().update(*ship, c().attribute("Ship", "Course"), "north"));
  drain();
  ASSERT_EQ(b().reflected.size(), 1U);
  EXPECT_EQ(b().reflected[0].delivery.producer, FederateHandle{0}) << "not conveyed";
}

TEST_P(ManagementConditions, AutoProvideIsSetForTheFederation) {
  manager->subscribe(federation_object_class);
  await_value("HLAfederation.test", "HLAautoProvide", 0);
  ASSERT_OK(
      manager->send("HLAfederation.HLAadjust.HLAsetSwitches", {}, {{"HLAautoProvide", number(1)}}));
  await_value("HLAfederation.test", "HLAautoProvide", 1);
  b().publish("Ship", {"Course"});
  const auto ship = b().rti->register_object_instance(b().object_class("Ship"));
  ASSERT_TRUE(ship);
  c().subscribe("Ship", {"Course"});
  for (int round = 0; round < 200 && b().provide.empty(); ++round) drain();
  EXPECT_FALSE(b().provide.empty()) << "the owner of a discovered object is asked";
  ASSERT_OK(
      manager->send("HLAfederation.HLAadjust.HLAsetSwitches", {}, {{"HLAautoProvide", number(0)}}));
  await_value("HLAfederation.test", "HLAautoProvide", 0);
}

TEST_P(ManagementConditions, ASwitchThatIsNoneIsReportedAsException) {
  manager->listen(exception_report);
  ASSERT_OK(manager->send("HLAfederate.HLAadjust.HLAsetSwitches", b().handle,
                          {{"HLAconveyProducingFederate", number(2)}}));
  EXPECT_EQ(reports(exception_report, 1).size(), 1U);
  ASSERT_OK(manager->send("HLAfederate.HLAadjust.HLAsetSwitches", b().handle));
  EXPECT_EQ(reports(exception_report, 2).size(), 2U);
  ASSERT_OK(manager->send("HLAfederation.HLAadjust.HLAsetSwitches", {}));
  const auto all = reports(exception_report, 3);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(Decoder(all[2].at("HLAparameterError")).integer32(), 1);
}

TEST_P(ManagementConditions, TheModulesAndTheirFddAreReported) {
  const auto more = parse_fom(
      "<objectModel><objects><objectClass><name>HLAobjectRoot</name><objectClass><name>Plane</name>"
      "</objectClass></objectClass></objects></objectModel>",
      "planes.xml");
  ASSERT_TRUE(more);
  manager->subscribe(federation_object_class);
  manager->listen("HLAfederate.HLAreport.HLAreportFOMmoduleData");
  manager->listen("HLAfederation.HLAreport.HLAreportFOMmoduleData");
  manager->listen("HLAfederation.HLAreport.HLAreportMIMdata");
  manager->listen(exception_report);
  drain();
  ASSERT_OK(c().rti->resign_federation_execution(ResignAction::no_action));
  const auto joined = c().rti->join_federation_execution("late", "tester", "test", {*more});
  ASSERT_TRUE(joined) << joined.error().message;
  const auto fdd = [&] { return manager->text_of("HLAfederation.test", "HLAcurrentFDD"); };
  for (int round = 0; round < 200 && fdd().find("Plane") == std::string::npos; ++round) drain();
  const auto read = parse_fom(fdd(), "fdd");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_TRUE(ObjectModel::merge({*read})->object_class("Plane"));
  EXPECT_TRUE(ObjectModel::merge({*read})->object_class("Vehicle.Tank"));
  Decoder list(*manager->value("HLAfederation.test", "HLAFOMmoduleDesignatorList"));
  EXPECT_EQ(list.integer32(), 2);
  EXPECT_EQ(list.unicode(), "test.fed");
  EXPECT_EQ(list.unicode(), "planes.xml");

  ASSERT_OK(manager->send("HLAfederation.HLArequest.HLArequestFOMmoduleData", {},
                          {{"HLAFOMmoduleIndicator", number(0)}}));
  const auto modules = reports("HLAfederation.HLAreport.HLAreportFOMmoduleData", 1);
  ASSERT_EQ(modules.size(), 1U);
  EXPECT_EQ(Decoder(modules[0].at("HLAFOMmoduleIndicator")).integer32(), 0);
  EXPECT_EQ(Decoder(modules[0].at("HLAFOMmoduleData")).unicode(), test_modules()[0].source);

  ASSERT_OK(manager->send("HLAfederate.HLArequest.HLArequestFOMmoduleData", *joined,
                          {{"HLAFOMmoduleIndicator", number(0)}}));
  const auto own = reports("HLAfederate.HLAreport.HLAreportFOMmoduleData", 1);
  ASSERT_EQ(own.size(), 1U);
  EXPECT_EQ(Decoder(own[0].at("HLAFOMmoduleData")).unicode(), more->source);

  ASSERT_OK(manager->send("HLAfederation.HLArequest.HLArequestMIMdata", {}));
  const auto mim_data = reports("HLAfederation.HLAreport.HLAreportMIMdata", 1);
  ASSERT_EQ(mim_data.size(), 1U);
  EXPECT_EQ(Decoder(mim_data[0].at("HLAMIMdata")).unicode(), mim().source);

  EXPECT_TRUE(manager->reports(exception_report).empty());
  ASSERT_OK(manager->send("HLAfederation.HLArequest.HLArequestFOMmoduleData", {},
                          {{"HLAFOMmoduleIndicator", number(2)}}));
  EXPECT_EQ(reports(exception_report, 1).size(), 1U);
}

TEST_P(ManagementConditions, OwnershipIsModifiedWithoutNotification) {
  manager->listen(exception_report);
  for (Federate* each : {&b(), &c()}) {
    each->publish("Ship", {"Course"});
    each->subscribe("Ship", {"Course"});
  }
  const auto ship = b().rti->register_object_instance(b().object_class("Ship"));
  ASSERT_TRUE(ship);
  const auto course = b().attribute("Ship", "Course");
  drain();
  const auto modify = [&](FederateHandle whom, std::int32_t state) {
    return manager->send("HLAfederate.HLAadjust.HLAmodifyAttributeState", whom,
                         {{"HLAobjectInstance", handle(ship->value)},
                          {"HLAattribute", handle(course.value)},
                          {"HLAattributeState", number(state)}});
  };
  const auto owns = [&](Federate& federate) {
    return *federate.rti->is_attribute_owned_by_federate(*ship, course);
  };
  ASSERT_OK(modify(c().handle, 1));
  for (int round = 0; round < 200 && (!owns(c()) || owns(b())); ++round) drain();
  EXPECT_TRUE(owns(c()));
  EXPECT_FALSE(owns(b()));
  EXPECT_ERROR(b().update(*ship, course, "x"), AttributeNotOwned);
  ASSERT_OK(c().update(*ship, course, "x"));
  ASSERT_OK(modify(c().handle, 0));
  for (int round = 0; round < 200 && owns(c()); ++round) drain();
  EXPECT_FALSE(owns(c()));
  EXPECT_TRUE(manager->reports(exception_report).empty());
  ASSERT_OK(modify(c().handle, 0));
  EXPECT_EQ(reports(exception_report, 1).size(), 1U) << "it does not own it";
  ASSERT_OK(modify(a().handle, 1));
  EXPECT_EQ(reports(exception_report, 2).size(), 2U) << "it does not know the object";
  ASSERT_OK(c().rti->unpublish_object_class(c().object_class("Ship")));
  drain();
  ASSERT_OK(modify(c().handle, 1));
  EXPECT_EQ(reports(exception_report, 3).size(), 3U) << "it does not publish the attribute";
}

TEST_P(ManagementConditions, AnUnknownObjectIsReportedWithoutClasses) {
  manager->listen("HLAfederate.HLAreport.HLAreportObjectInstanceInformation");
  ASSERT_OK(manager->send("HLAfederate.HLArequest.HLArequestObjectInstanceInformation", b().handle,
                          {{"HLAobjectInstance", handle(std::uint64_t{77} << 32)}}));
  const auto all = reports("HLAfederate.HLAreport.HLAreportObjectInstanceInformation", 1);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_FALSE(all[0].contains("HLAknownClass"));
  EXPECT_FALSE(all[0].contains("HLAregisteredClass"));
  EXPECT_EQ(Decoder(all[0].at("HLAownedInstanceAttributeList")).integer32(), 0);
}

TEST_P(ManagementConditions, AScaffoldGetsItsAttributesWithAModuleThatJoins) {
  const auto scaffold = parse_fom("(FED (objects (class ObjectRoot (class Plane))))", "scaffold");
  const auto defined = parse_fom(
      "(FED (objects (class ObjectRoot (class Plane (attribute Wing reliable receive)))))",
      "defined");
  ASSERT_OK(c().rti->resign_federation_execution(ResignAction::no_action));
  ASSERT_TRUE(c().rti->join_federation_execution("c2", "tester", "test", {*scaffold}));
  const auto plane = c().object_class("Plane");
  c().publish("Plane", {"HLAprivilegeToDeleteObject"});
  const auto object = c().rti->register_object_instance(plane);
  ASSERT_TRUE(object) << object.error().message;
  ASSERT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  ASSERT_TRUE(b().rti->join_federation_execution("b2", "tester", "test", {*defined}));
  drain();
  const auto wing = c().attribute("Plane", "Wing");
  c().publish("Plane", {"Wing"});
  EXPECT_FALSE(*c().rti->is_attribute_owned_by_federate(*object, wing)) << "nobody owns it yet";
  ASSERT_OK(c().rti->attribute_ownership_acquisition_if_available(*object, std::span(&wing, 1)));
  for (int round = 0; round < 200 && !*c().rti->is_attribute_owned_by_federate(*object, wing);
       ++round) {
    drain();
  }
  ASSERT_OK(c().update(*object, wing, "left"));
}

}  // namespace
}  // namespace orrery::rti::testing
