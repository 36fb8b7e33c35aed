// IEEE 1516.1-2010, clause 6: names, registration, discovery and deletion.
#include <array>

#include "conformance/conformance.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class Clause6 : public Conformance {
 protected:
  Status reserve(Actor& each, const std::string& name) {
    return each.rti->reserve_object_instance_name(name);
  }
  Status release(Actor& each, const std::string& name) {
    return each.rti->release_object_instance_name(name);
  }
};
CONFORMANCE_SUITE(Clause6);

// 6.2: a name that begins with "HLA" is the standard's.
TEST_P(Clause6, ReservedPrefixesAndEmptyNamesAreIllegal) {
  EXPECT_ERROR(reserve(a(), "HLAtank"), IllegalName);
  EXPECT_ERROR(reserve(a(), ""), IllegalName);
  const std::vector<std::string> names{"good", "HLAbad"};
  EXPECT_ERROR(a().rti->reserve_multiple_object_instance_names(names), IllegalName);
  ASSERT_OK(reserve(a(), "good"));
  EXPECT_HEARD(a(), "reserved good");
}

TEST_P(Clause6, ANameIsOfTheFederateThatReservedIt) {
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(b().pub("A", "a1"));
  ASSERT_OK(reserve(a(), "tank"));
  settle();
  ASSERT_OK(reserve(b(), "tank"));
  EXPECT_HEARD(b(), "not_reserved tank");
  EXPECT_ERROR(b().reg("A", "x", "tank"), ObjectInstanceNameNotReserved);
  EXPECT_ERROR(release(b(), "tank"), ObjectInstanceNameNotReserved);
  ASSERT_OK(a().reg("A", "x", "tank"));
  EXPECT_ERROR(a().reg("A", "y", "tank"), ObjectInstanceNameInUse);
}

// 6.3, 6.6: a name is reserved from its callback on, however far the RTI has come with the reservation.
TEST_P(Clause6, ANameIsNotReservedBeforeItsCallback) {
  const std::vector<std::string> set{"one", "two"};
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(reserve(a(), "tank"));
  ASSERT_OK(a().rti->reserve_multiple_object_instance_names(set));
  const auto is_refused = [&] {
    EXPECT_ERROR(a().reg("A", "x", "tank"), ObjectInstanceNameNotReserved);
    EXPECT_ERROR(a().reg("A", "x", "one"), ObjectInstanceNameNotReserved);
    EXPECT_ERROR(release(a(), "tank"), ObjectInstanceNameNotReserved);
    EXPECT_ERROR(a().rti->release_multiple_object_instance_names(set),
                 ObjectInstanceNameNotReserved);
  };
  is_refused();
  ASSERT_OK(a().rti->disable_callbacks());
  settle();
  is_refused();
  ASSERT_OK(a().rti->enable_callbacks());
  EXPECT_HEARD(a(), "reserved tank", "reserved_set one two");
  ASSERT_OK(a().reg("A", "x", "tank"));
  ASSERT_OK(a().reg("A", "y", "one"));
  ASSERT_OK(release(a(), "two"));
}

// 6.2 to 6.4: services take effect in the order of their calls: the name is still reserved when it is asked for again.
TEST_P(Clause6, AReleaseDoesNotPassAReservationBeforeIt) {
  ASSERT_OK(reserve(a(), "tank"));
  EXPECT_HEARD(a(), "reserved tank");
  ASSERT_OK(reserve(a(), "tank"));
  ASSERT_OK(a().rti->release_object_instance_name("tank"));
  EXPECT_HEARD(a(), "not_reserved tank");
  ASSERT_OK(reserve(b(), "tank"));
  EXPECT_HEARD(b(), "reserved tank");
}

// 6.14: likewise a deletion. Whoever is told that the name is taken, it is free for the next who asks after the deletion.
TEST_P(Clause6, ADeletionDoesNotFreeANameForReservationsBeforeIt) {
  for (Actor* deleter : {&a(), &b(), &c()}) {
    ASSERT_OK(deleter->pub("A", "a1"));
    ASSERT_OK(reserve(*deleter, "tank"));
    EXPECT_HEARD(*deleter, "reserved tank");
    ASSERT_OK(deleter->reg("A", "x", "tank"));
    settle();
    ASSERT_OK(reserve(*deleter, "tank"));
    ASSERT_OK(deleter->del("x"));
    EXPECT_HEARD(*deleter, "not_reserved tank");
    ASSERT_OK(reserve(*deleter, "tank"));
    EXPECT_HEARD(*deleter, "reserved tank");
    ASSERT_OK(release(*deleter, "tank"));
  }
}

