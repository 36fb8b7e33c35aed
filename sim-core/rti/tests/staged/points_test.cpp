// Synchronization points, names, joining and resigning where they meet (clauses 4 and 6).
#include "staged/staged.hpp"

namespace orrery::rti::testing::staged {
namespace {

class StagedPoints : public World {
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
TEST_P(StagedPoints, ALateJoinerOfSeveralPoints) {
  STAGED_OK(point(a(), "all", {}, "t"));
  STAGED_OK(point(a(), "set", {a().handle, b().handle}));
  STAGED_HEARD(c(), "announce all tag=t");
  skip();
  for (Fed* each : {&a(), &b(), &c()}) STAGED_OK(done(*each, "all"));
  drain();
  Fed& late = enter("d");
  STAGED_HEARD(late);
  STAGED_HEARD(a(), "synchronized all");
  STAGED_OK(done(a(), "set"));
  STAGED_OK(done(b(), "set"));
  STAGED_HEARD(b(), "synchronized all", "synchronized set");
}
// 4.13 Joined before the last achieves: waited for.
TEST_P(StagedPoints, ALateJoinerIsWaitedFor) {
  STAGED_OK(point(a(), "all", {}, "t"));
  skip();
  STAGED_OK(done(a(), "all"));
  STAGED_OK(done(b(), "all", false));
  drain();
  Fed& late = enter("d");
  STAGED_HEARD(late, "announce all tag=t");
  STAGED_OK(done(c(), "all"));
  STAGED_HEARD(a());
  STAGED_OK(done(late, "all", false));
  STAGED_HEARD(a(), "synchronized all b d");
  STAGED_HEARD(late, "synchronized all b d");
}
// 4.13, 4.10 The late joiner resigns again before it achieves: not waited for.
TEST_P(StagedPoints, ALateJoinerLeavesAgain) {
  STAGED_OK(point(a(), "all"));
  skip();
  for (Fed* each : {&a(), &b()}) STAGED_OK(done(*each, "all"));
  Fed& late = enter("d");
  STAGED_HEARD(late, "announce all");
  STAGED_OK(done(c(), "all"));
  STAGED_HEARD(a());
  STAGED_OK(resign(late));
  STAGED_HEARD(a(), "synchronized all");
  STAGED_ERR(done(a(), "all"), SynchronizationPointLabelNotAnnounced);
}
// 4.14 Achieved twice, by one who is no member, under another label.
TEST_P(StagedPoints, AchievedOutOfTurn) {
  STAGED_OK(point(a(), "set", {a().handle, b().handle}));
  skip();
  STAGED_ERR(done(c(), "set"), SynchronizationPointLabelNotAnnounced);
  STAGED_ERR(done(a(), "other"), SynchronizationPointLabelNotAnnounced);
  STAGED_OK(done(a(), "set"));
  drain();
  STAGED_ERR(done(a(), "set"), SynchronizationPointLabelNotAnnounced);
  STAGED_OK(done(b(), "set"));
  STAGED_HEARD(a(), "synchronized set");
  STAGED_HEARD(c());
  STAGED_ERR(done(b(), "set"), SynchronizationPointLabelNotAnnounced);
}
// 4.11, 4.12 One who is not of the set registers it: confirmed, not announced.
TEST_P(StagedPoints, RegisteredForOthers) {
  STAGED_OK(point(a(), "set", {b().handle, c().handle}, "tag"));
  STAGED_HEARD(a(), "registered set");
  STAGED_HEARD(b(), "announce set tag=tag");
  STAGED_OK(point(c(), "set"));
  STAGED_HEARD(c(), "announce set tag=tag", "unregistered set label");
  STAGED_OK(done(b(), "set"));
  STAGED_OK(done(c(), "set", false));
  STAGED_HEARD(b(), "synchronized set c");
  STAGED_HEARD(a());
  STAGED_OK(point(a(), "set"));
  STAGED_HEARD(b(), "announce set");
}
// 4.12 A set with one who has just resigned.
TEST_P(StagedPoints, ASetWithOneWhoHasGone) {
  const FederateHandle gone = c().handle;
  STAGED_OK(resign(c()));
  skip();
  const Status status = point(a(), "set", {a().handle, gone});
  if (status) {
    STAGED_HEARD(a(), "unregistered set set");
  } else {
    STAGED_ERR(status, InvalidFederateHandle);
  }
  STAGED_OK(point(a(), "set", {a().handle}));
  STAGED_HEARD(a(), "registered set", "announce set");
  STAGED_OK(done(a(), "set"));
  STAGED_HEARD(a(), "synchronized set");
}
// 4.15, 4.10 One that failed and has resigned is among the failed or not; the others are all told the same.
TEST_P(StagedPoints, FailedAndGone) {
  STAGED_OK(point(a(), "all"));
  skip();
  STAGED_OK(done(c(), "all", false));
  drain();
  STAGED_OK(resign(c()));
  STAGED_OK(done(a(), "all"));
  STAGED_OK(done(b(), "all", false));
  const Lines told = heard(a());
  EXPECT_EQ(told, heard(b()));
  EXPECT_TRUE(told == Lines{"synchronized all b"} || told == Lines{"synchronized all b c"})
      << ::testing::PrintToString(told);
}
// 4.14, 8.8 A point that is achieved within the grant of a time: nobody hears of it before all are there.
TEST_P(StagedPoints, APointAtATime) {
  for (Fed* each : {&a(), &b()}) {
    constrain(*each);
    regulate(*each, 1);
    each->when["grant"] = [each] { STAGED_OK(done(*each, "noon")); };
  }
  STAGED_OK(point(c(), "noon", {a().handle, b().handle}));
  skip();
  STAGED_OK(a().tar(5));
  STAGED_HEARD(a());
  STAGED_OK(b().tar(4.5));
  STAGED_HEARD(b(), "grant 4.5", "synchronized noon");
  STAGED_HEARD(a(), "grant 5", "synchronized noon");
}
// 4.11, 4.15 Twenty points at once, achieved in reverse.
TEST_P(StagedPoints, TwentyPoints) {
  for (int i = 0; i < 20; ++i) STAGED_OK(point(i % 2 == 0 ? a() : b(), "p" + std::to_string(i)));
  skip();
  for (Fed* each : {&c(), &b(), &a()}) {
    for (int i = 19; i >= 0; --i) STAGED_OK(done(*each, "p" + std::to_string(i), i != 7));
  }
  const Lines told = heard(c());
  ASSERT_EQ(told.size(), 20U);
  EXPECT_EQ(told.front(), "synchronized p19");
  EXPECT_EQ(std::ranges::count(told, "synchronized p7 a b c"), 1);
  EXPECT_EQ(told, heard(a()));
}
// 6.2, 6.4 A name goes from hand to hand: released, reserved, registered, deleted.
TEST_P(StagedPoints, ANameGoesRound) {
  STAGED_OK(a().pub("Thing", "t1"));
  STAGED_OK(b().pub("Thing", "t1"));
  STAGED_OK(reserve(a(), "N"));
  STAGED_HEARD(a(), "reserved N");
  STAGED_ERR(b().rti->release_object_instance_name("N"), ObjectInstanceNameNotReserved);
  STAGED_ERR(b().reg("Thing", "x", "N"), ObjectInstanceNameNotReserved);
  STAGED_OK(reserve(b(), "N"));
  STAGED_HEARD(b(), "taken N");
  STAGED_OK(a().reg("Thing", "x", "N"));
  STAGED_ERRS(a().reg("Thing", "y", "N"), ObjectInstanceNameInUse, ObjectInstanceNameNotReserved);
  STAGED_ERR(a().rti->release_object_instance_name("N"), ObjectInstanceNameNotReserved);
  STAGED_OK(reserve(b(), "N"));
  STAGED_HEARD(b(), "taken N");
  STAGED_OK(a().del("x"));
  skip();
  STAGED_OK(reserve(a(), "M"));
  STAGED_HEARD(a(), "reserved M");
  STAGED_OK(a().rti->release_object_instance_name("M"));
  drain();
  STAGED_OK(reserve(b(), "M"));
  STAGED_HEARD(b(), "reserved M");
}
// 6.5 to 6.7 Sets of names: all or none, released in part, released twice.
TEST_P(StagedPoints, SetsOfNames) {
  const Lines ab{"A", "B"};
  const Lines bc{"B", "C"};
  STAGED_OK(a().rti->reserve_multiple_object_instance_names(ab));
  STAGED_HEARD(a(), "reserved-all A,B");
  STAGED_OK(b().rti->reserve_multiple_object_instance_names(bc));
  STAGED_HEARD(b(), "taken-all B,C");
  STAGED_OK(c().rti->reserve_object_instance_name("C"));
  STAGED_HEARD(c(), "reserved C");
  STAGED_OK(a().rti->release_object_instance_name("A"));
  STAGED_ERR(a().rti->release_multiple_object_instance_names(ab), ObjectInstanceNameNotReserved);
  STAGED_OK(a().rti->release_object_instance_name("B"));
  drain();
  STAGED_OK(b().rti->reserve_multiple_object_instance_names(ab));
  STAGED_HEARD(b(), "reserved-all A,B");
  STAGED_OK(b().rti->release_multiple_object_instance_names(ab));
  STAGED_ERR(b().rti->release_multiple_object_instance_names(ab), ObjectInstanceNameNotReserved);
  STAGED_ERR(b().rti->reserve_multiple_object_instance_names({}), NameSetWasEmpty);
  const Lines illegal{"Z", "HLAz"};
  STAGED_ERR(b().rti->reserve_multiple_object_instance_names(illegal), IllegalName);
  STAGED_OK(c().rti->reserve_object_instance_name("Z"));
  STAGED_HEARD(c(), "reserved Z");
}
// 6.2, 4.10 A name whose owner has resigned: free if it was only reserved, in use while its object lives.
TEST_P(StagedPoints, NamesOfOneWhoHasGone) {
  STAGED_OK(a().pub("Thing", "t1"));
  STAGED_OK(b().sub("Thing", "t1"));
  for (const char* each : {"free", "used"}) STAGED_OK(reserve(a(), each));
  skip();
  STAGED_OK(a().reg("Thing", "x", "used"));
  STAGED_OK(resign(a(), ResignAction::unconditionally_divest_attributes));
  skip();
  STAGED_OK(reserve(b(), "free"));
  STAGED_OK(reserve(b(), "used"));
  STAGED_HEARD(b(), "reserved free", "taken used");
  EXPECT_EQ(*b().rti->get_object_instance_name(b().ob("used")), "used");
}
// 6.8, 6.9 The name and handle of an object in all services, known and not.
TEST_P(StagedPoints, NamesAndHandlesOfObjects) {
  STAGED_OK(a().pub("Thing", "t1"));
  STAGED_OK(b().sub("Thing", "t1"));
  STAGED_OK(reserve(a(), "N"));
  skip();
  STAGED_OK(a().reg("Thing", "x", "N"));
  STAGED_HEARD(b(), "discover x Thing");
  STAGED_ERR(c().rti->get_object_instance_handle("N"), ObjectInstanceNotKnown);
  EXPECT_EQ(*b().rti->get_object_instance_handle("N"), b().ob("x"));
  EXPECT_EQ(*b().rti->get_known_object_class_handle(b().ob("x")), b().oc("Thing"));
  STAGED_OK(a().del("x"));
  STAGED_ERR(a().rti->get_object_instance_handle("N"), ObjectInstanceNotKnown);
  STAGED_HEARD(b(), "remove x");
  STAGED_ERR(b().rti->get_object_instance_handle("N"), ObjectInstanceNotKnown);
  STAGED_ERR(b().rti->get_known_object_class_handle(b().ob("x")), ObjectInstanceNotKnown);
}
// 6.14, 6.15 Deleted at a time: the deleter knows it no more or until its time; the others until theirs.
TEST_P(StagedPoints, RemovalTimes) {
  settle("Thing.Craft", "c1 c2");
  regulate(a(), 1);
  constrain(b());
  STAGED_OK(a().upd_at(4, "x", "c2=1"));
  STAGED_OK(a().del_at(5, "x"));
  STAGED_HEARD(c(), "reflect x c2=1 @4 ro", "remove x @5 ro");
  STAGED_HEARD(b());
  EXPECT_TRUE(b().knows("x"));
  STAGED_OK(a().tar(20));
  STAGED_OK(b().nmr(10));
  STAGED_HEARD(b(), "reflect x c2=1 @4", "grant 4");
  EXPECT_TRUE(b().knows("x"));
  STAGED_OK(b().nmr(10));
  STAGED_HEARD(b(), "remove x @5", "grant 5");
  EXPECT_FALSE(b().knows("x"));
}
// 6.14, 8.21 A deletion at a time is retracted: who has not removed it keeps it, who has is asked to retract.
TEST_P(StagedPoints, ARetractedRemoval) {
  settle("Thing.Craft", "c1 c2");
  regulate(a(), 1);
  constrain(b());
  STAGED_OK(a().del_at(5, "x"));
  const auto handle = *a().sent;
  STAGED_HEARD(c(), "remove x @5 ro");
  STAGED_OK(a().rti->retract(handle));
  const Lines told = heard(c());
  EXPECT_EQ(told.empty() ? "" : told.front(), "retraction");
  STAGED_OK(a().upd_at(6, "x", "c2=1"));
  STAGED_OK(a().tar(20));
  STAGED_OK(b().tar(10));
  STAGED_HEARD(b(), "reflect x c2=1 @6", "grant 10");
}
// 4.10 Each way to resign with an object whose privilege and attributes have different owners.
TEST_P(StagedPoints, WaysToResign) {
  settle("Thing.Craft", "c1 c2");
  STAGED_OK(b().pub("Thing.Craft", "c1 c2"));
  STAGED_OK(b().acquire("x", "c1"));
  drain();
  EXPECT_EQ(a().give("x", "c1"), "c1");
  skip();
  STAGED_ERR(resign(b(), ResignAction::no_action), FederateOwnsAttributes);
  STAGED_ERR(resign(b(), ResignAction::delete_objects), FederateOwnsAttributes);
  STAGED_ERR(resign(b(), ResignAction::cancel_pending_ownership_acquisitions),
             FederateOwnsAttributes);
  STAGED_ERR(resign(b(), static_cast<ResignAction>(99)), InvalidResignAction);
  STAGED_OK(b().upd("x", "c1=1"));
  STAGED_HEARD(c(), "reflect x c1=1");
  STAGED_OK(resign(b(), ResignAction::delete_objects_then_divest));
  skip();
  STAGED_OK(a().query_owner("x", "c1"));
  STAGED_HEARD(a(), "unowned x c1");
  STAGED_OK(resign(a(), ResignAction::delete_objects));
  STAGED_HEARD(c(), "remove x");
}
// 4.10, 4.9 A name of a federate that has resigned is free; the handle is another.
TEST_P(StagedPoints, TheFederatesName) {
  Fed& other = connect("a");
  STAGED_ERR(join(other), FederateNameAlreadyInUse);
  const FederateHandle before = a().handle;
  STAGED_OK(resign(a()));
  STAGED_OK(join(other));
  EXPECT_NE(other.handle, before);
  EXPECT_EQ(b().rti->get_federate_handle("a")->value, other.handle.value);
  STAGED_ERRS(b().rti->get_federate_name(before), FederateHandleNotKnown, InvalidFederateHandle);
}
// 6.20 Provided automatically? Not if the switch is off. Asked for by a late joiner, yes.
TEST_P(StagedPoints, ValuesForALateJoiner) {
  settle("Thing.Craft", "c1 c2");
  Fed& late = enter("d");
  STAGED_OK(late.sub("Thing", "t1"));
  STAGED_OK(late.sub("Thing.Craft", "c1"));
  STAGED_HEARD(late, "discover x Thing.Craft");
  STAGED_HEARD(a());
  late.when["provide"] = [] {};
  a().when["provide"] = [&] { STAGED_OK(a().upd("x", "c1=now")); };
  STAGED_OK(late.request("x", "c1"));
  STAGED_HEARD(late, "reflect x c1=now");
  STAGED_HEARD(a(), "provide x c1");
}

STAGED_SUITE(StagedPoints);

// With automatic provide.
class StagedProvide : public World {
 protected:
  bool provides() const override { return true; }
  void begin() override {
    hush();
    STAGED_OK(a().pub("Thing.Craft", "t1 c1 c2"));
  }
};
// 6.20, 10.? The owner is asked when another discovers; by each discoverer, for what it subscribed to.
TEST_P(StagedProvide, EachDiscovery) {
  STAGED_OK(a().reg("Thing.Craft", "x"));
  STAGED_HEARD(a());
  STAGED_OK(b().sub("Thing", "t1"));
  skip();
  a().when["provide"] = [&] { STAGED_OK(a().upd("x", "t1=1 c1=1 c2=1")); };
  STAGED_OK(c().sub("Thing.Craft", "c1"));
  const Lines told = heard(c());
  ASSERT_FALSE(told.empty());
  EXPECT_EQ(told.front(), "discover x Thing.Craft");
  EXPECT_EQ(told.back(), "reflect x c1=1");
}
// 6.9 Unowned attributes are asked of nobody; the new owner is asked.
TEST_P(StagedProvide, TheNewOwnerIsAsked) {
  STAGED_OK(b().sub("Thing.Craft", "c1"));
  STAGED_OK(b().pub("Thing.Craft", "c1"));
  STAGED_OK(a().reg("Thing.Craft", "x"));
  skip();
  STAGED_OK(b().acquire("x", "c1"));
  drain();
  EXPECT_EQ(a().give("x", "c1"), "c1");
  STAGED_OK(a().divest("x", "c2"));
  skip();
  STAGED_OK(c().sub("Thing.Craft", "c1 c2"));
  STAGED_HEARD(c(), "discover x Thing.Craft");
  const Lines told = heard(b());
  EXPECT_EQ(std::ranges::count(told, "provide x c1"), 1) << ::testing::PrintToString(told);
  for (const auto& each : heard(a())) {
    EXPECT_TRUE(each.find("c1") == std::string::npos && each.find("c2") == std::string::npos)
        << each;
  }
}
STAGED_SUITE(StagedProvide);

}  // namespace
}  // namespace orrery::rti::testing::staged
