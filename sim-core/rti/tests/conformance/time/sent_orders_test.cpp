// IEEE 1516.1-2010, 8.8 to 8.12, 8.21, 8.23, 8.24 and 6.23 to 6.28: orders and transportations that change, flushes and retractions.
#include "conformance/timed_federates.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class ClausesOfSentOrder : public TimedFederates {
 protected:
  Status order(const std::string& interaction, OrderType type) {
    return a().rti->change_interaction_order_type(a().interaction(interaction), type);
  }
  Status order_of(const std::string& name, OrderType type) {
    return a().rti->change_attribute_order_type(a().object("x"), a().of_object("x", name), type);
  }
  void let_b_wait() {
    regulate(a(), 1);
    constrain(b());
    ASSERT_OK(b().rti->enable_asynchronous_delivery());
  }
};
CONFORMANCE_SUITE(ClausesOfSentOrder);

// 8.23: the next update is in receive order, and does not wait for those before.
TEST_P(ClausesOfSentOrder, AnUpdateOfAChangedOrderPassesThoseBefore) {
  let_b_wait();
  ASSERT_OK(a().upd_at(5, "x", "a2=1"));
  ASSERT_OK(order_of("a2", OrderType::receive));
  ASSERT_OK(a().upd_at(4, "x", "a2=2"));
  EXPECT_HEARD(b(), "reflect x a2=2 @4");
  ASSERT_OK(order_of("a2", OrderType::timestamp));
  ASSERT_OK(a().upd_at(3, "x", "a2=3"));
  ASSERT_OK(b().tar(9));
  EXPECT_SILENCE(b());
  ASSERT_OK(a().tar(9));
  EXPECT_HEARD(b(), "reflect x a2=3 @3 tso", "reflect x a2=1 @5 tso", "grant 9");
}

// 8.24: of that class, not of its subclasses, and of that federate.
TEST_P(ClausesOfSentOrder, AnInteractionsOrderIsOfOneClassAndOneFederate) {
  let_b_wait();
  regulate(c(), 1);
  ASSERT_OK(a().pubi("T.U"));
  ASSERT_OK(order("T", OrderType::receive));
  ASSERT_OK(a().send_at(5, "T", "t1=a"));
  EXPECT_HEARD(b(), "receive T t1=a @5");
  ASSERT_OK(a().send_at(5, "T.U", "t1=u"));
  ASSERT_OK(c().send_at(6, "T", "t1=c"));
  EXPECT_SILENCE(b());
  ASSERT_OK(a().tar(9));
  ASSERT_OK(c().tar(9));
  ASSERT_OK(b().tar(8));
  EXPECT_HEARD(b(), "receive T t1=u @5 tso", "receive T t1=c @6 tso", "grant 8");
}

// 6.14 with 8.23: a deletion has the order of the privilege to delete.
TEST_P(ClausesOfSentOrder, ADeletionHasTheOrderOfThePrivilege) {
  let_b_wait();
  ASSERT_OK(order_of("priv", OrderType::receive));
  ASSERT_OK(a().del_at(5, "x", "", "t"));
  EXPECT_HEARD(b(), "remove x tag=t @5");
}

// 8.23: a set with an attribute of another owner changes nothing.
TEST_P(ClausesOfSentOrder, ARefusedChangeOfOrderChangesNothing) {
  let_b_wait();
  ASSERT_OK(a().divest("x", "a1"));
  EXPECT_ERROR(order_of("a2 a1", OrderType::receive), AttributeNotOwned);
  skip();
  ASSERT_OK(a().upd_at(5, "x", "a2=1"));
  EXPECT_SILENCE(b());
}