// 6.2, 6.3: of two who ask while the object is being deleted one gets the name; then it is free for a third.
TEST_P(Clause6, ANameIsReservedForOneWhileItsObjectIsDeleted) {
  const std::array all{&a(), &b(), &c()};
  for (std::size_t i = 0; i < all.size(); ++i) {
    Actor& deleter = *all[i];
    Actor& other = *all[(i + 1) % all.size()];
    Actor& third = *all[(i + 2) % all.size()];
    ASSERT_OK(deleter.pub("A", "a1"));
    ASSERT_OK(reserve(deleter, "tank"));
    EXPECT_HEARD(deleter, "reserved tank");
    ASSERT_OK(deleter.reg("A", "x", "tank"));
    settle();
    ASSERT_OK(reserve(other, "tank"));
    ASSERT_OK(deleter.del("x"));
    ASSERT_OK(reserve(deleter, "tank"));
    const bool by_deleter = deleter.heard() == Lines{"reserved tank"};
    const bool by_other = other.heard() == Lines{"reserved tank"};
    EXPECT_TRUE(by_deleter != by_other) << by_deleter;
    ASSERT_OK(release(by_deleter ? deleter : other, "tank"));
    settle();
    ASSERT_OK(reserve(third, "tank"));
    EXPECT_HEARD(third, "reserved tank");
    ASSERT_OK(release(third, "tank"));
  }
}

TEST_P(Clause6, AFederateDoesNotReserveANameTwice) {
  ASSERT_OK(reserve(a(), "tank"));
  EXPECT_HEARD(a(), "reserved tank");
  ASSERT_OK(reserve(a(), "tank"));
  EXPECT_HEARD(a(), "not_reserved tank");
  ASSERT_OK(release(a(), "tank"));
  EXPECT_ERROR(release(a(), "tank"), ObjectInstanceNameNotReserved);
  ASSERT_OK(reserve(b(), "tank"));
  EXPECT_HEARD(b(), "reserved tank");
}

TEST_P(Clause6, AUsedNameIsNotReleased) {
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(reserve(a(), "tank"));
  settle();
  ASSERT_OK(a().reg("A", "x", "tank"));
  EXPECT_ERROR(release(a(), "tank"), ObjectInstanceNameNotReserved);
  ASSERT_OK(reserve(b(), "tank"));
  EXPECT_HEARD(b(), "not_reserved tank");
}

TEST_P(Clause6, AnObjectKeepsItsNameWhenItsFederateResigns) {
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(reserve(a(), "tank"));
  ASSERT_OK(reserve(a(), "free"));
  settle();
  ASSERT_OK(a().reg("A", "x", "tank"));
  skip();
  ASSERT_OK(a().rti->resign_federation_execution(ResignAction::unconditionally_divest_attributes));
  ASSERT_OK(reserve(b(), "tank"));
  ASSERT_OK(reserve(b(), "free"));
  EXPECT_HEARD(b(), "not_reserved tank", "reserved free");
  EXPECT_EQ(*b().rti->get_object_instance_handle("tank"), b().object("x"));
}

TEST_P(Clause6, TheNameOfAnObjectWithoutOneIsUniqueAndNotFreeForOthers) {
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(b().pub("A", "a1"));
  ASSERT_OK(a().reg("A", "x"));
  ASSERT_OK(b().reg("A", "y"));
  const std::string name = *a().rti->get_object_instance_name(a().object("x"));
  EXPECT_NE(name, *b().rti->get_object_instance_name(b().object("y")));
  const Status asked = reserve(c(), name);
  if (!asked) {
    EXPECT_ERROR(asked, IllegalName);
  } else {
    EXPECT_HEARD(c(), "not_reserved " + name);
  }
}

// 6.8: the federate owns what it publishes, and the RTI nothing.
TEST_P(Clause6, TheRegistrantOwnsWhatItPublishesAtThatClass) {
  ASSERT_OK(a().pub("A", "a1 a2"));
  ASSERT_OK(a().pub("A.B", "b1"));
  ASSERT_OK(a().reg("A.B", "x"));
  EXPECT_TRUE(a().owns("x", "b1") && a().owns("x", "priv"));
  EXPECT_FALSE(a().owns("x", "a1"));
  EXPECT_EQ(*a().rti->get_known_object_class_handle(a().object("x")), a().object_class("A.B"));
}

