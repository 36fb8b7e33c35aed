// IEEE 1516.1-2010, clause 11 and 10: what the management object model tells, where its classes meet regions, time and ownership.
#include "conformance/managed_federation.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class Clause11Reports : public ManagedFederation {
 protected:
  void begin() override {
    ManagedFederation::begin();
    skip();
  }
  RegionHandle region_of(const Actor& whom) {
    const std::uint64_t lower = *c().rti->normalize_federate_handle(whom.handle);
    return c().region("HLAfederate " + std::to_string(lower) + " " + std::to_string(lower + 1));
  }
  RegionHandle region_of(ServiceGroup group) {
    const std::uint64_t lower = *c().rti->normalize_service_group(group);
    return c().region("HLAserviceGroup " + std::to_string(lower) + " " + std::to_string(lower + 1));
  }
  static std::vector<std::byte> time_bytes(std::int64_t time) {
    return encode_time(TimeRepresentation::integer64, time);
  }
  // A time of the federate's object, asked for. -1: none.
  std::int64_t asked_time(const std::string& federate, const std::string& name) {
    (void)asked(federate, name);
    const auto& all = c().managed["HLAfederate." + federate];
    if (!all.contains(name)) return -1;
    const auto time = decode_time(TimeRepresentation::integer64, all.at(name));
    return time ? *time : -2;
  }
  // (class, count) pairs of a report's parameter.
  static std::map<std::uint64_t, std::int32_t> counts(const Values& values,
                                                      const std::string& name) {
    std::map<std::uint64_t, std::int32_t> all;
    if (!values.contains(name)) return all;
    Decoder in(values.at(name));
    for (std::int32_t i = in.integer32(); i > 0; --i) {
      const std::uint64_t handle = in.handle();
      all[handle] = in.integer32();
    }
    EXPECT_TRUE(in.ok() && in.at_end()) << name;
    return all;
  }
};
CONFORMANCE_SUITE(Clause11Reports);

