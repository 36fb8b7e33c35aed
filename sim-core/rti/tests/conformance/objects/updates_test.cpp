// IEEE 1516.1-2010, clause 6: updates, interactions, scope, relevance, requests and transportation types.
#include "conformance/conformance.hpp"

namespace orrery::rti::testing::conformance {
namespace {

// a registers x of A with a1, a2 and a3; b is subscribed to A with a1 and a2.
class Clause6Updates : public Conformance {
 protected:
  void begin() override {
    Conformance::begin();
    ASSERT_OK(a().pub("A", "a1 a2 a3"));
    ASSERT_OK(b().sub("A", "a1 a2"));
    ASSERT_OK(a().reg("A", "x"));
    skip();
  }
};
CONFORMANCE_SUITE(Clause6Updates);

// 6.10
TEST_P(Clause6Updates, AFailedUpdateSendsNothing) {
  ASSERT_OK(a().divest("x", "a2"));
  EXPECT_ERROR(a().upd("x", "a1=1 a2=2"), AttributeNotOwned);
  const std::vector<AttributeValue> undefined{{a().attribute("A", "a1"), bytes("1")},
                                              {AttributeHandle{777}, bytes("2")}};
  EXPECT_ERROR(a().rti->update_attribute_values(a().object("x"), undefined), AttributeNotDefined);
  EXPECT_ERROR(a().upd("nothing", ""), ObjectInstanceNotKnown);
  EXPECT_ERROR(b().upd("x", "a1=1"), AttributeNotOwned);
  EXPECT_SILENCE(b());
}

TEST_P(Clause6Updates, ATimestampOfWhoDoesNotRegulateIsConveyedInReceiveOrder) {
  const AttributeValue value{a().attribute("A", "a2"), bytes("1")};
  const auto sent = a().rti->update_attribute_values(a().object("x"), std::span(&value, 1),
                                                     bytes("t"), LogicalTime{7});
  ASSERT_OK(sent);
  EXPECT_FALSE(sent->has_value()) << "what is in receive order cannot be retracted";
  EXPECT_HEARD(b(), "reflect x a2=1 tag=t @7");
  EXPECT_EQ(b().last.sent, OrderType::receive);
  EXPECT_FALSE(b().last.retraction.has_value());
}

// 8.1.2 with 6.11: sent in timestamp order, received in receive order.
TEST_P(Clause6Updates, WhoIsNotConstrainedReceivesTimestampOrderInReceiveOrder) {
  regulate(a(), 1);
  ASSERT_OK(a().upd_at(5, "x", "a2=1", "m"));
  EXPECT_HEARD(b(), "reflect x a2=1 @5");
  EXPECT_EQ(b().last.sent, OrderType::timestamp);
  EXPECT_EQ(b().last.received, OrderType::receive);
  ASSERT_OK(a().retract("m"));
  EXPECT_HEARD(b(), "retract m");
}

TEST_P(Clause6Updates, AnUpdateOfTwoOrdersIsDivided) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().upd_at(5, "x", "a1=1 a2=2", "m", "t"));
  EXPECT_SILENCE(b()) << "neither is delivered in the granted state";
  ASSERT_OK(b().tar(9));
  EXPECT_HEARD(b(), "reflect x a1=1 tag=t @5");
  ASSERT_OK(a().tar(9));
  EXPECT_HEARD(b(), "reflect x a2=2 tag=t @5 tso", "grant 9");
}

TEST_P(Clause6Updates, AnUpdateWithoutATimeIsInReceiveOrder) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(b().rti->enable_asynchronous_delivery());
  ASSERT_OK(a().upd("x", "a2=1"));
  EXPECT_HEARD(b(), "reflect x a2=1");
}

TEST_P(Clause6Updates, EmptyValuesAreConveyed) {
  ASSERT_OK(a().upd("x", "a1= a2=2"));
  EXPECT_HEARD(b(), "reflect x a1= a2=2");
  ASSERT_OK(a().pubi("K"));
  ASSERT_OK(b().subi("K"));
  ASSERT_OK(a().send("K", "k1=", "t"));
  EXPECT_HEARD(b(), "receive K k1= tag=t");
}

TEST_P(Clause6Updates, AReflectionNamesProducerAndTransportation) {
  ASSERT_OK(b().sub("A", "a3"));
  ASSERT_OK(a().upd("x", "a3=1"));
  EXPECT_HEARD(b(), "reflect x a3=1");
  EXPECT_EQ(b().last.producer, a().handle);
  EXPECT_EQ(b().last.transportation, TransportationType::best_effort);
  ASSERT_OK(a().upd("x", "a1=1"));
  EXPECT_HEARD(b(), "reflect x a1=1");
  EXPECT_EQ(b().last.transportation, TransportationType::reliable);
}

