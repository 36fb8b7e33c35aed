// Transportations that change, best effort in timestamp order, newest values and held messages (6.23 to 6.28, 8.21; transportation.hpp).
#include <chrono>

#include "conformance/saving_federation.hpp"

namespace orrery::rti::testing::conformance {
namespace {

// a owns x.a1, x.a2 and x.a3, and sends T and K; b is subscribed to all of it.
class Transported : public SavingFederation {
 protected:
  void begin() override {
    SavingFederation::begin();
    for (Actor* each : {&a(), &b()}) {
      ASSERT_OK(each->pub("A", "a1 a2 a3"));
      ASSERT_OK(each->pubi("T"));
      ASSERT_OK(each->pubi("K"));
      ASSERT_OK(each->pubi("Q"));
    }
    ASSERT_OK(b().sub("A", "a1 a2 a3"));
    ASSERT_OK(b().subi("T"));
    ASSERT_OK(b().subi("K"));
    ASSERT_OK(a().reg("A", "x"));
    skip();
  }
  void carry(Actor& owner, const std::string& names, TransportationType type) {
    ASSERT_OK(owner.rti->request_attribute_transportation_type_change(
        owner.object("x"), owner.of_object("x", names), type));
    skip();
  }
  void carry_interaction(const std::string& name, TransportationType type) {
    ASSERT_OK(a().rti->request_interaction_transportation_type_change(a().interaction(name), type));
    skip();
  }
  // T goes by best effort after so many changes to it and back.
  void change_often(int times) {
    for (int i = 0; i < times; ++i) {
      carry_interaction("T", best_effort);
      carry_interaction("T", reliable);
    }
    carry_interaction("T", best_effort);
  }
  // Longer than the RTI waits before it announces a newest value.
  void wait() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(200);
    while (std::chrono::steady_clock::now() < end) settle();
  }
  static constexpr auto reliable = TransportationType::reliable;
  static constexpr auto best_effort = TransportationType::best_effort;
  static constexpr auto state_consistent = TransportationType::state_consistent;
  static constexpr auto one_shot = TransportationType::one_shot;
};

// Best effort, after several changes of transportation, in timestamp order.
using BestEffortInTime = Transported;
CONFORMANCE_SUITE(BestEffortInTime);

// 8.12, 8.22
TEST_P(BestEffortInTime, AFlushedMessageIsRetracted) {
  regulate(a(), 1);
  constrain(b());
  change_often(3);
  EXPECT_OK(a().send_at(5, "T", "", "m"));
  EXPECT_OK(a().send_at(6, "T", "", "n"));
  settle();
  EXPECT_OK(b().fqr(3));
  EXPECT_HEARD(b(), "receive T @5 tso", "receive T @6 tso", "grant 1");
  EXPECT_OK(a().retract("n"));
  EXPECT_HEARD(b(), "retract n");
  EXPECT_OK(a().retract("m"));
  EXPECT_HEARD(b(), "retract m");
}
// 4.29, 8.21
TEST_P(BestEffortInTime, ASavedMessageIsRetracted) {
  regulate(a(), 1);
  constrain(b());
  change_often(3);
  EXPECT_OK(a().send_at(5, "T", "t1=5", "m"));
  EXPECT_OK(a().send_at(6, "T", "t1=6", "n"));
  settle();
  save("s");
  restore("s");
  EXPECT_OK(a().retract("m"));
  EXPECT_OK(a().tar(20));
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "receive T t1=6 @6 tso", "grant 10");
  EXPECT_EQ(b().last.retraction.has_value(), true);
}
// 6.13 The handle conveyed is the one that the sender has.
TEST_P(BestEffortInTime, TheHandleIsTheSenders) {
  regulate(a(), 1);
  constrain(b());
  change_often(2);
  EXPECT_OK(a().send_at(5, "T", "t1=5", "m"));
  EXPECT_OK(a().tar(20));
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "receive T t1=5 @5 tso", "grant 10");
  EXPECT_EQ(b().last.retraction, labels().messages.at("m"));
}
// 6.23, 7.2 Each owner has made changes of its own.
TEST_P(BestEffortInTime, OfTwoOwners) {
  regulate(a(), 1);
  regulate(b(), 1);
  EXPECT_OK(c().sub("A", "a2"));
  constrain(c());
  for (int i = 0; i < 2; ++i) {
    carry(a(), "a2", best_effort);
    carry(a(), "a2", reliable);
  }
  carry(a(), "a2", best_effort);
  EXPECT_OK(a().upd_at(5, "x", "a2=a"));
  EXPECT_OK(a().divest("x", "a2"));
  settle();
  EXPECT_OK(b().acquire_free("x", "a2"));
  skip();
  carry(b(), "a2", best_effort);
  EXPECT_OK(b().upd_at(6, "x", "a2=b"));
  EXPECT_OK(a().tar(20));
  EXPECT_OK(b().tar(20));
  EXPECT_OK(c().tar(10));
  EXPECT_HEARD(c(), "reflect x a2=a @5 tso", "reflect x a2=b @6 tso", "grant 10");
}
// 8.21 The retraction is of all parts: in timestamp order, in receive order, and held.
TEST_P(BestEffortInTime, AnUpdateInThreeParts) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(b().rti->enable_asynchronous_delivery());
  carry(a(), "a2", best_effort);
  carry(a(), "a1", one_shot);
  carry(a(), "a1", best_effort);
  carry(a(), "a1", one_shot);
  EXPECT_OK(a().upd_at(5, "x", "a1=1 a2=2 a3=3", "m"));
  EXPECT_HEARD(b(), "reflect x a3=3 @5");
  EXPECT_OK(a().retract("m"));
  EXPECT_OK(a().tar(20));
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "grant 10");
}
// 6.27 Messages keep the transportation by which they were sent.
TEST_P(BestEffortInTime, WhatIsSentBetweenChanges) {
  regulate(a(), 1);
  constrain(b());
  for (int i = 0; i < 4; ++i) {
    carry_interaction("T", best_effort);
    EXPECT_OK(a().send_at(5 + i, "T", "t1=" + std::to_string(i)));
    settle();
    carry_interaction("T", reliable);
  }
  EXPECT_OK(a().tar(20));
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "receive T t1=0 @5 tso", "receive T t1=1 @6 tso", "receive T t1=2 @7 tso",
               "receive T t1=3 @8 tso", "grant 10");
}
// 6.23, 6.27
TEST_P(BestEffortInTime, AfterChangesOfTwoKinds) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().pubi("K"));
  EXPECT_OK(a().rti->request_interaction_transportation_type_change(
      a().interaction("K"), TransportationType::best_effort));
  carry(a(), "a2", best_effort);
  EXPECT_OK(a().upd_at(5, "x", "a2=1", "m"));
  EXPECT_OK(a().upd_at(6, "x", "a2=2", "n"));
  EXPECT_OK(a().retract("n"));
  EXPECT_OK(a().tar(20));
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "reflect x a2=1 @5 tso", "grant 10");
}
// 6.23 An update of two orders.
TEST_P(BestEffortInTime, ChangedThereAndBack) {
  for (int i = 0; i < 3; ++i) {
    carry(a(), "a1 a2", best_effort);
    carry(a(), "a1 a2", reliable);
  }
  carry(a(), "a2", best_effort);
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().upd_at(5, "x", "a1=0 a2=1", "m"));
  EXPECT_OK(a().upd_at(6, "x", "a1=0 a2=2", "n"));
  EXPECT_OK(b().rti->enable_asynchronous_delivery());
  EXPECT_HEARD(b(), "reflect x a1=0 @5", "reflect x a1=0 @6");
  EXPECT_OK(a().retract("m"));
  EXPECT_OK(a().tar(20));
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "reflect x a2=2 @6 tso", "grant 10");
}
// 4.29, 8.23, 8.24
TEST_P(BestEffortInTime, Restored) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().rti->change_attribute_order_type(a().object("x"), a().of_object("x", "a1"),
                                                 OrderType::timestamp));
  EXPECT_OK(a().rti->change_interaction_order_type(a().interaction("K"), OrderType::timestamp));
  carry_interaction("K", best_effort);
  carry(a(), "a1", best_effort);
  save("s");
  EXPECT_OK(a().rti->change_attribute_order_type(a().object("x"), a().of_object("x", "a1"),
                                                 OrderType::receive));
  EXPECT_OK(a().rti->change_interaction_order_type(a().interaction("K"), OrderType::receive));
  EXPECT_OK(a().rti->request_interaction_transportation_type_change(a().interaction("K"),
                                                                    TransportationType::reliable));
  skip();
  restore("s");
  EXPECT_OK(a().upd_at(5, "x", "a1=1"));
  EXPECT_OK(a().send_at(6, "K", "k1=1"));
  EXPECT_OK(a().tar(20));
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "reflect x a1=1 @5 tso", "receive K k1=1 @6 tso", "grant 10");
  EXPECT_EQ(b().last.transportation, TransportationType::best_effort);
  EXPECT_OK(
      b().rti->query_attribute_transportation_type(b().object("x"), b().attribute("A", "a1")));
  EXPECT_HEARD(b(), "transport x a1 HLAbestEffort");
}

