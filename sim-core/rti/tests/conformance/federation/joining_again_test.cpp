// Federates that resign and join again, and late joiners (4.9, 4.10).
#include "conformance/two_federations.hpp"

namespace orrery::rti::testing::conformance {
namespace {

// a registers x with a1, a2 and the privilege; b and c publish and subscribe.
class JoiningAgain : public SavingFederation {
 protected:
  void begin() override {
    SavingFederation::begin();
    for (auto& each : actors()) declare(*each);
    ASSERT_OK(a().reg("A", "x"));
    skip();
  }
  void declare(Actor& each) {
    ASSERT_OK(each.pub("A", "a1 a2"));
    ASSERT_OK(each.sub("A", "a1 a2"));
    ASSERT_OK(each.pubi("T"));
  }
  void enter(Actor& each, const std::string& name) {
    ASSERT_OK(each.join(name));
    ASSERT_OK(each.rti->disable_object_class_relevance_advisory_switch());
    ASSERT_OK(each.rti->disable_interaction_relevance_advisory_switch());
  }
  void again(Actor& each, const std::string& name) {
    enter(each, name);
    declare(each);
  }
};

// 4.10 A federate that divested, resigned and joined again discovers the object and can acquire it.
TEST_P(JoiningAgain, AfterDivesting) {
  EXPECT_OK(resign_federate(a(), ResignAction::unconditionally_divest_attributes));
  EXPECT_HEARD(b(), "assume x priv a1 a2");
  EXPECT_HEARD(c(), "assume x priv a1 a2");
  enter(a(), "a");
  EXPECT_ERROR(a().rti->get_object_instance_name(a().object("x")), ObjectInstanceNotKnown);
  EXPECT_OK(a().pub("A", "a1 a2"));
  EXPECT_OK(a().sub("A", "a1 a2"));
  EXPECT_SILENCE(a());  // no attribute is owned, so none is in scope
  EXPECT_OK(b().acquire_free("x", "a1"));
  EXPECT_HEARD(b(), "acquired x a1");
  EXPECT_HEARD(a(), "discover x A", "assume x priv a2");
  EXPECT_OK(a().acquire_free("x", "a2"));
  EXPECT_HEARD(a(), "acquired x a2");
}
// 4.10 All deleted: the object is gone for all, and its name is free for a new object.
TEST_P(JoiningAgain, AfterDeleting) {
  EXPECT_OK(resign_federate(a(), ResignAction::delete_objects));
  EXPECT_HEARD(b(), "remove x");
  again(a(), "a");
  EXPECT_SILENCE(a());
  EXPECT_ERROR(b().upd("x", "a1=1"), ObjectInstanceNotKnown);
}
// 4.10 Only the privilege was given away: to delete the objects does not end the other ownership.
TEST_P(JoiningAgain, DeletingWithoutThePrivilege) {
  EXPECT_OK(b().acquire("x", "priv"));
  settle();
  EXPECT_EQ(*a().give("x", "HLAprivilegeToDeleteObject"), "priv");
  skip();
  EXPECT_ERROR(resign_federate(a(), ResignAction::delete_objects), FederateOwnsAttributes);
  EXPECT_ERROR(resign_federate(a(), ResignAction::no_action), FederateOwnsAttributes);
  EXPECT_ERROR(resign_federate(a(), ResignAction::cancel_pending_ownership_acquisitions),
               FederateOwnsAttributes);
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_HEARD(b(), "reflect x a1=1");
  EXPECT_OK(resign_federate(a(), ResignAction::delete_objects_then_divest));
  EXPECT_HEARD(b(), "assume x a1 a2");
}
// 4.10 Pending acquisitions: the directives that do not cancel are refused.
TEST_P(JoiningAgain, WithAPendingAcquisition) {
  EXPECT_OK(b().acquire("x", "a1"));
  skip();
  for (const ResignAction each :
       {ResignAction::unconditionally_divest_attributes, ResignAction::delete_objects,
        ResignAction::delete_objects_then_divest, ResignAction::no_action}) {
    EXPECT_ERROR(resign_federate(b(), each), OwnershipAcquisitionPending);
  }
  EXPECT_OK(resign_federate(b(), ResignAction::cancel_pending_ownership_acquisitions));
  again(b(), "b");
  EXPECT_HEARD(b(), "discover x A");
  EXPECT_EQ(*a().give("x", "a1"), "");
  EXPECT_TRUE(a().owns("x", "a1"));
}
// 4.10 With a negotiated divestiture pending: it ends with the ownership.
TEST_P(JoiningAgain, WithADivestiturePending) {
  EXPECT_OK(a().negotiate("x", "a1"));
  skip();
  EXPECT_OK(resign_federate(a(), ResignAction::cancel_then_delete_then_divest));
  EXPECT_HEARD(b(), "remove x");
  again(a(), "a");
  EXPECT_OK(a().reg("A", "y"));
  EXPECT_HEARD(b(), "discover y A");
  EXPECT_OK(a().negotiate("y", "a1"));
}
// 4.10 What was on its way to the former federate does not come to the new one.
TEST_P(JoiningAgain, NothingOldIsDelivered) {
  b().silent = true;
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_OK(a().rti->register_federation_synchronization_point("p", {}));
  settle();
  EXPECT_OK(resign_federate(b()));
  b().silent = false;
  b().lines.clear();
  EXPECT_OK(b().join("b"));
  EXPECT_HEARD(b(), "announce p");
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_HEARD(b(), "discover x A");
}
// 4.10, 8.8 Messages that waited for their time are gone with the federate.
TEST_P(JoiningAgain, NoOldMessageInTimestampOrder) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(b().subi("T"));
  EXPECT_OK(a().send_at(5, "T"));
  EXPECT_OK(a().upd_at(6, "x", "a2=6"));
  settle();
  EXPECT_EQ(b().lits(), "1");
  EXPECT_OK(resign_federate(b()));
  again(b(), "b");
  EXPECT_OK(b().subi("T"));
  skip();
  EXPECT_EQ(b().time(), 0);
  constrain(b());
  EXPECT_OK(b().tar(8));
  EXPECT_OK(a().tar(20));
  EXPECT_HEARD(b(), "grant 8");
}
// 8.2 A newcomer that regulates may not send before what the others were granted.
TEST_P(JoiningAgain, RegulatingAnew) {
  regulate(b(), 2);
  constrain(c());
  EXPECT_OK(b().tar(50));
  EXPECT_OK(c().tar(40));
  EXPECT_HEARD(c(), "grant 40");
  EXPECT_OK(resign_federate(b()));
  again(b(), "b");
  skip();
  EXPECT_OK(b().regulate(3));
  const Lines told = b().heard();
  ASSERT_EQ(told.size(), 1U);
  EXPECT_GE(b().time() + 3, 40);
  EXPECT_OK(b().send_at(b().time() + 4, "T"));
}
// 4.9, 4.13 A late joiner gets the points that are for all federates, and not those of a set.
TEST_P(JoiningAgain, PointsThatWait) {
  const FederateHandle set[] = {a().handle, b().handle};
  EXPECT_OK(a().rti->register_federation_synchronization_point("all", {}));
  EXPECT_OK(a().rti->register_federation_synchronization_point("set", {}, set));
  skip();
  actors().push_back(actor(0));
  Actor& d = *actors().back();
  EXPECT_OK(d.join("d"));
  EXPECT_HEARD(d, "announce all");
  EXPECT_ERROR(d.rti->synchronization_point_achieved("set"), SynchronizationPointLabelNotAnnounced);
  for (Actor* each : {&a(), &b(), &c()}) {
    EXPECT_OK(each->rti->synchronization_point_achieved("all"));
  }
  EXPECT_SILENCE(a());
  EXPECT_OK(resign_federate(d));
  EXPECT_HEARD(a(), "synchronized all");
}
// 4.11, 4.15 A federate of the set that resigns does not hold the point; who joins by its name is
// not in the set.
TEST_P(JoiningAgain, AMemberOfTheSetLeaves) {
  const FederateHandle set[] = {b().handle, c().handle};
  EXPECT_OK(a().rti->register_federation_synchronization_point("p", {}, set));
  EXPECT_HEARD(c(), "announce p");
  EXPECT_OK(c().rti->synchronization_point_achieved("p"));
  skip();
  EXPECT_OK(resign_federate(b()));
  EXPECT_HEARD(c(), "synchronized p");
  EXPECT_OK(b().join("b"));
  EXPECT_SILENCE(b());
  EXPECT_OK(a().rti->register_federation_synchronization_point("p", {}, set));
  EXPECT_HEARD(a(), "not_registered p set_member_not_joined");
}
// 4.14, 4.15 What a federate achieved before it resigned is not its successor's: the point waits
// for that one too.
TEST_P(JoiningAgain, AchievedAndGone) {
  EXPECT_OK(a().rti->register_federation_synchronization_point("p", {}));
  settle();
  EXPECT_OK(b().rti->synchronization_point_achieved("p"));
  settle();
  EXPECT_OK(resign_federate(b()));
  skip();
  again(b(), "b");
  EXPECT_EQ(b().heard("announce"), Lines{"announce p"});
  EXPECT_OK(a().rti->synchronization_point_achieved("p"));
  EXPECT_OK(c().rti->synchronization_point_achieved("p"));
  EXPECT_SILENCE(c());
  EXPECT_OK(b().rti->synchronization_point_achieved("p"));
  EXPECT_HEARD(c(), "synchronized p");
}
// 6.2, 4.10 Names that were reserved are free when their federate resigns.
TEST_P(JoiningAgain, ReservedNames) {
  EXPECT_OK(b().rti->reserve_object_instance_name("n"));
  settle();
  EXPECT_OK(c().rti->reserve_object_instance_name("n"));
  EXPECT_EQ(c().heard("not_reserved"), Lines{"not_reserved n"});
  EXPECT_OK(resign_federate(b()));
  again(b(), "b");
  EXPECT_ERROR(b().rti->register_object_instance(b().object_class("A"), "n"),
               ObjectInstanceNameNotReserved);
  EXPECT_OK(c().rti->reserve_object_instance_name("n"));
  EXPECT_HEARD(c(), "reserved n");
}
// 4.10 Nothing of the former membership counts: declarations, switches, orders, time.
TEST_P(JoiningAgain, AllIsAsAtFirst) {
  EXPECT_OK(b().rti->enable_asynchronous_delivery());
  EXPECT_OK(b().rti->enable_attribute_scope_advisory_switch());
  EXPECT_OK(b().rti->change_interaction_order_type(b().interaction("T"), OrderType::receive));
  EXPECT_OK(b().rti->set_automatic_resign_directive(ResignAction::delete_objects));
  regulate(b(), 4);
  constrain(b());
  EXPECT_OK(resign_federate(b()));
  EXPECT_OK(b().join("b"));
  EXPECT_OK(b().rti->enable_asynchronous_delivery());
  EXPECT_OK(b().rti->enable_attribute_scope_advisory_switch());
  EXPECT_ERROR(b().rti->disable_time_regulation(), TimeRegulationIsNotEnabled);
  EXPECT_ERROR(b().rti->disable_time_constrained(), TimeConstrainedIsNotEnabled);
  EXPECT_ERROR(b().send("T"), InteractionClassNotPublished);
  EXPECT_NE(*b().rti->get_automatic_resign_directive(), ResignAction::delete_objects);
  regulate(b(), 1);
  constrain(c());
  EXPECT_OK(c().subi("T"));
  EXPECT_OK(b().pubi("T"));
  EXPECT_OK(b().send_at(3, "T"));
  EXPECT_OK(b().tar(9));
  EXPECT_OK(c().tar(5));
  EXPECT_HEARD(c(), "receive T @3 tso", "grant 5");
}
// 4.10, 8.13 An advance that waits for a regulating federate is granted when that one resigns. One
// that joins in its place begins to regulate where the others were granted.
TEST_P(JoiningAgain, TheOnlyRegulatorLeaves) {
  regulate(a(), 1);
  constrain(b());
  constrain(c());
  EXPECT_OK(b().tar(10));
  EXPECT_OK(c().nmr(20));
  EXPECT_SILENCE(b());
  EXPECT_OK(resign_federate(a(), ResignAction::cancel_then_delete_then_divest));
  EXPECT_EQ(b().heard("grant"), Lines{"grant 10"});
  EXPECT_EQ(c().heard("grant"), Lines{"grant 20"});
  EXPECT_EQ(b().galt(), "undefined");
  again(a(), "a");
  EXPECT_OK(a().regulate(0));
  settle();
  EXPECT_GE(a().time(), 20);
  EXPECT_EQ(b().galt(), std::to_string(a().time()));
}
// 10.5, 6.9 The producer of an object stays the federate that registered it, though it has
// resigned.
TEST_P(JoiningAgain, TheProducerHasGone) {
  EXPECT_OK(b().acquire("x", "a1 HLAprivilegeToDeleteObject"));
  settle();
  EXPECT_OK(a().give("x", "a1 HLAprivilegeToDeleteObject"));
  skip();
  EXPECT_OK(resign_federate(a(), ResignAction::unconditionally_divest_attributes));
  again(a(), "a");
  EXPECT_HEARD(a(), "discover x A", "assume x a2");
  EXPECT_OK(b().del("x", "t"));
  EXPECT_HEARD(a(), "remove x tag=t");
  EXPECT_EQ(a().last.producer, b().handle);
}

CONFORMANCE_SUITE(JoiningAgain);

}  // namespace
}  // namespace orrery::rti::testing::conformance
