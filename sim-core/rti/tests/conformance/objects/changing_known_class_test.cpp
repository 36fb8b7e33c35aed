// Subscriptions change while objects are known: known class, candidate discovery class (5.1, 6.9).
#include "conformance/conformance.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class ChangingKnownClass : public Conformance {
 protected:
  std::string known(Actor& each, const std::string& label) {
    const auto found = each.rti->get_known_object_class_handle(each.object(label));
    if (!found) return std::string(to_string(found.error().code));
    return *each.rti->get_object_class_name(*found);
  }
};

// 5.1.2, 6.1 Attributes are reflected by subscriptions at the known class; one at a superclass does not count.
TEST_P(ChangingKnownClass, FromTheClassToItsSuperclass) {
  EXPECT_OK(a().pub("A.B", "a1 a2 b1"));
  EXPECT_OK(b().sub("A.B", "a1 b1"));
  EXPECT_OK(a().reg("A.B", "z"));
  EXPECT_HEARD(b(), "discover z A.B");
  EXPECT_OK(b().unsub("A.B"));
  EXPECT_OK(b().sub("A", "a1"));
  settle();
  EXPECT_OK(a().upd("z", "a1=1 b1=2"));
  EXPECT_SILENCE(b());
  EXPECT_OK(a().reg("A.B", "w"));
  EXPECT_HEARD(b(), "discover w A");
  EXPECT_OK(a().upd("w", "a1=1 b1=2"));
  EXPECT_HEARD(b(), "reflect w a1=1");
  EXPECT_OK(b().sub("A.B", "b1"));
  settle();
  EXPECT_OK(a().upd("z", "a1=3 b1=4"));
  EXPECT_HEARD(b(), "reflect z b1=4");
  EXPECT_OK(a().upd("w", "a1=3 b1=4"));
  EXPECT_HEARD(b(), "reflect w a1=3");
}
// 10.8 The known class of each federate, and after a local deletion another.
TEST_P(ChangingKnownClass, ThreeKnownClasses) {
  EXPECT_OK(a().pub("A.B.C", "a1 b1 c1"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(c().sub("A.B", "b1"));
  EXPECT_OK(a().reg("A.B.C", "z"));
  EXPECT_HEARD(b(), "discover z A");
  EXPECT_HEARD(c(), "discover z A.B");
  EXPECT_OK(b().sub("A.B.C", "c1"));
  EXPECT_SILENCE(b());
  EXPECT_EQ(known(b(), "z"), "HLAobjectRoot.A");
  EXPECT_EQ(known(a(), "z"), "HLAobjectRoot.A.B.C");
  EXPECT_OK(a().upd("z", "a1=1 b1=2 c1=3"));
  EXPECT_HEARD(b(), "reflect z a1=1");
  EXPECT_HEARD(c(), "reflect z b1=2");
  EXPECT_OK(b().forget("z"));
  EXPECT_OK(b().sub("A.B", "b1"));
  EXPECT_HEARD(b(), "discover z A.B.C");
  EXPECT_EQ(known(b(), "z"), "HLAobjectRoot.A.B.C");
  EXPECT_OK(a().upd("z", "a1=4 b1=5 c1=6"));
  EXPECT_HEARD(b(), "reflect z c1=6");
}
// 5.1.2, 9.1 Open: whether a class counts as subscribed where its regions do not overlap. Then there is no discovery; else as D.
TEST_P(ChangingKnownClass, ACandidateWhoseRegionsDoNotOverlap) {
  EXPECT_OK(a().pub("D.E", "d2 e1"));
  EXPECT_OK(b().sub_in("D.E", "e1", {b().region("X 50 60")}));
  EXPECT_OK(b().sub("D", "d2"));
  EXPECT_OK(a().reg_in("D.E", "z", "e1", {a().region("X 0 10")}));
  const Lines heard = b().heard();
  EXPECT_TRUE(heard.empty() || heard == Lines{"discover z D"});
}
// 5.1.2, 9.1 When the regions at the candidate class overlap, the object is discovered there.
TEST_P(ChangingKnownClass, ACandidateWhoseRegionsOverlapLater) {
  EXPECT_OK(a().pub("D.E", "d2 e1"));
  const RegionHandle mine = b().region("X 50 60");
  EXPECT_OK(b().sub_in("D.E", "e1", {mine}));
  EXPECT_OK(a().reg_in("D.E", "z", "e1", {a().region("X 0 10")}));
  EXPECT_SILENCE(b());
  EXPECT_OK(b().move(mine, "X 9 60"));
  EXPECT_HEARD(b(), "discover z D.E");
  EXPECT_OK(b().move(mine, "X 50 60"));
  settle();
  EXPECT_OK(a().upd("z", "e1=1"));
  EXPECT_SILENCE(b());
  EXPECT_OK(a().del("z"));
  EXPECT_HEARD(b(), "remove z");
}
// 5.1.2, 9.1 Once the closer class is no longer subscribed to, the superclass is the candidate.
TEST_P(ChangingKnownClass, TheCandidateMovesUp) {
  EXPECT_OK(a().pub("D.E", "d2 e1"));
  const RegionHandle mine = b().region("X 50 60");
  EXPECT_OK(b().sub_in("D.E", "e1", {mine}));
  EXPECT_OK(b().sub("D", "d2"));
  EXPECT_OK(a().reg_in("D.E", "z", "e1", {a().region("X 0 10")}));
  EXPECT_OK(b().unsub_in("D.E", "e1", {mine}));
  EXPECT_HEARD(b(), "discover z D");
  EXPECT_EQ(known(b(), "z"), "HLAobjectRoot.D");
}
// 6.9 An object is discovered by an attribute that another federate owns: here once it has an owner.
TEST_P(ChangingKnownClass, AnAttributeFindsAnOwnerLater) {
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(c().pub("A", "a2"));
  EXPECT_OK(c().sub("A", "a1"));
  EXPECT_OK(b().sub("A", "a2"));
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_SILENCE(b());
  EXPECT_HEARD(c(), "discover x A", "assume x a2");
  EXPECT_OK(c().acquire_free("x", "a2"));
  EXPECT_HEARD(c(), "acquired x a2");
  EXPECT_HEARD(b(), "discover x A");
  EXPECT_OK(c().upd("x", "a2=1"));
  EXPECT_HEARD(b(), "reflect x a2=1");
}
// 6.9 Subscribed to the privilege alone.
TEST_P(ChangingKnownClass, ByThePrivilegeAlone) {
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(b().sub("A", "HLAprivilegeToDeleteObject"));
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_HEARD(b(), "discover x A");
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_SILENCE(b());
}
// 6.9 Subscribed to the root's privilege: discovered as the root.
TEST_P(ChangingKnownClass, AtTheRoot) {
  EXPECT_OK(a().pub("A.B.C", "a1"));
  EXPECT_OK(b().sub("HLAobjectRoot", "HLAprivilegeToDeleteObject"));
  skip();
  EXPECT_OK(a().reg("A.B.C", "x"));
  EXPECT_HEARD(b(), "discover x HLAobjectRoot");
  EXPECT_EQ(known(b(), "x"), "HLAobjectRoot");
  EXPECT_ERROR(b().rti->request_attribute_value_update(b().object("x"), b().attributes("A", "a1")),
               AttributeNotDefined);
}
// 6.15 Without a subscription an object stays known, and its removal is told.
TEST_P(ChangingKnownClass, KnownWithoutASubscription) {
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  skip();
  EXPECT_OK(b().unsub("A"));
  settle();
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_SILENCE(b());
  EXPECT_OK(b().request("x", "a1", "q"));
  EXPECT_HEARD(a(), "provide x a1 tag=q");
  EXPECT_OK(a().del("x", "t"));
  EXPECT_HEARD(b(), "remove x tag=t");
}
// 5.6 A passive subscription reflects as an active one does.
TEST_P(ChangingKnownClass, PassiveSubscriptions) {
  EXPECT_OK(a().pub("A", "a1 a2"));
  EXPECT_OK(b().sub("A", "a1", false));
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_HEARD(b(), "discover x A");
  EXPECT_OK(a().upd("x", "a1=1 a2=2"));
  EXPECT_HEARD(b(), "reflect x a1=1");
  EXPECT_OK(b().sub("A", "a2"));
  settle();
  EXPECT_OK(a().upd("x", "a1=3 a2=4"));
  EXPECT_EQ(b().heard(), Lines{"reflect x a1=3 a2=4"});
}
// 6.13 Received as the closest class that is subscribed to, which may change between two sends in timestamp order.
TEST_P(ChangingKnownClass, InteractionsAsTheClosestClass) {
  EXPECT_OK(a().pubi("T.U"));
  EXPECT_OK(b().subi("T"));
  EXPECT_OK(c().subi("T.U"));
  regulate(a(), 1);
  constrain(b());
  constrain(c());
  EXPECT_OK(a().send_at(5, "T.U", "t1=1 u1=2"));
  for (auto& each : actors()) EXPECT_OK(each->tar(5));
  EXPECT_HEARD(b(), "receive T t1=1 @5 tso", "grant 5");
  EXPECT_HEARD(c(), "receive T.U t1=1 u1=2 @5 tso", "grant 5");
  EXPECT_OK(b().subi("T.U"));
  EXPECT_OK(c().unsubi("T.U"));
  EXPECT_OK(c().subi("T"));
  settle();
  EXPECT_OK(a().send_at(7, "T.U", "t1=3 u1=4"));
  for (auto& each : actors()) EXPECT_OK(each->tar(7));
  EXPECT_HEARD(b(), "receive T.U t1=3 u1=4 @7 tso", "grant 7");
  EXPECT_HEARD(c(), "receive T t1=3 @7 tso", "grant 7");
}
// 6.13 One class with regions, its superclass without: what does not overlap below is not received above.
TEST_P(ChangingKnownClass, InteractionsOfTwoClassesWithRegions) {
  EXPECT_OK(a().pubi("R.S"));
  EXPECT_OK(b().subi_in("R.S", {b().region("X 0 10 Y 0 50")}));
  EXPECT_OK(a().send_in("R.S", "r1=1 s1=1", {a().region("X 5 6 Y 0 50")}));
  EXPECT_HEARD(b(), "receive R.S r1=1 s1=1");
  EXPECT_OK(a().send_in("R.S", "r1=2 s1=2", {a().region("X 50 60 Y 0 50")}));
  EXPECT_SILENCE(b());
  EXPECT_OK(a().send("R.S", "r1=3 s1=3"));
  EXPECT_HEARD(b(), "receive R.S r1=3 s1=3");
}

// 6.11, 10.8 An update in flight when the object is known at a superclass instead: only attributes of that class.
TEST_P(ChangingKnownClass, AnUpdateInFlightAtAnotherKnownClass) {
  EXPECT_OK(a().pub("A.B", "a2 b2"));
  EXPECT_OK(b().sub("A.B", "a2 b2"));
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().reg("A.B", "z"));
  EXPECT_HEARD(b(), "discover z A.B");
  EXPECT_OK(a().upd_at(5, "z", "a2=1 b2=2"));
  settle();
  EXPECT_OK(b().forget("z"));
  EXPECT_OK(b().unsub("A.B"));
  EXPECT_OK(b().sub("A", "a2"));
  EXPECT_HEARD(b(), "discover z A");
  EXPECT_OK(a().tar(9));
  EXPECT_OK(b().tar(9));
  const Lines heard = b().heard();
  EXPECT_TRUE(heard == Lines{"grant 9"} || heard == (Lines{"reflect z a2=1 @5 tso", "grant 9"}))
      << ::testing::PrintToString(heard);
}
// 6.13 An interaction in flight when only its superclass is subscribed to: as that, or not, or as it was sent for.
TEST_P(ChangingKnownClass, AnInteractionInFlightAtAnotherClass) {
  EXPECT_OK(a().pubi("T.U"));
  EXPECT_OK(b().subi("T.U"));
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().send_at(5, "T.U", "t1=1 u1=2"));
  settle();
  EXPECT_OK(b().subi("T"));
  EXPECT_OK(b().unsubi("T.U"));
  EXPECT_OK(a().tar(9));
  EXPECT_OK(b().tar(9));
  Lines heard = b().heard();
  EXPECT_EQ(heard.back(), "grant 9");
  heard.pop_back();
  EXPECT_TRUE(heard.empty() || heard == Lines{"receive T t1=1 @5 tso"} ||
              heard == Lines{"receive T.U t1=1 u1=2 @5 tso"})
      << ::testing::PrintToString(heard);
}
// 6.16, 9.3 Forgotten, and discovered again when the region of the interest is committed anew.
TEST_P(ChangingKnownClass, RediscoveredByARegion) {
  EXPECT_OK(a().pub("D", "d2"));
  const RegionHandle mine = b().region("X 0 10");
  EXPECT_OK(b().sub_in("D", "d2", {mine}));
  EXPECT_OK(a().reg_in("D", "y", "d2", {a().region("X 5 6")}));
  EXPECT_HEARD(b(), "discover y D");
  EXPECT_OK(b().forget("y"));
  EXPECT_OK(b().move(mine, "X 0 9"));
  EXPECT_HEARD(b(), "discover y D");
  EXPECT_OK(a().upd("y", "d2=1"));
  EXPECT_HEARD(b(), "reflect y d2=1");
}

CONFORMANCE_SUITE(ChangingKnownClass);

}  // namespace
}  // namespace orrery::rti::testing::conformance