// state_consistent: a value that is kept is the newest, or is kept no more.
using KeptValues = Transported;
CONFORMANCE_SUITE(KeptValues);

// An older value is told to nobody after it.
TEST_P(KeptValues, AnUpdateInTimestampOrderIsNewer) {
  carry(a(), "a2", state_consistent);
  EXPECT_OK(a().upd("x", "a2=0"));
  skip();
  regulate(a(), 1);
  EXPECT_OK(a().upd_at(5, "x", "a2=5"));
  wait();
  EXPECT_HEARD(b(), "reflect x a2=5 @5");
  EXPECT_OK(c().sub("A", "a2"));
  wait();
  Lines lines = c().heard();
  EXPECT_EQ(std::ranges::count(lines, "reflect x a2=0"), 0);
  EXPECT_OK(b().forget("x"));
  EXPECT_OK(b().sub("A", "a2"));
  wait();
  lines = b().heard();
  EXPECT_EQ(std::ranges::count(lines, "reflect x a2=0"), 0);
}
TEST_P(KeptValues, AReliableUpdateIsNewer) {
  carry(a(), "a1", state_consistent);
  EXPECT_OK(a().upd("x", "a1=1"));
  skip();
  carry(a(), "a1", reliable);
  EXPECT_OK(a().upd("x", "a1=2"));
  skip();
  EXPECT_OK(c().sub("A", "a1"));
  wait();
  EXPECT_HEARD(c(), "discover x A");
  carry(a(), "a1", state_consistent);
  wait();
  EXPECT_SILENCE(c());
}
TEST_P(KeptValues, SubscribedAgain) {
  carry(a(), "a1", state_consistent);
  EXPECT_OK(a().upd("x", "a1=1"));
  skip();
  EXPECT_OK(b().unsub("A", "a1"));
  settle();
  EXPECT_OK(a().upd("x", "a1=2"));
  EXPECT_SILENCE(b());
  EXPECT_OK(b().sub("A", "a1"));
  wait();
  EXPECT_HEARD(b(), "reflect x a1=2");
}
// 6.16
TEST_P(KeptValues, DiscoveredAgain) {
  carry(a(), "a1", state_consistent);
  EXPECT_OK(a().upd("x", "a1=1"));
  skip();
  EXPECT_OK(b().forget("x"));
  settle();
  EXPECT_OK(a().upd("x", "a1=2"));
  wait();
  EXPECT_SILENCE(b());
  EXPECT_OK(b().sub("A", "a1"));
  wait();
  EXPECT_HEARD(b(), "discover x A", "reflect x a1=2");
}
// 7.2, 7.9
TEST_P(KeptValues, OwnedThereAndBack) {
  carry(a(), "a1", state_consistent);
  EXPECT_OK(a().upd("x", "a1=1"));
  skip();
  EXPECT_OK(a().divest("x", "a1"));
  settle();
  EXPECT_OK(b().acquire_free("x", "a1"));
  skip();
  carry(b(), "a1", state_consistent);
  EXPECT_OK(b().upd("x", "a1=2"));
  EXPECT_OK(c().sub("A", "a1"));
  wait();
  EXPECT_HEARD(c(), "discover x A", "reflect x a1=2");
  EXPECT_OK(b().divest("x", "a1"));
  settle();
  EXPECT_OK(a().acquire_free("x", "a1"));
  skip();
  carry(a(), "a1", state_consistent);
  wait();
  EXPECT_SILENCE(c());
  EXPECT_OK(a().upd("x", "a1=3"));
  wait();
  EXPECT_HEARD(c(), "reflect x a1=3");
}
// 4.29
TEST_P(KeptValues, Restored) {
  carry(a(), "a1", state_consistent);
  EXPECT_OK(a().upd("x", "a1=1"));
  skip();
  save("s");
  EXPECT_OK(a().upd("x", "a1=2"));
  skip();
  restore("s");
  wait();
  skip();
  EXPECT_OK(c().sub("A", "a1"));
  wait();
  EXPECT_HEARD(c(), "discover x A", "reflect x a1=1");
  EXPECT_OK(a().upd("x", "a1=3"));
  wait();
  EXPECT_HEARD(c(), "reflect x a1=3");
  EXPECT_EQ(b().heard().back(), "reflect x a1=3");
}
// 4.9
TEST_P(KeptValues, JoinedLate) {
  carry(a(), "a1", state_consistent);
  EXPECT_OK(a().upd("x", "a1=1"));
  skip();
  EXPECT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_OK(b().join("b2"));
  EXPECT_OK(b().sub("A", "a1"));
  wait();
  EXPECT_HEARD(b(), "discover x A", "reflect x a1=1");
}
// 8.21
TEST_P(KeptValues, ARetractedDeletion) {
  carry(a(), "a1", state_consistent);
  EXPECT_OK(a().upd("x", "a1=1"));
  skip();
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().del_at(5, "x", "m"));
  settle();
  EXPECT_OK(a().retract("m"));
  settle();
  EXPECT_OK(a().upd("x", "a1=2"));
  EXPECT_OK(c().sub("A", "a1"));
  wait();
  EXPECT_HEARD(c(), "discover x A", "reflect x a1=2");
}
// 7.8, 7.13 The former owner owns the attribute again, and has sent nothing since.
TEST_P(KeptValues, AnotherOwnersUpdateIsNewer) {
  carry(a(), "a1", state_consistent);
  EXPECT_OK(a().upd("x", "a1=1"));
  wait();
  skip();
  EXPECT_OK(b().acquire("x", "a1"));
  settle();
  EXPECT_EQ(*a().give("x", "a1"), "a1");
  skip();
  EXPECT_OK(b().upd("x", "a1=2"));
  EXPECT_OK(a().acquire("x", "a1"));
  settle();
  EXPECT_EQ(*b().give("x", "a1"), "a1");
  skip();
  carry(a(), "a1", state_consistent);
  EXPECT_OK(c().sub("A", "a1"));
  wait();
  EXPECT_HEARD(c(), "discover x A");
}