// 6.23: the same of a transportation.
TEST_P(ClausesOfSentOrder, ARefusedChangeOfTransportationChangesNothing) {
  ASSERT_OK(a().divest("x", "a1"));
  skip();
  EXPECT_ERROR(a().rti->request_attribute_transportation_type_change(
                   a().object("x"), a().of_object("x", "a2 a1"), TransportationType::best_effort),
               AttributeNotOwned);
  EXPECT_SILENCE(a());
  ASSERT_OK(
      b().rti->query_attribute_transportation_type(b().object("x"), b().attribute("A", "a2")));
  EXPECT_HEARD(b(), "transport x a2 HLAreliable");
}

// 6.27: of that class, not of its subclasses.
TEST_P(ClausesOfSentOrder, AnInteractionsTransportationIsOfOneClass) {
  ASSERT_OK(a().pubi("K.L"));
  ASSERT_OK(a().rti->request_interaction_transportation_type_change(
      a().interaction("K"), TransportationType::best_effort));
  EXPECT_HEARD(a(), "transport_changed K HLAbestEffort");
  ASSERT_OK(a().send("K.L", "k1=1"));
  EXPECT_HEARD(b(), "receive K k1=1");
  EXPECT_EQ(b().last.transportation, TransportationType::reliable);
  ASSERT_OK(a().send("K", "k1=2"));
  EXPECT_HEARD(b(), "receive K k1=2");
  EXPECT_EQ(b().last.transportation, TransportationType::best_effort);
}

// 8.12: without lookahead, a flush leaves its time open as an available request does; 8.8 closes it.
TEST_P(ClausesOfSentOrder, AFlushWithoutLookaheadLeavesItsTimeOpen) {
  regulate(a(), 0);
  constrain(a());
  constrain(b());
  ASSERT_OK(a().fqr(5));
  EXPECT_HEARD(a(), "grant 5");
  ASSERT_OK(a().send_at(5, "T", "t1=1"));
  ASSERT_OK(b().tar(5));
  EXPECT_SILENCE(b());
  ASSERT_OK(a().fqr(5));
  EXPECT_HEARD(a(), "grant 5");
  ASSERT_OK(a().send_at(5, "T", "t1=2"));
  ASSERT_OK(a().tar(5));
  EXPECT_HEARD(a(), "grant 5");
  EXPECT_ERROR(a().send_at(5, "T"), InvalidLogicalTime);
  ASSERT_OK(a().fqr(5));
  EXPECT_HEARD(a(), "grant 5");
  EXPECT_ERROR(a().send_at(5, "T"), InvalidLogicalTime);
  EXPECT_HEARD(b(), "receive T t1=1 @5 tso", "receive T t1=2 @5 tso", "grant 5");
}

// 8.12: what comes after a flush may be earlier than what was flushed.
TEST_P(ClausesOfSentOrder, AnEarlierMessageMayFollowAFlush) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().send_at(9, "T"));
  ASSERT_OK(b().fqr(20));
  EXPECT_HEARD(b(), "receive T @9 tso", "grant 1");
  ASSERT_OK(a().send_at(4, "T"));
  EXPECT_EQ(b().lits(), "1");
  ASSERT_OK(a().tar(20));
  settle();
  EXPECT_EQ(b().lits(), "4");
  ASSERT_OK(b().nmr(10));
  EXPECT_HEARD(b(), "receive T @4 tso", "grant 4");
  ASSERT_OK(b().nmr(10));
  EXPECT_HEARD(b(), "grant 10");
}

// 8.9: two federates without lookahead exchange messages at one time until both close it.
TEST_P(ClausesOfSentOrder, AvailableRequestsShareATimeUntilItIsClosed) {
  for (Actor* each : {&a(), &b()}) {
    regulate(*each, 0);
    constrain(*each);
  }
  ASSERT_OK(a().subi("T"));
  ASSERT_OK(a().tara(5));
  ASSERT_OK(b().tara(5));
  EXPECT_HEARD(a(), "grant 5");
  EXPECT_HEARD(b(), "grant 5");
  ASSERT_OK(a().send_at(5, "T", "t1=1"));
  ASSERT_OK(b().nmra(7));
  EXPECT_HEARD(b(), "receive T t1=1 @5 tso", "grant 5");
  ASSERT_OK(b().send_at(5, "T", "t1=2"));
  ASSERT_OK(a().tar(5));
  EXPECT_SILENCE(a());
  ASSERT_OK(b().tar(5));
  EXPECT_HEARD(a(), "receive T t1=2 @5 tso", "grant 5");
  EXPECT_HEARD(b(), "grant 5");
  EXPECT_ERROR(b().send_at(5, "T"), InvalidLogicalTime);
  EXPECT_ERROR(b().tara(4), LogicalTimeAlreadyPassed);
}

