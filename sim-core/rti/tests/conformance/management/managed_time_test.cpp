// What the management object model tells of time, saves and members (11.3, 11.4).
#include <unistd.h>

#include <filesystem>

#include "conformance/managed_federation.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class ManagedTime : public ManagedFederation {
 protected:
  SavesOfNode saves() override {
    std::filesystem::create_directories(directory());
    return {.directory = directory()};
  }
  void leave() override {
    ManagedFederation::leave();
    std::filesystem::remove_all(directory());
  }
  static std::string directory() {
    return ::testing::TempDir() + "managed_time_" + std::to_string(::getpid());
  }
  std::string time_of(const std::string& federate, const std::string& name) {
    (void)asked(federate, name);
    const auto& all = c().managed["HLAfederate." + federate];
    if (!all.contains(name)) return "none";
    const auto time = decode_time(TimeRepresentation::integer64, all.at(name));
    return time ? std::to_string(*time) : "empty";
  }
};

// 11.3 Regulation, constraint, state, time, lookahead and bounds of another federate.
TEST_P(ManagedTime, TimeOfAFederate) {
  watch_federates();
  EXPECT_EQ(asked("b", "HLAtimeRegulating"), 0);
  regulate(a(), 3);
  constrain(b());
  EXPECT_EQ(asked("a", "HLAtimeRegulating"), 1);
  EXPECT_EQ(asked("b", "HLAtimeConstrained"), 1);
  EXPECT_EQ(time_of("a", "HLAlookahead"), "3");
  EXPECT_EQ(time_of("b", "HLAGALT"), "3");
  EXPECT_EQ(time_of("b", "HLALITS"), "3");
  const std::int32_t granted = asked("b", "HLAtimeManagerState");
  EXPECT_OK(b().tar(10));
  settle();
  EXPECT_NE(asked("b", "HLAtimeManagerState"), granted);
  EXPECT_OK(a().tar(20));
  settle();
  EXPECT_EQ(asked("b", "HLAtimeManagerState"), granted);
  EXPECT_EQ(time_of("b", "HLAlogicalTime"), "10");
  EXPECT_OK(a().rti->disable_time_regulation());
  settle();
  EXPECT_EQ(asked("a", "HLAtimeRegulating"), 0);
}
// 11.3 Changes of state are told without being asked for.
TEST_P(ManagedTime, ChangesAreTold) {
  EXPECT_OK(c().sub("HLAmanager.HLAfederate", "HLAtimeConstrained HLAasynchronousDelivery"));
  skip();
  constrain(b());
  EXPECT_EQ(Decoder(c().managed["HLAfederate.b"].at("HLAtimeConstrained")).integer32(), 1);
  EXPECT_OK(b().rti->enable_asynchronous_delivery());
  settle();
  EXPECT_EQ(Decoder(c().managed["HLAfederate.b"].at("HLAasynchronousDelivery")).integer32(), 1);
  EXPECT_OK(b().rti->disable_time_constrained());
  settle();
  EXPECT_EQ(Decoder(c().managed["HLAfederate.b"].at("HLAtimeConstrained")).integer32(), 0);
}
// 11.3 The federation's object: members, and the last save.
TEST_P(ManagedTime, TheFederation) {
  EXPECT_OK(c().sub("HLAmanager.HLAfederation",
                    "HLAfederatesInFederation HLAlastSaveName HLAfederationName"));
  skip();
  auto& all = c().managed["HLAfederation.test"];
  EXPECT_EQ(Decoder(all.at("HLAfederatesInFederation")).integer32(), 3);
  EXPECT_EQ(Decoder(all.at("HLAfederationName")).unicode(), "test");
  EXPECT_OK(a().rti->request_federation_save("s"));
  skip();
  for (auto& each : actors()) EXPECT_OK(each->rti->federate_save_begun());
  for (auto& each : actors()) EXPECT_OK(each->rti->federate_save_complete());
  skip();
  EXPECT_EQ(Decoder(c().managed["HLAfederation.test"].at("HLAlastSaveName")).unicode(), "s");
  EXPECT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  settle();
  EXPECT_EQ(Decoder(c().managed["HLAfederation.test"].at("HLAfederatesInFederation")).integer32(),
            2);
}
// 11.4.2 Publications and subscriptions of a federate that has changed them.
TEST_P(ManagedTime, ReportsOfDeclarations) {
  listen("HLAfederate.HLAreport.HLAreportObjectClassPublication");
  listen("HLAfederate.HLAreport.HLAreportObjectClassSubscription");
  EXPECT_OK(b().pub("A", "a1 a2"));
  EXPECT_OK(b().pub("D", "d1"));
  EXPECT_OK(b().unpub("A", "a1"));
  EXPECT_OK(b().sub("A", "a3", false));
  settle();
  EXPECT_OK(manage("HLArequest.HLArequestPublications", b()));
  const auto published = reports("HLAreportObjectClassPublication");
  ASSERT_EQ(published.size(), 2U);
  for (const Values& each : published) {
    EXPECT_EQ(number_of(each, "HLAnumberOfClasses"), 2);
    const auto attributes = handles(each, "HLAattributeList");
    const bool is_a = handle_of(each, "HLAobjectClass") == c().object_class("A").value;
    const std::uint64_t expected =
        is_a ? c().attribute("A", "a2").value : c().attribute("D", "d1").value;
    EXPECT_EQ(std::ranges::count(attributes, expected), 1);
    EXPECT_EQ(std::ranges::count(attributes, c().attribute("A", "a1").value) > 0 && is_a, false);
  }
  EXPECT_OK(manage("HLArequest.HLArequestSubscriptions", b()));
  const auto subscribed = reports("HLAreportObjectClassSubscription");
  ASSERT_EQ(subscribed.size(), 1U);
  EXPECT_EQ(number_of(subscribed[0], "HLAactive"), 0);
  EXPECT_EQ(handles(subscribed[0], "HLAattributeList"),
            std::vector<std::uint64_t>{c().attribute("A", "a3").value});
}
// 11.4.2 Information about an object, by a federate that has discovered it at a superclass.
TEST_P(ManagedTime, InformationOfAnObject) {
  listen("HLAfederate.HLAreport.HLAreportObjectInstanceInformation");
  EXPECT_OK(a().pub("A.B", "a1 b1"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(a().reg("A.B", "z"));
  settle();
  EXPECT_OK(manage("HLArequest.HLArequestObjectInstanceInformation", b(),
                   {{"HLAobjectInstance", handle(c().object("z").value)}}));
  const auto found = reports("HLAreportObjectInstanceInformation");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(handle_of(found[0], "HLAregisteredClass"), c().object_class("A.B").value);
  EXPECT_EQ(handle_of(found[0], "HLAknownClass"), c().object_class("A").value);
  EXPECT_TRUE(handles(found[0], "HLAownedInstanceAttributeList").empty());
}
// 11.4.2 About a federate that has resigned: no report, an exception, or nothing.
TEST_P(ManagedTime, RequestsAboutOneWhoHasResigned) {
  listen("HLAfederate.HLAreport.HLAreportObjectClassPublication");
  EXPECT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  settle();
  EXPECT_OK(manage("HLArequest.HLArequestPublications", b()));
  EXPECT_TRUE(reports("HLAreportObjectClassPublication").empty());
  EXPECT_LE(reports("HLAreportMOMexception").size(), 1U);
}

CONFORMANCE_SUITE(ManagedTime);

}  // namespace
}  // namespace orrery::rti::testing::conformance
