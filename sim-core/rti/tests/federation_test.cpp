// Federation management.
#include "federates.hpp"

namespace orrery::rti::testing {
namespace {

using Federation = Federates;
INSTANTIATE_TEST_SUITE_P(Groups, Federation, every_layout, layout_name);

TEST_P(Federation, CreatingTwiceFails) {
  EXPECT_ERROR(a().rti->create_federation_execution("test", test_modules()),
               FederationExecutionAlreadyExists);
  EXPECT_EQ(a().rti->list_federation_executions()->size(), 1U);
}

TEST_P(Federation, CreatingWithoutAModelOrNameFails) {
  EXPECT_ERROR(a().rti->create_federation_execution("x", {}), CouldNotOpenFDD);
  EXPECT_ERROR(a().rti->create_federation_execution("", test_modules()), IllegalName);
}

TEST_P(Federation, CreatingWithModulesThatContradictFails) {
  auto other = parse_fom("(FED (objects (class Vehicle (attribute Other reliable receive))))", "o");
  ASSERT_OK(other);
  EXPECT_ERROR(a().rti->create_federation_execution("x", {test_modules()[0], *other}),
               InconsistentFDD);
}

TEST_P(Federation, DestroyingNeedsAnExistingAndEmptyOne) {
  EXPECT_ERROR(a().rti->destroy_federation_execution("none"), FederationExecutionDoesNotExist);
  a().join("a");
  EXPECT_ERROR(b().rti->destroy_federation_execution("test"), FederatesCurrentlyJoined);
  ASSERT_OK(a().rti->resign_federation_execution(ResignAction::no_action));
  ASSERT_OK(b().rti->destroy_federation_execution("test"));
  EXPECT_TRUE(a().rti->list_federation_executions()->empty());
  ASSERT_OK(a().rti->create_federation_execution("test", test_modules()));
}

TEST_P(Federation, JoiningNeedsAFederation) {
  EXPECT_ERROR(a().rti->join_federation_execution("a", "t", "none"),
               FederationExecutionDoesNotExist);
}

TEST_P(Federation, JoiningTwiceFails) {
  a().join("a");
  EXPECT_ERROR(a().rti->join_federation_execution("x", "t", "test"),
               FederateAlreadyExecutionMember);
}

TEST_P(Federation, NamesAreUnique) {
  a().join("a");
  EXPECT_ERROR(b().rti->join_federation_execution("a", "t", "test"), FederateNameAlreadyInUse);
  b().join("");
  c().join("");
  EXPECT_NE(*a().rti->get_federate_name(b().handle), *a().rti->get_federate_name(c().handle));
}

TEST_P(Federation, JoiningMayAddModules) {
  auto more = parse_fom("(FED (objects (class Plane (attribute Wing reliable receive))))", "p");
  ASSERT_OK(more);
  a().join("a");
  const auto before = a().object_class("Vehicle.Tank");
  ASSERT_OK(b().rti->join_federation_execution("b", "t", "test", {*more}));
  EXPECT_TRUE(a().rti->get_object_class_handle("Plane").ok());
  EXPECT_EQ(a().object_class("Vehicle.Tank"), before);
  auto bad = parse_fom("(FED (objects (class Plane (attribute Tail reliable receive))))", "b");
  EXPECT_ERROR(c().rti->join_federation_execution("c", "t", "test", {*bad}), InconsistentFDD);
}

TEST_P(Federation, ServicesNeedMembership) {
  EXPECT_ERROR(a().rti->resign_federation_execution(ResignAction::no_action),
               FederateNotExecutionMember);
  EXPECT_ERROR(a().rti->get_object_class_handle("Vehicle"), FederateNotExecutionMember);
  EXPECT_ERROR(a().rti->publish_interaction_class({0}), FederateNotExecutionMember);
  EXPECT_ERROR(a().rti->time_advance_request(float64_time(1)), FederateNotExecutionMember);
  EXPECT_ERROR(a().rti->query_logical_time(), FederateNotExecutionMember);
  EXPECT_ERROR(a().rti->register_federation_synchronization_point("p", {}),
               FederateNotExecutionMember);
}

TEST_P(Federation, ResigningWithOwnedAttributesNeedsADirective) {
  join_all();
  a().publish("Ship", {"Course"});
  b().subscribe("Ship", {"Course"});
  ASSERT_OK(a().rti->register_object_instance(a().object_class("Ship")));
  drain();
  ASSERT_EQ(b().discovered.size(), 1U);
  EXPECT_ERROR(a().rti->resign_federation_execution(ResignAction::no_action),
               FederateOwnsAttributes);
  EXPECT_ERROR(a().rti->resign_federation_execution(static_cast<ResignAction>(99)),
               InvalidResignAction);
  ASSERT_OK(a().rti->resign_federation_execution(ResignAction::delete_objects));
  drain();
  EXPECT_EQ(b().removed.size(), 1U);
}

TEST_P(Federation, WhatWasSentBeforeResigningIsSeenBeforeTheRemoval) {
  join_all();
  a().publish("Ship", {"Course"});
  b().subscribe("Ship", {"Course"});
  auto ship = a().rti->register_object_instance(a().object_class("Ship"));
  ASSERT_OK(ship);
  drain();
  std::size_t removed_before = 1;
  b().on_reflect = [&] { removed_before = b().removed.size(); };
  ASSERT_OK(a().update(*ship, a().attribute("Ship", "Course"), "home"));
  ASSERT_OK(a().rti->resign_federation_execution(ResignAction::delete_objects));
  drain();
  EXPECT_EQ(b().reflected.size(), 1U);
  EXPECT_EQ(removed_before, 0U);
  EXPECT_EQ(b().removed.size(), 1U);
}

TEST_P(Federation, ResigningMayLeaveObjectsWithoutOwner) {
  join_all();
  a().publish("Ship", {"Course"});
  b().subscribe("Ship", {"Course"});
  auto ship = a().rti->register_object_instance(a().object_class("Ship"));
  drain();
  ASSERT_OK(a().rti->resign_federation_execution(ResignAction::unconditionally_divest_attributes));
  drain();
  EXPECT_TRUE(b().removed.empty());
  EXPECT_TRUE(b().rti->get_object_instance_name(*ship).ok());
}

TEST_P(Federation, AFederateMayJoinAgain) {
  a().join("a");
  const FederateHandle first = a().handle;
  ASSERT_OK(a().rti->resign_federation_execution(ResignAction::no_action));
  a().join("a");
  EXPECT_NE(a().handle, first);
}

TEST_P(Federation, DisconnectingResigns) {
  a().join("a");
  b().join("b");
  b().rti.reset();
  EXPECT_ERROR(a().rti->get_federate_handle("b"), NameNotFound);
}

// 4.9: a name that the RTI makes is nobody else's.
TEST_P(Federation, AGeneratedNameIsNotTaken) {
  a().join("");
  const std::string own = *a().rti->get_federate_name(a().handle);
  const std::string number = std::to_string(a().handle.value);
  const std::string start = own.substr(0, own.size() - number.size());
  b().join(start + std::to_string(a().handle.value + 2));
  c().join("");
  EXPECT_NE(*a().rti->get_federate_name(c().handle), *a().rti->get_federate_name(b().handle));
}

// 4.3
TEST_P(Federation, OnlyWhoHasResignedDisconnects) {
  a().join("a");
  EXPECT_ERROR(a().rti->disconnect(), FederateIsExecutionMember);
  EXPECT_TRUE(a().rti->get_federate_handle("a").ok()) << "it is still joined";
  ASSERT_OK(a().rti->resign_federation_execution(ResignAction::no_action));
  ASSERT_OK(a().rti->disconnect());
  ASSERT_OK(a().rti->disconnect());
  RtiAmbassador& rti = *a().rti;
  EXPECT_ERROR(rti.create_federation_execution("other", test_modules()), NotConnected);
  EXPECT_ERROR(rti.destroy_federation_execution("test"), NotConnected);
  EXPECT_ERROR(rti.list_federation_executions(), NotConnected);
  EXPECT_ERROR(rti.join_federation_execution("a", "t", "test"), NotConnected);
  EXPECT_ERROR(rti.resign_federation_execution(ResignAction::no_action), NotConnected);
  EXPECT_ERROR(rti.get_object_class_handle("Ship"), NotConnected);
  EXPECT_ERROR(rti.publish_interaction_class({0}), NotConnected);
  EXPECT_ERROR(rti.query_logical_time(), NotConnected);
  EXPECT_FALSE(*rti.evoke_multiple_callbacks(0, 0));
  b().join("a");
  ASSERT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  ASSERT_OK(b().rti->destroy_federation_execution("test"));
}

TEST_P(Federation, DisconnectingIsRefusedInCallbacks) {
  join_all();
  a().publish("Ship", {"Course"});
  b().subscribe("Ship", {"Course"});
  bool asked = false;
  b().on_reflect = [&] {
    asked = true;
    EXPECT_ERROR(b().rti->disconnect(), CallNotAllowedFromWithinCallback);
  };
  auto ship = a().rti->register_object_instance(a().object_class("Ship"));
  ASSERT_OK(a().update(*ship, a().attribute("Ship", "Course"), "1"));
  drain();
  EXPECT_TRUE(asked);
}

TEST_P(Federation, WaitingServicesAreRefusedInCallbacks) {
  join_all();
  bool asked = false;
  a().publish("Ship", {"Course"});
  b().subscribe("Ship", {"Course"});
  b().on_reflect = [&] {
    asked = true;
    EXPECT_ERROR(b().rti->resign_federation_execution(ResignAction::no_action),
                 CallNotAllowedFromWithinCallback);
    EXPECT_ERROR(b().rti->evoke_callback(0), CallNotAllowedFromWithinCallback);
    EXPECT_ERROR(b().rti->destroy_federation_execution("test"), CallNotAllowedFromWithinCallback);
  };
  auto ship = a().rti->register_object_instance(a().object_class("Ship"));
  ASSERT_OK(a().update(*ship, a().attribute("Ship", "Course"), "1"));
  drain();
  EXPECT_TRUE(asked);
}

TEST_P(Federation, EvokingOneAtATime) {
  a().join("a");
  ASSERT_OK(a().rti->register_federation_synchronization_point("p", {}));
  EXPECT_TRUE(*a().rti->evoke_callback(0));
  EXPECT_EQ(a().registered.size() + a().announced.size(), 1U);
  EXPECT_FALSE(*a().rti->evoke_callback(0));
  EXPECT_EQ(a().registered.size() + a().announced.size(), 2U);
}

using FederationOnOneNode = Federation;
INSTANTIATE_TEST_SUITE_P(OneNode, FederationOnOneNode, one_node_only, layout_name);
TEST_P(FederationOnOneNode, ImmediateCallbacksComeByTheNode) {
  Federate d(node_of(0), CallbackModel::immediate);
  d.join("d");
  ASSERT_OK(d.rti->register_federation_synchronization_point("p", {}));
  EXPECT_TRUE(d.announced.empty());
  node_of(0).pump();
  EXPECT_EQ(d.announced.size(), 1U);
}

using SyncPoints = Federates;
INSTANTIATE_TEST_SUITE_P(Groups, SyncPoints, every_layout, layout_name);

TEST_P(SyncPoints, AllAchieveIt) {
  join_all();
  ASSERT_OK(a().rti->register_federation_synchronization_point("ready", bytes("tag")));
  drain();
  EXPECT_TRUE(a().registered.contains("ready"));
  for (auto& each : feds) EXPECT_EQ(each->announced["ready"], "tag");
  ASSERT_OK(a().rti->synchronization_point_achieved("ready"));
  ASSERT_OK(b().rti->synchronization_point_achieved("ready"));
  drain();
  EXPECT_TRUE(a().synchronized.empty());
  ASSERT_OK(c().rti->synchronization_point_achieved("ready", false));
  drain();
  for (auto& each : feds) {
    ASSERT_TRUE(each->synchronized.contains("ready"));
    EXPECT_EQ(each->synchronized["ready"], std::vector<FederateHandle>{c().handle});
  }
}

TEST_P(SyncPoints, ALabelInUseFails) {
  join_all();
  ASSERT_OK(a().rti->register_federation_synchronization_point("ready", {}));
  ASSERT_OK(b().rti->register_federation_synchronization_point("ready", {}));
  drain();
  ASSERT_TRUE(b().failed.contains("ready"));
  EXPECT_EQ(b().failed["ready"], SynchronizationPointFailure::label_not_unique);
  EXPECT_FALSE(b().registered.contains("ready"));
}

// 4.13, 4.14: the announcement is the callback.
TEST_P(SyncPoints, AchievingWhatWasNotAnnouncedFails) {
  join_all();
  EXPECT_ERROR(a().rti->synchronization_point_achieved("none"),
               SynchronizationPointLabelNotAnnounced);
  ASSERT_OK(a().rti->register_federation_synchronization_point("p", {}));
  EXPECT_ERROR(a().rti->synchronization_point_achieved("p"), SynchronizationPointLabelNotAnnounced);
  drain();
  ASSERT_OK(a().rti->synchronization_point_achieved("p"));
  EXPECT_ERROR(a().rti->synchronization_point_achieved("p"), SynchronizationPointLabelNotAnnounced);
}

TEST_P(SyncPoints, ASetTakesPartAlone) {
  join_all();
  const std::vector<FederateHandle> set{b().handle};
  ASSERT_OK(a().rti->register_federation_synchronization_point("p", {}, set));
  drain();
  EXPECT_TRUE(a().announced.empty());
  ASSERT_OK(b().rti->synchronization_point_achieved("p"));
  drain();
  EXPECT_TRUE(b().synchronized.contains("p"));
  EXPECT_TRUE(a().synchronized.empty());
}

TEST_P(SyncPoints, ASetWithAStrangerFails) {
  join_all();
  const std::vector<FederateHandle> stranger{{77}};
  EXPECT_ERROR(a().rti->register_federation_synchronization_point("p", {}, stranger),
               InvalidFederateHandle);
  const std::vector<FederateHandle> gone{c().handle};
  ASSERT_OK(c().rti->resign_federation_execution(ResignAction::no_action));
  ASSERT_OK(a().rti->register_federation_synchronization_point("p", {}, gone));
  drain();
  ASSERT_TRUE(a().failed.contains("p"));
  EXPECT_EQ(a().failed["p"], SynchronizationPointFailure::set_member_not_joined);
}

TEST_P(SyncPoints, WhoJoinsLaterTakesPart) {
  a().join("a");
  ASSERT_OK(a().rti->register_federation_synchronization_point("p", bytes("t")));
  b().join("b");
  drain();
  EXPECT_EQ(b().announced["p"], "t");
  ASSERT_OK(a().rti->synchronization_point_achieved("p"));
  drain();
  EXPECT_TRUE(a().synchronized.empty());
  ASSERT_OK(b().rti->synchronization_point_achieved("p"));
  drain();
  EXPECT_TRUE(a().synchronized.contains("p"));
}

TEST_P(SyncPoints, WhoResignsHoldsUpNobody) {
  join_all();
  ASSERT_OK(a().rti->register_federation_synchronization_point("p", {}));
  drain();
  ASSERT_OK(a().rti->synchronization_point_achieved("p"));
  ASSERT_OK(b().rti->synchronization_point_achieved("p"));
  ASSERT_OK(c().rti->resign_federation_execution(ResignAction::no_action));
  drain();
  EXPECT_TRUE(a().synchronized.contains("p"));
}

}  // namespace
}  // namespace orrery::rti::testing
