// Object management: updates, interactions, requests, advisories, transportation (6.10 to 6.13, 6.17 to 6.30).
#include "conformance/conformance.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class Clause6Messages : public Conformance {
 protected:
  // a publishes A and registers x; b is subscribed to all of it.
  void one_object() {
    EXPECT_OK(a().pub("A", "a1 a2 a3"));
    EXPECT_OK(b().sub("A", "a1 a2 a3"));
    EXPECT_OK(a().reg("A", "x"));
    skip();
  }
  Status change(Actor& who, const std::string& object, const std::string& names,
                TransportationType type) {
    return who.rti->request_attribute_transportation_type_change(
        who.object(object), who.of_object(object, names), type);
  }
};

// 6.10 "attribute not owned", "attribute not defined"
TEST_P(Clause6Messages, UpdatesAreOfOwnedAttributes) {
  one_object();
  EXPECT_ERROR(b().upd("x", "a1=1"), AttributeNotOwned);
  const AttributeValue wrong{AttributeHandle{200}, bytes("1")};
  EXPECT_ERROR(a().rti->update_attribute_values(a().object("x"), std::span(&wrong, 1)),
               AttributeNotDefined);
  EXPECT_ERROR(a().rti->update_attribute_values({}, std::span(&wrong, 1)), ObjectInstanceNotKnown);
  EXPECT_SILENCE(b());
}
// 6.11 Values of one transportation and order come in one callback; those of another in one of their own.
TEST_P(Clause6Messages, AnUpdateIsSplitByTransportation) {
  one_object();
  EXPECT_OK(a().upd("x", "a1=1 a2=2 a3=3", "t"));
  EXPECT_HEARD_SORTED(b(), "reflect x a1=1 a2=2 tag=t", "reflect x a3=3 tag=t");
}
TEST_P(Clause6Messages, AnUpdateIsSplitByOrder) {
  one_object();
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().upd_at(5, "x", "a1=1 a2=2", "", "t"));
  EXPECT_OK(b().tar(10));
  EXPECT_HEARD(b(), "reflect x a1=1 tag=t @5");
  EXPECT_OK(a().tar(10));
  EXPECT_HEARD(b(), "reflect x a2=2 tag=t @5 tso", "grant 10");
}
// 6.11 Only subscribed attributes; nothing if there is none of them.
TEST_P(Clause6Messages, OnlySubscribedAttributesCome) {
  EXPECT_OK(a().pub("A", "a1 a2"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(c().sub("A", "a2"));
  EXPECT_OK(a().reg("A", "x"));
  skip();
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_HEARD(b(), "reflect x a1=1");
  EXPECT_SILENCE(c());
  EXPECT_OK(a().upd("x", "a1=1 a2=2"));
  EXPECT_HEARD(b(), "reflect x a1=1");
  EXPECT_HEARD(c(), "reflect x a2=2");
}
// 6.11 The owner's update comes to the federate that registered the object.
TEST_P(Clause6Messages, TheRegisteringFederateReflectsWhatOthersOwn) {
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(a().sub("A", "a2"));
  EXPECT_OK(b().pub("A", "a2"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  skip();
  EXPECT_OK(b().acquire_free("x", "a2"));
  skip();
  EXPECT_OK(b().upd("x", "a2=5"));
  EXPECT_HEARD(a(), "reflect x a2=5");
  EXPECT_SILENCE(b());
}
// 6.11, 6.13 The supplemental information.
TEST_P(Clause6Messages, MessagesSayHowTheyCame) {
  one_object();
  EXPECT_OK(b().subi("T"));
  EXPECT_OK(a().pubi("T"));
  EXPECT_OK(a().upd("x", "a3=1"));
  settle();
  EXPECT_EQ(b().last.producer, a().handle);
  EXPECT_EQ(b().last.transportation, TransportationType::best_effort);
  EXPECT_EQ(b().last.sent, OrderType::receive);
  EXPECT_FALSE(b().last.time);
  EXPECT_FALSE(b().last.retraction);
  // Of a federate that does not regulate, with a time: receive order, and the time comes along.
  EXPECT_OK(a().send_at(7, "T", "", "m"));
  EXPECT_FALSE(labels().messages.contains("m"));
  settle();
  EXPECT_EQ(b().last.sent, OrderType::receive);
  EXPECT_EQ(b().last.received, OrderType::receive);
  EXPECT_EQ(b().last.time, LogicalTime{7});
  // Of a regulating one, to a federate that is not constrained.
  regulate(a(), 1);
  EXPECT_OK(a().send_at(8, "T", "", "m"));
  EXPECT_TRUE(labels().messages.contains("m"));
  settle();
  EXPECT_EQ(b().last.sent, OrderType::timestamp);
  EXPECT_EQ(b().last.received, OrderType::receive);
  EXPECT_EQ(b().last.time, LogicalTime{8});
  // A regulating federate's message without a time.
  EXPECT_OK(a().send("T"));
  settle();
  EXPECT_EQ(b().last.sent, OrderType::receive);
  EXPECT_FALSE(b().last.time);
}
// 6.12 "parameter not defined"
TEST_P(Clause6Messages, ParametersAreOfTheClass) {
  EXPECT_OK(a().pubi("K"));
  EXPECT_ERROR(a().send("K", "l1=1"), InteractionParameterNotDefined);
  EXPECT_ERROR(a().rti->send_interaction({9999}, {}), InteractionClassNotDefined);
  EXPECT_ERROR(a().send("T", "t1=1"), InteractionClassNotPublished);
}
// 6.10 Values and tags of any length, also none; and of any bytes.
TEST_P(Clause6Messages, ValuesAndTagsOfAnyLength) {
  one_object();
  for (const std::size_t size : {0U, 1U, 7U, 8U, 1'000U, 65'536U, 300'000U}) {
    const std::string value(size, '\0');
    const std::string tag(size / 2, 'x');
    const AttributeValue each{a().attribute("A", "a1"), bytes(value)};
    EXPECT_OK(a().rti->update_attribute_values(a().object("x"), std::span(&each, 1), bytes(tag)));
    settle();
    for (int round = 0; round < 200 && b().lines.empty(); ++round) settle();
    EXPECT_EQ(b().lines, (Lines{"reflect x a1=" + value + (tag.empty() ? "" : " tag=" + tag)}))
        << size;
    b().lines.clear();
  }
}
// 6.12 An interaction without parameters; only those that were given come.
TEST_P(Clause6Messages, OnlyGivenParametersCome) {
  EXPECT_OK(a().pubi("K.L"));
  EXPECT_OK(b().subi("K.L"));
  EXPECT_OK(a().send("K.L"));
  EXPECT_OK(a().send("K.L", "l1=x"));
  EXPECT_OK(a().send("K.L", "k1="));
  EXPECT_HEARD(b(), "receive K.L", "receive K.L l1=x", "receive K.L k1=");
}
// 6.12 What one federate sends in receive order comes in the order in which it was sent.
TEST_P(Clause6Messages, ReceiveOrderOfOneSenderIsKept) {
  one_object();
  EXPECT_OK(a().pubi("K"));
  EXPECT_OK(b().subi("K"));
  Lines expected;
  for (int i = 0; i < 200; ++i) {
    const std::string n = std::to_string(i);
    if (i % 3 == 0) {
      EXPECT_OK(a().send("K", "k1=" + n));
      expected.push_back("receive K k1=" + n);
    } else {
      EXPECT_OK(a().upd("x", "a1=" + n));
      expected.push_back("reflect x a1=" + n);
    }
    if (i == 50) {
      EXPECT_OK(c().sub("A", "a1"));
    }
    if (i == 80) {
      EXPECT_OK(c().pubi("K"));
    }
    if (i == 120) {
      EXPECT_OK(c().rti->resign_federation_execution(ResignAction::no_action));
    }
  }
  EXPECT_EQ(b().heard(), expected);
}
// 6.19, 6.20 Of each owner its own; nothing of what is unowned.
TEST_P(Clause6Messages, RequestsGoToTheOwners) {
  EXPECT_OK(a().pub("A", "a1 a2"));
  EXPECT_OK(b().pub("A", "a2 a3"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(c().sub("A", "a1 a2 a3"));
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_OK(a().divest("x", "a2"));
  skip();
  EXPECT_OK(c().request("x", "a1 a2 a3", "q"));
  EXPECT_HEARD(a(), "provide x a1 tag=q");
  EXPECT_SILENCE(b());
  EXPECT_OK(b().acquire_free("x", "a2"));
  skip();
  EXPECT_OK(c().request("x", "a1 a2 a3"));
  EXPECT_HEARD(a(), "provide x a1");
  EXPECT_HEARD(b(), "provide x a2");
  EXPECT_SILENCE(c());
}
// 6.19 Of attributes that one is not subscribed to, by a federate that knows the object.
TEST_P(Clause6Messages, RequestsNeedNoSubscription) {
  EXPECT_OK(a().pub("A", "a1 a2"));
  EXPECT_OK(c().sub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_OK(c().unsub("A"));
  skip();
  EXPECT_OK(c().request("x", "a2"));
  EXPECT_HEARD(a(), "provide x a2");
  const AttributeHandle b1 = c().attribute("A.B", "b1");
  EXPECT_ERROR(c().rti->request_attribute_value_update(c().object("x"), std::span(&b1, 1)),
               AttributeNotDefined);
}
// 6.19 Of a class: all instances of it and of its subclasses.
TEST_P(Clause6Messages, RequestsOfAClassGoToAllItsInstances) {
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(b().pub("A.B", "a1 b1"));
  EXPECT_OK(c().sub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_OK(b().reg("A.B", "y"));
  skip();
  EXPECT_OK(c().request_class("A", "a1", "q"));
  EXPECT_HEARD(a(), "provide x a1 tag=q");
  EXPECT_HEARD(b(), "provide y a1 tag=q");
  EXPECT_OK(c().request_class("A.B", "a1"));
  EXPECT_SILENCE(a());
  EXPECT_HEARD(b(), "provide y a1");
  EXPECT_ERROR(c().rti->request_attribute_value_update(ObjectClassHandle{9999}, {}),
               ObjectClassNotDefined);
}
// 6.17, 6.18 In scope: subscribed to, and owned by another.
TEST_P(Clause6Messages, ScopeFollowsSubscriptionAndOwnership) {
  EXPECT_OK(b().rti->enable_attribute_scope_advisory_switch());
  EXPECT_OK(a().pub("A", "a1 a2"));
  EXPECT_OK(b().pub("A", "a1"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_HEARD(b(), "discover x A", "in_scope x a1");
  EXPECT_OK(b().sub("A", "a2"));
  EXPECT_HEARD(b(), "in_scope x a2");
  EXPECT_OK(b().unsub("A", "a2"));
  EXPECT_HEARD(b(), "out_of_scope x a2");
  EXPECT_OK(a().divest("x", "a1"));
  EXPECT_HEARD_SORTED(b(), "assume x a1", "out_of_scope x a1");
  EXPECT_OK(a().acquire_free("x", "a1"));
  EXPECT_HEARD(b(), "in_scope x a1");
  EXPECT_OK(b().rti->disable_attribute_scope_advisory_switch());
  EXPECT_OK(b().unsub("A"));
  EXPECT_SILENCE(b());
}
// 6.17 Out of scope by acquiring oneself.
TEST_P(Clause6Messages, OwnAttributesAreNotInScope) {
  EXPECT_OK(b().rti->enable_attribute_scope_advisory_switch());
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(b().pub("A", "a1"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  skip();
  EXPECT_OK(b().acquire("x", "a1"));
  skip();
  EXPECT_OK(a().give("x", "a1"));
  EXPECT_HEARD_SORTED(b(), "acquired x a1", "out_of_scope x a1");
}
// 6.21, 6.22 Relevance: somebody else is subscribed actively.
TEST_P(Clause6Messages, UpdatesTurnOnAndOff) {
  EXPECT_OK(a().rti->enable_attribute_relevance_advisory_switch());
  EXPECT_OK(a().pub("A", "a1 a2"));
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_SILENCE(a());
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_HEARD(a(), "updates_on x a1");
  EXPECT_OK(c().sub("A", "a1 a2"));
  EXPECT_HEARD(a(), "updates_on x a2");
  EXPECT_OK(b().unsub("A"));
  EXPECT_SILENCE(a());
  EXPECT_OK(c().unsub("A", "a1"));
  EXPECT_HEARD(a(), "updates_off x a1");
  EXPECT_OK(c().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_HEARD(a(), "updates_off x a2");
}
TEST_P(Clause6Messages, PassiveSubscriptionsDoNotTurnUpdatesOn) {
  EXPECT_OK(a().rti->enable_attribute_relevance_advisory_switch());
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_OK(b().sub("A", "a1", false));
  EXPECT_SILENCE(a());
  EXPECT_OK(b().sub("A", "a1", true));
  EXPECT_HEARD(a(), "updates_on x a1");
}
// 6.23 to 6.26
TEST_P(Clause6Messages, AnAttributesTransportationChanges) {
  one_object();
  EXPECT_ERROR(change(b(), "x", "a1", TransportationType::best_effort), AttributeNotOwned);
  EXPECT_OK(change(a(), "x", "a1 a3", TransportationType::best_effort));
  EXPECT_HEARD(a(), "transport_changed x a1 a3 HLAbestEffort");
  EXPECT_OK(a().upd("x", "a1=1 a3=3"));
  EXPECT_HEARD(b(), "reflect x a1=1 a3=3");
  EXPECT_EQ(b().last.transportation, TransportationType::best_effort);
  EXPECT_OK(
      b().rti->query_attribute_transportation_type(b().object("x"), b().attribute("A", "a1")));
  EXPECT_OK(
      b().rti->query_attribute_transportation_type(b().object("x"), b().attribute("A", "a2")));
  EXPECT_HEARD(b(), "transport x a1 HLAbestEffort", "transport x a2 HLAreliable");
  // Of this instance alone.
  EXPECT_OK(a().reg("A", "y"));
  skip();
  EXPECT_OK(a().upd("y", "a1=1"));
  settle();
  EXPECT_EQ(b().last.transportation, TransportationType::reliable);
}
// 6.27 to 6.30
TEST_P(Clause6Messages, AnInteractionsTransportationChanges) {
  const InteractionClassHandle k = a().interaction("K");
  EXPECT_ERROR(
      a().rti->request_interaction_transportation_type_change(k, TransportationType::best_effort),
      InteractionClassNotPublished);
  EXPECT_OK(a().pubi("K"));
  EXPECT_OK(b().pubi("K"));
  EXPECT_OK(c().subi("K"));
  EXPECT_OK(
      a().rti->request_interaction_transportation_type_change(k, TransportationType::best_effort));
  EXPECT_HEARD(a(), "transport_changed K HLAbestEffort");
  EXPECT_OK(c().rti->query_interaction_transportation_type(a().handle, k));
  EXPECT_OK(c().rti->query_interaction_transportation_type(b().handle, k));
  EXPECT_HEARD(c(), "transport a K HLAbestEffort", "transport b K HLAreliable");
  EXPECT_OK(a().send("K"));
  settle();
  EXPECT_EQ(c().last.transportation, TransportationType::best_effort);
  EXPECT_OK(b().send("K"));
  settle();
  EXPECT_EQ(c().last.transportation, TransportationType::reliable);
}
// 6.10, 6.12 Within callbacks.
TEST_P(Clause6Messages, ServicesWithinCallbacks) {
  one_object();
  EXPECT_OK(b().pubi("K"));
  EXPECT_OK(a().subi("K"));
  b().on_line = [&](const std::string& line) {
    if (!line.starts_with("reflect")) return;
    EXPECT_OK(b().send("K", "k1=echo"));
  };
  a().on_line = [&](const std::string& line) {
    if (!line.starts_with("provide")) return;
    EXPECT_OK(a().upd("x", "a1=asked"));
  };
  EXPECT_OK(b().request("x", "a1"));
  settle();
  a().on_line = b().on_line = nullptr;
  EXPECT_HEARD(b(), "reflect x a1=asked");
  EXPECT_HEARD(a(), "provide x a1", "receive K k1=echo");
}
CONFORMANCE_SUITE(Clause6Messages);

// 6.20, the switch autoProvide: the RTI asks for values when an object is discovered.
class Clause6AutoProvide : public Conformance {
  std::vector<FomModule> modules() override {
    return conformance_modules("<autoProvide isEnabled=\"true\"/>");
  }
};
TEST_P(Clause6AutoProvide, DiscoveryAsksForValues) {
  EXPECT_OK(a().pub("A", "a1 a2"));
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_SILENCE(a());
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_HEARD(a(), "provide x a1");
  EXPECT_HEARD(b(), "discover x A");
}
CONFORMANCE_SUITE(Clause6AutoProvide);

}  // namespace
}  // namespace orrery::rti::testing::conformance