// 11.4, 9.8 The objects of federates have the dimension HLAfederate.
TEST_P(Clause11Reports, AFederateIsWatchedInItsRegion) {
  EXPECT_OK(
      c().sub_in("HLAmanager.HLAfederate", "HLAfederateName HLAtimeRegulating", {region_of(a())}));
  EXPECT_EQ(c().heard("discover"), Lines{"discover HLAfederate.a HLAmanager.HLAfederate"});
  regulate(b(), 1);
  EXPECT_SILENCE(c());
  regulate(a(), 1);
  EXPECT_EQ(c().heard("reflect"), Lines{"reflect HLAfederate.a HLAtimeRegulating"});
}
// 11.5, 9.10 Reports have the dimension HLAfederate.
TEST_P(Clause11Reports, ReportsComeOfTheFederateInTheRegion) {
  EXPECT_OK(c().subi_in("HLAmanager.HLAfederate.HLAreport.HLAreportInteractionPublication",
                        {region_of(a())}));
  skip();
  EXPECT_OK(manage("HLArequest.HLArequestPublications", b()));
  EXPECT_TRUE(reports("HLAreportInteractionPublication").empty());
  EXPECT_OK(manage("HLArequest.HLArequestPublications", a()));
  const auto found = reports("HLAreportInteractionPublication");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(handle_of(found[0], "HLAfederate"), a().handle.value);
}
// 11.5, 9.10 Reports of services have the dimension HLAserviceGroup.
TEST_P(Clause11Reports, ServicesAreReportedByGroup) {
  EXPECT_OK(c().subi_in("HLAmanager.HLAfederate.HLAreport.HLAreportServiceInvocation",
                        {region_of(ServiceGroup::time_management)}));
  EXPECT_OK(manage("HLAadjust.HLAsetServiceReporting", a(), {{"HLAreportingState", number(1)}}));
  skip();
  (void)reports("HLAreportServiceInvocation");
  EXPECT_OK(a().pubi("T"));
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_TRUE(reports("HLAreportServiceInvocation").empty());
  EXPECT_OK(a().regulate(1));
  const auto found = reports("HLAreportServiceInvocation");
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(handle_of(found[0], "HLAfederate"), a().handle.value);
}
// 11.4, 9.3 A moved region brings another federate.
TEST_P(Clause11Reports, AMovedRegionBringsAnotherFederate) {
  const RegionHandle region = region_of(a());
  EXPECT_OK(c().sub_in("HLAmanager.HLAfederate", "HLAfederateName HLAtimeRegulating", {region}));
  EXPECT_EQ(c().heard("discover"), Lines{"discover HLAfederate.a HLAmanager.HLAfederate"});
  const std::uint64_t of_b = *c().rti->normalize_federate_handle(b().handle);
  EXPECT_OK(
      c().move(region, "HLAfederate " + std::to_string(of_b) + " " + std::to_string(of_b + 1)));
  EXPECT_EQ(c().heard("discover"), Lines{"discover HLAfederate.b HLAmanager.HLAfederate"});
  regulate(a(), 1);
  regulate(b(), 1);
  EXPECT_EQ(c().heard("reflect"), Lines{"reflect HLAfederate.b HLAtimeRegulating"});
  EXPECT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_EQ(c().heard("remove"), Lines{"remove HLAfederate.b"});
  EXPECT_OK(b().join("b"));
  EXPECT_EQ(c().heard("discover"), Lines{});
}
// 11.4, 6.11 The region is conveyed.
TEST_P(Clause11Reports, TheRegionOfAFederateIsConveyed) {
  EXPECT_OK(c().rti->set_convey_region_designator_sets_switch(true));
  EXPECT_OK(c().sub("HLAmanager.HLAfederate", "HLAtimeRegulating"));
  skip();
  regulate(a(), 1);
  const auto conveyed = c().last.sent_regions;
  ASSERT_TRUE(conveyed && conveyed->size() == 1);
  const auto bounds =
      c().rti->get_range_bounds((*conveyed)[0], *c().rti->get_dimension_handle("HLAfederate"));
  ASSERT_TRUE(bounds.ok());
  const std::uint64_t lower = *c().rti->normalize_federate_handle(a().handle);
  EXPECT_EQ(*bounds, (RangeBounds{lower, lower + 1}));
}
// 11.4.1 The times of a federate.
TEST_P(Clause11Reports, TimesOfAFederate) {
  watch_federates();
  regulate(a(), 3);
  constrain(b());
  EXPECT_OK(a().tar(10));
  settle();
  EXPECT_EQ(asked_time("a", "HLAlogicalTime"), 10);
  EXPECT_EQ(asked_time("a", "HLAlookahead"), 3);
  EXPECT_EQ(asked_time("b", "HLAGALT"), 13);
  EXPECT_EQ(asked_time("b", "HLALITS"), 13);
  EXPECT_OK(b().tar(20));
  settle();
  EXPECT_EQ(asked("b", "HLAtimeManagerState"), 1);
  EXPECT_OK(a().tar(20));
  settle();
  EXPECT_EQ(asked("b", "HLAtimeManagerState"), 0);
  EXPECT_EQ(asked_time("b", "HLAlogicalTime"), 20);
}
// 11.4.1 Counts of objects, over deletions of all kinds.
TEST_P(Clause11Reports, CountsOfObjects) {
  watch_federates();
  EXPECT_OK(a().pub("A", "a1 a2"));
  EXPECT_OK(b().sub("A", "a1 a2"));
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_OK(a().reg("A", "y"));
  EXPECT_OK(a().reg("A", "z"));
  settle();
  EXPECT_OK(a().upd("x", "a1=1 a2=1"));
  EXPECT_OK(a().upd("x", "a1=2"));
  EXPECT_OK(a().upd("y", "a1=3"));
  settle();
  EXPECT_EQ(asked("a", "HLAobjectInstancesRegistered"), 3);
  EXPECT_EQ(asked("a", "HLAobjectInstancesUpdated"), 2);
  EXPECT_EQ(asked("a", "HLAupdatesSent"), 3);
  EXPECT_EQ(asked("b", "HLAobjectInstancesReflected"), 2);
  EXPECT_EQ(asked("a", "HLAobjectInstancesThatCanBeDeleted"), 3);
  EXPECT_EQ(asked("b", "HLAobjectInstancesDiscovered"), 3);
  EXPECT_OK(a().divest("z", "priv"));
  settle();
  EXPECT_EQ(asked("a", "HLAobjectInstancesThatCanBeDeleted"), 2);
  EXPECT_OK(a().del("x"));
  EXPECT_OK(b().unsub("A"));
  EXPECT_OK(b().forget("y"));
  EXPECT_OK(b().sub("A", "a1"));
  settle();
  EXPECT_EQ(asked("a", "HLAobjectInstancesDeleted"), 1);
  EXPECT_EQ(asked("b", "HLAobjectInstancesRemoved"), 1);
  EXPECT_EQ(asked("a", "HLAobjectInstancesThatCanBeDeleted"), 1);
}
// 11.5 Counts of updates and reflections by class and transportation.
TEST_P(Clause11Reports, CountsByClassAndTransportation) {
  for (const char* each : {"HLAreportUpdatesSent", "HLAreportReflectionsReceived",
                           "HLAreportInteractionsSent", "HLAreportInteractionsReceived"}) {
    listen(std::string("HLAfederate.HLAreport.") + each);
  }
  EXPECT_OK(a().pub("A.B", "a1 a2 a3 b1"));
  EXPECT_OK(a().pubi("K.L"));
  EXPECT_OK(b().sub("A", "a1 a3"));
  EXPECT_OK(b().subi("K"));
  EXPECT_OK(a().reg("A.B", "x"));
  EXPECT_OK(a().upd("x", "a1=1 a3=1"));
  EXPECT_OK(a().upd("x", "b1=1"));
  EXPECT_OK(a().send("K.L", "k1=1"));
  EXPECT_OK(a().send("K.L", "k1=1"));
  skip();
  EXPECT_OK(manage("HLArequest.HLArequestUpdatesSent", a()));
  std::map<std::string, std::map<std::uint64_t, std::int32_t>> found;
  for (const Values& each : reports("HLAreportUpdatesSent")) {
    found[text_of(each, "HLAtransportation")] = counts(each, "HLAupdateCounts");
  }
  const std::uint64_t b_class = a().object_class("A.B").value;
  EXPECT_EQ(found["HLAreliable"][b_class], 2);
  EXPECT_EQ(found["HLAbestEffort"][b_class], 1);
  found.clear();
  EXPECT_OK(manage("HLArequest.HLArequestReflectionsReceived", b()));
  for (const Values& each : reports("HLAreportReflectionsReceived")) {
    found[text_of(each, "HLAtransportation")] = counts(each, "HLAreflectCounts");
  }
  EXPECT_EQ(found["HLAreliable"][b_class], 1);
  EXPECT_EQ(found["HLAbestEffort"][b_class], 1);
  found.clear();
  EXPECT_OK(manage("HLArequest.HLArequestInteractionsSent", a()));
  for (const Values& each : reports("HLAreportInteractionsSent")) {
    found[text_of(each, "HLAtransportation")] = counts(each, "HLAinteractionCounts");
  }
  EXPECT_EQ(found["HLAreliable"][a().interaction("K.L").value], 2);
  found.clear();
  EXPECT_OK(manage("HLArequest.HLArequestInteractionsReceived", b()));
  for (const Values& each : reports("HLAreportInteractionsReceived")) {
    found[text_of(each, "HLAtransportation")] = counts(each, "HLAinteractionCounts");
  }
  EXPECT_EQ(found["HLAreliable"][a().interaction("K.L").value], 2);
}
// 11.5 What a federate knows of an object that it discovered as a superclass.
TEST_P(Clause11Reports, AnObjectIsReportedByItsClasses) {
  listen("HLAfederate.HLAreport.HLAreportObjectInstanceInformation");
  EXPECT_OK(a().pub("A.B", "a1 b1"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(b().pub("A", "a1"));
  EXPECT_OK(a().reg("A.B", "x"));
  EXPECT_OK(a().divest("x", "a1"));
  skip();
  EXPECT_OK(b().acquire_free("x", "a1"));
  skip();
  const Values object{{"HLAobjectInstance", handle(a().object("x").value)}};
  EXPECT_OK(manage("HLArequest.HLArequestObjectInstanceInformation", b(), object));
  settle();
  EXPECT_OK(manage("HLArequest.HLArequestObjectInstanceInformation", a(), object));
  const auto found = reports("HLAreportObjectInstanceInformation");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(handle_of(found[0], "HLAknownClass"), a().object_class("A").value);
  EXPECT_EQ(handle_of(found[0], "HLAregisteredClass"), a().object_class("A.B").value);
  EXPECT_EQ(handles(found[0], "HLAownedInstanceAttributeList"),
            (std::vector<std::uint64_t>{a().attribute("A", "a1").value}));
  EXPECT_EQ(handle_of(found[1], "HLAknownClass"), a().object_class("A.B").value);
  std::vector<std::uint64_t> expected{a().attribute("A.B", "priv").value,
                                      a().attribute("A.B", "b1").value};
  std::ranges::sort(expected);
  EXPECT_EQ(handles(found[1], "HLAownedInstanceAttributeList"), expected);
}
// 11.5 Objects that can be deleted, updated and reflected, by class.
TEST_P(Clause11Reports, ObjectsAreCountedByClass) {
  for (const char* each :
       {"HLAreportObjectInstancesThatCanBeDeleted", "HLAreportObjectInstancesUpdated",
        "HLAreportObjectInstancesReflected"}) {
    listen(std::string("HLAfederate.HLAreport.") + each);
  }
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(a().pub("A.B", "a1"));
  EXPECT_OK(b().sub("A", "a1"));
  for (const char* each : {"x", "y"}) EXPECT_OK(a().reg("A.B", each));
  EXPECT_OK(a().reg("A", "z"));
  for (const char* each : {"x", "y", "z"}) EXPECT_OK(a().upd(each, "a1=1"));
  EXPECT_OK(a().upd("x", "a1=2"));
  EXPECT_OK(a().divest("y", "priv"));
  skip();
  const std::uint64_t of_a = a().object_class("A").value;
  const std::uint64_t of_b = a().object_class("A.B").value;
  EXPECT_OK(manage("HLArequest.HLArequestObjectInstancesThatCanBeDeleted", a()));
  EXPECT_OK(manage("HLArequest.HLArequestObjectInstancesUpdated", a()));
  EXPECT_OK(manage("HLArequest.HLArequestObjectInstancesReflected", b()));
  auto found = reports("HLAreportObjectInstancesThatCanBeDeleted");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(counts(found[0], "HLAobjectInstanceCounts"),
            (std::map<std::uint64_t, std::int32_t>{{of_a, 1}, {of_b, 1}}));
  found = reports("HLAreportObjectInstancesUpdated");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(counts(found[0], "HLAobjectInstanceCounts"),
            (std::map<std::uint64_t, std::int32_t>{{of_a, 1}, {of_b, 2}}));
  found = reports("HLAreportObjectInstancesReflected");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(counts(found[0], "HLAobjectInstanceCounts"),
            (std::map<std::uint64_t, std::int32_t>{{of_a, 1}, {of_b, 2}}));
}
// 11.5 HLAsetSwitches: autoProvide of the federation.
TEST_P(Clause11Reports, AutoProvideIsSwitched) {
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_SILENCE(a());
  EXPECT_OK(manage("HLAfederation.HLAadjust.HLAsetSwitches", {{"HLAautoProvide", number(1)}}));
  settle();
  EXPECT_OK(c().sub("A", "a1"));
  EXPECT_EQ(a().heard("provide"), Lines{"provide x a1"});
  EXPECT_OK(manage("HLAfederation.HLAadjust.HLAsetSwitches", {{"HLAautoProvide", number(0)}}));
  settle();
  EXPECT_OK(a().reg("A", "y"));
  EXPECT_EQ(a().heard("provide"), Lines{});
}
// 11.5 HLAsetSwitches: conveyance of regions of a federate.
TEST_P(Clause11Reports, ConveyanceIsSwitchedForAFederate) {
  EXPECT_OK(a().pubi("R"));
  EXPECT_OK(b().subi("R"));
  skip();
  EXPECT_OK(
      manage("HLAadjust.HLAsetSwitches", b(), {{"HLAconveyRegionDesignatorSets", number(1)}}));
  settle();
  EXPECT_TRUE(*b().rti->get_convey_region_designator_sets_switch());
  EXPECT_OK(a().send_in("R", "r1=1", {a().region("X 0 1")}));
  settle();
  ASSERT_TRUE(b().last.sent_regions.has_value());
  EXPECT_EQ(b().last.sent_regions->size(), 1U);
}
// 11.4.2 The federation's list of federates is updated when one joins or resigns.
TEST_P(Clause11Reports, TheListOfFederatesIsUpdated) {
  EXPECT_OK(c().sub("HLAmanager.HLAfederation", "HLAfederatesInFederation"));
  const Lines found = c().heard("discover");
  ASSERT_EQ(found.size(), 1U);
  const std::string name = words(found[0]).at(1);
  actors().push_back(actor(1));
  EXPECT_OK(actors().back()->join("d"));
  EXPECT_EQ(c().heard("reflect"), Lines{"reflect " + name + " HLAfederatesInFederation"});
  {
    Decoder in(c().managed[name].at("HLAfederatesInFederation"));
    EXPECT_EQ(in.integer32(), 4);
  }
  EXPECT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_EQ(c().heard("reflect"), Lines{"reflect " + name + " HLAfederatesInFederation"});
  Decoder in(c().managed[name].at("HLAfederatesInFederation"));
  EXPECT_EQ(in.integer32(), 3);
}
// 11.5, 6.14 A deletion in timestamp order in a federate's name.
TEST_P(Clause11Reports, ATimedDeletionInAFederatesName) {
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  skip();
  regulate(a(), 1);
  constrain(b());
  const std::string tag = "t";
  EXPECT_OK(manage("HLAservice.HLAdeleteObjectInstance", a(),
                   {{"HLAobjectInstance", handle(a().object("x").value)},
                    {"HLAtag", Encoder().opaque(bytes(tag)).take()},
                    {"HLAtimeStamp", time_bytes(5)}}));
  settle();
  EXPECT_OK(a().tar(10));
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "remove x tag=t @5 tso", "grant 10");
}
// 11.5 Publications follow what is unpublished, subscriptions what is passive or in regions.
TEST_P(Clause11Reports, SubscriptionsInRegionsAreReported) {
  listen("HLAfederate.HLAreport.HLAreportObjectClassSubscription");
  EXPECT_OK(a().sub_in("D", "d1", {a().region("X 0 10")}, false));
  skip();
  EXPECT_OK(manage("HLArequest.HLArequestSubscriptions", a()));
  const auto found = reports("HLAreportObjectClassSubscription");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(number_of(found[0], "HLAnumberOfClasses"), 1);
  EXPECT_EQ(handle_of(found[0], "HLAobjectClass"), a().object_class("D").value);
  EXPECT_EQ(number_of(found[0], "HLAactive"), 0);
}
// 10.41, 10.44 Disabled callbacks wait in their order, grants included.
TEST_P(Clause11Reports, DisabledCallbacksKeepTheirOrder) {
  EXPECT_OK(a().pubi("T"));
  EXPECT_OK(a().pubi("K"));
  EXPECT_OK(b().subi("T"));
  EXPECT_OK(b().subi("K"));
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(b().rti->disable_callbacks());
  EXPECT_OK(a().send_at(5, "T", "t1=1"));
  EXPECT_OK(a().send("K", "k1=1"));
  EXPECT_OK(b().tar(10));
  EXPECT_OK(a().tar(10));
  EXPECT_SILENCE(b());
  EXPECT_ERROR(b().tar(12), InTimeAdvancingState);
  EXPECT_OK(b().rti->enable_callbacks());
  EXPECT_HEARD(b(), "receive K k1=1", "receive T t1=1 @5 tso", "grant 10");
}
// 10.14 The rate of an attribute: of the owner the greatest of all, of others their own.
TEST_P(Clause11Reports, RatesOfAnAttribute) {
  EXPECT_OK(a().pub("A", "a1 a3"));
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_OK(b().rti->subscribe_object_class_attributes(b().object_class("A"),
                                                       b().attributes("A", "a3"), true, "slow"));
  settle();
  const auto rate = [&](Actor& each) {
    const auto found =
        each.rti->get_update_rate_value_for_attribute(each.object("x"), each.attribute("A", "a3"));
    return found ? *found : -1;
  };
  EXPECT_EQ(rate(a()), 2);
  EXPECT_EQ(rate(b()), 2);
  EXPECT_OK(c().rti->subscribe_object_class_attributes(c().object_class("A"),
                                                       c().attributes("A", "a3"), true, "fast"));
  settle();
  EXPECT_EQ(rate(a()), 100);
  EXPECT_EQ(rate(b()), 2);
  EXPECT_OK(b().sub("A", "a3"));
  settle();
  EXPECT_EQ(rate(a()), 0);
  EXPECT_EQ(rate(b()), 0);
  EXPECT_OK(b().unsub("A"));
  settle();
  EXPECT_EQ(rate(a()), 100);
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
