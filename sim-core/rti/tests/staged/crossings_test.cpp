// Services called within callbacks, states that begin with a callback, federates that vanish, rates, and wrong handles.
#include "staged/staged.hpp"

namespace orrery::rti::testing::staged {
namespace {

class StagedCrossings : public World {
 protected:
  void begin() override {
    hush();
    settle("Thing.Craft", "t1 t2 t3 c1 c2 c3");
    for (auto& each : feds) {
      STAGED_OK(each->pub("Thing.Craft", "t1 t2 t3 c1 c2 c3"));
      for (const char* of : {"Note", "Talk", "Zone"}) STAGED_OK(each->pubi(of));
    }
    skip();
  }
  // As if the federate's program ended.
  void vanish(Fed& fed) {
    Fed* gone = &fed;
    wait_for<int>(fed.node, [gone] {
      gone->rti.reset();
      return 0;
    });
  }
};

// 10.2, 10.3 One vanishes: its automatic resign directive says what becomes of its object.
TEST_P(StagedCrossings, VanishedWithDeletion) {
  STAGED_OK(a().rti->set_automatic_resign_directive(ResignAction::delete_objects_then_divest));
  vanish(a());
  STAGED_HEARD(b(), "remove x");
  STAGED_HEARD(c(), "remove x");
}
TEST_P(StagedCrossings, VanishedWithDivestiture) {
  STAGED_OK(
      a().rti->set_automatic_resign_directive(ResignAction::unconditionally_divest_attributes));
  STAGED_OK(b().acquire("x", "c1"));
  skip();
  vanish(a());
  STAGED_HEARD_SORTED(b(), "acquired x c1", "assume x c2,c3,priv,t1,t2,t3");
  STAGED_OK(c().query_owner("x", "c2"));
  drain();
  EXPECT_EQ(c().log.back(), "unowned x c2");
}
// 4.15, 8.13 One that vanishes is waited for neither at points nor in time.
TEST_P(StagedCrossings, VanishedWhileOthersWait) {
  regulate(a(), 1);
  constrain(b());
  STAGED_OK(b().subi("Note"));
  STAGED_OK(b().rti->register_federation_synchronization_point("p", {}));
  skip();
  STAGED_OK(b().rti->synchronization_point_achieved("p"));
  STAGED_OK(c().rti->synchronization_point_achieved("p"));
  STAGED_OK(a().send_at(5, "Note", "n2=1"));
  STAGED_OK(b().nmr(20));
  STAGED_HEARD(b());
  vanish(a());
  Lines told = heard(b());
  std::erase(told, "remove x");
  EXPECT_EQ(sorted(told), sorted({"synchronized p", "receive Note n2=1 @5", "grant 5"}));
}
// 6.9, 10.8 to 10.10 An object is unknown before its discovery, by handle and by name.
TEST_P(StagedCrossings, UnknownBeforeTheDiscovery) {
  if (GetParam().model == CallbackModel::immediate) return;
  STAGED_OK(a().reg("Thing.Craft", "y"));
  arrive();
  const ObjectInstanceHandle handle = a().ob("y");
  STAGED_ERR(b().rti->get_object_instance_handle(labels.name_of_label["y"]),
             ObjectInstanceNotKnown);
  STAGED_ERR(b().rti->get_known_object_class_handle(handle), ObjectInstanceNotKnown);
  STAGED_ERR(b().rti->get_object_instance_name(handle), ObjectInstanceNotKnown);
  STAGED_ERR(b().request("y", "c1"), ObjectInstanceNotKnown);
  STAGED_ERR(b().acquire("y", "c1"), ObjectInstanceNotKnown);
  STAGED_ERR(b().forget("y"), ObjectInstanceNotKnown);
  STAGED_HEARD(b(), "discover y Thing.Craft");
  EXPECT_TRUE(b().knows("y"));
}
// 6.3, 4.13 A name is reserved, a point announced, with the callback.
TEST_P(StagedCrossings, ReservedAndAnnouncedWithTheCallback) {
  if (GetParam().model == CallbackModel::immediate) return;
  STAGED_OK(a().rti->reserve_object_instance_name("N"));
  arrive();
  STAGED_ERR(a().reg("Thing.Craft", "y", "N"), ObjectInstanceNameNotReserved);
  STAGED_OK(b().rti->register_federation_synchronization_point("p", {}));
  arrive();
  STAGED_ERR(a().rti->synchronization_point_achieved("p"), SynchronizationPointLabelNotAnnounced);
  STAGED_HEARD(a(), "reserved N", "announce p");
  STAGED_OK(a().reg("Thing.Craft", "y", "N"));
  STAGED_OK(a().rti->synchronization_point_achieved("p"));
}
// 7.7, 10.9 An object that others see resigned is unknown by name with the removal, known before.
TEST_P(StagedCrossings, KnownUntilTheRemovalOfAResignation) {
  if (GetParam().model == CallbackModel::immediate) return;
  const ObjectInstanceHandle handle = b().ob("x");
  STAGED_OK(resign(a(), ResignAction::delete_objects));
  arrive();
  STAGED_OK(b().rti->get_known_object_class_handle(handle));
  STAGED_OK(b().rti->get_object_instance_name(handle));
  STAGED_OK(b().rti->get_object_instance_handle(labels.name_of_label["x"]));
  STAGED_HEARD(b(), "remove x");
  STAGED_ERR(b().rti->get_object_instance_handle(labels.name_of_label["x"]),
             ObjectInstanceNotKnown);
}
// 6.11 Within a reflection: update, send, acquire, subscribe, register, all take effect after it.
TEST_P(StagedCrossings, EverythingWithinAReflection) {
  STAGED_OK(c().subi("Talk"));
  STAGED_OK(b().reg("Thing.Craft", "y"));
  skip();
  bool once = true;
  b().when["reflect"] = [&] {
    if (!std::exchange(once, false)) return;
    STAGED_OK(b().upd("y", "c1=within"));
    STAGED_OK(b().send("Talk", "s1=within"));
    STAGED_OK(b().acquire("x", "c2"));
    STAGED_OK(b().reg("Thing.Craft", "z"));
    STAGED_OK(b().subi("Note"));
    STAGED_ERR(b().rti->evoke_callback(0), CallNotAllowedFromWithinCallback);
    STAGED_ERR(b().rti->evoke_multiple_callbacks(0, 1), CallNotAllowedFromWithinCallback);
  };
  STAGED_OK(a().upd("x", "c1=1"));
  STAGED_HEARD(b(), "reflect x c1=1");
  STAGED_HEARD_SORTED(c(), "reflect x c1=1", "reflect y c1=within", "receive Talk s1=within",
                      "discover z Thing.Craft");
  STAGED_HEARD(a(), "release x c2");
  STAGED_OK(a().send("Note", "n2=1"));
  STAGED_HEARD(b(), "receive Note n2=1");
}
// 6.15 Within a removal the object is gone; another of the same class can be registered.
TEST_P(StagedCrossings, WithinARemoval) {
  b().when["remove"] = [&] {
    STAGED_ERR(b().request("x", "c1"), ObjectInstanceNotKnown);
    STAGED_ERR(b().forget("x"), ObjectInstanceNotKnown);
    STAGED_OK(b().reg("Thing.Craft", "y"));
  };
  STAGED_OK(a().del("x"));
  STAGED_HEARD(b(), "remove x");
  STAGED_HEARD(c(), "remove x", "discover y Thing.Craft");
}
// 7.7 Within the notification the owner passes it on: to the next, and so round.
TEST_P(StagedCrossings, PassedOnWithinTheNotification) {
  STAGED_OK(b().acquire("x", "c1"));
  skip();
  STAGED_OK(c().acquire("x", "c1"));
  skip();
  b().when["acquired"] = [&] {
    STAGED_OK(b().upd("x", "c1=b"));
    EXPECT_EQ(b().give("x", "c1"), "c1");
  };
  c().when["acquired"] = [&] { STAGED_OK(c().upd("x", "c1=c")); };
  EXPECT_EQ(a().give("x", "c1"), "c1");
  drain();
  EXPECT_TRUE(c().owns("x", "c1"));
  Lines told = heard(a());
  std::erase_if(told, [](const std::string& each) { return !each.starts_with("reflect"); });
  EXPECT_EQ(told, Lines{});
  STAGED_OK(a().sub("Thing.Craft", "c1"));
  skip();
  STAGED_OK(c().upd("x", "c1=d"));
  STAGED_HEARD(a(), "reflect x c1=d");
}
// 5.6 With an update rate: best effort in receive order is reduced, all else is not; the last rate counts.
TEST_P(StagedCrossings, RatesOfOneAttribute) {
  STAGED_OK(a().pub("Thing.Craft", "c4"));
  STAGED_OK(a().reg("Thing.Craft", "y"));
  STAGED_OK(a().order("y", "c4", OrderType::receive));
  const auto which = b().ats("c4");
  STAGED_OK(b().rti->subscribe_object_class_attributes(b().oc("Thing.Craft"), which, true, "Low"));
  STAGED_OK(c().sub("Thing.Craft", "c4"));
  skip();
  EXPECT_EQ(*b().rti->get_update_rate_value_for_attribute(b().ob("y"), which.front()), 1.0);
  EXPECT_EQ(*c().rti->get_update_rate_value_for_attribute(c().ob("y"), which.front()), 0.0);
  for (const char* each : {"c4=1", "c4=2", "c4=3"}) {
    STAGED_OK(a().upd("y", each));
    drain();
  }
  STAGED_HEARD(b(), "reflect y c4=1");
  STAGED_HEARD(c(), "reflect y c4=1", "reflect y c4=2", "reflect y c4=3");
  STAGED_OK(b().sub("Thing.Craft", "c4"));
  drain();
  STAGED_OK(a().upd("y", "c4=4"));
  STAGED_OK(a().upd("y", "c4=5"));
  STAGED_HEARD(b(), "reflect y c4=4", "reflect y c4=5");
  STAGED_ERR(b().rti->subscribe_object_class_attributes(b().oc("Thing.Craft"), which, true, "Fast"),
             InvalidUpdateRateDesignator);
}
// 6.14, 9.4 A region of an object that is deleted at a time is in use until the deleter no longer needs it; retracted, the
// association is still there.
TEST_P(StagedCrossings, ARegionOfADeletedObject) {
  STAGED_OK(b().unsub("Thing.Craft", "c3"));
  STAGED_OK(b().sub_in("Thing.Craft", "c3", {b().region("X 0 10 Y 0 10")}));
  const RegionHandle far = a().region("X 50 60 Y 0 10");
  STAGED_OK(a().associate("x", "c3", {far}));
  regulate(a(), 1);
  constrain(b());
  STAGED_OK(a().del_at(5, "x"));
  drain();
  STAGED_OK(a().rti->retract(*a().sent));
  drain();
  STAGED_OK(a().upd_at(6, "x", "c3=1"));
  STAGED_OK(a().unassociate("x", "c3", {far}));
  STAGED_OK(a().upd_at(7, "x", "c3=2"));
  STAGED_OK(a().rti->delete_region(far));
  STAGED_OK(a().tar(20));
  STAGED_OK(b().tar(10));
  STAGED_HEARD(b(), "reflect x c3=2 @7", "grant 10");
}
// 6.16 Nobody may forget what it owns or is about to own; after it has given it away it may.
TEST_P(StagedCrossings, ForgottenAfterGiving) {
  STAGED_ERR(a().forget("x"), FederateOwnsAttributes);
  STAGED_OK(b().acquire("x", "c1"));
  STAGED_ERR(b().forget("x"), OwnershipAcquisitionPending);
  drain();
  EXPECT_EQ(a().give("x", "c1"), "c1");
  skip();
  STAGED_ERR(b().forget("x"), FederateOwnsAttributes);
  STAGED_OK(b().divest("x", "c1"));
  STAGED_OK(b().forget("x"));
  skip();
  STAGED_OK(a().divest("x", "c2 c3 t1 t2 t3 priv"));
  STAGED_OK(a().forget("x"));
  STAGED_ERR(a().upd("x", "c1=1"), ObjectInstanceNotKnown);
  skip();
  EXPECT_TRUE(c().knows("x"));
  STAGED_OK(c().acquire("x", "c1 priv"));
  drain();
  EXPECT_TRUE(c().owns("x", "c1"));
}
// Handles of nothing, in one service of each kind.
TEST_P(StagedCrossings, HandlesOfNothing) {
  const ObjectClassHandle object_class{9999};
  const InteractionClassHandle interaction_class{9999};
  const AttributeHandle attribute{9999};
  const ParameterHandle parameter{9999};
  const auto attributes = std::span(&attribute, 1);
  RtiAmbassador& rti = *a().rti;
  STAGED_ERR(rti.publish_object_class_attributes(object_class, {}), ObjectClassNotDefined);
  STAGED_ERR(rti.publish_object_class_attributes(a().oc("Thing"), attributes), AttributeNotDefined);
  STAGED_ERR(rti.subscribe_interaction_class(interaction_class), InteractionClassNotDefined);
  STAGED_ERR(rti.register_object_instance(object_class), ObjectClassNotDefined);
  STAGED_ERR(rti.request_attribute_value_update(a().ob("x"), attributes), AttributeNotDefined);
  STAGED_ERR(rti.request_attribute_value_update(object_class, attributes), ObjectClassNotDefined);
  const ParameterValue value{parameter, {}};
  STAGED_ERR(rti.send_interaction(a().ic("Note"), std::span(&value, 1)),
             InteractionParameterNotDefined);
  STAGED_ERR(rti.send_interaction(interaction_class, {}), InteractionClassNotDefined);
  STAGED_ERR(rti.unconditional_attribute_ownership_divestiture(a().ob("x"), attributes),
             AttributeNotDefined);
  STAGED_ERR(rti.attribute_ownership_acquisition({424242}, attributes), ObjectInstanceNotKnown);
  STAGED_ERR(rti.query_attribute_ownership(a().ob("x"), attribute), AttributeNotDefined);
  STAGED_ERR(rti.change_attribute_order_type(a().ob("x"), attributes, OrderType::receive),
             AttributeNotDefined);
  STAGED_ERR(rti.change_interaction_order_type(interaction_class, OrderType::receive),
             InteractionClassNotDefined);
  STAGED_ERR(rti.get_object_class_name(object_class), InvalidObjectClassHandle);
  STAGED_ERR(rti.get_interaction_class_name(interaction_class), InvalidInteractionClassHandle);
  STAGED_ERRS(rti.get_attribute_name(a().oc("Thing"), attribute), AttributeNotDefined,
              InvalidAttributeHandle);
  STAGED_ERRS(rti.get_parameter_name(a().ic("Note"), parameter), InteractionParameterNotDefined,
              InvalidParameterHandle);
  STAGED_ERRS(rti.get_federate_name({9999}), InvalidFederateHandle, FederateHandleNotKnown);
  STAGED_ERR(rti.normalize_federate_handle({9999}), InvalidFederateHandle);
  STAGED_ERR(rti.get_dimension_name({9999}), InvalidDimensionHandle);
  const DimensionHandle dimension{9999};
  STAGED_ERR(rti.create_region(std::span(&dimension, 1)), InvalidDimensionHandle);
  STAGED_ERRS(rti.retract({9999}), TimeRegulationIsNotEnabled, InvalidMessageRetractionHandle);
  STAGED_HEARD(b());
}
// 10.44 While callbacks are disabled: services work, nothing is told; then everything in order.
TEST_P(StagedCrossings, DisabledCallbacks) {
  STAGED_OK(b().subi("Talk"));
  regulate(a(), 1);
  constrain(b());
  STAGED_OK(b().rti->disable_callbacks());
  STAGED_OK(b().tar(3));
  STAGED_OK(a().upd("x", "c1=1"));
  STAGED_OK(a().send("Talk", "s1=2"));
  STAGED_OK(a().upd_at(2, "x", "c2=3"));
  STAGED_OK(a().tar(10));
  STAGED_OK(a().del("x"));
  STAGED_HEARD(b());
  STAGED_ERR(b().tar(5), InTimeAdvancingState);
  STAGED_OK(b().rti->enable_callbacks());
  Lines told = heard(b());
  // The removal, in receive order, may have missed that advance.
  STAGED_OK(b().tar(4));
  for (const auto& each : heard(b())) told.push_back(each);
  const auto place = [&](const std::string& line) {
    return std::ranges::find(told, line) - told.begin();
  };
  const auto size = static_cast<std::ptrdiff_t>(told.size());
  EXPECT_LT(place("reflect x c1=1"), place("receive Talk s1=2"));
  EXPECT_LT(place("receive Talk s1=2"), size);
  EXPECT_LT(place("remove x"), size);
  EXPECT_LT(place("grant 3"), size);
}
// 4.9, 4.10 Not a member: no service of one; a member: no second membership.
TEST_P(StagedCrossings, BetweenMemberships) {
  STAGED_ERR(join(b()), FederateAlreadyExecutionMember);
  STAGED_ERR(b().rti->disconnect(), FederateIsExecutionMember);
  STAGED_OK(resign(b()));
  STAGED_ERR(resign(b()), FederateNotExecutionMember);
  STAGED_ERR(b().rti->query_galt(), FederateNotExecutionMember);
  STAGED_ERR(b().rti->federate_save_begun(), FederateNotExecutionMember);
  STAGED_ERR(b().rti->abort_federation_restore(), FederateNotExecutionMember);
  STAGED_ERR(b().rti->delete_region({1}), FederateNotExecutionMember);
  STAGED_ERR(b().rti->get_object_class_handle("Thing"), FederateNotExecutionMember);
  STAGED_ERR(b().rti->retract({1}), FederateNotExecutionMember);
  STAGED_ERR(
      (wait_for<Status>(b().node, [&] { return b().rti->destroy_federation_execution("F"); })),
      FederatesCurrentlyJoined);
  STAGED_OK((wait_for<Status>(b().node, [&] { return b().rti->disconnect(); })));
  STAGED_ERR(b().rti->query_galt(), NotConnected);
  STAGED_ERR(b().rti->list_federation_executions(), NotConnected);
}

STAGED_SUITE(StagedCrossings);

}  // namespace
}  // namespace orrery::rti::testing::staged
