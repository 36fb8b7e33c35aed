// IEEE 1516.1-2010, clause 4: federation executions, synchronization points and resignation.
#include "conformance/conformance.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class Clause4 : public Conformance {
 protected:
  Status point(Actor& each, const std::string& label, const std::string& tag = "",
               const std::vector<FederateHandle>& set = {}) {
    return each.rti->register_federation_synchronization_point(label, bytes(tag), set);
  }
  Status achieve(Actor& each, const std::string& label, bool success = true) {
    return each.rti->synchronization_point_achieved(label, success);
  }
  Status resign(Actor& each, ResignAction action = ResignAction::no_action) {
    return each.rti->resign_federation_execution(action);
  }
  Actor& joiner(const std::string& name, std::size_t node = 1) {
    actors().push_back(actor(node));
    EXPECT_OK(actors().back()->join(name));
    return *actors().back();
  }
};
CONFORMANCE_SUITE(Clause4);

class Clause4Unjoined : public Clause4 {
  bool joined() override { return false; }
};
CONFORMANCE_SUITE(Clause4Unjoined);

// 4.5 to 4.9
TEST_P(Clause4Unjoined, AFederationIsMadeAndDestroyedByAnyFederate) {
  EXPECT_ERROR(b().rti->create_federation_execution("test", modules()),
               FederationExecutionAlreadyExists);
  ASSERT_OK(b().join("b"));
  EXPECT_ERROR(c().rti->destroy_federation_execution("test"), FederatesCurrentlyJoined);
  ASSERT_OK(resign(b()));
  ASSERT_OK(c().rti->destroy_federation_execution("test"));
  EXPECT_ERROR(a().rti->destroy_federation_execution("test"), FederationExecutionDoesNotExist);
  EXPECT_ERROR(a().join("a"), FederationExecutionDoesNotExist);
  ASSERT_OK(b().rti->create_federation_execution("test", modules(), TimeRepresentation::float64));
  ASSERT_OK(a().join("a"));
  EXPECT_EQ(*a().rti->get_time_representation(), TimeRepresentation::float64);
}

TEST_P(Clause4Unjoined, AFederateIsInOneFederationOfSeveral) {
  ASSERT_OK(b().rti->create_federation_execution("other", modules()));
  std::set<std::string> names;
  const auto listed = *c().rti->list_federation_executions();
  for (const FederationInformation& each : listed) names.insert(each.name);
  EXPECT_EQ(names, (std::set<std::string>{"other", "test"}));
  ASSERT_OK(a().join("a"));
  EXPECT_ERROR(a().rti->join_federation_execution("again", "tester", "other"),
               FederateAlreadyExecutionMember);
  ASSERT_OK(b().rti->join_federation_execution("a", "tester", "other"));
  ASSERT_OK(c().join("c"));
  ASSERT_OK(a().pubi("K"));
  ASSERT_OK(b().subi("K"));
  ASSERT_OK(c().subi("K"));
  ASSERT_OK(a().send("K", "k1=1"));
  EXPECT_SILENCE(b()) << "it is in another federation";
  EXPECT_HEARD(c(), "receive K k1=1");
  ASSERT_OK(point(a(), "p"));
  EXPECT_HEARD(c(), "announce p");
  EXPECT_SILENCE(b());
}

TEST_P(Clause4Unjoined, ServicesAreForJoinedFederates) {
  EXPECT_ERROR(a().pub("A", "a1"), FederateNotExecutionMember);
  EXPECT_ERROR(a().subi("K"), FederateNotExecutionMember);
  EXPECT_ERROR(a().upd("x", ""), FederateNotExecutionMember);
  EXPECT_ERROR(a().acquire("x", ""), FederateNotExecutionMember);
  EXPECT_ERROR(a().regulate(1), FederateNotExecutionMember);
  EXPECT_ERROR(a().rti->query_galt(), FederateNotExecutionMember);
  EXPECT_ERROR(a().rti->create_region({}), FederateNotExecutionMember);
  EXPECT_ERROR(a().rti->get_object_class_handle("A"), FederateNotExecutionMember);
  EXPECT_ERROR(a().rti->request_federation_save("s"), FederateNotExecutionMember);
  EXPECT_ERROR(a().rti->abort_federation_restore(), FederateNotExecutionMember);
  EXPECT_ERROR(point(a(), "p"), FederateNotExecutionMember);
  EXPECT_ERROR(achieve(a(), "p"), FederateNotExecutionMember);
  EXPECT_ERROR(resign(a()), FederateNotExecutionMember);
  EXPECT_ERROR(a().rti->enable_attribute_scope_advisory_switch(), FederateNotExecutionMember);
}

