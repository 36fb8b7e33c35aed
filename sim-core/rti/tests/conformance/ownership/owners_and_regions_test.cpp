// IEEE 1516.1-2010, clauses 6, 7 and 9 together: regions of attributes that change their owner, advisories, modules.
#include "conformance/conformance.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class ClausesOfOwners : public Conformance {
 protected:
  void begin() override {
    Conformance::begin();
    for (Actor* each : {&a(), &c()}) {
      ASSERT_OK(each->pub("D", "d1 d2 d3"));
      ASSERT_OK(each->sub("D", "d3"));
    }
  }
  void give_to_c(const std::string& names) {
    ASSERT_OK(c().acquire("x", names));
    settle();
    ASSERT_OK(a().give("x", names));
    skip();
  }
};
CONFORMANCE_SUITE(ClausesOfOwners);

// 9.6
TEST_P(ClausesOfOwners, TwoOwnersUpdateTheirAttributesInTheirRegions) {
  ASSERT_OK(a().reg_in("D", "x", "d1 d2", {a().region("X 0 10")}));
  skip();
  give_to_c("d2");
  ASSERT_OK(c().associate("x", "d2", {c().region("X 80 90")}));
  ASSERT_OK(b().sub_in("D", "d1 d2", {b().region("X 0 20")}));
  EXPECT_HEARD(b(), "discover x D");
  ASSERT_OK(a().upd("x", "d1=1"));
  ASSERT_OK(c().upd("x", "d2=2"));
  EXPECT_HEARD(b(), "reflect x d1=1");
  EXPECT_ERROR(a().associate("x", "d2", {c().region("X 0 10")}), RegionNotCreatedByThisFederate);
  ASSERT_OK(b().request("x", "d1 d2", "now"));
  EXPECT_HEARD(a(), "provide x d1 tag=now");
  EXPECT_HEARD(c(), "provide x d2 tag=now");
}

// 9.6: an association with an attribute that the federate does not own has no effect on its owner.
TEST_P(ClausesOfOwners, AnAssociationOfANonOwnerWaitsForTheOwnership) {
  ASSERT_OK(b().sub_in("D", "d1", {b().region("X 0 10")}));
  ASSERT_OK(a().reg("D", "x"));
  skip();
  const RegionHandle far = c().region("X 80 90");
  const Status associated = c().associate("x", "d1", {far});
  if (!associated) {
    EXPECT_ERROR(associated, AttributeNotOwned);
  }
  ASSERT_OK(a().upd("x", "d1=1"));
  EXPECT_HEARD(b(), "reflect x d1=1");
}

// 6.17 with 9.3: several objects by one region.
TEST_P(ClausesOfOwners, ARegionMovesAllItsObjects) {
  ASSERT_OK(b().rti->enable_attribute_scope_advisory_switch());
  const RegionHandle region = a().region("X 0 10");
  ASSERT_OK(a().reg_in("D", "x", "d1", {region}));
  ASSERT_OK(a().reg_in("D", "y", "d1 d2", {region}));
  ASSERT_OK(b().sub_in("D", "d1 d2", {b().region("X 5 15")}));
  EXPECT_EQ(b().heard_sorted(),
            (Lines{"discover x D", "discover y D", "in_scope x d1 d2", "in_scope y d1 d2"}));
  ASSERT_OK(a().move(region, "X 80 90"));
  EXPECT_HEARD_SORTED(b(), "out_of_scope x d1", "out_of_scope y d1 d2");
}

// 6.21: a deletion or a divestiture ends what was turned on without a callback for it.
TEST_P(ClausesOfOwners, WhatIsNotOwnedAnyMoreIsNotTurnedOff) {
  ASSERT_OK(a().rti->enable_attribute_relevance_advisory_switch());
  ASSERT_OK(b().sub("D", "d1 d2"));
  ASSERT_OK(a().reg("D", "x"));
  ASSERT_OK(a().reg("D", "y"));
  skip();
  ASSERT_OK(c().unpub("D"));
  ASSERT_OK(a().unpub("D", "d1"));
  EXPECT_EQ(a().heard("updates_off"), Lines{});
  ASSERT_OK(b().unsub("D", "d1"));
  EXPECT_EQ(a().heard("updates_off"), Lines{});
  ASSERT_OK(a().del("y"));
  ASSERT_OK(b().unsub("D"));
  EXPECT_EQ(a().heard("updates_off"), (Lines{"updates_off x d2"}));
}

