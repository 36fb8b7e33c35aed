// IEEE 1516.1-2010, 9: update rates, passive subscriptions, waiting messages and ownership where regions overlap, part and move.
#include "conformance/conformance.hpp"

namespace orrery::rti::testing::conformance {
namespace {

// F has f1 (best effort) and f2 (timestamp order), both with dimension X. All publish it.
class ClausesOfRegions : public Conformance {
 protected:
  std::vector<FomModule> modules() override {
    std::vector<FomModule> all = conformance_modules();
    all.push_back(module_of(
        "<objects><objectClass><name>HLAobjectRoot</name><objectClass><name>F</name>"
        "<attribute><name>f1</name><dimensions><dimension>X</dimension></dimensions>"
        "<transportation>HLAbestEffort</transportation><order>Receive</order></attribute>"
        "<attribute><name>f2</name><dimensions><dimension>X</dimension></dimensions>"
        "<transportation>HLAreliable</transportation><order>TimeStamp</order></attribute>"
        "</objectClass></objectClass></objects>"
        "<updateRates><updateRate><name>rare</name><rate>0.001</rate></updateRate></updateRates>",
        "rates.xml"));
    return all;
  }
  void begin() override {
    Conformance::begin();
    for (auto& each : actors()) ASSERT_OK(each->pub("F", "f1 f2"));
  }
  Status sub_rate(Actor& each, RegionHandle region, const std::string& rate, bool active = true) {
    const AttributeRegions pair{each.attributes("F", "f1"), {region}};
    return each.rti->subscribe_object_class_attributes_with_regions(
        each.object_class("F"), std::span(&pair, 1), active, rate);
  }
  // Three updates.
  void update() {
    for (const char* value : {"1", "2", "3"}) {
      ASSERT_OK(a().upd("x", "f1=" + std::string(value)));
      settle();
    }
  }
  double rate(Actor& each) {
    const auto found =
        each.rti->get_update_rate_value_for_attribute(each.object("x"), each.attribute("F", "f1"));
    EXPECT_OK(found);
    return found ? *found : -1;
  }
};
CONFORMANCE_SUITE(ClausesOfRegions);

// 9.8 with 5.6: the rate of a subscription in a region.
TEST_P(ClausesOfRegions, ASubscriptionInARegionIsReduced) {
  const RegionHandle seen = b().region("X 0 10");
  ASSERT_OK(sub_rate(b(), seen, "rare"));
  ASSERT_OK(a().reg_in("F", "x", "f1", {a().region("X 5 6")}));
  skip();
  update();
  EXPECT_HEARD(b(), "reflect x f1=1");
  ASSERT_OK(sub_rate(b(), seen, ""));
  update();
  EXPECT_HEARD(b(), "reflect x f1=1", "reflect x f1=2", "reflect x f1=3")
      << "a later subscription to the same region replaces the rate";
}

// 9.8: a rate that is not in the table leaves the subscription as it was.
TEST_P(ClausesOfRegions, AnUnknownRateChangesNothing) {
  const RegionHandle seen = b().region("X 0 10");
  const RegionHandle other = b().region("X 50 60");
  ASSERT_OK(sub_rate(b(), seen, ""));
  EXPECT_ERROR(sub_rate(b(), other, "none"), InvalidUpdateRateDesignator);
  EXPECT_ERROR(sub_rate(b(), seen, "none"), InvalidUpdateRateDesignator);
  ASSERT_OK(a().reg_in("F", "x", "f1", {a().region("X 55 56")}));
  EXPECT_SILENCE(b());
  EXPECT_OK(b().rti->delete_region(other));
}

// 9.8: the rate of one region is not that of another.
TEST_P(ClausesOfRegions, ARateInOneRegionDoesNotReduceAnother) {
  ASSERT_OK(sub_rate(b(), b().region("X 0 10"), "rare"));
  ASSERT_OK(sub_rate(c(), c().region("X 0 10"), ""));
  ASSERT_OK(a().reg_in("F", "x", "f1", {a().region("X 5 6")}));
  skip();
  update();
  EXPECT_HEARD(b(), "reflect x f1=1");
  EXPECT_HEARD(c(), "reflect x f1=1", "reflect x f1=2", "reflect x f1=3");
}

// 9.8 with 10.14: subscriptions in regions that do not overlap give the owner no rate.
TEST_P(ClausesOfRegions, TheOwnersRateIsOfOverlappingRegions) {
  const RegionHandle place = a().region("X 5 6");
  ASSERT_OK(sub_rate(b(), b().region("X 0 10"), "slow"));
  ASSERT_OK(sub_rate(c(), c().region("X 50 60"), "fast"));
  ASSERT_OK(a().reg_in("F", "x", "f1", {place}));
  settle();
  EXPECT_EQ(rate(a()), 2);
  ASSERT_OK(a().move(place, "X 5 55"));
  settle();
  EXPECT_EQ(rate(a()), 100);
}

// 9.8: a passive subscription in a region starts nothing, and an active one in another region does.
TEST_P(ClausesOfRegions, PassiveAndActiveRegionsAreApart) {
  ASSERT_OK(a().rti->enable_object_class_relevance_advisory_switch());
  ASSERT_OK(a().rti->enable_attribute_relevance_advisory_switch());
  skip();
  ASSERT_OK(b().sub_in("F", "f1", {b().region("X 0 10")}, false));
  ASSERT_OK(a().reg_in("F", "x", "f1", {a().region("X 5 6")}));
  EXPECT_HEARD(b(), "discover x F");
  EXPECT_SILENCE(a());
  ASSERT_OK(c().sub_in("F", "f1", {c().region("X 50 60")}));
  EXPECT_HEARD(a(), "start F") << "some federate is actively subscribed to the class";
  EXPECT_SILENCE(c());
  ASSERT_OK(a().upd("x", "f1=1"));
  EXPECT_HEARD(b(), "reflect x f1=1");
}

// 9.10: of an interaction likewise.
TEST_P(ClausesOfRegions, APassiveRegionTurnsNoInteractionsOn) {
  ASSERT_OK(a().rti->enable_interaction_relevance_advisory_switch());
  ASSERT_OK(a().pubi("R"));
  skip();
  const RegionHandle seen = b().region("X 0 10");
  ASSERT_OK(b().subi_in("R", {seen}, false));
  EXPECT_SILENCE(a());
  ASSERT_OK(b().subi_in("R", {seen}));
  EXPECT_HEARD(a(), "on R");
  ASSERT_OK(b().subi_in("R", {seen}, false));
  EXPECT_HEARD(a(), "off R") << "a later subscription replaces an earlier one to the same region";
}

// 9.3 with 8.1: a message that is sent where nobody is subscribed is not received by those that move there later.
TEST_P(ClausesOfRegions, ARegionThatMovesBringsNoEarlierMessages) {
  const RegionHandle seen = b().region("X 0 10");
  ASSERT_OK(b().sub_in("F", "f2", {seen}));
  ASSERT_OK(b().subi_in("Q", {seen}));
  const RegionHandle place = a().region("X 5 6");
  ASSERT_OK(a().pubi("Q"));
  ASSERT_OK(a().reg_in("F", "x", "f2", {place}));
  skip();
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().move(place, "X 50 60"));
  settle();
  ASSERT_OK(a().upd_at(5, "x", "f2=5"));
  ASSERT_OK(a().rti->send_interaction_with_regions(a().interaction("Q"), {}, std::vector{place}, {},
                                                   LogicalTime{5}));
  settle();
  ASSERT_OK(b().move(seen, "X 50 60"));
  settle();
  ASSERT_OK(a().upd_at(6, "x", "f2=6"));
  ASSERT_OK(a().tar(20));
  ASSERT_OK(b().tar(10));
  EXPECT_HEARD(b(), "reflect x f2=6 @6 tso", "grant 10");
}

// 9.6 with 8.1: an update that waits was sent in the regions of its time.
TEST_P(ClausesOfRegions, AnUpdateKeepsTheRegionsItWasSentIn) {
  const RegionHandle place = a().region("X 5 6");
  ASSERT_OK(b().sub_in("F", "f2", {b().region("X 0 10")}));
  ASSERT_OK(a().reg_in("F", "x", "f2", {place}));
  skip();
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(a().upd_at(5, "x", "f2=5"));
  ASSERT_OK(a().move(place, "X 50 60"));
  settle();
  ASSERT_OK(a().upd_at(6, "x", "f2=6"));
  ASSERT_OK(a().tar(20));
  ASSERT_OK(b().tar(10));
  EXPECT_HEARD(b(), "reflect x f2=5 @5 tso", "grant 10");
}

// 9.6: after a failed association all is as before, also what the list has first.
TEST_P(ClausesOfRegions, AFailedAssociationChangesNothing) {
  const RegionHandle place = a().region("X 50 60");
  ASSERT_OK(b().sub_in("F", "f2", {b().region("X 0 10")}));
  ASSERT_OK(a().reg_in("F", "x", "f1 f2", {place}));
  EXPECT_SILENCE(b());
  const std::vector<AttributeRegions> pairs{{a().attributes("F", "f2"), {a().region("X 5 6")}},
                                            {a().attributes("F", "f1"), {a().region("Y 0 1")}}};
  EXPECT_ERROR(a().rti->associate_regions_for_updates(a().object("x"), pairs),
               InvalidRegionContext);
  EXPECT_SILENCE(b());
  ASSERT_OK(a().unassociate("x", "f2", {a().region("X 5 6")}));
  EXPECT_SILENCE(b()) << "9.7: a region that is not associated is no error, and no change";
}

// 9.4: a region is in use as long as one of its uses lasts.
TEST_P(ClausesOfRegions, EachUseKeepsARegion) {
  const RegionHandle region = a().region("X 0 10");
  ASSERT_OK(a().reg_in("F", "x", "f1", {region}));
  ASSERT_OK(a().sub_in("F", "f2", {region}));
  ASSERT_OK(a().subi_in("Q", {region}));
  const auto remove = [&] { return a().rti->delete_region(region); };
  EXPECT_ERROR(remove(), RegionInUseForUpdateOrSubscription);
  ASSERT_OK(a().unassociate("x", "f1", {region}));
  EXPECT_ERROR(remove(), RegionInUseForUpdateOrSubscription);
  ASSERT_OK(a().unsub_in("F", "f2", {region}));
  EXPECT_ERROR(remove(), RegionInUseForUpdateOrSubscription);
  ASSERT_OK(a().unsubi_in("Q", {region}));
  EXPECT_OK(remove());
  EXPECT_ERROR(remove(), InvalidRegion);
}

// 6.17 with 9.3: one commit of several regions advises once of what it changes.
TEST_P(ClausesOfRegions, ACommitAdvisesOnce) {
  const RegionHandle one = a().region("X 50 60");
  const RegionHandle two = a().region("X 70 80");
  ASSERT_OK(b().rti->enable_attribute_scope_advisory_switch());
  ASSERT_OK(b().sub_in("F", "f1 f2", {b().region("X 0 10")}));
  ASSERT_OK(b().sub("F", "priv"));
  ASSERT_OK(a().reg_in("F", "x", "f1 f2", {one, two}));
  skip();
  ASSERT_OK(a().bounds(one, "X 0 1"));
  ASSERT_OK(a().bounds(two, "X 2 3"));
  EXPECT_SILENCE(b());
  ASSERT_OK(a().rti->commit_region_modifications(std::vector{one, two}));
  EXPECT_HEARD(b(), "in_scope x f1 f2");
  ASSERT_OK(a().move(one, "X 50 60"));
  EXPECT_SILENCE(b()) << "it overlaps in the other region still";
  ASSERT_OK(a().move(two, "X 50 60"));
  EXPECT_HEARD(b(), "out_of_scope x f1 f2");
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
