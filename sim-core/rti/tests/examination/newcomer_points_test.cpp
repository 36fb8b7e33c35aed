// Synchronization points, names, joining and resigning where they meet (clauses 4 and 6).
#include "newcomer.hpp"

namespace orrery::rti::testing::newcomer {
namespace {

class NewcomerPoints : public World {
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
TEST_P(NewcomerPoints, ALateJoinerOfSeveralPoints) {
  NC_OK(point(a(), "all", {}, "t"));
  NC_OK(point(a(), "set", {a().handle, b().handle}));
  NC_HEARD(c(), "announce all tag=t");
  skip();
  for (Fed* each : {&a(), &b(), &c()}) NC_OK(done(*each, "all"));
  drain();
  Fed& late = enter("d");
  NC_HEARD(late);
  NC_HEARD(a(), "synchronized all");
  NC_OK(done(a(), "set"));
  NC_OK(done(b(), "set"));
  NC_HEARD(b(), "synchronized all", "synchronized set");
}
// 4.13 Joined before the last achieves: waited for.
TEST_P(NewcomerPoints, ALateJoinerIsWaitedFor) {
  NC_OK(point(a(), "all", {}, "t"));
  skip();
  NC_OK(done(a(), "all"));
  NC_OK(done(b(), "all", false));
  drain();
  Fed& late = enter("d");
  NC_HEARD(late, "announce all tag=t");
  NC_OK(done(c(), "all"));
  NC_HEARD(a());
  NC_OK(done(late, "all", false));
  NC_HEARD(a(), "synchronized all b d");
  NC_HEARD(late, "synchronized all b d");
}
// 4.13, 4.10 The late joiner resigns again before it achieves: not waited for.
TEST_P(NewcomerPoints, ALateJoinerLeavesAgain) {
  NC_OK(point(a(), "all"));
  skip();
  for (Fed* each : {&a(), &b()}) NC_OK(done(*each, "all"));
  Fed& late = enter("d");
  NC_HEARD(late, "announce all");
  NC_OK(done(c(), "all"));
  NC_HEARD(a());
  NC_OK(resign(late));
  NC_HEARD(a(), "synchronized all");
  NC_ERR(done(a(), "all"), SynchronizationPointLabelNotAnnounced);
}
// 4.14 Achieved twice, by one who is no member, under another label.
TEST_P(NewcomerPoints, AchievedOutOfTurn) {
  NC_OK(point(a(), "set", {a().handle, b().handle}));
  skip();
  NC_ERR(done(c(), "set"), SynchronizationPointLabelNotAnnounced);
  NC_ERR(done(a(), "other"), SynchronizationPointLabelNotAnnounced);
  NC_OK(done(a(), "set"));
  drain();
  NC_ERR(done(a(), "set"), SynchronizationPointLabelNotAnnounced);
  NC_OK(done(b(), "set"));
  NC_HEARD(a(), "synchronized set");
  NC_HEARD(c());
  NC_ERR(done(b(), "set"), SynchronizationPointLabelNotAnnounced);
}
// 4.11, 4.12 One who is not of the set registers it: confirmed, not announced.
TEST_P(NewcomerPoints, RegisteredForOthers) {
  NC_OK(point(a(), "set", {b().handle, c().handle}, "tag"));
  NC_HEARD(a(), "registered set");
  NC_HEARD(b(), "announce set tag=tag");
  NC_OK(point(c(), "set"));
  NC_HEARD(c(), "announce set tag=tag", "unregistered set label");
  NC_OK(done(b(), "set"));
  NC_OK(done(c(), "set", false));
  NC_HEARD(b(), "synchronized set c");
  NC_HEARD(a());
  NC_OK(point(a(), "set"));
  NC_HEARD(b(), "announce set");
}
// 4.12 A set with one who has just resigned.
TEST_P(NewcomerPoints, ASetWithOneWhoHasGone) {
  const FederateHandle gone = c().handle;
  NC_OK(resign(c()));
  skip();
  const Status status = point(a(), "set", {a().handle, gone});
  if (status) {
    NC_HEARD(a(), "unregistered set set");
  } else {
    NC_ERR(status, InvalidFederateHandle);
  }
  NC_OK(point(a(), "set", {a().handle}));
  NC_HEARD(a(), "registered set", "announce set");
  NC_OK(done(a(), "set"));
  NC_HEARD(a(), "synchronized set");
}
// 4.15, 4.10 One that failed and has resigned is among the failed or not; the others are all told the same.
TEST_P(NewcomerPoints, FailedAndGone) {
  NC_OK(point(a(), "all"));
  skip();
  NC_OK(done(c(), "all", false));
  drain();
  NC_OK(resign(c()));
  NC_OK(done(a(), "all"));
  NC_OK(done(b(), "all", false));
  const Lines told = heard(a());
  EXPECT_EQ(told, heard(b()));
  EXPECT_TRUE(told == Lines{"synchronized all b"} || told == Lines{"synchronized all b c"})
      << ::testing::PrintToString(told);
}
// 4.14, 8.8 A point that is achieved within the grant of a time: nobody hears of it before all are there.
TEST_P(NewcomerPoints, APointAtATime) {
  for (Fed* each : {&a(), &b()}) {
    constrain(*each);
    regulate(*each, 1);
    each->when["grant"] = [each] { NC_OK(done(*each, "noon")); };
  }
  NC_OK(point(c(), "noon", {a().handle, b().handle}));
  skip();
  NC_OK(a().tar(5));
  NC_HEARD(a());
  NC_OK(b().tar(4.5));
  NC_HEARD(b(), "grant 4.5", "synchronized noon");
  NC_HEARD(a(), "grant 5", "synchronized noon");
}
// 4.11, 4.15 Twenty points at once, achieved in reverse.
TEST_P(NewcomerPoints, TwentyPoints) {
  for (int i = 0; i < 20; ++i) NC_OK(point(i % 2 == 0 ? a() : b(), "p" + std::to_string(i)));
  skip();
  for (Fed* each : {&c(), &b(), &a()}) {
    for (int i = 19; i >= 0; --i) NC_OK(done(*each, "p" + std::to_string(i), i != 7));
  }
  const Lines told = heard(c());
  ASSERT_EQ(told.size(), 20U);
  EXPECT_EQ(told.front(), "synchronized p19");
  EXPECT_EQ(std::ranges::count(told, "synchronized p7 a b c"), 1);
  EXPECT_EQ(told, heard(a()));
}
// 6.2, 6.4 A name goes from hand to hand: released, reserved, registered, deleted.
TEST_P(NewcomerPoints, ANameGoesRound) {
  NC_OK(a().pub("Thing", "t1"));
  NC_OK(b().pub("Thing", "t1"));
  NC_OK(reserve(a(), "N"));
  NC_HEARD(a(), "reserved N");
  NC_ERR(b().rti->release_object_instance_name("N"), ObjectInstanceNameNotReserved);
  NC_ERR(b().reg("Thing", "x", "N"), ObjectInstanceNameNotReserved);
  NC_OK(reserve(b(), "N"));
  NC_HEARD(b(), "taken N");
  NC_OK(a().reg("Thing", "x", "N"));
  NC_ERRS(a().reg("Thing", "y", "N"), ObjectInstanceNameInUse, ObjectInstanceNameNotReserved);
  NC_ERR(a().rti->release_object_instance_name("N"), ObjectInstanceNameNotReserved);
  NC_OK(reserve(b(), "N"));
  NC_HEARD(b(), "taken N");
  NC_OK(a().del("x"));
  skip();
  NC_OK(reserve(a(), "M"));
  NC_HEARD(a(), "reserved M");
  NC_OK(a().rti->release_object_instance_name("M"));
  drain();
  NC_OK(reserve(b(), "M"));
  NC_HEARD(b(), "reserved M");
}
// 6.5 to 6.7 Sets of names: all or none, released in part, released twice.
TEST_P(NewcomerPoints, SetsOfNames) {
  const Lines ab{"A", "B"};
  const Lines bc{"B", "C"};
  NC_OK(a().rti->reserve_multiple_object_instance_names(ab));
  NC_HEARD(a(), "reserved-all A,B");
  NC_OK(b().rti->reserve_multiple_object_instance_names(bc));
  NC_HEARD(b(), "taken-all B,C");
  NC_OK(c().rti->reserve_object_instance_name("C"));
  NC_HEARD(c(), "reserved C");
  NC_OK(a().rti->release_object_instance_name("A"));
  NC_ERR(a().rti->release_multiple_object_instance_names(ab), ObjectInstanceNameNotReserved);
  NC_OK(a().rti->release_object_instance_name("B"));
  drain();
  NC_OK(b().rti->reserve_multiple_object_instance_names(ab));
  NC_HEARD(b(), "reserved-all A,B");
  NC_OK(b().rti->release_multiple_object_instance_names(ab));
  NC_ERR(b().rti->release_multiple_object_instance_names(ab), ObjectInstanceNameNotReserved);
  NC_ERR(b().rti->reserve_multiple_object_instance_names({}), NameSetWasEmpty);
  const Lines illegal{"Z", "HLAz"};
  NC_ERR(b().rti->reserve_multiple_object_instance_names(illegal), IllegalName);
  NC_OK(c().rti->reserve_object_instance_name("Z"));
  NC_HEARD(c(), "reserved Z");
}
// 6.2, 4.10 A name whose owner has resigned: free if it was only reserved, in use while its object lives.
TEST_P(NewcomerPoints, NamesOfOneWhoHasGone) {
  NC_OK(a().pub("Thing", "t1"));
  NC_OK(b().sub("Thing", "t1"));
  for (const char* each : {"free", "used"}) NC_OK(reserve(a(), each));
  skip();
  NC_OK(a().reg("Thing", "x", "used"));
  NC_OK(resign(a(), ResignAction::unconditionally_divest_attributes));
  skip();
  NC_OK(reserve(b(), "free"));
  NC_OK(reserve(b(), "used"));
  NC_HEARD(b(), "reserved free", "taken used");
  EXPECT_EQ(*b().rti->get_object_instance_name(b().ob("used")), "used");
}
// 6.8, 6.9 The name and handle of an object in all services, known and not.
TEST_P(NewcomerPoints, NamesAndHandlesOfObjects) {
  NC_OK(a().pub("Thing", "t1"));
  NC_OK(b().sub("Thing", "t1"));
  NC_OK(reserve(a(), "N"));
  skip();
  NC_OK(a().reg("Thing", "x", "N"));
  NC_HEARD(b(), "discover x Thing");
  NC_ERR(c().rti->get_object_instance_handle("N"), ObjectInstanceNotKnown);
  EXPECT_EQ(*b().rti->get_object_instance_handle("N"), b().ob("x"));
  EXPECT_EQ(*b().rti->get_known_object_class_handle(b().ob("x")), b().oc("Thing"));
  NC_OK(a().del("x"));
  NC_ERR(a().rti->get_object_instance_handle("N"), ObjectInstanceNotKnown);
  NC_HEARD(b(), "remove x");
  NC_ERR(b().rti->get_object_instance_handle("N"), ObjectInstanceNotKnown);
  NC_ERR(b().rti->get_known_object_class_handle(b().ob("x")), ObjectInstanceNotKnown);
}
// 6.14, 6.15 Deleted at a time: the deleter knows it no more or until its time; the others until theirs.
TEST_P(NewcomerPoints, RemovalTimes) {
  settle("Thing.Craft", "c1 c2");
  regulate(a(), 1);
  constrain(b());
  NC_OK(a().upd_at(4, "x", "c2=1"));
  NC_OK(a().del_at(5, "x"));
  NC_HEARD(c(), "reflect x c2=1 @4 ro", "remove x @5 ro");
  NC_HEARD(b());
  EXPECT_TRUE(b().knows("x"));
  NC_OK(a().tar(20));
  NC_OK(b().nmr(10));
  NC_HEARD(b(), "reflect x c2=1 @4", "grant 4");
  EXPECT_TRUE(b().knows("x"));
  NC_OK(b().nmr(10));
  NC_HEARD(b(), "remove x @5", "grant 5");
  EXPECT_FALSE(b().knows("x"));
}
// 6.14, 8.21 A deletion at a time is retracted: who has not removed it keeps it, who has is asked to retract.
TEST_P(NewcomerPoints, ARetractedRemoval) {
  settle("Thing.Craft", "c1 c2");
  regulate(a(), 1);
  constrain(b());
  NC_OK(a().del_at(5, "x"));
  const auto handle = *a().sent;
  NC_HEARD(c(), "remove x @5 ro");
  NC_OK(a().rti->retract(handle));
  const Lines told = heard(c());
  EXPECT_EQ(told.empty() ? "" : told.front(), "retraction");
  NC_OK(a().upd_at(6, "x", "c2=1"));
  NC_OK(a().tar(20));
  NC_OK(b().tar(10));
  NC_HEARD(b(), "reflect x c2=1 @6", "grant 10");
}
// 4.10 Each way to resign with an object whose privilege and attributes have different owners.
TEST_P(NewcomerPoints, WaysToResign) {
  settle("Thing.Craft", "c1 c2");
  NC_OK(b().pub("Thing.Craft", "c1 c2"));
  NC_OK(b().acquire("x", "c1"));
  drain();
  EXPECT_EQ(a().give("x", "c1"), "c1");
  skip();
  NC_ERR(resign(b(), ResignAction::no_action), FederateOwnsAttributes);
  NC_ERR(resign(b(), ResignAction::delete_objects), FederateOwnsAttributes);
  NC_ERR(resign(b(), ResignAction::cancel_pending_ownership_acquisitions), FederateOwnsAttributes);
  NC_ERR(resign(b(), static_cast<ResignAction>(99)), InvalidResignAction);
  NC_OK(b().upd("x", "c1=1"));
  NC_HEARD(c(), "reflect x c1=1");
  NC_OK(resign(b(), ResignAction::delete_objects_then_divest));
  skip();
  NC_OK(a().query_owner("x", "c1"));
  NC_HEARD(a(), "unowned x c1");
  NC_OK(resign(a(), ResignAction::delete_objects));
  NC_HEARD(c(), "remove x");
}
// 4.10, 4.9 A name of a federate that has resigned is free; the handle is another.
TEST_P(NewcomerPoints, TheFederatesName) {
  Fed& other = connect("a");
  NC_ERR(join(other), FederateNameAlreadyInUse);
  const FederateHandle before = a().handle;
  NC_OK(resign(a()));
  NC_OK(join(other));
  EXPECT_NE(other.handle, before);
  EXPECT_EQ(b().rti->get_federate_handle("a")->value, other.handle.value);
  NC_ERRS(b().rti->get_federate_name(before), FederateHandleNotKnown, InvalidFederateHandle);
}
// 6.20 Provided automatically? Not if the switch is off. Asked for by a late joiner, yes.
TEST_P(NewcomerPoints, ValuesForALateJoiner) {
  settle("Thing.Craft", "c1 c2");
  Fed& late = enter("d");
  NC_OK(late.sub("Thing", "t1"));
  NC_OK(late.sub("Thing.Craft", "c1"));
  NC_HEARD(late, "discover x Thing.Craft");
  NC_HEARD(a());
  late.when["provide"] = [] {};
  a().when["provide"] = [&] { NC_OK(a().upd("x", "c1=now")); };
  NC_OK(late.request("x", "c1"));
  NC_HEARD(late, "reflect x c1=now");
  NC_HEARD(a(), "provide x c1");
}

NEWCOMER_SUITE(NewcomerPoints);

// With automatic provide.
class NewcomerProvide : public World {
 protected:
  bool provides() const override { return true; }
  void begin() override {
    hush();
    NC_OK(a().pub("Thing.Craft", "t1 c1 c2"));
  }
};
// 6.20, 10.? The owner is asked when another discovers; by each discoverer, for what it subscribed to.
TEST_P(NewcomerProvide, EachDiscovery) {
  NC_OK(a().reg("Thing.Craft", "x"));
  NC_HEARD(a());
  NC_OK(b().sub("Thing", "t1"));
  skip();
  a().when["provide"] = [&] { NC_OK(a().upd("x", "t1=1 c1=1 c2=1")); };
  NC_OK(c().sub("Thing.Craft", "c1"));
  const Lines told = heard(c());
  ASSERT_FALSE(told.empty());
  EXPECT_EQ(told.front(), "discover x Thing.Craft");
  EXPECT_EQ(told.back(), "reflect x c1=1");
}
// 6.9 Unowned attributes are asked of nobody; the new owner is asked.
TEST_P(NewcomerProvide, TheNewOwnerIsAsked) {
  NC_OK(b().sub("Thing.Craft", "c1"));
  NC_OK(b().pub("Thing.Craft", "c1"));
  NC_OK(a().reg("Thing.Craft", "x"));
  skip();
  NC_OK(b().acquire("x", "c1"));
  drain();
  EXPECT_EQ(a().give("x", "c1"), "c1");
  NC_OK(a().divest("x", "c2"));
  skip();
  NC_OK(c().sub("Thing.Craft", "c1 c2"));
  NC_HEARD(c(), "discover x Thing.Craft");
  const Lines told = heard(b());
  EXPECT_EQ(std::ranges::count(told, "provide x c1"), 1) << ::testing::PrintToString(told);
  for (const auto& each : heard(a())) {
    EXPECT_TRUE(each.find("c1") == std::string::npos && each.find("c2") == std::string::npos)
        << each;
  }
}
NEWCOMER_SUITE(NewcomerProvide);

}  // namespace
}  // namespace orrery::rti::testing::newcomer
