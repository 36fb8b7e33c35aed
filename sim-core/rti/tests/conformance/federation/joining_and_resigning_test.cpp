// Federation management: creating, joining and resigning (4.2 to 4.10).
#include "conformance/conformance.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class Clause4Federation : public Conformance {
 protected:
  std::vector<std::string> listed() {
    std::vector<std::string> names;
    const auto all = b().rti->list_federation_executions();
    EXPECT_OK(all);
    for (const FederationInformation& each : *all) {
      names.push_back(each.name);
    }
    std::ranges::sort(names);
    return names;
  }
};

// 4.5 "The specified federation execution already exists."
TEST_P(Clause4Federation, CreatingAnExistingFederationIsRefused) {
  EXPECT_ERROR(b().rti->create_federation_execution("test", conformance_modules()),
               FederationExecutionAlreadyExists);
  EXPECT_EQ(listed(), std::vector<std::string>{"test"});
}
// 4.5 A failed creation has created nothing.
TEST_P(Clause4Federation, AFailedCreationLeavesNoFederation) {
  const FomModule one = module_of(
      "<dimensions><dimension><name>W</name><upperBound>7</upperBound></dimension></dimensions>",
      "one.xml");
  const FomModule two = module_of(
      "<dimensions><dimension><name>W</name><upperBound>8</upperBound></dimension></dimensions>",
      "two.xml");
  EXPECT_ERROR(b().rti->create_federation_execution("other", {one, two}), InconsistentFDD);
  EXPECT_EQ(listed(), std::vector<std::string>{"test"});
  EXPECT_ERROR(b().rti->destroy_federation_execution("other"), FederationExecutionDoesNotExist);
  EXPECT_OK(b().rti->create_federation_execution("other", {one}));
}
// 4.6 "Federation execution shall have no joined federates."
TEST_P(Clause4Federation, DestroyWaitsForTheLastResignation) {
  EXPECT_ERROR(b().rti->destroy_federation_execution("test"), FederatesCurrentlyJoined);
  for (auto& each : actors()) {
    EXPECT_ERROR(b().rti->destroy_federation_execution("test"), FederatesCurrentlyJoined);
    EXPECT_OK(each->rti->resign_federation_execution(ResignAction::no_action));
  }
  EXPECT_OK(c().rti->destroy_federation_execution("test"));
  EXPECT_ERROR(a().rti->destroy_federation_execution("test"), FederationExecutionDoesNotExist);
  EXPECT_EQ(listed(), std::vector<std::string>{});
}
// 4.6, 4.5 A destroyed name may be used again, for another object model and another time.
TEST_P(Clause4Federation, ADestroyedNameIsFreeForAnotherFederation) {
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_OK(a().rti->resign_federation_execution(ResignAction::unconditionally_divest_attributes));
  for (Actor* each : {&b(), &c()}) {
    EXPECT_OK(each->rti->resign_federation_execution(ResignAction::no_action));
  }
  EXPECT_OK(a().rti->destroy_federation_execution("test"));
  const FomModule other = module_of(
      "<objects><objectClass><name>HLAobjectRoot</name><objectClass><name>Z</name>"
      "<attribute><name>z</name></attribute></objectClass></objectClass></objects>",
      "other.xml");
  EXPECT_OK(b().rti->create_federation_execution("test", {other}, TimeRepresentation::float64));
  EXPECT_OK(b().join("b"));
  EXPECT_OK(c().join("c"));
  EXPECT_ERROR(b().rti->get_object_class_handle("HLAobjectRoot.A"), NameNotFound);
  const auto z = b().rti->get_object_class_handle("HLAobjectRoot.Z");
  EXPECT_OK(z);
  EXPECT_EQ(*c().rti->get_time_representation(), TimeRepresentation::float64);
  const auto attribute = *b().rti->get_attribute_handle(*z, "z");
  EXPECT_OK(b().rti->subscribe_object_class_attributes(*z, std::span(&attribute, 1)));
  EXPECT_SILENCE(b());
}
// 4.7, 4.8 All federation executions with their time representation, also to a federate that has not joined.
TEST_P(Clause4Federation, ListTellsNamesAndTimes) {
  EXPECT_OK(b().rti->create_federation_execution("second", conformance_modules(),
                                                 TimeRepresentation::float64));
  auto outsider = actor(2);
  const auto all = outsider->rti->list_federation_executions();
  EXPECT_OK(all);
  EXPECT_EQ(all->size(), 2U);
  for (const auto& each : *all) {
    EXPECT_EQ(each.time,
              each.name == "test" ? TimeRepresentation::integer64 : TimeRepresentation::float64);
  }
}
// 4.9 "The federate is already a federation execution member."
TEST_P(Clause4Federation, JoiningTwiceIsRefused) {
  EXPECT_OK(a().rti->create_federation_execution("second", conformance_modules()));
  EXPECT_ERROR(a().rti->join_federation_execution("a2", "t", "second"),
               FederateAlreadyExecutionMember);
  EXPECT_ERROR(a().rti->join_federation_execution("a", "t", "test"),
               FederateAlreadyExecutionMember);
}
// 4.9 The name is unique among joined federates, not for ever.
TEST_P(Clause4Federation, AFederateNameIsFreeAfterResignation) {
  auto fourth = actor(0);
  EXPECT_ERROR(fourth->join("c"), FederateNameAlreadyInUse);
  const FederateHandle before = c().handle;
  EXPECT_OK(c().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_OK(fourth->join("c"));
  // 4.9 "a joined federate designator that is unique for the lifetime of the federation execution"
  EXPECT_NE(fourth->handle, before);
  EXPECT_EQ(*a().rti->get_federate_handle("c"), fourth->handle);
  EXPECT_ERROR(c().join("c"), FederateNameAlreadyInUse);
  EXPECT_OK(c().join("c again"));
}
// 4.9 Unnamed federates get different names.
TEST_P(Clause4Federation, UnnamedFederatesGetUniqueNames) {
  auto one = actor(0);
  auto two = actor(1);
  const auto first = one->rti->join_federation_execution("", "t", "test");
  const auto second = two->rti->join_federation_execution("", "t", "test");
  EXPECT_OK(first);
  EXPECT_OK(second);
  EXPECT_NE(*first, *second);
  EXPECT_NE(*a().rti->get_federate_name(*first), *a().rti->get_federate_name(*second));
  EXPECT_NE(*a().rti->get_federate_name(*first), "");
}
TEST_P(Clause4Federation, JoiningAnUnknownFederationIsRefused) {
  auto fourth = actor(1);
  EXPECT_ERROR(fourth->rti->join_federation_execution("d", "t", "nowhere"),
               FederationExecutionDoesNotExist);
  EXPECT_ERROR(fourth->rti->query_logical_time(), FederateNotExecutionMember);
}
// 4.9 Additional FOM modules extend the current FDD for all.
TEST_P(Clause4Federation, ModulesOfAJoinExtendTheFddOfAll) {
  auto fourth = actor(1);
  const FomModule more = module_of(
      "<objects><objectClass><name>HLAobjectRoot</name><objectClass><name>A</name>"
      "<objectClass><name>N</name><attribute><name>n1</name></attribute></objectClass>"
      "</objectClass></objectClass></objects>");
  EXPECT_ERROR(c().rti->get_object_class_handle("A.N"), NameNotFound);
  EXPECT_OK(fourth->join("d", {more}));
  const auto n = c().rti->get_object_class_handle("HLAobjectRoot.A.N");
  EXPECT_OK(n);
  EXPECT_EQ(*n, *fourth->rti->get_object_class_handle("HLAobjectRoot.A.N"));
  // Handles of before stay, and are inherited.
  EXPECT_EQ(*c().rti->get_attribute_handle(*n, "a1"), c().attribute("A", "a1"));
  // A subscription of before, to the superclass, holds for the new class.
  EXPECT_OK(c().sub("A", "a1"));
  const auto a1 = c().attribute("A", "a1");
  EXPECT_OK(fourth->rti->publish_object_class_attributes(*n, std::span(&a1, 1)));
  const auto object = fourth->rti->register_object_instance(*n, "");
  EXPECT_OK(object);
  skip();
  EXPECT_EQ(*c().rti->get_known_object_class_handle(*object), c().object_class("A"));
}
// 4.9 A module that does not fit: the federate has not joined, and the FDD is what it was.
TEST_P(Clause4Federation, AJoinWithAnInconsistentModuleChangesNothing) {
  auto fourth = actor(1);
  const FomModule wrong = module_of(
      "<objects><objectClass><name>HLAobjectRoot</name><objectClass><name>A</name>"
      "<attribute><name>a1</name><order>TimeStamp</order></attribute>"
      "<attribute><name>a9</name></attribute></objectClass>"
      "<objectClass><name>M</name><attribute><name>m</name></attribute></objectClass>"
      "</objectClass></objects>");
  EXPECT_ERROR(fourth->join("d", {wrong}), InconsistentFDD);
  EXPECT_ERROR(fourth->rti->query_logical_time(), FederateNotExecutionMember);
  EXPECT_ERROR(a().rti->get_object_class_handle("HLAobjectRoot.M"), NameNotFound);
  EXPECT_ERROR(a().rti->get_federate_handle("d"), NameNotFound);
  EXPECT_OK(fourth->join("d"));
}
// 4.9 The same module given again at a join changes nothing.
TEST_P(Clause4Federation, TheSameModuleAtEachJoinIsNoConflict) {
  auto fourth = actor(1);
  EXPECT_OK(fourth->join("d", conformance_modules()));
  EXPECT_EQ(*fourth->rti->get_object_class_handle("A"), a().object_class("A"));
}
// 4.2, 4.3 Services before joining and after disconnecting.
TEST_P(Clause4Federation, ServicesNeedAConnectionAndAMembership) {
  auto fourth = actor(1);
  EXPECT_ERROR(fourth->rti->resign_federation_execution(ResignAction::no_action),
               FederateNotExecutionMember);
  EXPECT_ERROR(fourth->rti->register_federation_synchronization_point("s", {}),
               FederateNotExecutionMember);
  EXPECT_ERROR(fourth->pub("A", "a1"), FederateNotExecutionMember);
  EXPECT_ERROR(fourth->tar(1), FederateNotExecutionMember);
  EXPECT_ERROR(fourth->rti->create_region({}), FederateNotExecutionMember);
  EXPECT_ERROR(fourth->rti->get_object_class_handle("A"), FederateNotExecutionMember);
  EXPECT_ERROR(fourth->rti->enable_attribute_scope_advisory_switch(), FederateNotExecutionMember);
  EXPECT_OK(fourth->rti->disconnect());
  EXPECT_ERROR(fourth->rti->resign_federation_execution(ResignAction::no_action), NotConnected);
  EXPECT_ERROR(fourth->join("d"), NotConnected);
  EXPECT_ERROR(fourth->rti->create_federation_execution("x", conformance_modules()), NotConnected);
  EXPECT_ERROR(fourth->rti->destroy_federation_execution("test"), NotConnected);
  EXPECT_ERROR(fourth->rti->list_federation_executions(), NotConnected);
  EXPECT_ERROR(fourth->pub("A", "a1"), NotConnected);
}
// 4.3 "The federate is not joined."
TEST_P(Clause4Federation, DisconnectingWhileJoinedIsRefused) {
  EXPECT_ERROR(a().rti->disconnect(), FederateIsExecutionMember);
  EXPECT_OK(a().rti->query_logical_time());
  EXPECT_OK(a().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_OK(a().rti->disconnect());
}
// 4.5, 4.9, 4.10 Not from within a callback.
TEST_P(Clause4Federation, MembershipIsNotChangedWithinACallback) {
  std::vector<std::string> errors;
  b().on_line = [&](const std::string&) {
    errors.push_back(error_of(b().rti->resign_federation_execution(ResignAction::no_action)));
    errors.push_back(error_of(b().rti->join_federation_execution("b", "t", "test")));
    errors.push_back(error_of(b().rti->evoke_callback(0)));
    errors.push_back(error_of(b().rti->evoke_multiple_callbacks(0, 0)));
    errors.push_back(error_of(b().rti->disconnect()));
  };
  EXPECT_OK(b().subi("K"));
  EXPECT_OK(a().pubi("K"));
  EXPECT_OK(a().send("K"));
  settle();
  b().on_line = nullptr;
  EXPECT_EQ(errors.size(), 5U);
  for (std::size_t i = 0; i < errors.size(); ++i) {
    // 4.3 lists FederateIsExecutionMember beside CallNotAllowedFromWithinCallback.
    if (i == 4 && errors[i].starts_with("FederateIsExecutionMember")) continue;
    if (i == 1 && errors[i].starts_with("FederateAlreadyExecutionMember")) continue;
    EXPECT_TRUE(errors[i].starts_with("CallNotAllowedFromWithinCallback")) << i << errors[i];
  }
}
// 4.10 no_action: "cannot own instance attributes", "no ownership acquisition pending".
TEST_P(Clause4Federation, ResigningWithNoActionNeedsNothingToGiveUp) {
  EXPECT_OK(a().pub("A", "a1 a2"));
  EXPECT_OK(b().pub("A", "a1"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  skip();
  EXPECT_ERROR(a().rti->resign_federation_execution(ResignAction::no_action),
               FederateOwnsAttributes);
  EXPECT_OK(b().acquire("x", "a1"));
  EXPECT_ERROR(b().rti->resign_federation_execution(ResignAction::no_action),
               OwnershipAcquisitionPending);
  EXPECT_ERROR(b().rti->resign_federation_execution(ResignAction::delete_objects),
               OwnershipAcquisitionPending);
  EXPECT_ERROR(
      b().rti->resign_federation_execution(ResignAction::unconditionally_divest_attributes),
      OwnershipAcquisitionPending);
  EXPECT_OK(
      b().rti->resign_federation_execution(ResignAction::cancel_pending_ownership_acquisitions));
  EXPECT_ERROR(
      a().rti->resign_federation_execution(ResignAction::cancel_pending_ownership_acquisitions),
      FederateOwnsAttributes);
  EXPECT_TRUE(a().owns("x", "a1"));
}
// 4.10 unconditionally_divest_attributes: objects stay, unowned, and are offered (7.4).
TEST_P(Clause4Federation, ResigningWithDivestitureOffersWhatWasOwned) {
  EXPECT_OK(a().pub("A", "a1 a2"));
  EXPECT_OK(b().pub("A", "a1"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(c().sub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  skip();
  EXPECT_OK(a().rti->resign_federation_execution(ResignAction::unconditionally_divest_attributes));
  // 5.2 The privilege to delete is published with the first attribute.
  EXPECT_HEARD(b(), "assume x priv a1");
  EXPECT_SILENCE(c());
  EXPECT_OK(c().query("x", "a1"));
  EXPECT_OK(c().query("x", "priv"));
  EXPECT_HEARD(c(), "owner x a1 none", "owner x priv none");
  EXPECT_OK(b().acquire_free("x", "a1"));
  EXPECT_HEARD(b(), "acquired x a1");
  EXPECT_OK(b().upd("x", "a1=7"));
  EXPECT_HEARD(c(), "reflect x a1=7");
}
// 4.10 delete_objects: of which the federate has the privilege; with others it is refused.
TEST_P(Clause4Federation, ResigningWithDeletionDeletesWhatMayBeDeleted) {
  EXPECT_OK(a().pub("A", "a1 a2"));
  EXPECT_OK(b().pub("A", "a2"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(c().sub("A", "a1 a2"));
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_OK(a().reg("A", "y"));
  EXPECT_OK(a().divest("x", "a2"));
  skip();
  EXPECT_OK(b().acquire_free("x", "a2"));
  skip();
  // b owns an attribute of x, which it may not delete.
  EXPECT_ERROR(b().rti->resign_federation_execution(ResignAction::delete_objects),
               FederateOwnsAttributes);
  EXPECT_OK(a().rti->resign_federation_execution(ResignAction::delete_objects));
  EXPECT_HEARD_SORTED(c(), "remove x", "remove y");
  EXPECT_HEARD_SORTED(b(), "remove x", "remove y");
  EXPECT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
}
// 4.10 delete_objects_then_divest: what cannot be deleted is divested.
TEST_P(Clause4Federation, ResigningWithDeletionThenDivestitureDoesBoth) {
  EXPECT_OK(a().pub("A", "a1 a2"));
  EXPECT_OK(b().pub("A", "a1 a2"));
  for (Actor* each : {&b(), &c()}) EXPECT_OK(each->sub("A", "a1 a2"));
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_OK(b().reg("A", "y"));
  EXPECT_OK(a().divest("x", "a2"));
  skip();
  EXPECT_OK(b().acquire_free("x", "a2"));
  skip();
  EXPECT_OK(b().rti->resign_federation_execution(ResignAction::delete_objects_then_divest));
  EXPECT_HEARD(c(), "remove y");
  EXPECT_OK(c().query("x", "a2"));
  EXPECT_OK(c().query("x", "a1"));
  EXPECT_HEARD(c(), "owner x a2 none", "owner x a1 a");
}
// 4.10 cancel_then_delete_then_divest is always possible.
TEST_P(Clause4Federation, ResigningWithEveryActionIsAlwaysPossible) {
  EXPECT_OK(a().pub("A", "a1 a2"));
  EXPECT_OK(b().pub("A", "a1 a2"));
  for (Actor* each : {&a(), &b(), &c()}) EXPECT_OK(each->sub("A", "a1 a2"));
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_OK(b().reg("A", "y"));
  skip();
  EXPECT_OK(b().acquire("x", "a1", "want"));
  EXPECT_HEARD(a(), "release x a1 tag=want");
  EXPECT_OK(b().rti->resign_federation_execution(ResignAction::cancel_then_delete_then_divest));
  EXPECT_HEARD(c(), "remove y");
  EXPECT_HEARD(a(), "remove y");
  // Nobody wants it any longer.
  EXPECT_EQ(*a().give("x", "a1"), "");
  EXPECT_TRUE(a().owns("x", "a1"));
}
// 4.10 After a resignation a federate that joins again begins afresh.
TEST_P(Clause4Federation, AFederateThatJoinsAgainHasNothingOfBefore) {
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(b().subi("K"));
  EXPECT_OK(b().pub("A", "a1"));
  regulate(b(), 3);
  constrain(b());
  EXPECT_OK(b().tar(5));
  skip();
  EXPECT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_OK(b().join("b"));
  EXPECT_EQ(b().time(), 0);
  EXPECT_ERROR(b().rti->query_lookahead(), TimeRegulationIsNotEnabled);
  EXPECT_ERROR(b().rti->disable_time_constrained(), TimeConstrainedIsNotEnabled);
  EXPECT_ERROR(b().reg("A", "x"), ObjectClassNotPublished);
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(a().reg("A", "y"));
  EXPECT_OK(a().pubi("K"));
  EXPECT_OK(a().send("K"));
  EXPECT_SILENCE(b());
}
// 4.10 What waited for the federate goes with its membership.
TEST_P(Clause4Federation, CallbacksOfBeforeAResignationAreNotMadeAfterTheNextJoin) {
  EXPECT_OK(b().subi("K"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(a().pubi("K"));
  EXPECT_OK(a().pub("A", "a1"));
  b().silent = true;
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_OK(a().send("K", "k1=1"));
  settle();
  EXPECT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_OK(b().join("b"));
  b().silent = false;
  EXPECT_SILENCE(b());
  // The object is discovered anew.
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_HEARD(b(), "discover x A");
}
// 4.1 Federations are apart: names of federates, objects and synchronization points, and what is sent.
TEST_P(Clause4Federation, FederationsAreApart) {
  EXPECT_OK(a().rti->create_federation_execution("second", conformance_modules(),
                                                 TimeRepresentation::integer64));
  auto other = actor(1);
  EXPECT_OK(other->rti->join_federation_execution("a", "t", "second"));
  EXPECT_OK(other->subi("K"));
  EXPECT_OK(other->sub("A", "a1"));
  EXPECT_OK(b().rti->reserve_object_instance_name("one"));
  EXPECT_OK(other->rti->reserve_object_instance_name("one"));
  EXPECT_OK(b().rti->register_federation_synchronization_point("s", {}));
  EXPECT_OK(other->rti->register_federation_synchronization_point("s", {}));
  settle();
  (void)other->rti->evoke_multiple_callbacks(0, 1);
  EXPECT_EQ(other->lines, (Lines{"reserved one", "registered s", "announce s"}));
  EXPECT_HEARD(b(), "reserved one", "registered s", "announce s");
  other->lines.clear();
  EXPECT_OK(a().pubi("K"));
  EXPECT_OK(a().send("K"));
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  settle();
  (void)other->rti->evoke_multiple_callbacks(0, 1);
  EXPECT_EQ(other->lines, Lines{});
  EXPECT_ERROR(a().rti->destroy_federation_execution("second"), FederatesCurrentlyJoined);
  EXPECT_OK(other->rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_OK(a().rti->destroy_federation_execution("second"));
}

CONFORMANCE_SUITE(Clause4Federation);

// 4.9 Of different types and names; a federate may join one federation after another.
class Clause4Members : public Conformance {
  bool joined() override { return false; }
};
TEST_P(Clause4Members, MembersAreListedByNameAndType) {
  EXPECT_OK(a().rti->join_federation_execution("one", "sensor", "test"));
  EXPECT_OK(b().rti->join_federation_execution("two", "shooter", "test"));
  auto members = *c().rti->list_federation_execution_members("test");
  std::ranges::sort(members, {}, &FederationMember::name);
  EXPECT_EQ(members.size(), 2U);
  EXPECT_EQ(members.at(0).name + members.at(0).type, "onesensor");
  EXPECT_EQ(members.at(1).name + members.at(1).type, "twoshooter");
  EXPECT_ERROR(c().rti->list_federation_execution_members("none"), FederationExecutionDoesNotExist);
}
TEST_P(Clause4Members, AFederateJoinsOneFederationAfterAnother) {
  EXPECT_OK(a().rti->create_federation_execution("second", conformance_modules()));
  for (const char* const name : {"test", "second", "test"}) {
    EXPECT_OK(b().rti->join_federation_execution("b", "t", name));
    EXPECT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  }
  EXPECT_OK(c().rti->destroy_federation_execution("second"));
  EXPECT_OK(c().rti->destroy_federation_execution("test"));
}
// 4.9 Names are any text: other scripts, blanks, punctuation.
TEST_P(Clause4Members, NamesAreAnyText) {
  const std::string name = "Füße & <Größe> \"日本\" 🚀";
  EXPECT_OK(a().rti->create_federation_execution(name, conformance_modules()));
  EXPECT_OK(a().rti->join_federation_execution(name, name, name));
  EXPECT_OK(b().rti->join_federation_execution("b", name, name));
  EXPECT_EQ(*b().rti->get_federate_name(*b().rti->get_federate_handle(name)), name);
  EXPECT_OK(a().rti->register_federation_synchronization_point(name, bytes(name)));
  EXPECT_OK(a().rti->reserve_object_instance_name(name));
  EXPECT_HEARD(b(), "announce " + name + " tag=" + name);
  EXPECT_HEARD_SORTED(a(), "announce " + name + " tag=" + name, "registered " + name,
                      "reserved " + name);
}
CONFORMANCE_SUITE(Clause4Members);

}  // namespace
}  // namespace orrery::rti::testing::conformance
