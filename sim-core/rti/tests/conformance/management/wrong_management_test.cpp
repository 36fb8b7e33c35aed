// Interactions of the management object model that are wrong, or ask for services that fail (11.4,
// HLAreportMOMexception).
#include "conformance/managed_federation.hpp"
#include "conformance/two_federations.hpp"

namespace orrery::rti::testing::conformance {
namespace {

// a registers x, whose attributes b may acquire.
class WrongManagement : public ManagedFederation {
 protected:
  void begin() override {
    ManagedFederation::begin();
    for (Actor* each : {&a(), &b()}) {
      ASSERT_OK(each->pub("A", "a1 a2"));
      ASSERT_OK(each->sub("A", "a1 a2"));
    }
    ASSERT_OK(a().reg("A", "x"));
    skip();
    c().reports.clear();
  }
  std::vector<std::byte> object(const std::string& label) {
    return handle(a().object(label).value);
  }
  std::vector<std::byte> class_a() { return handle(a().object_class("A").value); }
  std::vector<std::byte> interaction(const std::string& name) {
    return handle(a().interaction(name).value);
  }
  std::vector<std::byte> attributes(const std::string& names) {
    return list(a().attributes("A", names));
  }
  static std::vector<std::byte> text(const std::string& value) {
    return Encoder().unicode(value).take();
  }
  static std::vector<std::byte> time(std::int64_t value) {
    return encode_time(TimeRepresentation::integer64, value);
  }
  // A full set of parameters for each service.
  std::map<std::string, Values> services() {
    return {
        {"HLAresignFederationExecution", {{"HLAresignAction", number(1)}}},
        {"HLAsynchronizationPointAchieved", {{"HLAlabel", text("p")}}},
        {"HLAfederateSaveComplete", {{"HLAsuccessIndicator", number(1)}}},
        {"HLAfederateRestoreComplete", {{"HLAsuccessIndicator", number(1)}}},
        {"HLApublishObjectClassAttributes",
         {{"HLAobjectClass", class_a()}, {"HLAattributeList", attributes("a1")}}},
        {"HLAunpublishObjectClassAttributes",
         {{"HLAobjectClass", class_a()}, {"HLAattributeList", attributes("a1")}}},
        {"HLApublishInteractionClass", {{"HLAinteractionClass", interaction("K")}}},
        {"HLAunpublishInteractionClass", {{"HLAinteractionClass", interaction("K")}}},
        {"HLAsubscribeObjectClassAttributes",
         {{"HLAobjectClass", class_a()},
          {"HLAattributeList", attributes("a1")},
          {"HLAactive", number(1)}}},
        {"HLAunsubscribeObjectClassAttributes",
         {{"HLAobjectClass", class_a()}, {"HLAattributeList", attributes("a1")}}},
        {"HLAsubscribeInteractionClass",
         {{"HLAinteractionClass", interaction("K")}, {"HLAactive", number(1)}}},
        {"HLAunsubscribeInteractionClass", {{"HLAinteractionClass", interaction("K")}}},
        {"HLAlocalDeleteObjectInstance", {{"HLAobjectInstance", object("x")}}},
        {"HLArequestAttributeTransportationTypeChange",
         {{"HLAobjectInstance", object("x")},
          {"HLAattributeList", attributes("a1")},
          {"HLAtransportation", text("HLAbestEffort")}}},
        {"HLArequestInteractionTransportationTypeChange",
         {{"HLAinteractionClass", interaction("K")}, {"HLAtransportation", text("HLAreliable")}}},
        {"HLAunconditionalAttributeOwnershipDivestiture",
         {{"HLAobjectInstance", object("x")}, {"HLAattributeList", attributes("a1")}}},
        {"HLAenableTimeRegulation", {{"HLAlookahead", time(1)}}},
        {"HLAtimeAdvanceRequest", {{"HLAtimeStamp", time(5)}}},
        {"HLAtimeAdvanceRequestAvailable", {{"HLAtimeStamp", time(5)}}},
        {"HLAnextMessageRequest", {{"HLAtimeStamp", time(5)}}},
        {"HLAnextMessageRequestAvailable", {{"HLAtimeStamp", time(5)}}},
        {"HLAflushQueueRequest", {{"HLAtimeStamp", time(5)}}},
        {"HLAmodifyLookahead", {{"HLAlookahead", time(1)}}},
        {"HLAchangeAttributeOrderType",
         {{"HLAobjectInstance", object("x")},
          {"HLAattributeList", attributes("a1")},
          {"HLAsendOrder", number(0)}}},
        {"HLAchangeInteractionOrderType",
         {{"HLAinteractionClass", interaction("K")}, {"HLAsendOrder", number(0)}}},
    };
  }
  // The federation is as it was: a owns x, b is not in time management and hears nothing.
  void nothing_happened() {
    EXPECT_TRUE(a().owns("x", "a1") && a().owns("x", "a2"));
    EXPECT_EQ(a().lookahead(), -1);
    EXPECT_EQ(a().time(), 0);
    EXPECT_SILENCE(a());
    EXPECT_SILENCE(b());
    EXPECT_OK(a().upd("x", "a1=1"));
    EXPECT_HEARD(b(), "reflect x a1=1");
  }
  // One report, of a wrong parameter or of a failed service.
  void reported(const std::string& of, bool parameter, const std::string& error = "") {
    const auto all = reports("HLAreportMOMexception");
    ASSERT_EQ(all.size(), 1U) << of;
    EXPECT_NE(text_of(all[0], "HLAservice").find(of), std::string::npos)
        << text_of(all[0], "HLAservice");
    EXPECT_EQ(number_of(all[0], "HLAparameterError"), parameter ? 1 : 0)
        << of << ": " << text_of(all[0], "HLAexception");
    EXPECT_NE(text_of(all[0], "HLAexception").find(error), std::string::npos)
        << of << ": " << text_of(all[0], "HLAexception");
  }
  void fails(const std::string& service, const Values& values, const std::string& error,
             const Actor* whom = nullptr) {
    EXPECT_OK(manage("HLAservice." + service, whom ? *whom : a(), values));
    reported(service, false, error);
  }
};

// 11.4 A service without one of its parameters is not invoked, and a parameter error is reported.
TEST_P(WrongManagement, AMissingParameter) {
  for (const auto& [service, values] : services()) {
    for (const auto& [name, value] : values) {
      if (name == "HLAactive") continue;
      Values fewer = values;
      fewer.erase(name);
      EXPECT_OK(manage("HLAservice." + service, a(), fewer));
      reported(service, true);
    }
  }
  nothing_happened();
}
// 11.4 A service without its federate, or with a federate that has not joined.
TEST_P(WrongManagement, NoFederate) {
  for (const auto& [service, values] : services()) {
    EXPECT_OK(manage("HLAfederate.HLAservice." + service, values));
    reported(service, true);
    Values unknown = values;
    unknown["HLAfederate"] = handle(77);
    EXPECT_OK(manage("HLAfederate.HLAservice." + service, unknown));
    reported(service, true);
  }
  nothing_happened();
}
// 11.4 A value that is too short for its type.
TEST_P(WrongManagement, AMalformedValue) {
  for (const auto& [service, values] : services()) {
    for (const auto& [name, value] : values) {
      Values shorter = values;
      shorter[name].pop_back();
      EXPECT_OK(manage("HLAservice." + service, a(), shorter));
      reported(service, true);
    }
  }
  nothing_happened();
}
// 11.4 A value that its enumeration does not have.
TEST_P(WrongManagement, OutOfTheEnumeration) {
  const std::map<std::string, std::string> enumerations = {
      {"HLAresignFederationExecution", "HLAresignAction"},
      {"HLAchangeAttributeOrderType", "HLAsendOrder"},
      {"HLAchangeInteractionOrderType", "HLAsendOrder"}};
  for (const auto& [service, name] : enumerations) {
    for (const std::int32_t value : {-1, 7, 256, 1 << 30}) {
      Values wrong = services().at(service);
      wrong[name] = number(value);
      EXPECT_OK(manage("HLAservice." + service, a(), wrong));
      settle();
      EXPECT_EQ(reports("HLAreportMOMexception").size(), 1U) << service << " " << value;
    }
  }
  nothing_happened();
}
// 11.4, 5.2 to 5.9 Classes and attributes that do not exist.
TEST_P(WrongManagement, UnknownClasses) {
  for (const std::string each :
       {"HLApublishObjectClassAttributes", "HLAunpublishObjectClassAttributes",
        "HLAsubscribeObjectClassAttributes", "HLAunsubscribeObjectClassAttributes"}) {
    Values values = services().at(each);
    values["HLAobjectClass"] = handle(60000);
    fails(each, values, "ObjectClassNotDefined");
    values = services().at(each);
    values["HLAattributeList"] = list({AttributeHandle{60000}});
    fails(each, values, "AttributeNotDefined");
  }
  for (const std::string each :
       {"HLApublishInteractionClass", "HLAunpublishInteractionClass",
        "HLAsubscribeInteractionClass", "HLAunsubscribeInteractionClass",
        "HLAchangeInteractionOrderType", "HLArequestInteractionTransportationTypeChange"}) {
    Values values = services().at(each);
    values["HLAinteractionClass"] = handle(60000);
    fails(each, values, "InteractionClassNotDefined");
  }
  nothing_happened();
}
// 11.4 Handles that are too great for their kind are not those of other classes.
TEST_P(WrongManagement, GreatHandles) {
  Values values = services().at("HLApublishInteractionClass");
  values["HLAinteractionClass"] = handle(65536U + a().interaction("K").value);
  fails("HLApublishInteractionClass", values, "InteractionClassNotDefined");
  EXPECT_ERROR(a().send("K"), InteractionClassNotPublished);
  values = services().at("HLAunpublishObjectClassAttributes");
  values["HLAobjectClass"] = handle((1ULL << 32U) + a().object_class("A").value);
  fails("HLAunpublishObjectClassAttributes", values, "ObjectClassNotDefined");
  Values federate = services().at("HLAunpublishObjectClassAttributes");
  federate["HLAfederate"] = handle((1ULL << 32U) + a().handle.value);
  EXPECT_OK(manage("HLAfederate.HLAservice.HLAunpublishObjectClassAttributes", federate));
  reported("HLAunpublishObjectClassAttributes", true);
  nothing_happened();
}
// 11.4 Objects that the federate does not know or own.
TEST_P(WrongManagement, UnknownObjects) {
  for (const std::string each :
       {"HLAlocalDeleteObjectInstance", "HLArequestAttributeTransportationTypeChange",
        "HLAunconditionalAttributeOwnershipDivestiture", "HLAchangeAttributeOrderType"}) {
    Values values = services().at(each);
    values["HLAobjectInstance"] = handle(987654321);
    fails(each, values, "ObjectInstanceNotKnown");
    if (each == "HLAlocalDeleteObjectInstance") continue;
    fails(each, services().at(each), "AttributeNotOwned", &b());
  }
  fails("HLAlocalDeleteObjectInstance", services().at("HLAlocalDeleteObjectInstance"),
        "FederateOwnsAttributes");
  nothing_happened();
}
// 11.4 Time services in the wrong state.
TEST_P(WrongManagement, Times) {
  fails("HLAdisableTimeRegulation", {}, "TimeRegulationIsNotEnabled");
  fails("HLAdisableTimeConstrained", {}, "TimeConstrainedIsNotEnabled");
  fails("HLAdisableAsynchronousDelivery", {}, "AsynchronousDeliveryAlreadyDisabled");
  fails("HLAmodifyLookahead", {{"HLAlookahead", time(1)}}, "TimeRegulationIsNotEnabled");
  fails("HLAenableTimeRegulation", {{"HLAlookahead", time(-1)}}, "InvalidLookahead");
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(b().tar(10));
  for (const std::string each :
       {"HLAtimeAdvanceRequest", "HLAtimeAdvanceRequestAvailable", "HLAnextMessageRequest",
        "HLAnextMessageRequestAvailable", "HLAflushQueueRequest"}) {
    fails(each, {{"HLAtimeStamp", time(20)}}, "InTimeAdvancingState", &b());
    fails(each, {{"HLAtimeStamp", time(-5)}}, "", &a());
  }
  fails("HLAenableTimeRegulation", {{"HLAlookahead", time(1)}}, "TimeRegulationAlreadyEnabled");
  fails("HLAenableTimeConstrained", {}, "TimeConstrainedAlreadyEnabled", &b());
  EXPECT_EQ(a().time(), 0);
  EXPECT_EQ(b().heard(), Lines{});
}
// 11.4 Saves, restores and points that are not.
TEST_P(WrongManagement, NoSaveAndNoPoint) {
  fails("HLAfederateSaveBegun", {}, "SaveNotInitiated");
  fails("HLAfederateSaveComplete", {{"HLAsuccessIndicator", number(1)}}, "FederateHasNotBegunSave");
  fails("HLAfederateRestoreComplete", {{"HLAsuccessIndicator", number(1)}}, "RestoreNotRequested");
  fails("HLAsynchronizationPointAchieved", {{"HLAlabel", text("p")}},
        "SynchronizationPointLabelNotAnnounced");
  nothing_happened();
}
// 11.4, 4.10 A resignation that is refused.
TEST_P(WrongManagement, Resigning) {
  fails("HLAresignFederationExecution", {{"HLAresignAction", number(6)}}, "FederateOwnsAttributes");
  EXPECT_OK(b().acquire("x", "a1"));
  skip();
  fails("HLAresignFederationExecution", {{"HLAresignAction", number(1)}},
        "OwnershipAcquisitionPending", &b());
  nothing_happened();
}
// 11.4 Adjustments and requests without their parameters, or with wrong ones.
TEST_P(WrongManagement, AdjustmentsAndRequests) {
  const std::map<std::string, Values> adjustments = {
      {"HLAadjust.HLAsetTiming", {{"HLAreportPeriod", number(1)}}},
      {"HLAadjust.HLAsetServiceReporting", {{"HLAreportingState", number(1)}}},
      {"HLAadjust.HLAsetExceptionReporting", {{"HLAreportingState", number(1)}}},
      {"HLAadjust.HLAmodifyAttributeState",
       {{"HLAobjectInstance", object("x")},
        {"HLAattribute", handle(a().attribute("A", "a1").value)},
        {"HLAattributeState", number(0)}}},
      {"HLArequest.HLArequestObjectInstanceInformation", {{"HLAobjectInstance", object("x")}}},
      {"HLArequest.HLArequestFOMmoduleData", {{"HLAFOMmoduleIndicator", number(0)}}}};
  for (const auto& [name, values] : adjustments) {
    const std::string last = name.substr(name.find('.') + 1);
    for (const auto& [parameter, value] : values) {
      Values fewer = values;
      fewer.erase(parameter);
      EXPECT_OK(manage(name, a(), fewer));
      reported(last, true);
      Values shorter = values;
      shorter[parameter].pop_back();
      EXPECT_OK(manage(name, a(), shorter));
      reported(last, true);
    }
    EXPECT_OK(manage("HLAfederate." + name, values));
    reported(last, true);
  }
  for (const std::string each :
       {"HLArequestPublications", "HLArequestSubscriptions", "HLArequestUpdatesSent",
        "HLArequestObjectInstancesThatCanBeDeleted", "HLArequestObjectInstancesUpdated",
        "HLArequestObjectInstancesReflected", "HLArequestInteractionsSent",
        "HLArequestReflectionsReceived", "HLArequestInteractionsReceived"}) {
    EXPECT_OK(manage("HLAfederate.HLArequest." + each, {}));
    reported(each, true);
  }
  nothing_happened();
}
// 11.4 The federation's requests.
TEST_P(WrongManagement, OfTheFederation) {
  EXPECT_OK(manage("HLAfederation.HLArequest.HLArequestSynchronizationPointStatus", {}));
  reported("HLArequestSynchronizationPointStatus", true);
  EXPECT_OK(manage("HLAfederation.HLArequest.HLArequestFOMmoduleData", {}));
  reported("HLArequestFOMmoduleData", true);
  for (const std::int32_t index : {-1, 100}) {
    EXPECT_OK(manage("HLAfederation.HLArequest.HLArequestFOMmoduleData",
                     {{"HLAFOMmoduleIndicator", number(index)}}));
    EXPECT_EQ(reports("HLAreportMOMexception").size(), 1U) << index;
  }
  EXPECT_OK(manage("HLAfederation.HLAadjust.HLAsetSwitches", {}));
  reported("HLAsetSwitches", true);
  EXPECT_OK(manage("HLAfederation.HLAadjust.HLAsetSwitches", {{"HLAautoProvide", number(3)}}));
  reported("HLAsetSwitches", true);
  nothing_happened();
}
// 11.4 HLAreportException: failed services of the federate whose reporting is on, and of no other.
TEST_P(WrongManagement, ReportedExceptions) {
  listen("HLAfederate.HLAreport.HLAreportException");
  EXPECT_OK(manage("HLAadjust.HLAsetExceptionReporting", a(), {{"HLAreportingState", number(1)}}));
  settle();
  EXPECT_ERROR(a().send("K"), InteractionClassNotPublished);
  EXPECT_ERROR(b().send("K"), InteractionClassNotPublished);
  EXPECT_ERROR(a().tar(-1), LogicalTimeAlreadyPassed);
  const auto all = reports("HLAreportException");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(handle_of(all[0], "HLAfederate"), a().handle.value);
  EXPECT_TRUE(text_of(all[0], "HLAexception").starts_with("InteractionClassNotPublished"));
  EXPECT_TRUE(text_of(all[1], "HLAservice").starts_with("timeAdvanceRequest"));
  EXPECT_OK(manage("HLAadjust.HLAsetExceptionReporting", a(), {{"HLAreportingState", number(0)}}));
  settle();
  EXPECT_ERROR(a().send("K"), InteractionClassNotPublished);
  EXPECT_EQ(reports("HLAreportException").size(), 0U);
  EXPECT_EQ(reports("HLAreportMOMexception").size(), 0U);
}

CONFORMANCE_SUITE(WrongManagement);

}  // namespace
}  // namespace orrery::rti::testing::conformance