// 6.12
TEST_P(Clause6Updates, AFailedInteractionIsNotReceived) {
  ASSERT_OK(a().pubi("K"));
  ASSERT_OK(b().subi("K"));
  EXPECT_ERROR(a().send("K", "l1=1"), InteractionParameterNotDefined);
  const ParameterValue of_subclass{*a().rti->get_parameter_handle(a().interaction("K.L"), "l1"),
                                   bytes("1")};
  EXPECT_ERROR(a().rti->send_interaction(a().interaction("K"), std::span(&of_subclass, 1)),
               InteractionParameterNotDefined);
  EXPECT_ERROR(a().rti->send_interaction(InteractionClassHandle{9999}, {}),
               InteractionClassNotDefined);
  EXPECT_ERROR(b().send("K"), InteractionClassNotPublished);
  EXPECT_SILENCE(b());
}

// 6.17: known, subscribed to at the known class, and owned by another federate.
class Clause6Scope : public Conformance {
 protected:
  void begin() override {
    Conformance::begin();
    ASSERT_OK(b().rti->enable_attribute_scope_advisory_switch());
    for (auto& each : actors()) ASSERT_OK(each->pub("A", "a1 a2"));
    ASSERT_OK(b().sub("A", "a1 a2"));
    ASSERT_OK(c().sub("A", "a1 a2"));
    ASSERT_OK(a().reg("A", "x"));
  }
};
CONFORMANCE_SUITE(Clause6Scope);

TEST_P(Clause6Scope, AttributesComeIntoScopeAfterTheDiscovery) {
  EXPECT_HEARD(b(), "discover x A", "in_scope x a1 a2");
}

TEST_P(Clause6Scope, ADivestedAttributeGoesOutAndComesBackWithItsNewOwner) {
  skip();
  ASSERT_OK(a().divest("x", "a1"));
  EXPECT_HEARD_SORTED(b(), "assume x a1", "out_of_scope x a1");
  ASSERT_OK(c().acquire("x", "a1"));
  EXPECT_HEARD(b(), "in_scope x a1");
}

TEST_P(Clause6Scope, AnAttributeThatChangesItsOwnerAtOnceStaysInScope) {
  skip();
  ASSERT_OK(c().acquire("x", "a1"));
  settle();
  EXPECT_EQ(*a().give("x", "a1"), "a1");
  EXPECT_SILENCE(b());
  ASSERT_OK(c().upd("x", "a1=1"));
  EXPECT_HEARD(b(), "reflect x a1=1");
}

TEST_P(Clause6Scope, WhatTheFederateOwnsItselfIsOutOfScope) {
  skip();
  ASSERT_OK(b().acquire("x", "a1"));
  settle();
  EXPECT_EQ(*a().give("x", "a1"), "a1");
  EXPECT_HEARD_SORTED(b(), "acquired x a1", "out_of_scope x a1");
  ASSERT_OK(b().divest("x", "a1"));
  ASSERT_OK(a().acquire("x", "a1"));
  EXPECT_EQ(b().heard("in_scope"), (Lines{"in_scope x a1"}));
}

TEST_P(Clause6Scope, SubscriptionsMoveTheScope) {
  skip();
  ASSERT_OK(b().unsub("A", "a1"));
  EXPECT_HEARD(b(), "out_of_scope x a1");
  ASSERT_OK(b().unsub("A"));
  EXPECT_HEARD(b(), "out_of_scope x a2");
  ASSERT_OK(b().sub("A", "a2", false));
  EXPECT_HEARD(b(), "in_scope x a2") << "a passive subscription too";
}

TEST_P(Clause6Scope, RemovalIsToldInsteadOfTheScope) {
  skip();
  ASSERT_OK(a().del("x"));
  EXPECT_HEARD(b(), "remove x");
}

TEST_P(Clause6Scope, AnOwnersResignationTakesItsAttributesOutOfScope) {
  skip();
  ASSERT_OK(a().rti->resign_federation_execution(ResignAction::unconditionally_divest_attributes));
  EXPECT_EQ(b().heard("out_of_scope"), (Lines{"out_of_scope x a1 a2"}));
}

TEST_P(Clause6Scope, WithTheSwitchOffNothingIsAdvised) {
  skip();
  ASSERT_OK(b().rti->disable_attribute_scope_advisory_switch());
  EXPECT_ERROR(b().rti->disable_attribute_scope_advisory_switch(),
               AttributeScopeAdvisorySwitchIsOff);
  ASSERT_OK(b().unsub("A"));
  ASSERT_OK(b().sub("A", "a1"));
  EXPECT_SILENCE(b());
}