// 8.11: the grant is at the next message, and a further message of its time brings a grant at the same time.
TEST_P(ClausesOfSentOrder, AnAvailableNextMessageIsFollowedByOthersOfItsTime) {
  regulate(a(), 0);
  constrain(b());
  ASSERT_OK(a().tara(3));
  ASSERT_OK(a().send_at(3, "T", "t1=1"));
  ASSERT_OK(a().send_at(6, "T", "t1=3"));
  ASSERT_OK(b().nmra(9));
  EXPECT_HEARD(b(), "receive T t1=1 @3 tso", "grant 3");
  skip();
  ASSERT_OK(a().send_at(3, "T", "t1=2"));
  ASSERT_OK(b().nmra(9));
  EXPECT_HEARD(b(), "receive T t1=2 @3 tso", "grant 3");
  ASSERT_OK(a().tar(6));
  ASSERT_OK(b().nmr(9));
  EXPECT_HEARD(b(), "receive T t1=3 @6 tso", "grant 6");
}

// 8.21: once only.
TEST_P(ClausesOfSentOrder, AMessageIsRetractedOnce) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().send_at(5, "T", "", "m"));
  ASSERT_OK(a().retract("m"));
  EXPECT_FALSE(a().retract("m").ok());
  ASSERT_OK(a().tar(9));
  ASSERT_OK(b().tar(8));
  EXPECT_HEARD(b(), "grant 8");
}

// 8.21: the sender regulates still.
TEST_P(ClausesOfSentOrder, WhoDoesNotRegulateAnyMoreDoesNotRetract) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().send_at(5, "T", "t1=1", "m"));
  ASSERT_OK(a().rti->disable_time_regulation());
  EXPECT_ERROR(a().retract("m"), TimeRegulationIsNotEnabled);
  ASSERT_OK(b().tar(8));
  EXPECT_HEARD(b(), "receive T t1=1 @5 tso", "grant 8");
}

// 8.21: of a former membership nothing is retracted.
TEST_P(ClausesOfSentOrder, AHandleEndsWithTheMembership) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().send_at(5, "T", "", "m"));
  ASSERT_OK(a().rti->resign_federation_execution(ResignAction::delete_objects_then_divest));
  ASSERT_OK(a().join("a"));
  regulate(a(), 1);
  EXPECT_ERROR(a().retract("m"), InvalidMessageRetractionHandle);
  ASSERT_OK(a().tar(9));
  ASSERT_OK(b().tar(8));
  EXPECT_EQ(b().heard("receive"), (Lines{"receive T @5 tso"}));
}

// 8.22: each federate that has received the message is asked, and no other.
TEST_P(ClausesOfSentOrder, ARetractionConcernsEachReceiverAsFarAsItIs) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().send_at(5, "T", "", "m"));
  EXPECT_HEARD(c(), "receive T @5") << "it is not constrained";
  ASSERT_OK(b().fqr(9));
  EXPECT_HEARD(b(), "receive T @5 tso", "grant 1");
  ASSERT_OK(a().send_at(6, "T", "", "n"));
  skip();
  ASSERT_OK(a().retract("n"));
  EXPECT_SILENCE(b()) << "n waits";
  EXPECT_HEARD(c(), "retract n");
  ASSERT_OK(a().retract("m"));
  EXPECT_HEARD(b(), "retract m");
  EXPECT_HEARD(c(), "retract m");
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