// A message that was held counts when it is sent.
TEST_P(KeptValues, AHeldUpdateIsNewer) {
  carry(a(), "a1", one_shot);
  EXPECT_OK(a().upd_at(5, "x", "a1=5"));
  carry(a(), "a1", state_consistent);
  EXPECT_OK(a().upd("x", "a1=1"));
  wait();
  EXPECT_HEARD(b(), "reflect x a1=1");
  EXPECT_OK(a().tar(6));
  EXPECT_HEARD(b(), "reflect x a1=5 @5");
  EXPECT_OK(c().sub("A", "a1"));
  wait();
  EXPECT_HEARD(c(), "discover x A");
  EXPECT_OK(a().upd("x", "a1=6"));
  wait();
  EXPECT_HEARD(c(), "reflect x a1=6");
}

// one_shot: what is sent is decided when it is sent.
using HeldMessages = Transported;
CONFORMANCE_SUITE(HeldMessages);

// 7.2 The others are sent.
TEST_P(HeldMessages, AnAttributeGivenAway) {
  carry(a(), "a1 a2", one_shot);
  EXPECT_OK(a().upd_at(5, "x", "a1=1 a2=2", "m"));
  EXPECT_OK(a().divest("x", "a1"));
  settle();
  EXPECT_OK(a().tar(6));
  Lines l = b().heard("reflect");
  EXPECT_EQ(l, (Lines{"reflect x a2=2 @5"}));
}
// 9.3
TEST_P(HeldMessages, AMovedRegion) {
  carry_interaction("Q", one_shot);
  const auto s = b().region("X 0 10");
  EXPECT_OK(b().subi_in("Q", {s}));
  settle();
  const auto r = a().region("X 50 60");
  auto sent =
      a().rti->send_interaction_with_regions(a().interaction("Q"), {}, std::span(&r, 1), {}, {5});
  EXPECT_TRUE(sent.ok());
  EXPECT_OK(a().move(r, "X 0 10"));
  settle();
  EXPECT_OK(a().tar(6));
  EXPECT_HEARD(b(), "receive Q @5");
  sent =
      a().rti->send_interaction_with_regions(a().interaction("Q"), {}, std::span(&r, 1), {}, {8});
  EXPECT_TRUE(sent.ok());
  EXPECT_OK(a().move(r, "X 50 60"));
  settle();
  EXPECT_OK(a().tar(9));
  EXPECT_SILENCE(b());
}
// 9.4
TEST_P(HeldMessages, ADeletedRegion) {
  carry_interaction("Q", one_shot);
  const auto s = b().region("X 0 10");
  EXPECT_OK(b().subi_in("Q", {s}));
  settle();
  const auto r = a().region("X 0 10");
  const auto r2 = a().region("X 5 10");
  const RegionHandle both[] = {r, r2};
  auto sent =
      a().rti->send_interaction_with_regions(a().interaction("Q"), {}, std::span(&r, 1), {}, {5});
  EXPECT_TRUE(sent.ok());
  sent = a().rti->send_interaction_with_regions(a().interaction("Q"), {}, both, {}, {6});
  EXPECT_TRUE(sent.ok());
  EXPECT_OK(a().rti->delete_region(r));
  settle();
  EXPECT_OK(a().tar(7));
  EXPECT_HEARD(b(), "receive Q @6");
}
// 8.21
TEST_P(HeldMessages, Retracted) {
  carry_interaction("K", one_shot);
  regulate(a(), 1);
  EXPECT_OK(a().send_at(5, "K", "k1=1", "m"));
  EXPECT_OK(a().send_at(5, "K", "k1=2", "n"));
  EXPECT_SILENCE(b());
  EXPECT_OK(a().retract("m"));
  EXPECT_OK(a().tar(4));
  EXPECT_SILENCE(b());
  EXPECT_OK(a().tar(6));
  EXPECT_HEARD(b(), "receive K k1=2 @5");
  EXPECT_FALSE(a().retract("n").ok());
}
// 6.14
TEST_P(HeldMessages, ADeletedObject) {
  carry(a(), "a1", one_shot);
  EXPECT_OK(a().upd_at(5, "x", "a1=1", "m"));
  EXPECT_OK(a().del("x"));
  EXPECT_OK(a().tar(6));
  EXPECT_HEARD(b(), "remove x");
}
// 6.14
TEST_P(HeldMessages, ATimedDeletion) {
  carry(a(), "a1", one_shot);
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().upd_at(5, "x", "a1=1", "m"));
  EXPECT_OK(a().del_at(8, "x"));
  EXPECT_OK(b().tar(20));
  settle();
  EXPECT_OK(a().tar(6));
  EXPECT_HEARD(b(), "reflect x a1=1 @5");
  EXPECT_OK(a().tar(30));
  EXPECT_HEARD(b(), "remove x @8 tso", "grant 20");
}
// 4.29
TEST_P(HeldMessages, Restored) {
  carry_interaction("K", one_shot);
  EXPECT_OK(a().send_at(5, "K", "k1=1", "m"));
  settle();
  save("s");
  EXPECT_OK(a().tar(6));
  EXPECT_HEARD(b(), "receive K k1=1 @5");
  skip();
  restore("s");
  EXPECT_SILENCE(b());
  EXPECT_OK(a().tar(6));
  EXPECT_HEARD(b(), "receive K k1=1 @5");
  restore("s");
  EXPECT_OK(a().retract("m"));
  EXPECT_OK(a().tar(6));
  EXPECT_SILENCE(b());
}
// 4.10
TEST_P(HeldMessages, AResignation) {
  carry_interaction("K", one_shot);
  EXPECT_OK(a().send_at(5, "K", "k1=1", "m"));
  EXPECT_OK(a().rti->resign_federation_execution(ResignAction::delete_objects_then_divest));
  EXPECT_OK(a().join("a2"));
  EXPECT_OK(a().tar(6));
  EXPECT_HEARD(b(), "remove x");
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