// 6.9
TEST_P(Clause6, ADiscoveryNamesTheProducerAndTheObject) {
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(reserve(a(), "tank"));
  settle();
  ASSERT_OK(a().reg("A", "x", "tank"));
  EXPECT_HEARD(b(), "discover x A");
  EXPECT_EQ(b().last.producer, a().handle);
  EXPECT_EQ(*b().rti->get_object_instance_handle("tank"), b().object("x"));
  EXPECT_EQ(*b().rti->get_object_instance_name(b().object("x")), "tank");
  EXPECT_ERROR(c().rti->get_object_instance_handle("tank"), ObjectInstanceNotKnown);
  EXPECT_ERROR(c().rti->get_object_instance_name(c().object("x")), ObjectInstanceNotKnown);
}

TEST_P(Clause6, AnObjectIsDiscoveredWhenAnOwnedAttributeIsSubscribedTo) {
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(a().reg("A", "x"));
  ASSERT_OK(b().sub("A", "a2"));
  EXPECT_SILENCE(b()) << "a2 is not owned";
  ASSERT_OK(c().pub("A", "a2"));
  ASSERT_OK(c().sub("A", "a1"));
  EXPECT_HEARD(c(), "discover x A", "assume x a2");
  ASSERT_OK(c().acquire("x", "a2"));
  EXPECT_HEARD(c(), "acquired x a2");
  EXPECT_HEARD(b(), "discover x A");
  EXPECT_EQ(b().last.producer, a().handle) << "it was registered by a";
}

TEST_P(Clause6, SubscribingToThePrivilegeAloneDiscovers) {
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(b().sub("A", "priv"));
  ASSERT_OK(a().reg("A", "x"));
  EXPECT_HEARD(b(), "discover x A");
  ASSERT_OK(a().upd("x", "a1=1"));
  EXPECT_SILENCE(b());
  ASSERT_OK(a().upd("x", "priv=p"));
  EXPECT_HEARD(b(), "reflect x priv=p");
}

TEST_P(Clause6, ALateJoinerDiscoversWhatIsThere) {
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(a().reg("A", "x"));
  ASSERT_OK(a().reg("A", "y"));
  ASSERT_OK(a().del("x"));
  actors().push_back(actor(1));
  Actor& late = *actors().back();
  ASSERT_OK(late.join("late"));
  EXPECT_SILENCE(late);
  ASSERT_OK(late.sub("A", "a1"));
  EXPECT_HEARD(late, "discover y A");
  EXPECT_EQ(late.last.producer, a().handle);
}

// 6.14
TEST_P(Clause6, ADeletedObjectIsKnownToNobody) {
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(a().reg("A", "x"));
  const std::string name = *a().rti->get_object_instance_name(a().object("x"));
  skip();
  EXPECT_ERROR(b().del("x"), DeletePrivilegeNotHeld);
  ASSERT_OK(a().del("x", "gone"));
  EXPECT_ERROR(a().upd("x", "a1=1"), ObjectInstanceNotKnown);
  EXPECT_ERROR(a().del("x"), ObjectInstanceNotKnown);
  EXPECT_ERROR(a().rti->get_object_instance_handle(name), ObjectInstanceNotKnown);
  EXPECT_ERROR(a().rti->get_known_object_class_handle(a().object("x")), ObjectInstanceNotKnown);
  EXPECT_HEARD(b(), "remove x tag=gone");
  EXPECT_EQ(b().last.producer, a().handle);
  EXPECT_ERROR(b().rti->get_object_instance_name(b().object("x")), ObjectInstanceNotKnown);
  EXPECT_SILENCE(a());
  EXPECT_SILENCE(c());
}