TEST_P(Clause4Unjoined, AModuleThatContradictsLeavesTheFederationAsItWas) {
  ASSERT_OK(a().join("a"));
  const FomModule contradiction = module_of(
      "<dimensions><dimension><name>X</name><upperBound>7</upperBound></dimension></dimensions>",
      "contradiction.xml");
  const FomModule good = module_of(
      "<interactions><interactionClass><name>HLAinteractionRoot</name><interactionClass>"
      "<name>New</name><transportation>HLAreliable</transportation><order>Receive</order>"
      "</interactionClass></interactionClass></interactions>",
      "good.xml");
  EXPECT_ERROR(b().join("b", {good, contradiction}), InconsistentFDD);
  EXPECT_ERROR(a().rti->get_interaction_class_handle("New"), NameNotFound);
  EXPECT_ERROR(a().rti->get_federate_handle("b"), NameNotFound);
  const InteractionClassHandle before = *a().rti->get_interaction_class_handle("K");
  ASSERT_OK(b().join("b", {good}));
  settle();
  EXPECT_EQ(*a().rti->get_interaction_class_handle("New"),
            *b().rti->get_interaction_class_handle("New"));
  EXPECT_EQ(*a().rti->get_interaction_class_handle("K"), before);
  const InteractionClassHandle added = *a().rti->get_interaction_class_handle("New");
  ASSERT_OK(a().rti->publish_interaction_class(added));
  ASSERT_OK(b().rti->subscribe_interaction_class(added));
  ASSERT_OK(a().rti->send_interaction(added, {}));
  EXPECT_EQ(b().heard().size(), 1U);
}

// 4.9: a federate's name is unique while it is joined; its handle is not used again.
TEST_P(Clause4, ANameIsFreeAfterResigningAndTheHandleIsNew) {
  const FederateHandle before = b().handle;
  actors().push_back(actor(2));
  EXPECT_ERROR(actors().back()->join("b"), FederateNameAlreadyInUse);
  ASSERT_OK(resign(b()));
  EXPECT_ERROR(a().rti->get_federate_handle("b"), NameNotFound);
  ASSERT_OK(actors().back()->join("b"));
  EXPECT_NE(actors().back()->handle, before);
  EXPECT_EQ(*a().rti->get_federate_handle("b"), actors().back()->handle);
  EXPECT_EQ(*a().rti->get_federate_name(actors().back()->handle), "b");
}

// 4.11 to 4.15
TEST_P(Clause4, APointIsAnnouncedToAllWithItsTag) {
  ASSERT_OK(point(a(), "p", "tag"));
  EXPECT_HEARD_SORTED(a(), "announce p tag=tag", "registered p");
  EXPECT_HEARD(b(), "announce p tag=tag");
  ASSERT_OK(achieve(a(), "p"));
  ASSERT_OK(achieve(b(), "p"));
  EXPECT_SILENCE(a());
  c().heard();
  ASSERT_OK(achieve(c(), "p"));
  EXPECT_HEARD(a(), "synchronized p");
  EXPECT_HEARD(c(), "synchronized p");
}

TEST_P(Clause4, ALabelIsUniqueUntilItsPointIsSynchronized) {
  ASSERT_OK(point(a(), "p"));
  skip();
  ASSERT_OK(point(b(), "p"));
  EXPECT_HEARD(b(), "not_registered p label_not_unique");
  EXPECT_SILENCE(a());
  for (auto& each : actors()) ASSERT_OK(achieve(*each, "p"));
  skip();
  EXPECT_ERROR(achieve(a(), "p"), SynchronizationPointLabelNotAnnounced);
  ASSERT_OK(point(b(), "p"));
  EXPECT_HEARD_SORTED(b(), "announce p", "registered p");
}