// 6.21: the owner is told of attributes that are in the scope of others by active subscriptions.
class Clause6Relevance : public Conformance {
 protected:
  void begin() override {
    Conformance::begin();
    for (auto& each : actors()) ASSERT_OK(each->rti->enable_attribute_relevance_advisory_switch());
    for (auto& each : actors()) ASSERT_OK(each->pub("A", "a1 a2"));
    ASSERT_OK(a().reg("A", "x"));
  }
};
CONFORMANCE_SUITE(Clause6Relevance);

TEST_P(Clause6Relevance, UpdatesAreTurnedOnByActiveSubscriptionsAlone) {
  EXPECT_SILENCE(a());
  ASSERT_OK(b().sub("A", "a1", false));
  EXPECT_SILENCE(a());
  ASSERT_OK(c().sub("A", "a1"));
  EXPECT_HEARD(a(), "updates_on x a1");
  ASSERT_OK(b().sub("A", "a1 a2"));
  EXPECT_HEARD(a(), "updates_on x a2");
  ASSERT_OK(c().unsub("A"));
  EXPECT_SILENCE(a()) << "b is subscribed to both";
  ASSERT_OK(b().unsub("A", "a1"));
  EXPECT_HEARD(a(), "updates_off x a1");
  ASSERT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_HEARD(a(), "updates_off x a2");
}

TEST_P(Clause6Relevance, ANewOwnerIsToldOfWhatItAcquires) {
  ASSERT_OK(c().sub("A", "a1"));
  ASSERT_OK(b().sub("A", "a1 a2"));
  skip();
  ASSERT_OK(b().acquire("x", "a1"));
  settle();
  EXPECT_EQ(*a().give("x", "a1"), "a1");
  EXPECT_HEARD(b(), "acquired x a1", "updates_on x a1");
}

TEST_P(Clause6Relevance, WhatOnlyTheNewOwnerWantedIsNotTurnedOn) {
  ASSERT_OK(b().sub("A", "a1"));
  EXPECT_HEARD(a(), "updates_on x a1");
  skip();
  ASSERT_OK(b().acquire("x", "a1"));
  settle();
  EXPECT_EQ(*a().give("x", "a1"), "a1");
  EXPECT_HEARD(b(), "acquired x a1");
}

TEST_P(Clause6Relevance, AnObjectThatIsDeletedLocallyIsNotWanted) {
  ASSERT_OK(b().sub("A", "a1"));
  EXPECT_HEARD(a(), "updates_on x a1");
  skip();
  ASSERT_OK(b().unsub("A"));
  ASSERT_OK(b().forget("x"));
  EXPECT_HEARD(a(), "updates_off x a1");
}

// 6.19, 6.20
TEST_P(Clause6Updates, ARequestReachesEachOwnerWithItsAttributes) {
  ASSERT_OK(c().pub("A", "a2"));
  ASSERT_OK(c().sub("A", "a1"));
  ASSERT_OK(a().divest("x", "a2"));
  settle();
  ASSERT_OK(c().acquire("x", "a2"));
  skip();
  ASSERT_OK(b().request("x", "a1 a2 a3", "now"));
  EXPECT_HEARD(a(), "provide x a1 a3 tag=now");
  EXPECT_HEARD(c(), "provide x a2 tag=now");
  EXPECT_SILENCE(b());
}

TEST_P(Clause6Updates, ARequestNeedsAKnownObjectAndDefinedAttributes) {
  EXPECT_ERROR(c().request("x", "a1"), ObjectInstanceNotKnown);
  const AttributeHandle undefined{777};
  EXPECT_ERROR(b().rti->request_attribute_value_update(b().object("x"), std::span(&undefined, 1)),
               AttributeNotDefined);
  EXPECT_ERROR(b().request_class("A", "b1"), AttributeNotDefined);
  EXPECT_ERROR(b().rti->request_attribute_value_update(ObjectClassHandle{9999}, {}),
               ObjectClassNotDefined);
  EXPECT_SILENCE(a());
}

TEST_P(Clause6Updates, ARequestOfWhatIsNotOwnedIsAnsweredByNobody) {
  ASSERT_OK(a().divest("x", "a1"));
  skip();
  ASSERT_OK(b().request("x", "a1"));
  EXPECT_SILENCE(a());
  EXPECT_SILENCE(b());
}

// 6.19: of a class, whether or not the federate knows the objects.
TEST_P(Clause6Updates, ARequestOfAClassNeedsNoSubscription) {
  ASSERT_OK(a().pub("A.B", "a1 b1"));
  ASSERT_OK(a().reg("A.B", "y"));
  skip();
  ASSERT_OK(c().request_class("A", "a1", "all"));
  EXPECT_HEARD_SORTED(a(), "provide x a1 tag=all", "provide y a1 tag=all");
  ASSERT_OK(c().request_class("A.B", "a1 b1"));
  EXPECT_HEARD(a(), "provide y a1 b1");
}

