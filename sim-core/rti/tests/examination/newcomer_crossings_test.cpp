// Services called within callbacks, states that begin with a callback, federates that vanish, rates, and wrong handles.
#include "newcomer.hpp"

namespace orrery::rti::testing::newcomer {
namespace {

class NewcomerCrossings : public World {
 protected:
  void begin() override {
    hush();
    settle("Thing.Craft", "t1 t2 t3 c1 c2 c3");
    for (auto& each : feds) {
      NC_OK(each->pub("Thing.Craft", "t1 t2 t3 c1 c2 c3"));
      for (const char* of : {"Note", "Talk", "Zone"}) NC_OK(each->pubi(of));
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
TEST_P(NewcomerCrossings, VanishedWithDeletion) {
  NC_OK(a().rti->set_automatic_resign_directive(ResignAction::delete_objects_then_divest));
  vanish(a());
  NC_HEARD(b(), "remove x");
  NC_HEARD(c(), "remove x");
}
TEST_P(NewcomerCrossings, VanishedWithDivestiture) {
  NC_OK(a().rti->set_automatic_resign_directive(ResignAction::unconditionally_divest_attributes));
  NC_OK(b().acquire("x", "c1"));
  skip();
  vanish(a());
  NC_HEARD_SORTED(b(), "acquired x c1", "assume x c2,c3,priv,t1,t2,t3");
  NC_OK(c().query_owner("x", "c2"));
  drain();
  EXPECT_EQ(c().log.back(), "unowned x c2");
}
// 4.15, 8.13 One that vanishes is waited for neither at points nor in time.
TEST_P(NewcomerCrossings, VanishedWhileOthersWait) {
  regulate(a(), 1);
  constrain(b());
  NC_OK(b().subi("Note"));
  NC_OK(b().rti->register_federation_synchronization_point("p", {}));
  skip();
  NC_OK(b().rti->synchronization_point_achieved("p"));
  NC_OK(c().rti->synchronization_point_achieved("p"));
  NC_OK(a().send_at(5, "Note", "n2=1"));
  NC_OK(b().nmr(20));
  NC_HEARD(b());
  vanish(a());
  Lines told = heard(b());
  std::erase(told, "remove x");
  EXPECT_EQ(sorted(told), sorted({"synchronized p", "receive Note n2=1 @5", "grant 5"}));
}
// 6.9, 10.8 to 10.10 An object is unknown before its discovery, by handle and by name.
TEST_P(NewcomerCrossings, UnknownBeforeTheDiscovery) {
  if (GetParam().model == CallbackModel::immediate) return;
  NC_OK(a().reg("Thing.Craft", "y"));
  arrive();
  const ObjectInstanceHandle handle = a().ob("y");
  NC_ERR(b().rti->get_object_instance_handle(labels.name_of_label["y"]), ObjectInstanceNotKnown);
  NC_ERR(b().rti->get_known_object_class_handle(handle), ObjectInstanceNotKnown);
  NC_ERR(b().rti->get_object_instance_name(handle), ObjectInstanceNotKnown);
  NC_ERR(b().request("y", "c1"), ObjectInstanceNotKnown);
  NC_ERR(b().acquire("y", "c1"), ObjectInstanceNotKnown);
  NC_ERR(b().forget("y"), ObjectInstanceNotKnown);
  NC_HEARD(b(), "discover y Thing.Craft");
  EXPECT_TRUE(b().knows("y"));
}
// 6.3, 4.13 A name is reserved, a point announced, with the callback.
TEST_P(NewcomerCrossings, ReservedAndAnnouncedWithTheCallback) {
  if (GetParam().model == CallbackModel::immediate) return;
  NC_OK(a().rti->reserve_object_instance_name("N"));
  arrive();
  NC_ERR(a().reg("Thing.Craft", "y", "N"), ObjectInstanceNameNotReserved);
  NC_OK(b().rti->register_federation_synchronization_point("p", {}));
  arrive();
  NC_ERR(a().rti->synchronization_point_achieved("p"), SynchronizationPointLabelNotAnnounced);
  NC_HEARD(a(), "reserved N", "announce p");
  NC_OK(a().reg("Thing.Craft", "y", "N"));
  NC_OK(a().rti->synchronization_point_achieved("p"));
}
// 7.7, 10.9 An object that others see resigned is unknown by name with the removal, known before.
TEST_P(NewcomerCrossings, KnownUntilTheRemovalOfAResignation) {
  if (GetParam().model == CallbackModel::immediate) return;
  const ObjectInstanceHandle handle = b().ob("x");
  NC_OK(resign(a(), ResignAction::delete_objects));
  arrive();
  NC_OK(b().rti->get_known_object_class_handle(handle));
  NC_OK(b().rti->get_object_instance_name(handle));
  NC_OK(b().rti->get_object_instance_handle(labels.name_of_label["x"]));
  NC_HEARD(b(), "remove x");
  NC_ERR(b().rti->get_object_instance_handle(labels.name_of_label["x"]), ObjectInstanceNotKnown);
}
// 6.11 Within a reflection: update, send, acquire, subscribe, register, all take effect after it.
TEST_P(NewcomerCrossings, EverythingWithinAReflection) {
  NC_OK(c().subi("Talk"));
  NC_OK(b().reg("Thing.Craft", "y"));
  skip();
  bool once = true;
  b().when["reflect"] = [&] {
    if (!std::exchange(once, false)) return;
    NC_OK(b().upd("y", "c1=within"));
    NC_OK(b().send("Talk", "s1=within"));
    NC_OK(b().acquire("x", "c2"));
    NC_OK(b().reg("Thing.Craft", "z"));
    NC_OK(b().subi("Note"));
    NC_ERR(b().rti->evoke_callback(0), CallNotAllowedFromWithinCallback);
    NC_ERR(b().rti->evoke_multiple_callbacks(0, 1), CallNotAllowedFromWithinCallback);
  };
  NC_OK(a().upd("x", "c1=1"));
  NC_HEARD(b(), "reflect x c1=1");
  NC_HEARD_SORTED(c(), "reflect x c1=1", "reflect y c1=within", "receive Talk s1=within",
                  "discover z Thing.Craft");
  NC_HEARD(a(), "release x c2");
  NC_OK(a().send("Note", "n2=1"));
  NC_HEARD(b(), "receive Note n2=1");
}
// 6.15 Within a removal the object is gone; another of the same class can be registered.
TEST_P(NewcomerCrossings, WithinARemoval) {
  b().when["remove"] = [&] {
    NC_ERR(b().request("x", "c1"), ObjectInstanceNotKnown);
    NC_ERR(b().forget("x"), ObjectInstanceNotKnown);
    NC_OK(b().reg("Thing.Craft", "y"));
  };
  NC_OK(a().del("x"));
  NC_HEARD(b(), "remove x");
  NC_HEARD(c(), "remove x", "discover y Thing.Craft");
}
// 7.7 Within the notification the owner passes it on: to the next, and so round.
TEST_P(NewcomerCrossings, PassedOnWithinTheNotification) {
  NC_OK(b().acquire("x", "c1"));
  skip();
  NC_OK(c().acquire("x", "c1"));
  skip();
  b().when["acquired"] = [&] {
    NC_OK(b().upd("x", "c1=b"));
    EXPECT_EQ(b().give("x", "c1"), "c1");
  };
  c().when["acquired"] = [&] { NC_OK(c().upd("x", "c1=c")); };
  EXPECT_EQ(a().give("x", "c1"), "c1");
  drain();
  EXPECT_TRUE(c().owns("x", "c1"));
  Lines told = heard(a());
  std::erase_if(told, [](const std::string& each) { return !each.starts_with("reflect"); });
  EXPECT_EQ(told, Lines{});
  NC_OK(a().sub("Thing.Craft", "c1"));
  skip();
  NC_OK(c().upd("x", "c1=d"));
  NC_HEARD(a(), "reflect x c1=d");
}
// 5.6 With an update rate: best effort in receive order is reduced, all else is not; the last rate counts.
TEST_P(NewcomerCrossings, RatesOfOneAttribute) {
  NC_OK(a().pub("Thing.Craft", "c4"));
  NC_OK(a().reg("Thing.Craft", "y"));
  NC_OK(a().order("y", "c4", OrderType::receive));
  const auto which = b().ats("c4");
  NC_OK(b().rti->subscribe_object_class_attributes(b().oc("Thing.Craft"), which, true, "Low"));
  NC_OK(c().sub("Thing.Craft", "c4"));
  skip();
  EXPECT_EQ(*b().rti->get_update_rate_value_for_attribute(b().ob("y"), which.front()), 1.0);
  EXPECT_EQ(*c().rti->get_update_rate_value_for_attribute(c().ob("y"), which.front()), 0.0);
  for (const char* each : {"c4=1", "c4=2", "c4=3"}) {
    NC_OK(a().upd("y", each));
    drain();
  }
  NC_HEARD(b(), "reflect y c4=1");
  NC_HEARD(c(), "reflect y c4=1", "reflect y c4=2", "reflect y c4=3");
  NC_OK(b().sub("Thing.Craft", "c4"));
  drain();
  NC_OK(a().upd("y", "c4=4"));
  NC_OK(a().upd("y", "c4=5"));
  NC_HEARD(b(), "reflect y c4=4", "reflect y c4=5");
  NC_ERR(b().rti->subscribe_object_class_attributes(b().oc("Thing.Craft"), which, true, "Fast"),
         InvalidUpdateRateDesignator);
}
// 6.14, 9.4 A region of an object that is deleted at a time is in use until the deleter no longer needs it; retracted, the
// association is still there.
TEST_P(NewcomerCrossings, ARegionOfADeletedObject) {
  NC_OK(b().unsub("Thing.Craft", "c3"));
  NC_OK(b().sub_in("Thing.Craft", "c3", {b().region("X 0 10 Y 0 10")}));
  const RegionHandle far = a().region("X 50 60 Y 0 10");
  NC_OK(a().associate("x", "c3", {far}));
  regulate(a(), 1);
  constrain(b());
  NC_OK(a().del_at(5, "x"));
  drain();
  NC_OK(a().rti->retract(*a().sent));
  drain();
  NC_OK(a().upd_at(6, "x", "c3=1"));
  NC_OK(a().unassociate("x", "c3", {far}));
  NC_OK(a().upd_at(7, "x", "c3=2"));
  NC_OK(a().rti->delete_region(far));
  NC_OK(a().tar(20));
  NC_OK(b().tar(10));
  NC_HEARD(b(), "reflect x c3=2 @7", "grant 10");
}
// 6.16 Nobody may forget what it owns or is about to own; after it has given it away it may.
TEST_P(NewcomerCrossings, ForgottenAfterGiving) {
  NC_ERR(a().forget("x"), FederateOwnsAttributes);
  NC_OK(b().acquire("x", "c1"));
  NC_ERR(b().forget("x"), OwnershipAcquisitionPending);
  drain();
  EXPECT_EQ(a().give("x", "c1"), "c1");
  skip();
  NC_ERR(b().forget("x"), FederateOwnsAttributes);
  NC_OK(b().divest("x", "c1"));
  NC_OK(b().forget("x"));
  skip();
  NC_OK(a().divest("x", "c2 c3 t1 t2 t3 priv"));
  NC_OK(a().forget("x"));
  NC_ERR(a().upd("x", "c1=1"), ObjectInstanceNotKnown);
  skip();
  EXPECT_TRUE(c().knows("x"));
  NC_OK(c().acquire("x", "c1 priv"));
  drain();
  EXPECT_TRUE(c().owns("x", "c1"));
}
// Handles of nothing, in one service of each kind.
TEST_P(NewcomerCrossings, HandlesOfNothing) {
  const ObjectClassHandle object_class{9999};
  const InteractionClassHandle interaction_class{9999};
  const AttributeHandle attribute{9999};
  const ParameterHandle parameter{9999};
  const auto attributes = std::span(&attribute, 1);
  RtiAmbassador& rti = *a().rti;
  NC_ERR(rti.publish_object_class_attributes(object_class, {}), ObjectClassNotDefined);
  NC_ERR(rti.publish_object_class_attributes(a().oc("Thing"), attributes), AttributeNotDefined);
  NC_ERR(rti.subscribe_interaction_class(interaction_class), InteractionClassNotDefined);
  NC_ERR(rti.register_object_instance(object_class), ObjectClassNotDefined);
  NC_ERR(rti.request_attribute_value_update(a().ob("x"), attributes), AttributeNotDefined);
  NC_ERR(rti.request_attribute_value_update(object_class, attributes), ObjectClassNotDefined);
  const ParameterValue value{parameter, {}};
  NC_ERR(rti.send_interaction(a().ic("Note"), std::span(&value, 1)),
         InteractionParameterNotDefined);
  NC_ERR(rti.send_interaction(interaction_class, {}), InteractionClassNotDefined);
  NC_ERR(rti.unconditional_attribute_ownership_divestiture(a().ob("x"), attributes),
         AttributeNotDefined);
  NC_ERR(rti.attribute_ownership_acquisition({424242}, attributes), ObjectInstanceNotKnown);
  NC_ERR(rti.query_attribute_ownership(a().ob("x"), attribute), AttributeNotDefined);
  NC_ERR(rti.change_attribute_order_type(a().ob("x"), attributes, OrderType::receive),
         AttributeNotDefined);
  NC_ERR(rti.change_interaction_order_type(interaction_class, OrderType::receive),
         InteractionClassNotDefined);
  NC_ERR(rti.get_object_class_name(object_class), InvalidObjectClassHandle);
  NC_ERR(rti.get_interaction_class_name(interaction_class), InvalidInteractionClassHandle);
  NC_ERRS(rti.get_attribute_name(a().oc("Thing"), attribute), AttributeNotDefined,
          InvalidAttributeHandle);
  NC_ERRS(rti.get_parameter_name(a().ic("Note"), parameter), InteractionParameterNotDefined,
          InvalidParameterHandle);
  NC_ERRS(rti.get_federate_name({9999}), InvalidFederateHandle, FederateHandleNotKnown);
  NC_ERR(rti.normalize_federate_handle({9999}), InvalidFederateHandle);
  NC_ERR(rti.get_dimension_name({9999}), InvalidDimensionHandle);
  const DimensionHandle dimension{9999};
  NC_ERR(rti.create_region(std::span(&dimension, 1)), InvalidDimensionHandle);
  NC_ERRS(rti.retract({9999}), TimeRegulationIsNotEnabled, InvalidMessageRetractionHandle);
  NC_HEARD(b());
}
// 10.44 While callbacks are disabled: services work, nothing is told; then everything in order.
TEST_P(NewcomerCrossings, DisabledCallbacks) {
  NC_OK(b().subi("Talk"));
  regulate(a(), 1);
  constrain(b());
  NC_OK(b().rti->disable_callbacks());
  NC_OK(b().tar(3));
  NC_OK(a().upd("x", "c1=1"));
  NC_OK(a().send("Talk", "s1=2"));
  NC_OK(a().upd_at(2, "x", "c2=3"));
  NC_OK(a().tar(10));
  NC_OK(a().del("x"));
  NC_HEARD(b());
  NC_ERR(b().tar(5), InTimeAdvancingState);
  NC_OK(b().rti->enable_callbacks());
  Lines told = heard(b());
  // The removal, in receive order, may have missed that advance.
  NC_OK(b().tar(4));
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
TEST_P(NewcomerCrossings, BetweenMemberships) {
  NC_ERR(join(b()), FederateAlreadyExecutionMember);
  NC_ERR(b().rti->disconnect(), FederateIsExecutionMember);
  NC_OK(resign(b()));
  NC_ERR(resign(b()), FederateNotExecutionMember);
  NC_ERR(b().rti->query_galt(), FederateNotExecutionMember);
  NC_ERR(b().rti->federate_save_begun(), FederateNotExecutionMember);
  NC_ERR(b().rti->abort_federation_restore(), FederateNotExecutionMember);
  NC_ERR(b().rti->delete_region({1}), FederateNotExecutionMember);
  NC_ERR(b().rti->get_object_class_handle("Thing"), FederateNotExecutionMember);
  NC_ERR(b().rti->retract({1}), FederateNotExecutionMember);
  NC_ERR((wait_for<Status>(b().node, [&] { return b().rti->destroy_federation_execution("F"); })),
         FederatesCurrentlyJoined);
  NC_OK((wait_for<Status>(b().node, [&] { return b().rti->disconnect(); })));
  NC_ERR(b().rti->query_galt(), NotConnected);
  NC_ERR(b().rti->list_federation_executions(), NotConnected);
}

NEWCOMER_SUITE(NewcomerCrossings);

}  // namespace
}  // namespace orrery::rti::testing::newcomer
