// Synchronization points, names, joining and resigning where they meet (clauses 4 and 6).
#include "stranger.hpp"

namespace orrery::rti::testing::stranger {
namespace {

class StrangerPoints : public World {
 protected:
  void begin() override { hush(); }
  Status point(Fed& by, const std::string& label, const std::vector<FederateHandle>& set = {},
               const std::string& tag = "") {
    return by.rti->register_federation_synchronization_point(label, raw(tag), set);
  }
  static Status done(Fed& fed, const std::string& label, bool success = true) {
    return fed.rti->synchronization_point_achieved(label, success);
  }
  Status reserve(Fed& fed, const std::string& name) {
    return fed.rti->reserve_object_instance_name(name);
  }
};

// 4.11 to 4.15 A late joiner belongs to each open point of all, to no point of a set.
TEST_P(StrangerPoints, ALateJoinerOfSeveralPoints) {
  STRANGER_OK(point(a(), "all", {}, "t"));
  STRANGER_OK(point(a(), "set", {a().handle, b().handle}));
  STRANGER_HEARD(c(), "announce all tag=t");
  skip();
  for (Fed* each : {&a(), &b(), &c()}) STRANGER_OK(done(*each, "all"));
  drain();
  Fed& late = enter("d");
  STRANGER_HEARD(late);
  STRANGER_HEARD(a(), "synchronized all");
  STRANGER_OK(done(a(), "set"));
  STRANGER_OK(done(b(), "set"));
  STRANGER_HEARD(b(), "synchronized all", "synchronized set");
}
// 4.13 Joined before the last achieves: waited for.
TEST_P(StrangerPoints, ALateJoinerIsWaitedFor) {
  STRANGER_OK(point(a(), "all", {}, "t"));
  skip();
  STRANGER_OK(done(a(), "all"));
  STRANGER_OK(done(b(), "all", false));
  drain();
  Fed& late = enter("d");
  STRANGER_HEARD(late, "announce all tag=t");
  STRANGER_OK(done(c(), "all"));
  STRANGER_HEARD(a());
  STRANGER_OK(done(late, "all", false));
  STRANGER_HEARD(a(), "synchronized all b d");
  STRANGER_HEARD(late, "synchronized all b d");
}
// 4.13, 4.10 The late joiner resigns again before it achieves: not waited for.
TEST_P(StrangerPoints, ALateJoinerLeavesAgain) {
  STRANGER_OK(point(a(), "all"));
  skip();
  for (Fed* each : {&a(), &b()}) STRANGER_OK(done(*each, "all"));
  Fed& late = enter("d");
  STRANGER_HEARD(late, "announce all");
  STRANGER_OK(done(c(), "all"));
  STRANGER_HEARD(a());
  STRANGER_OK(resign(late));
  STRANGER_HEARD(a(), "synchronized all");
  STRANGER_ERR(done(a(), "all"), SynchronizationPointLabelNotAnnounced);
}
// 4.14 Achieved twice, by one who is no member, under another label.
TEST_P(StrangerPoints, AchievedOutOfTurn) {
  STRANGER_OK(point(a(), "set", {a().handle, b().handle}));
  skip();
  STRANGER_ERR(done(c(), "set"), SynchronizationPointLabelNotAnnounced);
  STRANGER_ERR(done(a(), "other"), SynchronizationPointLabelNotAnnounced);
  STRANGER_OK(done(a(), "set"));
  drain();
  STRANGER_ERR(done(a(), "set"), SynchronizationPointLabelNotAnnounced);
  STRANGER_OK(done(b(), "set"));
  STRANGER_HEARD(a(), "synchronized set");
  STRANGER_HEARD(c());
  STRANGER_ERR(done(b(), "set"), SynchronizationPointLabelNotAnnounced);
}
// 4.11, 4.12 One who is not of the set registers it: confirmed, not announced.
TEST_P(StrangerPoints, RegisteredForOthers) {
  STRANGER_OK(point(a(), "set", {b().handle, c().handle}, "tag"));
  STRANGER_HEARD(a(), "registered set");
  STRANGER_HEARD(b(), "announce set tag=tag");
  STRANGER_OK(point(c(), "set"));
  STRANGER_HEARD(c(), "announce set tag=tag", "unregistered set label");
  STRANGER_OK(done(b(), "set"));
  STRANGER_OK(done(c(), "set", false));
  STRANGER_HEARD(b(), "synchronized set c");
  STRANGER_HEARD(a());
  STRANGER_OK(point(a(), "set"));
  STRANGER_HEARD(b(), "announce set");
}
// 4.12 A set with one who has just resigned.
TEST_P(StrangerPoints, ASetWithOneWhoHasGone) {
  const FederateHandle gone = c().handle;
  STRANGER_OK(resign(c()));
  skip();
  const Status status = point(a(), "set", {a().handle, gone});
  if (status) {
    STRANGER_HEARD(a(), "unregistered set set");
  } else {
    STRANGER_ERR(status, InvalidFederateHandle);
  }
  STRANGER_OK(point(a(), "set", {a().handle}));
  STRANGER_HEARD(a(), "registered set", "announce set");
  STRANGER_OK(done(a(), "set"));
  STRANGER_HEARD(a(), "synchronized set");
}
// 4.15, 4.10 One that failed and has resigned is among the failed or not; the others are all told the same.
TEST_P(StrangerPoints, FailedAndGone) {
  STRANGER_OK(point(a(), "all"));
  skip();
  STRANGER_OK(done(c(), "all", false));
  drain();
  STRANGER_OK(resign(c()));
  STRANGER_OK(done(a(), "all"));
  STRANGER_OK(done(b(), "all", false));
  const Lines told = heard(a());
  EXPECT_EQ(told, heard(b()));
  EXPECT_TRUE(told == Lines{"synchronized all b"} || told == Lines{"synchronized all b c"})
      << ::testing::PrintToString(told);
}
// 4.14, 8.8 A point that is achieved within the grant of a time: nobody hears of it before all are there.
TEST_P(StrangerPoints, APointAtATime) {
  for (Fed* each : {&a(), &b()}) {
    constrain(*each);
    regulate(*each, 1);
    each->when["grant"] = [each] { STRANGER_OK(done(*each, "noon")); };
  }
  STRANGER_OK(point(c(), "noon", {a().handle, b().handle}));
  skip();
  STRANGER_OK(a().tar(5));
  STRANGER_HEARD(a());
  STRANGER_OK(b().tar(4.5));
  STRANGER_HEARD(b(), "grant 4.5", "synchronized noon");
  STRANGER_HEARD(a(), "grant 5", "synchronized noon");
}
// 4.11, 4.15 Twenty points at once, achieved in reverse.
TEST_P(StrangerPoints, TwentyPoints) {
  for (int i = 0; i < 20; ++i) STRANGER_OK(point(i % 2 == 0 ? a() : b(), "p" + std::to_string(i)));
  skip();
  for (Fed* each : {&c(), &b(), &a()}) {
    for (int i = 19; i >= 0; --i) STRANGER_OK(done(*each, "p" + std::to_string(i), i != 7));
  }
  const Lines told = heard(c());
  ASSERT_EQ(told.size(), 20U);
  EXPECT_EQ(told.front(), "synchronized p19");
  EXPECT_EQ(std::ranges::count(told, "synchronized p7 a b c"), 1);
  EXPECT_EQ(told, heard(a()));
}
// 6.2, 6.4 A name goes from hand to hand: released, reserved, registered, deleted.
TEST_P(StrangerPoints, ANameGoesRound) {
  STRANGER_OK(a().pub("Thing", "t1"));
  STRANGER_OK(b().pub("Thing", "t1"));
  STRANGER_OK(reserve(a(), "N"));
  STRANGER_HEARD(a(), "reserved N");
  STRANGER_ERR(b().rti->release_object_instance_name("N"), ObjectInstanceNameNotReserved);
  STRANGER_ERR(b().reg("Thing", "x", "N"), ObjectInstanceNameNotReserved);
  STRANGER_OK(reserve(b(), "N"));
  STRANGER_HEARD(b(), "taken N");
  STRANGER_OK(a().reg("Thing", "x", "N"));
  STRANGER_ERRS(a().reg("Thing", "y", "N"), ObjectInstanceNameInUse, ObjectInstanceNameNotReserved);
  STRANGER_ERR(a().rti->release_object_instance_name("N"), ObjectInstanceNameNotReserved);
  STRANGER_OK(reserve(b(), "N"));
  STRANGER_HEARD(b(), "taken N");
  STRANGER_OK(a().del("x"));
  skip();
  STRANGER_OK(reserve(a(), "M"));
  STRANGER_HEARD(a(), "reserved M");
  STRANGER_OK(a().rti->release_object_instance_name("M"));
  drain();
  STRANGER_OK(reserve(b(), "M"));
  STRANGER_HEARD(b(), "reserved M");
}
// 6.5 to 6.7 Sets of names: all or none, released in part, released twice.
TEST_P(StrangerPoints, SetsOfNames) {
  const Lines ab{"A", "B"};
  const Lines bc{"B", "C"};
  STRANGER_OK(a().rti->reserve_multiple_object_instance_names(ab));
  STRANGER_HEARD(a(), "reserved-all A,B");
  STRANGER_OK(b().rti->reserve_multiple_object_instance_names(bc));
  STRANGER_HEARD(b(), "taken-all B,C");
  STRANGER_OK(c().rti->reserve_object_instance_name("C"));
  STRANGER_HEARD(c(), "reserved C");
  STRANGER_OK(a().rti->release_object_instance_name("A"));
  STRANGER_ERR(a().rti->release_multiple_object_instance_names(ab), ObjectInstanceNameNotReserved);
  STRANGER_OK(a().rti->release_object_instance_name("B"));
  drain();
  STRANGER_OK(b().rti->reserve_multiple_object_instance_names(ab));
  STRANGER_HEARD(b(), "reserved-all A,B");
  STRANGER_OK(b().rti->release_multiple_object_instance_names(ab));
  STRANGER_ERR(b().rti->release_multiple_object_instance_names(ab), ObjectInstanceNameNotReserved);
  STRANGER_ERR(b().rti->reserve_multiple_object_instance_names({}), NameSetWasEmpty);
  const Lines illegal{"Z", "HLAz"};
  STRANGER_ERR(b().rti->reserve_multiple_object_instance_names(illegal), IllegalName);
  STRANGER_OK(c().rti->reserve_object_instance_name("Z"));
  STRANGER_HEARD(c(), "reserved Z");
}
// 6.2, 4.10 A name whose owner has resigned: free if it was only reserved, in use while its object lives.
TEST_P(StrangerPoints, NamesOfOneWhoHasGone) {
  STRANGER_OK(a().pub("Thing", "t1"));
  STRANGER_OK(b().sub("Thing", "t1"));
  for (const char* each : {"free", "used"}) STRANGER_OK(reserve(a(), each));
  skip();
  STRANGER_OK(a().reg("Thing", "x", "used"));
  STRANGER_OK(resign(a(), ResignAction::unconditionally_divest_attributes));
  skip();
  STRANGER_OK(reserve(b(), "free"));
  STRANGER_OK(reserve(b(), "used"));
  STRANGER_HEARD(b(), "reserved free", "taken used");
  EXPECT_EQ(*b().rti->get_object_instance_name(b().ob("used")), "used");
}
// 6.8, 6.9 The name and handle of an object in all services, known and not.
TEST_P(StrangerPoints, NamesAndHandlesOfObjects) {
  STRANGER_OK(a().pub("Thing", "t1"));
  STRANGER_OK(b().sub("Thing", "t1"));
  STRANGER_OK(reserve(a(), "N"));
  skip();
  STRANGER_OK(a().reg("Thing", "x", "N"));
  STRANGER_HEARD(b(), "discover x Thing");
  STRANGER_ERR(c().rti->get_object_instance_handle("N"), ObjectInstanceNotKnown);
  EXPECT_EQ(*b().rti->get_object_instance_handle("N"), b().ob("x"));
  EXPECT_EQ(*b().rti->get_known_object_class_handle(b().ob("x")), b().oc("Thing"));
  STRANGER_OK(a().del("x"));
  STRANGER_ERR(a().rti->get_object_instance_handle("N"), ObjectInstanceNotKnown);
  STRANGER_HEARD(b(), "remove x");
  STRANGER_ERR(b().rti->get_object_instance_handle("N"), ObjectInstanceNotKnown);
  STRANGER_ERR(b().rti->get_known_object_class_handle(b().ob("x")), ObjectInstanceNotKnown);
}
// 6.14, 6.15 Deleted at a time: the deleter knows it no more or until its time; the others until theirs.
TEST_P(StrangerPoints, RemovalTimes) {
  settle("Thing.Craft", "c1 c2");
  regulate(a(), 1);
  constrain(b());
  STRANGER_OK(a().upd_at(4, "x", "c2=1"));
  STRANGER_OK(a().del_at(5, "x"));
  STRANGER_HEARD(c(), "reflect x c2=1 @4 ro", "remove x @5 ro");
  STRANGER_HEARD(b());
  EXPECT_TRUE(b().knows("x"));
  STRANGER_OK(a().tar(20));
  STRANGER_OK(b().nmr(10));
  STRANGER_HEARD(b(), "reflect x c2=1 @4", "grant 4");
  EXPECT_TRUE(b().knows("x"));
  STRANGER_OK(b().nmr(10));
  STRANGER_HEARD(b(), "remove x @5", "grant 5");
  EXPECT_FALSE(b().knows("x"));
}
// 6.14, 8.21 A deletion at a time is retracted: who has not removed it keeps it, who has is asked to retract.
TEST_P(StrangerPoints, ARetractedRemoval) {
  settle("Thing.Craft", "c1 c2");
  regulate(a(), 1);
  constrain(b());
  STRANGER_OK(a().del_at(5, "x"));
  const auto handle = *a().sent;
  STRANGER_HEARD(c(), "remove x @5 ro");
  STRANGER_OK(a().rti->retract(handle));
  const Lines told = heard(c());
  EXPECT_EQ(told.empty() ? "" : told.front(), "retraction");
  STRANGER_OK(a().upd_at(6, "x", "c2=1"));
  STRANGER_OK(a().tar(20));
  STRANGER_OK(b().tar(10));
  STRANGER_HEARD(b(), "reflect x c2=1 @6", "grant 10");
}
// 4.10 Each way to resign with an object whose privilege and attributes have different owners.
TEST_P(StrangerPoints, WaysToResign) {
  settle("Thing.Craft", "c1 c2");
  STRANGER_OK(b().pub("Thing.Craft", "c1 c2"));
  STRANGER_OK(b().acquire("x", "c1"));
  drain();
  EXPECT_EQ(a().give("x", "c1"), "c1");
  skip();
  STRANGER_ERR(resign(b(), ResignAction::no_action), FederateOwnsAttributes);
  STRANGER_ERR(resign(b(), ResignAction::delete_objects), FederateOwnsAttributes);
  STRANGER_ERR(resign(b(), ResignAction::cancel_pending_ownership_acquisitions),
               FederateOwnsAttributes);
  STRANGER_ERR(resign(b(), static_cast<ResignAction>(99)), InvalidResignAction);
  STRANGER_OK(b().upd("x", "c1=1"));
  STRANGER_HEARD(c(), "reflect x c1=1");
  STRANGER_OK(resign(b(), ResignAction::delete_objects_then_divest));
  skip();
  STRANGER_OK(a().query_owner("x", "c1"));
  STRANGER_HEARD(a(), "unowned x c1");
  STRANGER_OK(resign(a(), ResignAction::delete_objects));
  STRANGER_HEARD(c(), "remove x");
}
// 4.10, 4.9 A name of a federate that has resigned is free; the handle is another.
TEST_P(StrangerPoints, TheFederatesName) {
  Fed& other = connect("a");
  STRANGER_ERR(join(other), FederateNameAlreadyInUse);
  const FederateHandle before = a().handle;
  STRANGER_OK(resign(a()));
  STRANGER_OK(join(other));
  EXPECT_NE(other.handle, before);
  EXPECT_EQ(b().rti->get_federate_handle("a")->value, other.handle.value);
  STRANGER_ERRS(b().rti->get_federate_name(before), FederateHandleNotKnown, InvalidFederateHandle);
}
// 6.20 Provided automatically? Not if the switch is off. Asked for by a late joiner, yes.
TEST_P(StrangerPoints, ValuesForALateJoiner) {
  settle("Thing.Craft", "c1 c2");
  Fed& late = enter("d");
  STRANGER_OK(late.sub("Thing", "t1"));
  STRANGER_OK(late.sub("Thing.Craft", "c1"));
  STRANGER_HEARD(late, "discover x Thing.Craft");
  STRANGER_HEARD(a());
  late.when["provide"] = [] {};
  a().when["provide"] = [&] { STRANGER_OK(a().upd("x", "c1=now")); };
  STRANGER_OK(late.request("x", "c1"));
  STRANGER_HEARD(late, "reflect x c1=now");
  STRANGER_HEARD(a(), "provide x c1");
}

STRANGER_SUITE(StrangerPoints);

// With automatic provide.
class StrangerProvide : public World {
 protected:
  bool provides() const override { return true; }
  void begin() override {
    hush();
    STRANGER_OK(a().pub("Thing.Craft", "t1 c1 c2"));
  }
};
// 6.20, 10.? The owner is asked when another discovers; by each discoverer, for what it subscribed to.
TEST_P(StrangerProvide, EachDiscovery) {
  STRANGER_OK(a().reg("Thing.Craft", "x"));
  STRANGER_HEARD(a());
  STRANGER_OK(b().sub("Thing", "t1"));
  skip();
  a().when["provide"] = [&] { STRANGER_OK(a().upd("x", "t1=1 c1=1 c2=1")); };
  STRANGER_OK(c().sub("Thing.Craft", "c1"));
  const Lines told = heard(c());
  ASSERT_FALSE(told.empty());
  EXPECT_EQ(told.front(), "discover x Thing.Craft");
  EXPECT_EQ(told.back(), "reflect x c1=1");
}
// 6.9 Unowned attributes are asked of nobody; the new owner is asked.
TEST_P(StrangerProvide, TheNewOwnerIsAsked) {
  STRANGER_OK(b().sub("Thing.Craft", "c1"));
  STRANGER_OK(b().pub("Thing.Craft", "c1"));
  STRANGER_OK(a().reg("Thing.Craft", "x"));
  skip();
  STRANGER_OK(b().acquire("x", "c1"));
  drain();
  EXPECT_EQ(a().give("x", "c1"), "c1");
  STRANGER_OK(a().divest("x", "c2"));
  skip();
  STRANGER_OK(c().sub("Thing.Craft", "c1 c2"));
  STRANGER_HEARD(c(), "discover x Thing.Craft");
  const Lines told = heard(b());
  EXPECT_EQ(std::ranges::count(told, "provide x c1"), 1) << ::testing::PrintToString(told);
  for (const auto& each : heard(a())) {
    EXPECT_TRUE(each.find("c1") == std::string::npos && each.find("c2") == std::string::npos)
        << each;
  }
}
STRANGER_SUITE(StrangerProvide);

}  // namespace
}  // namespace orrery::rti::testing::stranger