// 6.21: it is also told of what was wanted before it turned the switch on.
TEST_P(ClausesOfOwners, ASubscribersResignationTurnsUpdatesOff) {
  ASSERT_OK(a().rti->enable_attribute_relevance_advisory_switch());
  ASSERT_OK(a().reg("D", "x"));
  skip();
  ASSERT_OK(b().sub_in("D", "d1", {b().region("X 0 10")}));
  EXPECT_HEARD(a(), "updates_on x d1");
  ASSERT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_HEARD(a(), "updates_off x d1");
}

// 9.7 and 9.4: an unassociated region may be deleted.
TEST_P(ClausesOfOwners, AnUnassociatedRegionIsDeleted) {
  const RegionHandle region = a().region("X 0 10");
  ASSERT_OK(a().reg_in("D", "x", "d1 d2", {region}));
  ASSERT_OK(a().unassociate("x", "d1", {region}));
  EXPECT_ERROR(a().rti->delete_region(region), RegionInUseForUpdateOrSubscription);
  ASSERT_OK(a().unassociate("x", "d2", {region}));
  EXPECT_OK(a().rti->delete_region(region));
}

// 4.10: a federate that joins again has no regions.
TEST_P(ClausesOfOwners, RegionsEndWithTheMembership) {
  const RegionHandle region = a().region("X 0 10");
  ASSERT_OK(a().rti->resign_federation_execution(ResignAction::no_action));
  ASSERT_OK(a().join("a"));
  ASSERT_OK(a().pubi("R"));
  EXPECT_FALSE(a().send_in("R", "", {region}).ok());
}

// 9.5: an attribute in two pairs is in all their regions.
TEST_P(ClausesOfOwners, PairsOfTheSameAttributeAddUp) {
  const std::vector<AttributeRegions> pairs{{a().attributes("D", "d1"), {a().region("X 0 10")}},
                                            {a().attributes("D", "d1"), {a().region("X 80 90")}}};
  const auto made = a().rti->register_object_instance_with_regions(a().object_class("D"), pairs);
  ASSERT_OK(made);
  ASSERT_OK(b().sub_in("D", "d1", {b().region("X 85 86")}));
  EXPECT_EQ(b().heard("discover").size(), 1U);
  actors().push_back(actor(1));
  Actor& other = *actors().back();
  ASSERT_OK(other.join("other"));
  ASSERT_OK(other.sub_in("D", "d1", {other.region("X 5 6")}));
  EXPECT_EQ(other.heard("discover").size(), 1U);
}

// 4.9: a module that joins adds subclasses; others discover their objects as the classes they know.
TEST_P(ClausesOfOwners, AModuleAddsASubclassThatOthersReceiveAsTheSuperclass) {
  ASSERT_OK(b().sub("D", "d1"));
  ASSERT_OK(b().subi("K"));
  actors().push_back(actor(2));
  Actor& late = *actors().back();
  const FomModule module = module_of(
      "<objects><objectClass><name>HLAobjectRoot</name><objectClass><name>D</name><objectClass>"
      "<name>F</name><attribute><name>f1</name><transportation>HLAreliable</transportation>"
      "<order>Receive</order></attribute></objectClass></objectClass></objectClass></objects>"
      "<interactions><interactionClass><name>HLAinteractionRoot</name><interactionClass>"
      "<name>K</name><interactionClass><name>M</name><transportation>HLAreliable</transportation>"
      "<order>Receive</order></interactionClass></interactionClass></interactionClass>"
      "</interactions>",
      "late.xml");
  ASSERT_OK(late.join("late", {module}));
  labels().model = *labels().model.with({module});
  ASSERT_OK(late.pub("D.F", "d1 f1"));
  ASSERT_OK(late.pubi("K.M"));
  ASSERT_OK(late.reg("D.F", "x"));
  ASSERT_OK(late.upd("x", "d1=1 f1=2"));
  ASSERT_OK(late.send("K.M", "k1=1"));
  EXPECT_HEARD(b(), "discover x D", "reflect x d1=1", "receive K k1=1");
  ASSERT_OK(b().sub("D.F", "f1"));
  ASSERT_OK(late.reg("D.F", "y"));
  EXPECT_HEARD(b(), "discover y D.F");
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
