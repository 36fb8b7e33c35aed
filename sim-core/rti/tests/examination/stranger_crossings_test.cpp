// Services called within callbacks, states that begin with a callback, federates that vanish, rates, and wrong handles.
#include "stranger.hpp"

namespace orrery::rti::testing::stranger {
namespace {

class StrangerCrossings : public World {
 protected:
  void begin() override {
    hush();
    settle("Thing.Craft", "t1 t2 t3 c1 c2 c3");
    for (auto& each : feds) {
      STRANGER_OK(each->pub("Thing.Craft", "t1 t2 t3 c1 c2 c3"));
      for (const char* of : {"Note", "Talk", "Zone"}) STRANGER_OK(each->pubi(of));
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
TEST_P(StrangerCrossings, VanishedWithDeletion) {
  STRANGER_OK(a().rti->set_automatic_resign_directive(ResignAction::delete_objects_then_divest));
  vanish(a());
  STRANGER_HEARD(b(), "remove x");
  STRANGER_HEARD(c(), "remove x");
}
TEST_P(StrangerCrossings, VanishedWithDivestiture) {
  STRANGER_OK(
      a().rti->set_automatic_resign_directive(ResignAction::unconditionally_divest_attributes));
  STRANGER_OK(b().acquire("x", "c1"));
  skip();
  vanish(a());
  STRANGER_HEARD_SORTED(b(), "acquired x c1", "assume x c2,c3,priv,t1,t2,t3");
  STRANGER_OK(c().query_owner("x", "c2"));
  drain();
  EXPECT_EQ(c().log.back(), "unowned x c2");
}
// 4.15, 8.13 One that vanishes is waited for neither at points nor in time.
TEST_P(StrangerCrossings, VanishedWhileOthersWait) {
  regulate(a(), 1);
  constrain(b());
  STRANGER_OK(b().subi("Note"));
  STRANGER_OK(b().rti->register_federation_synchronization_point("p", {}));
  skip();
  STRANGER_OK(b().rti->synchronization_point_achieved("p"));
  STRANGER_OK(c().rti->synchronization_point_achieved("p"));
  STRANGER_OK(a().send_at(5, "Note", "n2=1"));
  STRANGER_OK(b().nmr(20));
  STRANGER_HEARD(b());
  vanish(a());
  Lines told = heard(b());
  std::erase(told, "remove x");
  EXPECT_EQ(sorted(told), sorted({"synchronized p", "receive Note n2=1 @5", "grant 5"}));
}
// 6.9, 10.8 to 10.10 An object is unknown before its discovery, by handle and by name.
TEST_P(StrangerCrossings, UnknownBeforeTheDiscovery) {
  if (GetParam().model == CallbackModel::immediate) return;
  STRANGER_OK(a().reg("Thing.Craft", "y"));
  arrive();
  const ObjectInstanceHandle handle = a().ob("y");
  STRANGER_ERR(b().rti->get_object_instance_handle(labels.name_of_label["y"]),
               ObjectInstanceNotKnown);
  STRANGER_ERR(b().rti->get_known_object_class_handle(handle), ObjectInstanceNotKnown);
  STRANGER_ERR(b().rti->get_object_instance_name(handle), ObjectInstanceNotKnown);
  STRANGER_ERR(b().request("y", "c1"), ObjectInstanceNotKnown);
  STRANGER_ERR(b().acquire("y", "c1"), ObjectInstanceNotKnown);
  STRANGER_ERR(b().forget("y"), ObjectInstanceNotKnown);
  STRANGER_HEARD(b(), "discover y Thing.Craft");
  EXPECT_TRUE(b().knows("y"));
}
// 6.3, 4.13 A name is reserved, a point announced, with the callback.
TEST_P(StrangerCrossings, ReservedAndAnnouncedWithTheCallback) {
  if (GetParam().model == CallbackModel::immediate) return;
  STRANGER_OK(a().rti->reserve_object_instance_name("N"));
  arrive();
  STRANGER_ERR(a().reg("Thing.Craft", "y", "N"), ObjectInstanceNameNotReserved);
  STRANGER_OK(b().rti->register_federation_synchronization_point("p", {}));
  arrive();
  STRANGER_ERR(a().rti->synchronization_point_achieved("p"), SynchronizationPointLabelNotAnnounced);
  STRANGER_HEARD(a(), "reserved N", "announce p");
  STRANGER_OK(a().reg("Thing.Craft", "y", "N"));
  STRANGER_OK(a().rti->synchronization_point_achieved("p"));
}
// 7.7, 10.9 An object that others see resigned is unknown by name with the removal, known before.
TEST_P(StrangerCrossings, KnownUntilTheRemovalOfAResignation) {
  if (GetParam().model == CallbackModel::immediate) return;
  const ObjectInstanceHandle handle = b().ob("x");
  STRANGER_OK(resign(a(), ResignAction::delete_objects));
  arrive();
  STRANGER_OK(b().rti->get_known_object_class_handle(handle));
  STRANGER_OK(b().rti->get_object_instance_name(handle));
  STRANGER_OK(b().rti->get_object_instance_handle(labels.name_of_label["x"]));
  STRANGER_HEARD(b(), "remove x");
  STRANGER_ERR(b().rti->get_object_instance_handle(labels.name_of_label["x"]),
               ObjectInstanceNotKnown);
}
// 6.11 Within a reflection: update, send, acquire, subscribe, register, all take effect after it.
TEST_P(StrangerCrossings, EverythingWithinAReflection) {
  STRANGER_OK(c().subi("Talk"));
  STRANGER_OK(b().reg("Thing.Craft", "y"));
  skip();
  bool once = true;
  b().when["reflect"] = [&] {
    if (!std::exchange(once, false)) return;
    STRANGER_OK(b().upd("y", "c1=within"));
    STRANGER_OK(b().send("Talk", "s1=within"));
    STRANGER_OK(b().acquire("x", "c2"));
    STRANGER_OK(b().reg("Thing.Craft", "z"));
    STRANGER_OK(b().subi("Note"));
    STRANGER_ERR(b().rti->evoke_callback(0), CallNotAllowedFromWithinCallback);
    STRANGER_ERR(b().rti->evoke_multiple_callbacks(0, 1), CallNotAllowedFromWithinCallback);
  };
  STRANGER_OK(a().upd("x", "c1=1"));
  STRANGER_HEARD(b(), "reflect x c1=1");
  STRANGER_HEARD_SORTED(c(), "reflect x c1=1", "reflect y c1=within", "receive Talk s1=within",
                        "discover z Thing.Craft");
  STRANGER_HEARD(a(), "release x c2");
  STRANGER_OK(a().send("Note", "n2=1"));
  STRANGER_HEARD(b(), "receive Note n2=1");
}
// 6.15 Within a removal the object is gone; another of the same class can be registered.
TEST_P(StrangerCrossings, WithinARemoval) {
  b().when["remove"] = [&] {
    STRANGER_ERR(b().request("x", "c1"), ObjectInstanceNotKnown);
    STRANGER_ERR(b().forget("x"), ObjectInstanceNotKnown);
    STRANGER_OK(b().reg("Thing.Craft", "y"));
  };
  STRANGER_OK(a().del("x"));
  STRANGER_HEARD(b(), "remove x");
  STRANGER_HEARD(c(), "remove x", "discover y Thing.Craft");
}
// 7.7 Within the notification the owner passes it on: to the next, and so round.
TEST_P(StrangerCrossings, PassedOnWithinTheNotification) {
  STRANGER_OK(b().acquire("x", "c1"));
  skip();
  STRANGER_OK(c().acquire("x", "c1"));
  skip();
  b().when["acquired"] = [&] {
    STRANGER_OK(b().upd("x", "c1=b"));
    EXPECT_EQ(b().give("x", "c1"), "c1");
  };
  c().when["acquired"] = [&] { STRANGER_OK(c().upd("x", "c1=c")); };
  EXPECT_EQ(a().give("x", "c1"), "c1");
  drain();
  EXPECT_TRUE(c().owns("x", "c1"));
  Lines told = heard(a());
  std::erase_if(told, [](const std::string& each) { return !each.starts_with("reflect"); });
  EXPECT_EQ(told, Lines{});
  STRANGER_OK(a().sub("Thing.Craft", "c1"));
  skip();
  STRANGER_OK(c().upd("x", "c1=d"));
  STRANGER_HEARD(a(), "reflect x c1=d");
}
// 5.6 With an update rate: best effort in receive order is reduced, all else is not; the last rate counts.
TEST_P(StrangerCrossings, RatesOfOneAttribute) {
  STRANGER_OK(a().pub("Thing.Craft", "c4"));
  STRANGER_OK(a().reg("Thing.Craft", "y"));
  STRANGER_OK(a().order("y", "c4", OrderType::receive));
  const auto which = b().ats("c4");
  STRANGER_OK(
      b().rti->subscribe_object_class_attributes(b().oc("Thing.Craft"), which, true, "Low"));
  STRANGER_OK(c().sub("Thing.Craft", "c4"));
  skip();
  EXPECT_EQ(*b().rti->get_update_rate_value_for_attribute(b().ob("y"), which.front()), 1.0);
  EXPECT_EQ(*c().rti->get_update_rate_value_for_attribute(c().ob("y"), which.front()), 0.0);
  for (const char* each : {"c4=1", "c4=2", "c4=3"}) {
    STRANGER_OK(a().upd("y", each));
    drain();
  }
  STRANGER_HEARD(b(), "reflect y c4=1");
  STRANGER_HEARD(c(), "reflect y c4=1", "reflect y c4=2", "reflect y c4=3");
  STRANGER_OK(b().sub("Thing.Craft", "c4"));
  drain();
  STRANGER_OK(a().upd("y", "c4=4"));
  STRANGER_OK(a().upd("y", "c4=5"));
  STRANGER_HEARD(b(), "reflect y c4=4", "reflect y c4=5");
  STRANGER_ERR(
      b().rti->subscribe_object_class_attributes(b().oc("Thing.Craft"), which, true, "Fast"),
      InvalidUpdateRateDesignator);
}
// 6.14, 9.4 A region of an object that is deleted at a time is in use until the deleter no longer needs it; retracted, the
// association is still there.
TEST_P(StrangerCrossings, ARegionOfADeletedObject) {
  STRANGER_OK(b().unsub("Thing.Craft", "c3"));
  STRANGER_OK(b().sub_in("Thing.Craft", "c3", {b().region("X 0 10 Y 0 10")}));
  const RegionHandle far = a().region("X 50 60 Y 0 10");
  STRANGER_OK(a().associate("x", "c3", {far}));
  regulate(a(), 1);
  constrain(b());
  STRANGER_OK(a().del_at(5, "x"));
  drain();
  STRANGER_OK(a().rti->retract(*a().sent));
  drain();
  STRANGER_OK(a().upd_at(6, "x", "c3=1"));
  STRANGER_OK(a().unassociate("x", "c3", {far}));
  STRANGER_OK(a().upd_at(7, "x", "c3=2"));
  STRANGER_OK(a().rti->delete_region(far));
  STRANGER_OK(a().tar(20));
  STRANGER_OK(b().tar(10));
  STRANGER_HEARD(b(), "reflect x c3=2 @7", "grant 10");
}
// 6.16 Nobody may forget what it owns or is about to own; after it has given it away it may.
TEST_P(StrangerCrossings, ForgottenAfterGiving) {
  STRANGER_ERR(a().forget("x"), FederateOwnsAttributes);
  STRANGER_OK(b().acquire("x", "c1"));
  STRANGER_ERR(b().forget("x"), OwnershipAcquisitionPending);
  drain();
  EXPECT_EQ(a().give("x", "c1"), "c1");
  skip();
  STRANGER_ERR(b().forget("x"), FederateOwnsAttributes);
  STRANGER_OK(b().divest("x", "c1"));
  STRANGER_OK(b().forget("x"));
  skip();
  STRANGER_OK(a().divest("x", "c2 c3 t1 t2 t3 priv"));
  STRANGER_OK(a().forget("x"));
  STRANGER_ERR(a().upd("x", "c1=1"), ObjectInstanceNotKnown);
  skip();
  EXPECT_TRUE(c().knows("x"));
  STRANGER_OK(c().acquire("x", "c1 priv"));
  drain();
  EXPECT_TRUE(c().owns("x", "c1"));
}
// Handles of nothing, in one service of each kind.
TEST_P(StrangerCrossings, HandlesOfNothing) {
  const ObjectClassHandle object_class{9999};
  const InteractionClassHandle interaction_class{9999};
  const AttributeHandle attribute{9999};
  const ParameterHandle parameter{9999};
  const auto attributes = std::span(&attribute, 1);
  RtiAmbassador& rti = *a().rti;
  STRANGER_ERR(rti.publish_object_class_attributes(object_class, {}), ObjectClassNotDefined);
  STRANGER_ERR(rti.publish_object_class_attributes(a().oc("Thing"), attributes),
               AttributeNotDefined);
  STRANGER_ERR(rti.subscribe_interaction_class(interaction_class), InteractionClassNotDefined);
  STRANGER_ERR(rti.register_object_instance(object_class), ObjectClassNotDefined);
  STRANGER_ERR(rti.request_attribute_value_update(a().ob("x"), attributes), AttributeNotDefined);
  STRANGER_ERR(rti.request_attribute_value_update(object_class, attributes), ObjectClassNotDefined);
  const ParameterValue value{parameter, {}};
  STRANGER_ERR(rti.send_interaction(a().ic("Note"), std::span(&value, 1)),
               InteractionParameterNotDefined);
  STRANGER_ERR(rti.send_interaction(interaction_class, {}), InteractionClassNotDefined);
  STRANGER_ERR(rti.unconditional_attribute_ownership_divestiture(a().ob("x"), attributes),
               AttributeNotDefined);
  STRANGER_ERR(rti.attribute_ownership_acquisition({424242}, attributes), ObjectInstanceNotKnown);
  STRANGER_ERR(rti.query_attribute_ownership(a().ob("x"), attribute), AttributeNotDefined);
  STRANGER_ERR(rti.change_attribute_order_type(a().ob("x"), attributes, OrderType::receive),
               AttributeNotDefined);
  STRANGER_ERR(rti.change_interaction_order_type(interaction_class, OrderType::receive),
               InteractionClassNotDefined);
  STRANGER_ERR(rti.get_object_class_name(object_class), InvalidObjectClassHandle);
  STRANGER_ERR(rti.get_interaction_class_name(interaction_class), InvalidInteractionClassHandle);
  STRANGER_ERRS(rti.get_attribute_name(a().oc("Thing"), attribute), AttributeNotDefined,
                InvalidAttributeHandle);
  STRANGER_ERRS(rti.get_parameter_name(a().ic("Note"), parameter), InteractionParameterNotDefined,
                InvalidParameterHandle);
  STRANGER_ERRS(rti.get_federate_name({9999}), InvalidFederateHandle, FederateHandleNotKnown);
  STRANGER_ERR(rti.normalize_federate_handle({9999}), InvalidFederateHandle);
  STRANGER_ERR(rti.get_dimension_name({9999}), InvalidDimensionHandle);
  const DimensionHandle dimension{9999};
  STRANGER_ERR(rti.create_region(std::span(&dimension, 1)), InvalidDimensionHandle);
  STRANGER_ERRS(rti.retract({9999}), TimeRegulationIsNotEnabled, InvalidMessageRetractionHandle);
  STRANGER_HEARD(b());
}
// 10.44 While callbacks are disabled: services work, nothing is told; then everything in order.
TEST_P(StrangerCrossings, DisabledCallbacks) {
  STRANGER_OK(b().subi("Talk"));
  regulate(a(), 1);
  constrain(b());
  STRANGER_OK(b().rti->disable_callbacks());
  STRANGER_OK(b().tar(3));
  STRANGER_OK(a().upd("x", "c1=1"));
  STRANGER_OK(a().send("Talk", "s1=2"));
  STRANGER_OK(a().upd_at(2, "x", "c2=3"));
  STRANGER_OK(a().tar(10));
  STRANGER_OK(a().del("x"));
  STRANGER_HEARD(b());
  STRANGER_ERR(b().tar(5), InTimeAdvancingState);
  STRANGER_OK(b().rti->enable_callbacks());
  Lines told = heard(b());
  // The removal, in receive order, may have missed that advance.
  STRANGER_OK(b().tar(4));
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
TEST_P(StrangerCrossings, BetweenMemberships) {
  STRANGER_ERR(join(b()), FederateAlreadyExecutionMember);
  STRANGER_ERR(b().rti->disconnect(), FederateIsExecutionMember);
  STRANGER_OK(resign(b()));
  STRANGER_ERR(resign(b()), FederateNotExecutionMember);
  STRANGER_ERR(b().rti->query_galt(), FederateNotExecutionMember);
  STRANGER_ERR(b().rti->federate_save_begun(), FederateNotExecutionMember);
  STRANGER_ERR(b().rti->abort_federation_restore(), FederateNotExecutionMember);
  STRANGER_ERR(b().rti->delete_region({1}), FederateNotExecutionMember);
  STRANGER_ERR(b().rti->get_object_class_handle("Thing"), FederateNotExecutionMember);
  STRANGER_ERR(b().rti->retract({1}), FederateNotExecutionMember);
  STRANGER_ERR(
      (wait_for<Status>(b().node, [&] { return b().rti->destroy_federation_execution("F"); })),
      FederatesCurrentlyJoined);
  STRANGER_OK((wait_for<Status>(b().node, [&] { return b().rti->disconnect(); })));
  STRANGER_ERR(b().rti->query_galt(), NotConnected);
  STRANGER_ERR(b().rti->list_federation_executions(), NotConnected);
}

STRANGER_SUITE(StrangerCrossings);

}  // namespace
}  // namespace orrery::rti::testing::stranger