TEST_P(Clause4, APointIsAchievedOnceByEachFederate) {
  ASSERT_OK(point(a(), "p"));
  skip();
  ASSERT_OK(achieve(a(), "p", false));
  EXPECT_ERROR(achieve(a(), "p"), SynchronizationPointLabelNotAnnounced);
  ASSERT_OK(achieve(b(), "p"));
  ASSERT_OK(achieve(c(), "p"));
  EXPECT_HEARD(b(), "synchronized p a") << "a did not succeed";
}

TEST_P(Clause4, TheFederatesThatFailedAreNamed) {
  ASSERT_OK(point(a(), "p"));
  skip();
  ASSERT_OK(achieve(a(), "p", false));
  ASSERT_OK(achieve(b(), "p", true));
  ASSERT_OK(achieve(c(), "p", false));
  for (auto& each : actors()) EXPECT_HEARD(*each, "synchronized p a c");
}

TEST_P(Clause4, APointOfASetIsAnnouncedToTheSetAlone) {
  ASSERT_OK(point(a(), "p", "t", {b().handle, c().handle}));
  EXPECT_HEARD(a(), "registered p");
  EXPECT_HEARD(b(), "announce p tag=t");
  EXPECT_ERROR(achieve(a(), "p"), SynchronizationPointLabelNotAnnounced);
  Actor& late = joiner("late");
  EXPECT_SILENCE(late) << "it is not in the set";
  ASSERT_OK(achieve(b(), "p"));
  ASSERT_OK(resign(c()));
  EXPECT_HEARD(b(), "synchronized p") << "nobody else is waited for";
  EXPECT_SILENCE(a());
}

TEST_P(Clause4, WhenAllOfASetHaveResignedTheLabelIsFree) {
  ASSERT_OK(point(a(), "p", "", {b().handle}));
  skip();
  ASSERT_OK(resign(b()));
  skip();
  ASSERT_OK(point(a(), "p"));
  EXPECT_HEARD_SORTED(a(), "announce p", "registered p");
}

TEST_P(Clause4, ASetWithAFederateThatHasResignedIsRefused) {
  ASSERT_OK(resign(c()));
  ASSERT_OK(point(a(), "p", "", {a().handle, c().handle}));
  EXPECT_HEARD(a(), "not_registered p set_member_not_joined");
  ASSERT_OK(point(a(), "p", "", {a().handle}));
  EXPECT_HEARD_SORTED(a(), "announce p", "registered p");
}

// 4.13: to federates that join while the point is not synchronized, unless it has a set.
TEST_P(Clause4, ALateJoinerIsAnnouncedThePointAndWaitedFor) {
  ASSERT_OK(point(a(), "p", "tag"));
  skip();
  Actor& late = joiner("late");
  EXPECT_HEARD(late, "announce p tag=tag");
  for (Actor* each : {&a(), &b(), &c()}) ASSERT_OK(achieve(*each, "p"));
  EXPECT_SILENCE(a());
  Actor& later = joiner("later", 2);
  EXPECT_HEARD(later, "announce p tag=tag");
  ASSERT_OK(achieve(late, "p", false));
  EXPECT_SILENCE(a());
  ASSERT_OK(resign(later));
  EXPECT_HEARD(a(), "synchronized p late");
  Actor& last = joiner("last");
  EXPECT_SILENCE(last) << "the point is synchronized";
}

TEST_P(Clause4, PointsAreIndependent) {
  ASSERT_OK(point(a(), "p"));
  ASSERT_OK(point(b(), "q", "", {a().handle, b().handle}));
  skip();
  ASSERT_OK(achieve(a(), "q"));
  ASSERT_OK(achieve(a(), "p"));
  ASSERT_OK(achieve(b(), "q"));
  EXPECT_HEARD(a(), "synchronized q");
  EXPECT_SILENCE(c());
  ASSERT_OK(achieve(b(), "p"));
  ASSERT_OK(achieve(c(), "p"));
  EXPECT_HEARD(a(), "synchronized p");
}

// 4.10
TEST_P(Clause4, WhoOwnsAttributesDoesNotResignWithoutAnAction) {
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(a().reg("A", "x"));
  EXPECT_ERROR(resign(a()), FederateOwnsAttributes);
  EXPECT_ERROR(resign(a(), ResignAction::cancel_pending_ownership_acquisitions),
               FederateOwnsAttributes);
  EXPECT_OK(a().upd("x", "a1=1")) << "it is still joined";
  ASSERT_OK(resign(a(), ResignAction::delete_objects));
  EXPECT_ERROR(a().upd("x", "a1=1"), FederateNotExecutionMember);
}

