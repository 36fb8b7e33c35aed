// IEEE 1516.1-2010, 5.6, 6.21 and 10.14: update rates of a class and its subclasses, and what else a federate is subscribed to.
#include "conformance/conformance.hpp"

namespace orrery::rti::testing::conformance {
namespace {

// a publishes a1 (reliable) and a3 (best effort) of A and A.B, and updates them faster than the rate "rare" lets through twice.
class ClausesOfRates : public Conformance {
 protected:
  std::vector<FomModule> modules() override {
    std::vector<FomModule> all = conformance_modules();
    all.push_back(module_of(
        "<updateRates><updateRate><name>rare</name><rate>0.001</rate></updateRate></updateRates>",
        "rates.xml"));
    return all;
  }
  void begin() override {
    Conformance::begin();
    ASSERT_OK(a().pub("A", "a1 a2 a3"));
    ASSERT_OK(a().pub("A.B", "a1 a2 a3"));
  }
  Status sub_at(Actor& each, const std::string& object_class, const std::string& names,
                const std::string& rate, bool active = true) {
    return each.rti->subscribe_object_class_attributes(
        each.object_class(object_class), each.attributes(object_class, names), active, rate);
  }
  void reg(const std::string& object_class, const std::string& label) {
    ASSERT_OK(a().reg(object_class, label));
    skip();
  }
  void update(Actor& owner, const std::string& label, const std::string& name = "a3") {
    for (const char* value : {"1", "2", "3"}) {
      ASSERT_OK(owner.upd(label, name + "=" + value));
      settle();
    }
  }
  double rate(Actor& each, const std::string& label) {
    const auto found = each.rti->get_update_rate_value_for_attribute(
        each.object(label), each.of_object(label, "a3").at(0));
    EXPECT_OK(found);
    return found ? *found : -1;
  }
};
CONFORMANCE_SUITE(ClausesOfRates);

// 5.6
TEST_P(ClausesOfRates, ASubclassSubscribedToWithoutARateIsNotReduced) {
  ASSERT_OK(sub_at(b(), "A", "a3", "rare"));
  ASSERT_OK(sub_at(b(), "A.B", "a3", ""));
  reg("A", "x");
  reg("A.B", "y");
  update(a(), "x");
  EXPECT_HEARD(b(), "reflect x a3=1");
  update(a(), "y");
  EXPECT_HEARD(b(), "reflect y a3=1", "reflect y a3=2", "reflect y a3=3");
}

// 5.6
TEST_P(ClausesOfRates, ASubclassSubscribedToWithARateIsReducedAlone) {
  ASSERT_OK(sub_at(b(), "A", "a3", ""));
  ASSERT_OK(sub_at(b(), "A.B", "a3", "rare"));
  reg("A", "x");
  reg("A.B", "y");
  update(a(), "y");
  EXPECT_HEARD(b(), "reflect y a3=1");
  update(a(), "x");
  EXPECT_HEARD(b(), "reflect x a3=1", "reflect x a3=2", "reflect x a3=3");
}

// 10.14
TEST_P(ClausesOfRates, TheRateOfAnAttributeIsThatOfTheKnownClass) {
  ASSERT_OK(sub_at(b(), "A", "a3", "rare"));
  reg("A.B", "y");
  ASSERT_OK(sub_at(b(), "A.B", "a3", "slow"));
  reg("A.B", "z");
  EXPECT_EQ(rate(b(), "y"), 0.001);
  EXPECT_EQ(rate(b(), "z"), 2);
  EXPECT_EQ(rate(a(), "z"), 2);
  EXPECT_ERROR(
      b().rti->get_update_rate_value_for_attribute(b().object("y"), b().attribute("A.B", "b1")),
      AttributeNotDefined);
}

// 10.14 with 7.2: a federate that has just given up an attribute is told the rate of its own subscription.
TEST_P(ClausesOfRates, WhoGivesUpAnAttributeHasTheRateOfItsSubscription) {
  for (const auto& each : actors()) {
    ASSERT_OK(each->pub("A", "a1 a2 a3"));
    ASSERT_OK(sub_at(*each, "A", "a3", "rare"));
  }
  for (const auto& each : actors()) {
    const std::string object = std::to_string(each->handle.value);
    ASSERT_OK(each->reg("A", object));
    ASSERT_OK(each->divest(object, "a3"));
    EXPECT_EQ(rate(*each, object), 0.001);
    settle();
    EXPECT_EQ(rate(*each, object), 0.001);
  }
}

// 6.21, 10.14: the owner is told the rates of subscriptions at the known class of each subscriber.
TEST_P(ClausesOfRates, TheOwnersRateIsOfTheKnownClasses) {
  ASSERT_OK(a().rti->enable_attribute_relevance_advisory_switch());
  ASSERT_OK(sub_at(b(), "A", "a3", "slow"));
  ASSERT_OK(a().reg("A.B", "y"));
  EXPECT_HEARD(a(), "updates_on y a3 rate=slow");
  ASSERT_OK(sub_at(b(), "A.B", "a3", "fast"));
  EXPECT_SILENCE(a());
  EXPECT_EQ(rate(a(), "y"), 2);
  ASSERT_OK(a().reg("A.B", "z"));
  EXPECT_HEARD(a(), "updates_on z a3 rate=fast");
  EXPECT_EQ(rate(a(), "z"), 100);
  ASSERT_OK(b().unsub("A"));
  EXPECT_HEARD(a(), "updates_off y a3");
  EXPECT_EQ(rate(a(), "y"), 0);
}

// 10.14: a greater rate at a superclass of the known class does not count.
TEST_P(ClausesOfRates, TheOwnersRateIsNotThatOfASuperclass) {
  ASSERT_OK(sub_at(b(), "A", "a3", "fast"));
  ASSERT_OK(sub_at(b(), "A.B", "a3", "slow"));
  reg("A.B", "y");
  EXPECT_EQ(rate(a(), "y"), 2);
  ASSERT_OK(b().unsub("A.B"));
  settle();
  EXPECT_EQ(rate(a(), "y"), 0);
}

// 10.14 with 6.16
TEST_P(ClausesOfRates, TheOwnersRateIsOfFederatesThatKnowTheObject) {
  ASSERT_OK(sub_at(b(), "A", "a3", "fast"));
  ASSERT_OK(sub_at(c(), "A", "a3", "slow"));
  reg("A", "x");
  EXPECT_EQ(rate(a(), "x"), 100);
  ASSERT_OK(b().forget("x"));
  settle();
  EXPECT_EQ(rate(a(), "x"), 2);
}

// 10.14, 6.14: a deleted object has the rate 0, also for an owner who has not got the removal.
TEST_P(ClausesOfRates, ADeletedObjectIsUpdatedAtNoRate) {
  ASSERT_OK(b().pub("A", "a1 a3"));
  ASSERT_OK(b().sub("A", "a1"));
  reg("A", "x");
  ASSERT_OK(a().divest("x", "a3"));
  ASSERT_OK(b().acquire("x", "a3"));
  ASSERT_OK(sub_at(a(), "A", "a3", "fast"));
  skip();
  EXPECT_EQ(rate(b(), "x"), 100);
  ASSERT_OK(b().rti->disable_callbacks());
  ASSERT_OK(a().del("x"));
  settle();
  EXPECT_EQ(rate(b(), "x"), 0);
  ASSERT_OK(b().rti->enable_callbacks());
}

// 5.6: a passive subscription has a rate too.
TEST_P(ClausesOfRates, APassiveSubscriptionIsReduced) {
  ASSERT_OK(sub_at(b(), "A", "a3", "rare", false));
  reg("A", "x");
  update(a(), "x");
  EXPECT_HEARD(b(), "reflect x a3=1");
  EXPECT_EQ(rate(b(), "x"), 0.001);
}

// 6.21: the owner is told the greatest rate of the active subscriptions.
TEST_P(ClausesOfRates, APassiveSubscriptionDoesNotRaiseTheRateOfTheOwner) {
  ASSERT_OK(a().rti->enable_attribute_relevance_advisory_switch());
  ASSERT_OK(sub_at(b(), "A", "a3", "fast", false));
  ASSERT_OK(sub_at(c(), "A", "a3", "slow"));
  ASSERT_OK(a().reg("A", "x"));
  EXPECT_HEARD(a(), "updates_on x a3 rate=slow");
  ASSERT_OK(sub_at(b(), "A", "a3", "fast"));
  EXPECT_HEARD(a(), "updates_on x a3 rate=fast");
  ASSERT_OK(sub_at(b(), "A", "a3", "fast", false));
  EXPECT_HEARD(a(), "updates_on x a3 rate=slow");
  ASSERT_OK(c().unsub("A"));
  EXPECT_HEARD(a(), "updates_off x a3");
}

// 6.21: the same rate of another subscriber is nothing new.
TEST_P(ClausesOfRates, TheOwnerIsToldOfARateOnce) {
  ASSERT_OK(a().rti->enable_attribute_relevance_advisory_switch());
  ASSERT_OK(sub_at(b(), "A", "a3", "slow"));
  ASSERT_OK(a().reg("A", "x"));
  EXPECT_HEARD(a(), "updates_on x a3 rate=slow");
  ASSERT_OK(sub_at(c(), "A", "a3", "slow"));
  ASSERT_OK(sub_at(b(), "A", "a3", "rare"));
  ASSERT_OK(b().unsub("A"));
  EXPECT_SILENCE(a());
  ASSERT_OK(c().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_HEARD(a(), "updates_off x a3");
}

// 5.6 with 6.23: it is the transportation of the update that counts.
TEST_P(ClausesOfRates, AChangedTransportationBeginsAndEndsTheReduction) {
  ASSERT_OK(sub_at(b(), "A", "a1 a3", "rare"));
  reg("A", "x");
  ASSERT_OK(a().rti->request_attribute_transportation_type_change(
      a().object("x"), a().of_object("x", "a3"), TransportationType::reliable));
  ASSERT_OK(a().rti->request_attribute_transportation_type_change(
      a().object("x"), a().of_object("x", "a1"), TransportationType::best_effort));
  skip();
  update(a(), "x", "a3");
  EXPECT_HEARD(b(), "reflect x a3=1", "reflect x a3=2", "reflect x a3=3");
  update(a(), "x", "a1");
  EXPECT_HEARD(b(), "reflect x a1=1");
}

// 5.6 with 6.11
TEST_P(ClausesOfRates, ReliableValuesOfAReducedUpdateAreReflected) {
  ASSERT_OK(sub_at(b(), "A", "a1 a3", "rare"));
  reg("A", "x");
  ASSERT_OK(a().upd("x", "a1=1 a3=1"));
  EXPECT_HEARD_SORTED(b(), "reflect x a1=1", "reflect x a3=1");
  ASSERT_OK(a().upd("x", "a1=2 a3=2", "t"));
  EXPECT_HEARD(b(), "reflect x a1=2 tag=t");
}

// 5.6 with 8.23: without a time the update is in receive order, whatever order is preferred.
TEST_P(ClausesOfRates, ATimeMakesTheDifferenceForAPreferredTimestampOrder) {
  ASSERT_OK(sub_at(b(), "A", "a3", "rare"));
  reg("A", "x");
  ASSERT_OK(a().rti->change_attribute_order_type(a().object("x"), a().of_object("x", "a3"),
                                                 OrderType::timestamp));
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(b().rti->enable_asynchronous_delivery());
  update(a(), "x");
  EXPECT_HEARD(b(), "reflect x a3=1");
  for (const int time : {2, 3}) ASSERT_OK(a().upd_at(time, "x", "a3=4"));
  ASSERT_OK(a().tar(9));
  ASSERT_OK(b().tar(5));
  EXPECT_HEARD(b(), "reflect x a3=4 @2 tso", "reflect x a3=4 @3 tso", "grant 5");
}

// 5.6 with 7.13: the rate is the subscriber's, not the owner's.
TEST_P(ClausesOfRates, ANewOwnersUpdatesAreReducedWithTheFormerOnes) {
  ASSERT_OK(sub_at(b(), "A", "a3", "rare"));
  ASSERT_OK(c().pub("A", "a3"));
  ASSERT_OK(c().sub("A", "a3"));
  reg("A", "x");
  update(a(), "x");
  EXPECT_HEARD(b(), "reflect x a3=1");
  ASSERT_OK(c().acquire("x", "a3"));
  settle();
  EXPECT_EQ(*a().give("x", "a3"), "a3");
  skip();
  update(c(), "x");
  EXPECT_SILENCE(b());
  EXPECT_SILENCE(a()) << "it is not subscribed";
  EXPECT_EQ(rate(c(), "x"), 0.001);
}

// 5.6: a subscription with an invalid designator changes nothing.
TEST_P(ClausesOfRates, ARefusedRateLeavesTheSubscriptionAsItWas) {
  ASSERT_OK(sub_at(b(), "A", "a3", "rare"));
  EXPECT_ERROR(sub_at(b(), "A", "a1 a3", "unknown"), InvalidUpdateRateDesignator);
  reg("A", "x");
  update(a(), "x");
  EXPECT_HEARD(b(), "reflect x a3=1");
  update(a(), "x", "a1");
  EXPECT_SILENCE(b());
}

// 4.10 with 5.6
TEST_P(ClausesOfRates, ARateEndsWithTheMembership) {
  ASSERT_OK(sub_at(b(), "A", "a3", "rare"));
  reg("A", "x");
  update(a(), "x");
  ASSERT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  ASSERT_OK(b().join("b"));
  ASSERT_OK(b().sub("A", "a3"));
  skip();
  update(a(), "x");
  EXPECT_HEARD(b(), "reflect x a3=1", "reflect x a3=2", "reflect x a3=3");
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
