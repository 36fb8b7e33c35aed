// Order and transportation types change between two sends; update rates with time stamps (6.23 to 6.30, 8.23, 8.24).
#include "conformance/timed_federates.hpp"

namespace orrery::rti::testing::conformance {
namespace {

// a regulates with lookahead 1, b is constrained with asynchronous delivery.
class ChangingTypes : public TimedFederates {
 protected:
  void begin() override {
    TimedFederates::begin();
    ASSERT_OK(a().pub("A", "a3"));
    ASSERT_OK(c().pub("A", "a1 a2"));
    regulate(a(), 1);
    constrain(b());
    ASSERT_OK(b().rti->enable_asynchronous_delivery());
  }
  Status order(Actor& each, const std::string& names, OrderType type) {
    return each.rti->change_attribute_order_type(each.object("x"), each.of_object("x", names),
                                                 type);
  }
  void advance(std::int64_t time) {
    EXPECT_OK(a().tar(time));
    EXPECT_OK(b().tar(time));
  }
};

// 8.23 Each update has the order that was preferred when it was sent.
TEST_P(ChangingTypes, AttributesBetweenUpdates) {
  EXPECT_OK(a().upd_at(5, "x", "a2=1"));
  EXPECT_OK(order(a(), "a2", OrderType::receive));
  EXPECT_OK(a().upd_at(6, "x", "a2=2", "m"));
  EXPECT_OK(order(a(), "a2", OrderType::timestamp));
  EXPECT_OK(a().upd_at(7, "x", "a2=3"));
  EXPECT_HEARD(b(), "reflect x a2=2 @6");
  advance(9);
  EXPECT_HEARD(b(), "reflect x a2=1 @5 tso", "reflect x a2=3 @7 tso", "grant 9");
}
// 8.24 The same of interactions; a subclass has an order of its own.
TEST_P(ChangingTypes, InteractionsBetweenSends) {
  EXPECT_OK(a().pubi("T.U"));
  EXPECT_OK(a().send_at(5, "T", "t1=1"));
  EXPECT_OK(a().rti->change_interaction_order_type(a().interaction("T"), OrderType::receive));
  EXPECT_OK(a().send_at(6, "T", "t1=2"));
  EXPECT_OK(a().send_at(7, "T.U", "t1=3"));
  EXPECT_HEARD(b(), "receive T t1=2 @6");
  EXPECT_OK(a().rti->change_interaction_order_type(a().interaction("T"), OrderType::timestamp));
  EXPECT_OK(a().send_at(8, "T", "t1=4"));
  advance(9);
  EXPECT_HEARD(b(), "receive T t1=1 @5 tso", "receive T t1=3 @7 tso", "receive T t1=4 @8 tso",
               "grant 9");
}
// 8.23 The order of an attribute that was given away and comes back is the object model's.
TEST_P(ChangingTypes, TheOrderEndsWithTheOwnership) {
  EXPECT_OK(order(a(), "a2", OrderType::receive));
  EXPECT_OK(c().acquire("x", "a2"));
  settle();
  EXPECT_OK(a().give("x", "a2"));
  settle();
  EXPECT_OK(c().upd_at(4, "x", "a2=0"));
  EXPECT_OK(a().acquire("x", "a2"));
  settle();
  EXPECT_OK(c().give("x", "a2"));
  skip();
  EXPECT_OK(a().upd_at(5, "x", "a2=1"));
  EXPECT_EQ(b().heard("reflect"), Lines{});
  advance(9);
  EXPECT_HEARD(b(), "reflect x a2=1 @5 tso", "grant 9");
}
// 8.23 One attribute that is not owned: none is changed.
TEST_P(ChangingTypes, AllOrNothing) {
  EXPECT_ERROR(order(a(), "a2 a3", OrderType::receive), AttributeNotOwned);
  EXPECT_ERROR(order(c(), "a2", OrderType::receive), AttributeNotOwned);
  EXPECT_OK(a().upd_at(5, "x", "a2=1"));
  EXPECT_SILENCE(b());
  advance(9);
  EXPECT_HEARD(b(), "reflect x a2=1 @5 tso", "grant 9");
}
// 6.10 An update of two orders: the part in receive order comes at once, with the time.
TEST_P(ChangingTypes, AnUpdateOfTwoOrders) {
  EXPECT_OK(a().upd_at(5, "x", "a1=1 a2=2"));
  EXPECT_HEARD(b(), "reflect x a1=1 @5");
  EXPECT_HEARD(c(), "reflect x a1=1 @5", "reflect x a2=2 @5");
  EXPECT_OK(order(a(), "a1", OrderType::timestamp));
  EXPECT_OK(a().upd_at(6, "x", "a1=3 a2=4"));
  advance(9);
  EXPECT_HEARD(b(), "reflect x a2=2 @5 tso", "reflect x a1=3 a2=4 @6 tso", "grant 9");
}
// 6.23 Best effort in timestamp order is in order all the same, and is conveyed.
TEST_P(ChangingTypes, BestEffortInTimestampOrder) {
  EXPECT_OK(a().upd_at(6, "x", "a2=1"));
  EXPECT_OK(a().rti->request_attribute_transportation_type_change(
      a().object("x"), a().of_object("x", "a2"), TransportationType::best_effort));
  EXPECT_HEARD(a(), "transport_changed x a2 HLAbestEffort");
  EXPECT_OK(a().upd_at(5, "x", "a2=2"));
  advance(5);
  EXPECT_HEARD(b(), "reflect x a2=2 @5 tso", "grant 5");
  EXPECT_EQ(b().last.transportation, TransportationType::best_effort);
  advance(6);
  EXPECT_HEARD(b(), "reflect x a2=1 @6 tso", "grant 6");
  EXPECT_EQ(b().last.transportation, TransportationType::reliable);
}
// 6.27 The change is of one federate; the others send as before.
TEST_P(ChangingTypes, TheTransportationOfOneSender) {
  EXPECT_OK(a().rti->request_interaction_transportation_type_change(
      a().interaction("K"), TransportationType::best_effort));
  EXPECT_HEARD(a(), "transport_changed K HLAbestEffort");
  EXPECT_OK(b().rti->query_interaction_transportation_type(a().handle, b().interaction("K")));
  EXPECT_HEARD(b(), "transport a K HLAbestEffort");
  EXPECT_OK(b().rti->query_interaction_transportation_type(c().handle, b().interaction("K")));
  EXPECT_HEARD(b(), "transport c K HLAreliable");
  EXPECT_OK(c().send("K", "k1=1"));
  EXPECT_HEARD(b(), "receive K k1=1");
  EXPECT_EQ(b().last.transportation, TransportationType::reliable);
  EXPECT_OK(a().send("K", "k1=2"));
  EXPECT_HEARD(b(), "receive K k1=2");
  EXPECT_EQ(b().last.transportation, TransportationType::best_effort);
}
// 6.23 The transportation of an attribute that comes back is the object model's.
TEST_P(ChangingTypes, TheTransportationEndsWithTheOwnership) {
  EXPECT_OK(a().rti->request_attribute_transportation_type_change(
      a().object("x"), a().of_object("x", "a2"), TransportationType::best_effort));
  settle();
  EXPECT_OK(a().divest("x", "a2"));
  settle();
  EXPECT_OK(a().acquire_free("x", "a2"));
  skip();
  EXPECT_TRUE(a().owns("x", "a2"));
  EXPECT_OK(c().rti->query_attribute_transportation_type(c().object("x"),
                                                         c().of_object("x", "a2").at(0)));
  EXPECT_HEARD(c(), "transport x a2 HLAreliable");
}
// 5.6 An update rate holds nothing back in timestamp order: a constrained federate gets every message.
TEST_P(ChangingTypes, RatesDoNotReduceTimestampOrder) {
  EXPECT_OK(a().reg("A", "y"));
  settle();
  EXPECT_OK(b().rti->subscribe_object_class_attributes(b().object_class("A"),
                                                       b().attributes("A", "a3"), true, "slow"));
  EXPECT_OK(a().rti->change_attribute_order_type(a().object("y"), a().attributes("A", "a3"),
                                                 OrderType::timestamp));
  skip();
  for (std::int64_t time = 1; time <= 4; ++time) {
    EXPECT_OK(a().upd_at(time, "y", "a3=" + std::to_string(time)));
  }
  advance(9);
  EXPECT_HEARD(b(), "reflect y a3=1 @1 tso", "reflect y a3=2 @2 tso", "reflect y a3=3 @3 tso",
               "reflect y a3=4 @4 tso", "grant 9");
}
// 5.6, 10.14 The rate of one subscriber does not reduce what another gets.
TEST_P(ChangingTypes, RatesOfTwoSubscribers) {
  EXPECT_OK(a().reg("A", "y"));
  EXPECT_OK(b().rti->subscribe_object_class_attributes(b().object_class("A"),
                                                       b().attributes("A", "a3"), true, "slow"));
  EXPECT_OK(c().sub("A", "a3"));
  skip();
  EXPECT_EQ(
      *b().rti->get_update_rate_value_for_attribute(b().object("y"), b().attribute("A", "a3")), 2);
  EXPECT_EQ(
      *c().rti->get_update_rate_value_for_attribute(c().object("y"), c().attribute("A", "a3")), 0);
  for (int i = 0; i < 3; ++i) EXPECT_OK(a().upd("y", "a3=" + std::to_string(i)));
  EXPECT_HEARD(c(), "reflect y a3=0", "reflect y a3=1", "reflect y a3=2");
  EXPECT_EQ(b().heard().size(), 1U);
  EXPECT_ERROR(b().rti->subscribe_object_class_attributes(b().object_class("A"),
                                                          b().attributes("A", "a3"), true, "none"),
               InvalidUpdateRateDesignator);
}
// 8.23 Names and the change itself meet no object that is not known.
TEST_P(ChangingTypes, ChangesOfAnUnknownObject) {
  EXPECT_OK(a().del("x"));
  settle();
  EXPECT_ERROR(order(a(), "a2", OrderType::receive), ObjectInstanceNotKnown);
  EXPECT_ERROR(a().rti->request_attribute_transportation_type_change(
                   a().object("x"), a().of_object("x", "a2"), TransportationType::best_effort),
               ObjectInstanceNotKnown);
  EXPECT_ERROR(a().rti->change_interaction_order_type(a().interaction("R"), OrderType::receive),
               InteractionClassNotPublished);
}

// 6.11, 6.13 What is conveyed with a message, to a constrained and to an unconstrained receiver.
TEST_P(ChangingTypes, WhatIsConveyed) {
  EXPECT_OK(a().send_at(5, "T", "t1=1", "m"));
  EXPECT_HEARD(c(), "receive T t1=1 @5");
  EXPECT_EQ(c().last.producer, a().handle);
  EXPECT_EQ(c().last.sent, OrderType::timestamp);
  EXPECT_EQ(c().last.received, OrderType::receive);
  EXPECT_EQ(c().last.time, LogicalTime{5});
  EXPECT_TRUE(c().last.retraction.has_value());
  advance(9);
  EXPECT_HEARD(b(), "receive T t1=1 @5 tso", "grant 9");
  EXPECT_EQ(b().last.received, OrderType::timestamp);
  EXPECT_TRUE(b().last.retraction.has_value());
  EXPECT_OK(a().send("T", "t1=2"));
  EXPECT_HEARD(b(), "receive T t1=2");
  EXPECT_EQ(b().last.sent, OrderType::receive);
  EXPECT_FALSE(b().last.time.has_value());
  EXPECT_FALSE(b().last.retraction.has_value());
}
// 6.13, 4.10 The producer of a message in flight is who sent it, also after it has joined again.
TEST_P(ChangingTypes, TheProducerHasJoinedAgain) {
  const FederateHandle sender = a().handle;
  EXPECT_OK(a().send_at(5, "T", "t1=1"));
  EXPECT_OK(a().rti->resign_federation_execution(ResignAction::delete_objects));
  settle();
  EXPECT_OK(a().join("a"));
  EXPECT_NE(a().handle, sender);
  skip();
  EXPECT_OK(b().tar(9));
  EXPECT_HEARD(b(), "receive T t1=1 @5 tso", "grant 9");
  EXPECT_EQ(b().last.producer, sender);
}
// 8.24, 5.5 An update in flight keeps what it was sent with, whatever its sender changes afterwards.
TEST_P(ChangingTypes, ChangesBehindAMessage) {
  EXPECT_OK(a().send_at(5, "T", "t1=1"));
  EXPECT_OK(a().rti->change_interaction_order_type(a().interaction("T"), OrderType::receive));
  EXPECT_OK(a().rti->request_interaction_transportation_type_change(
      a().interaction("T"), TransportationType::best_effort));
  EXPECT_HEARD(a(), "transport_changed T HLAbestEffort");
  EXPECT_OK(a().unpubi("T"));
  advance(9);
  EXPECT_HEARD(b(), "receive T t1=1 @5 tso", "grant 9");
  EXPECT_EQ(b().last.transportation, TransportationType::reliable);
}

CONFORMANCE_SUITE(ChangingTypes);

}  // namespace
}  // namespace orrery::rti::testing::conformance