TEST_P(Clause6, OwnersOfOtherAttributesLoseThemWithTheObject) {
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(b().pub("A", "a2"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(c().sub("A", "a1 a2"));
  ASSERT_OK(a().reg("A", "x"));
  settle();
  ASSERT_OK(b().acquire("x", "a2"));
  skip();
  ASSERT_OK(a().del("x"));
  EXPECT_HEARD(b(), "remove x");
  EXPECT_ERROR(b().upd("x", "a2=1"), ObjectInstanceNotKnown);
  EXPECT_HEARD(c(), "remove x");
  EXPECT_OK(b().rti->resign_federation_execution(ResignAction::no_action)) << "it owns nothing";
}

// 6.14: a message in receive order if the federate does not regulate; then there is no retraction handle.
TEST_P(Clause6, ADeletionWithATimeByWhoDoesNotRegulateIsInReceiveOrder) {
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(a().reg("A", "x"));
  skip();
  const auto result = a().rti->delete_object_instance(a().object("x"), bytes("t"), LogicalTime{4});
  ASSERT_OK(result);
  EXPECT_FALSE(result->has_value());
  EXPECT_HEARD(b(), "remove x tag=t @4");
  EXPECT_EQ(b().last.sent, OrderType::receive);
}

// 6.16
TEST_P(Clause6, WhoOwnsOrAcquiresAnAttributeDoesNotDeleteLocally) {
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(b().pub("A", "a1"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(a().reg("A", "x"));
  skip();
  EXPECT_ERROR(a().forget("x"), FederateOwnsAttributes);
  ASSERT_OK(b().acquire("x", "a1"));
  EXPECT_ERROR(b().forget("x"), OwnershipAcquisitionPending);
  ASSERT_OK(b().cancel_acquisition("x", "a1"));
  settle();
  EXPECT_OK(b().forget("x"));
  EXPECT_ERROR(b().forget("x"), ObjectInstanceNotKnown);
}

TEST_P(Clause6, ALocallyDeletedObjectIsNotRemovedLater) {
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(c().sub("A", "a1"));
  ASSERT_OK(a().reg("A", "x"));
  skip();
  ASSERT_OK(b().forget("x"));
  ASSERT_OK(b().unsub("A"));
  ASSERT_OK(a().upd("x", "a1=1"));
  ASSERT_OK(a().del("x"));
  EXPECT_SILENCE(b());
  EXPECT_HEARD(c(), "reflect x a1=1", "remove x");
}

TEST_P(Clause6, ALocallyDeletedObjectIsDiscoveredAgainAsAnotherClass) {
  ASSERT_OK(a().pub("A.B", "a1 b1"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(a().reg("A.B", "x"));
  EXPECT_HEARD(b(), "discover x A");
  ASSERT_OK(b().sub("A.B", "b1"));
  ASSERT_OK(b().forget("x"));
  ASSERT_OK(b().unsub("A"));
  ASSERT_OK(a().upd("x", "b1=1"));
  const Lines heard = b().heard();
  ASSERT_FALSE(heard.empty());
  EXPECT_EQ(heard.front(), "discover x A.B");
  EXPECT_EQ(b().last.producer, a().handle);
  ASSERT_OK(a().upd("x", "a1=1 b1=2"));
  EXPECT_HEARD(b(), "reflect x b1=2");
}

// 6.15: the removal comes after the updates that its federate sent before, to one that has not evoked.
TEST_P(Clause6, WhoHasNotDiscoveredIsToldNothingOfADeletedObject) {
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(b().sub("A", "a1"));
  b().silent = true;
  ASSERT_OK(a().reg("A", "x"));
  ASSERT_OK(a().del("x"));
  settle();
  b().silent = false;
  const Lines heard = b().heard();
  if (!heard.empty()) {
    EXPECT_EQ(heard, (Lines{"discover x A", "remove x"}));
  }
}

// 6.8, 6.14: handles are not used again.
TEST_P(Clause6, HandlesOfDeletedObjectsAreNotUsedAgain) {
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(a().reg("A", "x"));
  ASSERT_OK(a().del("x"));
  ASSERT_OK(a().reg("A", "y"));
  EXPECT_NE(a().object("x"), a().object("y"));
}

TEST_P(Clause6, ADeletedNameMayBeReservedAgain) {
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(reserve(a(), "tank"));
  settle();
  ASSERT_OK(a().reg("A", "x", "tank"));
  ASSERT_OK(a().del("x"));
  skip();
  ASSERT_OK(reserve(a(), "tank"));
  EXPECT_HEARD(a(), "reserved tank");
  ASSERT_OK(a().reg("A", "y", "tank"));
  EXPECT_HEARD(b(), "discover y A");
  EXPECT_EQ(*b().rti->get_object_instance_handle("tank"), b().object("y"));
}

// 4.10: deletion by resignation is as one by the service, without a tag.
TEST_P(Clause6, AResignationThatDeletesRemovesFromAll) {
  ASSERT_OK(a().pub("A", "a1"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(a().reg("A", "x"));
  ASSERT_OK(a().reg("A", "y"));
  ASSERT_OK(a().divest("y", "priv"));
  skip();
  EXPECT_ERROR(a().rti->resign_federation_execution(ResignAction::delete_objects),
               FederateOwnsAttributes);  // it would still own a1 of y
  ASSERT_OK(a().divest("y", "a1"));
  ASSERT_OK(a().rti->resign_federation_execution(ResignAction::delete_objects));
  EXPECT_HEARD(b(), "remove x");
  ASSERT_OK(b().query("y", "a1"));
  EXPECT_HEARD(b(), "owner y a1 none");
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