// 6.23 to 6.26
TEST_P(Clause6Updates, ATransportationTypeIsChangedFromTheConfirmationOn) {
  ASSERT_OK(a().rti->request_attribute_transportation_type_change(
      a().object("x"), a().of_object("x", "a1"), TransportationType::best_effort));
  EXPECT_HEARD(a(), "transport_changed x a1 HLAbestEffort");
  ASSERT_OK(a().upd("x", "a1=1 a2=2", "t"));
  EXPECT_HEARD_SORTED(b(), "reflect x a1=1 tag=t", "reflect x a2=2 tag=t");
  ASSERT_OK(
      b().rti->query_attribute_transportation_type(b().object("x"), b().attribute("A", "a1")));
  EXPECT_HEARD(b(), "transport x a1 HLAbestEffort");
  ASSERT_OK(a().reg("A", "y"));
  skip();
  ASSERT_OK(
      b().rti->query_attribute_transportation_type(b().object("y"), b().attribute("A", "a1")));
  EXPECT_HEARD(b(), "transport y a1 HLAreliable") << "another instance";
}

TEST_P(Clause6Updates, ATransportationTypeIsOfWhatTheFederateOwns) {
  const auto a1 = b().of_object("x", "a1");
  EXPECT_ERROR(b().rti->request_attribute_transportation_type_change(
                   b().object("x"), a1, TransportationType::best_effort),
               AttributeNotOwned);
  EXPECT_ERROR(c().rti->query_attribute_transportation_type(c().object("x"), a1.at(0)),
               ObjectInstanceNotKnown);
  EXPECT_ERROR(b().rti->query_attribute_transportation_type(b().object("x"), AttributeHandle{777}),
               AttributeNotDefined);
  a().silent = true;
  ASSERT_OK(a().rti->request_attribute_transportation_type_change(a().object("x"), a1,
                                                                  TransportationType::best_effort));
  EXPECT_ERROR(a().rti->request_attribute_transportation_type_change(a().object("x"), a1,
                                                                     TransportationType::reliable),
               AttributeAlreadyBeingChanged);
}

// 6.27 to 6.30
TEST_P(Clause6Updates, AnInteractionsTransportationTypeIsOfTheFederate) {
  ASSERT_OK(a().pubi("K"));
  ASSERT_OK(c().pubi("K"));
  ASSERT_OK(b().subi("K"));
  EXPECT_ERROR(b().rti->request_interaction_transportation_type_change(
                   b().interaction("K"), TransportationType::best_effort),
               InteractionClassNotPublished);
  ASSERT_OK(a().rti->request_interaction_transportation_type_change(
      a().interaction("K"), TransportationType::best_effort));
  EXPECT_HEARD(a(), "transport_changed K HLAbestEffort");
  ASSERT_OK(b().rti->query_interaction_transportation_type(a().handle, b().interaction("K")));
  ASSERT_OK(b().rti->query_interaction_transportation_type(c().handle, b().interaction("K")));
  EXPECT_HEARD(b(), "transport a K HLAbestEffort", "transport c K HLAreliable");
  ASSERT_OK(a().send("K"));
  EXPECT_HEARD(b(), "receive K");
  EXPECT_EQ(b().last.transportation, TransportationType::best_effort);
  ASSERT_OK(c().send("K"));
  EXPECT_HEARD(b(), "receive K");
  EXPECT_EQ(b().last.transportation, TransportationType::reliable);
}

// 6.11: what waits is reflected as the federate is subscribed by then.
TEST_P(Clause6Updates, AQueuedUpdateIsCutToTheSubscriptionByThen) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().rti->change_attribute_order_type(a().object("x"), a().of_object("x", "a1"),
                                                 OrderType::timestamp));
  ASSERT_OK(a().upd_at(5, "x", "a1=1 a2=2"));
  ASSERT_OK(b().unsub("A", "a1"));
  ASSERT_OK(a().tar(10));
  ASSERT_OK(b().tar(8));
  EXPECT_HEARD(b(), "reflect x a2=2 @5 tso", "grant 8");
}

// 4.10: after resigning nothing is delivered, and after joining again nothing of before.
TEST_P(Clause6Updates, WhatWaitsForAFederateEndsWithItsResignation) {
  b().silent = true;
  ASSERT_OK(a().upd("x", "a1=1"));
  settle();
  ASSERT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  b().silent = false;
  EXPECT_SILENCE(b());
  ASSERT_OK(b().join("b"));
  ASSERT_OK(a().upd("x", "a1=2"));
  EXPECT_SILENCE(b()) << "it is subscribed to nothing";
  ASSERT_OK(b().sub("A", "a1"));
  EXPECT_HEARD(b(), "discover x A");
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