// 4.10, 6.14: an acquisition ends with its object, also before the federate is told of the removal.
TEST_P(Clause4, AcquisitionsOfADeletedObjectDoNotKeepAFederateFromResigning) {
  ASSERT_OK(a().pub("A", "a1 a2"));
  ASSERT_OK(b().pub("A", "a1 a2"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(a().reg("A", "x"));
  skip();
  ASSERT_OK(b().acquire("x", "a1"));
  settle();
  EXPECT_ERROR(resign(b()), OwnershipAcquisitionPending);
  b().silent = true;
  ASSERT_OK(a().del("x"));
  settle();
  EXPECT_OK(resign(b()));
}

TEST_P(Clause4, ResigningEndsDeclarationsAndAdvisesOthers) {
  ASSERT_OK(a().rti->enable_object_class_relevance_advisory_switch());
  ASSERT_OK(a().rti->enable_interaction_relevance_advisory_switch());
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(a().pubi("K"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(b().subi("K"));
  EXPECT_HEARD(a(), "start A", "on K");
  ASSERT_OK(resign(b()));
  EXPECT_HEARD_SORTED(a(), "off K", "stop A");
  ASSERT_OK(b().join("b"));
  EXPECT_SILENCE(a());
}

TEST_P(Clause4, ResigningEndsTimeManagement) {
  regulate(a(), 1);
  constrain(a());
  regulate(b(), 1);
  ASSERT_OK(a().tar(9));
  EXPECT_SILENCE(a());
  ASSERT_OK(resign(a()));
  EXPECT_EQ(c().galt(), "1");
  ASSERT_OK(a().join("a"));
  EXPECT_SILENCE(a());
  EXPECT_EQ(a().time(), 0);
  EXPECT_ERROR(a().rti->query_lookahead(), TimeRegulationIsNotEnabled);
  ASSERT_OK(a().tar(9));
  EXPECT_HEARD(a(), "grant 9");
}

TEST_P(Clause4, DeletionAtResignationGoesToWhoKnowsTheObjects) {
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(b().pub("A", "a2"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(a().reg("A", "x"));
  settle();
  ASSERT_OK(b().acquire("x", "a2"));
  skip();
  ASSERT_OK(resign(b(), ResignAction::delete_objects_then_divest));
  ASSERT_OK(a().query("x", "a2"));
  EXPECT_HEARD(a(), "owner x a2 none");
  EXPECT_TRUE(a().owns("x", "a1")) << "b had no privilege to delete";
}

TEST_P(Clause4, DisconnectingNeedsAResignationAndEndsAllServices) {
  EXPECT_ERROR(a().rti->disconnect(), FederateIsExecutionMember);
  ASSERT_OK(resign(a()));
  ASSERT_OK(a().rti->disconnect());
  EXPECT_ERROR(a().rti->list_federation_executions(), NotConnected);
  EXPECT_ERROR(a().join("a"), NotConnected);
  EXPECT_ERROR(a().rti->create_federation_execution("new", modules()), NotConnected);
}

// 4.1.3 with 10.2: a federate that goes without resigning is resigned by the RTI by its directive.
TEST_P(Clause4, AFederateThatGoesIsResignedByItsDirective) {
  ASSERT_OK(b().pub("A", "a1"));
  ASSERT_OK(a().sub("A", "a1"));
  ASSERT_OK(b().reg("A", "x"));
  ASSERT_OK(point(a(), "p"));
  skip();
  ASSERT_OK(achieve(a(), "p"));
  ASSERT_OK(achieve(c(), "p"));
  ASSERT_OK(
      b().rti->set_automatic_resign_directive(ResignAction::unconditionally_divest_attributes));
  actors().erase(actors().begin() + 1);
  EXPECT_EQ(a().heard("synchronized"), (Lines{"synchronized p"}));
  ASSERT_OK(a().query("x", "a1"));
  EXPECT_HEARD(a(), "owner x a1 none");
  EXPECT_ERROR(a().rti->get_federate_handle("b"), NameNotFound);
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
