// Object management: names, registration and discovery, deletion (6.2 to 6.9, 6.14 to 6.16).
#include "conformance/conformance.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class Clause6Objects : public Conformance {
 protected:
  Status reserve(Actor& who, const std::vector<std::string>& names) {
    return who.rti->reserve_multiple_object_instance_names(names);
  }
};

// 6.2, 6.3 One federate has a name; others are refused it, and it itself too.
TEST_P(Clause6Objects, ANameIsReservedOnce) {
  EXPECT_OK(a().rti->reserve_object_instance_name("n"));
  EXPECT_HEARD(a(), "reserved n");
  EXPECT_OK(b().rti->reserve_object_instance_name("n"));
  EXPECT_HEARD(b(), "not_reserved n");
  EXPECT_OK(a().rti->reserve_object_instance_name("n"));
  EXPECT_HEARD(a(), "not_reserved n");
  EXPECT_OK(a().rti->release_object_instance_name("n"));
  EXPECT_ERROR(a().rti->release_object_instance_name("n"), ObjectInstanceNameNotReserved);
  EXPECT_OK(b().rti->reserve_object_instance_name("n"));
  EXPECT_HEARD(b(), "reserved n");
  EXPECT_ERROR(a().rti->release_object_instance_name("n"), ObjectInstanceNameNotReserved);
}
// 6.2 "illegal name": the RTI's own begin with HLA.
TEST_P(Clause6Objects, NamesOfTheRtiAreIllegal) {
  EXPECT_ERROR(a().rti->reserve_object_instance_name("HLAx"), IllegalName);
  EXPECT_ERROR(reserve(a(), {"fine", "HLAy"}), IllegalName);
  EXPECT_OK(b().rti->reserve_object_instance_name("fine"));
  EXPECT_HEARD(b(), "reserved fine");
  EXPECT_ERROR(reserve(a(), {}), NameSetWasEmpty);
}
// 6.5, 6.6 All or none.
TEST_P(Clause6Objects, ASetOfNamesIsReservedWholly) {
  EXPECT_OK(a().rti->reserve_object_instance_name("two"));
  skip();
  EXPECT_OK(reserve(b(), {"one", "two", "three"}));
  EXPECT_OK(reserve(c(), {"three", "four"}));
  settle();
  EXPECT_EQ(b().lines.size(), 1U);
  EXPECT_TRUE(b().lines.at(0).starts_with("not_reserved_set"));
  b().lines.clear();
  EXPECT_HEARD(c(), "reserved_set four three");
  EXPECT_OK(b().rti->reserve_object_instance_name("one"));
  EXPECT_HEARD(b(), "reserved one");
  const std::string some[] = {"four", "one"};
  EXPECT_ERROR(c().rti->release_multiple_object_instance_names(some),
               ObjectInstanceNameNotReserved);
  // None of them has been released.
  EXPECT_OK(b().rti->reserve_object_instance_name("four"));
  EXPECT_HEARD(b(), "not_reserved four");
}
// 6.8 Registration under a name that was reserved, by whom it was.
TEST_P(Clause6Objects, RegisteringUnderAReservedName) {
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(b().pub("A", "a1"));
  EXPECT_OK(c().sub("A", "a1"));
  EXPECT_ERROR(a().reg("A", "x", "n"), ObjectInstanceNameNotReserved);
  EXPECT_OK(a().rti->reserve_object_instance_name("n"));
  skip();
  EXPECT_ERROR(b().reg("A", "x", "n"), ObjectInstanceNameNotReserved);
  EXPECT_OK(a().reg("A", "x", "n"));
  settle();
  EXPECT_EQ(c().last.producer, a().handle);
  EXPECT_HEARD(c(), "discover x A");
  EXPECT_EQ(*c().rti->get_object_instance_name(c().object("x")), "n");
  EXPECT_EQ(*c().rti->get_object_instance_handle("n"), a().object("x"));
  EXPECT_ERROR(a().reg("A", "y", "n"), ObjectInstanceNameInUse);
  EXPECT_OK(b().rti->reserve_object_instance_name("n"));
  EXPECT_HEARD(b(), "not_reserved n");
}
// 6.8 The RTI's names are unique.
TEST_P(Clause6Objects, TheRtisNamesAreUnique) {
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(b().pub("A", "a1"));
  std::vector<std::string> names;
  for (Actor* each : {&a(), &b(), &a(), &b()}) {
    const std::string label = "x" + std::to_string(names.size());
    EXPECT_OK(each->reg("A", label));
    names.push_back(*each->rti->get_object_instance_name(each->object(label)));
  }
  std::ranges::sort(names);
  EXPECT_EQ(std::ranges::adjacent_find(names), names.end());
}
// 6.8 Classes that are no classes, or not published.
TEST_P(Clause6Objects, RegisteringNeedsAPublishedClass) {
  EXPECT_ERROR(a().rti->register_object_instance({9999}), ObjectClassNotDefined);
  EXPECT_ERROR(a().rti->register_object_instance(a().object_class("A")), ObjectClassNotPublished);
  EXPECT_OK(a().pub("A", ""));
  EXPECT_ERROR(a().rti->register_object_instance(a().object_class("A")), ObjectClassNotPublished);
}
// 6.9 "the candidate discovery class": the subscribed class nearest to that of the registration.
TEST_P(Clause6Objects, DiscoveryIsAtTheNearestSubscribedClass) {
  EXPECT_OK(a().pub("A.B.C", "a1 b1 c1"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(c().sub("A", "a1"));
  EXPECT_OK(c().sub("A.B", "b1"));
  EXPECT_OK(a().reg("A.B.C", "x"));
  EXPECT_HEARD(b(), "discover x A");
  EXPECT_HEARD(c(), "discover x A.B");
  EXPECT_EQ(*a().rti->get_known_object_class_handle(a().object("x")), a().object_class("A.B.C"));
  // 6.11 Attributes that are subscribed to at the known class, and no others.
  EXPECT_OK(a().upd("x", "a1=1 b1=2 c1=3"));
  EXPECT_HEARD(b(), "reflect x a1=1");
  EXPECT_HEARD(c(), "reflect x b1=2");
  // A subscription at a subclass of the known class brings nothing for this object.
  EXPECT_OK(b().sub("A.B.C", "c1"));
  EXPECT_OK(a().upd("x", "a1=1 c1=3"));
  EXPECT_HEARD(b(), "reflect x a1=1");
  // 6.9 The known class stays; an attribute of it may be subscribed to later.
  EXPECT_OK(c().sub("A.B", "a1"));
  EXPECT_OK(a().upd("x", "a1=1 b1=2 c1=3"));
  EXPECT_HEARD(c(), "reflect x a1=1 b1=2");
  EXPECT_EQ(*c().rti->get_known_object_class_handle(c().object("x")), c().object_class("A.B"));
}
// 6.9 A late subscriber discovers what is there, once.
TEST_P(Clause6Objects, LateSubscribersDiscover) {
  EXPECT_OK(a().pub("A", "a1 a2"));
  EXPECT_OK(a().pub("A.B", "a1 b1"));
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_OK(a().reg("A.B", "y"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_HEARD_SORTED(b(), "discover x A", "discover y A");
  EXPECT_OK(b().sub("A", "a2"));
  EXPECT_OK(b().sub("A.B", "b1"));
  EXPECT_SILENCE(b());
}
// 6.9 An object with no owned attribute among the subscribed ones is not discovered, until somebody owns one.
TEST_P(Clause6Objects, DiscoveryWaitsForAnOwner) {
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(b().pub("A", "a2"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(c().sub("A", "a2"));
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_EQ(b().heard("discover"), Lines{"discover x A"});
  EXPECT_SILENCE(c());
  EXPECT_OK(b().acquire_free("x", "a2"));
  EXPECT_HEARD(b(), "acquired x a2");
  EXPECT_HEARD(c(), "discover x A");
  EXPECT_OK(b().upd("x", "a2=1"));
  EXPECT_HEARD(c(), "reflect x a2=1");
}
// 6.9 After everything was divested nobody new discovers; who knew the object knows it still.
TEST_P(Clause6Objects, UnownedObjectsAreNotDiscovered) {
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_HEARD(b(), "discover x A");
  EXPECT_OK(a().divest("x", "a1"));
  EXPECT_OK(c().sub("A", "a1"));
  EXPECT_SILENCE(c());
  EXPECT_OK(a().acquire_free("x", "a1"));
  EXPECT_HEARD(c(), "discover x A");
  EXPECT_SILENCE(b());
}
// 6.9 The registering federate does not discover; nor by subscribing later.
TEST_P(Clause6Objects, TheRegisteringFederateDoesNotDiscover) {
  EXPECT_OK(a().sub("A", "a1"));
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_OK(a().sub("A", "a2"));
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_SILENCE(a());
}
// 6.14, 6.15
TEST_P(Clause6Objects, DeletionRemoves) {
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  skip();
  EXPECT_ERROR(b().del("x"), DeletePrivilegeNotHeld);
  EXPECT_ERROR(c().del("x"), ObjectInstanceNotKnown);
  EXPECT_OK(b().unsub("A"));
  EXPECT_OK(a().del("x", "bye"));
  EXPECT_HEARD(b(), "remove x tag=bye");
  EXPECT_EQ(b().last.producer, a().handle);
  EXPECT_SILENCE(a());
  EXPECT_SILENCE(c());
  EXPECT_ERROR(a().upd("x", "a1=1"), ObjectInstanceNotKnown);
  EXPECT_ERROR(a().del("x"), ObjectInstanceNotKnown);
  EXPECT_ERROR(b().rti->get_object_instance_name(b().object("x")), ObjectInstanceNotKnown);
  EXPECT_OK(c().sub("A", "a1"));
  EXPECT_SILENCE(c());
}
// 6.14 The privilege can be handed on; then the registering federate is told.
TEST_P(Clause6Objects, ThePrivilegeToDeleteCanBeHandedOn) {
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(b().pub("A", "a1"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  skip();
  EXPECT_OK(a().divest("x", "priv"));
  EXPECT_HEARD(b(), "assume x priv");
  EXPECT_ERROR(a().del("x"), DeletePrivilegeNotHeld);
  EXPECT_OK(b().acquire_free("x", "priv"));
  EXPECT_HEARD(b(), "acquired x priv");
  EXPECT_OK(b().del("x"));
  EXPECT_HEARD(a(), "remove x");
  EXPECT_SILENCE(b());
}
// 6.16 "owns attributes", "ownership acquisition pending", "not known".
TEST_P(Clause6Objects, LocalDeletionIsRefusedToOwnersAndAcquirers) {
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(b().pub("A", "a1"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  skip();
  EXPECT_ERROR(a().forget("x"), FederateOwnsAttributes);
  EXPECT_ERROR(c().forget("x"), ObjectInstanceNotKnown);
  EXPECT_OK(b().acquire("x", "a1"));
  EXPECT_ERROR(b().forget("x"), OwnershipAcquisitionPending);
  EXPECT_OK(b().cancel_acquisition("x", "a1"));
  skip();
  EXPECT_OK(b().forget("x"));
  EXPECT_ERROR(b().rti->get_object_instance_name(b().object("x")), ObjectInstanceNotKnown);
  EXPECT_ERROR(b().forget("x"), ObjectInstanceNotKnown);
}
// 6.16 It may be discovered again, at another class.
TEST_P(Clause6Objects, AnObjectIsDiscoveredAgainAtAnotherClass) {
  EXPECT_OK(a().pub("A.B", "a1 b1"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(a().reg("A.B", "x"));
  EXPECT_HEARD(b(), "discover x A");
  EXPECT_OK(b().unsub("A"));
  EXPECT_OK(b().forget("x"));
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_SILENCE(b());
  EXPECT_OK(b().sub("A.B", "b1"));
  EXPECT_HEARD(b(), "discover x A.B");
  EXPECT_OK(a().upd("x", "a1=1 b1=2"));
  EXPECT_HEARD(b(), "reflect x b1=2");
  EXPECT_OK(a().del("x"));
  EXPECT_HEARD(b(), "remove x");
}
// 6.16 Who has deleted it locally and is not subscribed is told nothing of its end.
TEST_P(Clause6Objects, NoRemovalAfterALocalDeletion) {
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(c().sub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  skip();
  EXPECT_OK(b().unsub("A"));
  EXPECT_OK(b().forget("x"));
  EXPECT_OK(a().del("x"));
  EXPECT_SILENCE(b());
  EXPECT_HEARD(c(), "remove x");
}
// 6.15 Objects of a federate that resigns, and that come and go while somebody does not evoke.
TEST_P(Clause6Objects, ComingsAndGoingsKeepTheirOrder) {
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(b().sub("A", "a1"));
  b().silent = true;
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_OK(a().reg("A", "y"));
  EXPECT_OK(a().upd("y", "a1=2"));
  settle();
  EXPECT_OK(a().upd("x", "a1=3"));
  b().silent = false;
  EXPECT_HEARD(b(), "discover x A", "reflect x a1=1", "discover y A", "reflect y a1=2",
               "reflect x a1=3");
}
// 6.9 Several federates register at once: all objects are discovered by all others.
TEST_P(Clause6Objects, ObjectsOfAllAreDiscoveredByAllOthers) {
  for (auto& each : actors()) {
    EXPECT_OK(each->pub("A", "a1"));
    EXPECT_OK(each->sub("A", "a1"));
  }
  for (int i = 0; i < 5; ++i) {
    EXPECT_OK(a().reg("A", "a" + std::to_string(i)));
    EXPECT_OK(b().reg("A", "b" + std::to_string(i)));
    EXPECT_OK(c().reg("A", "c" + std::to_string(i)));
  }
  for (auto& each : actors()) {
    const Lines found = each->heard_sorted();
    EXPECT_EQ(found.size(), 10U);
    EXPECT_EQ(std::ranges::adjacent_find(found), found.end());
  }
}
// 10.8 An object is not known to whom it was not discovered by.
TEST_P(Clause6Objects, UnknownObjectsAreRefusedByAllServices) {
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(c().pub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_ERROR(c().upd("x", "a1=1"), ObjectInstanceNotKnown);
  EXPECT_ERROR(c().request("x", "a1"), ObjectInstanceNotKnown);
  EXPECT_ERROR(c().acquire("x", "a1"), ObjectInstanceNotKnown);
  EXPECT_ERROR(c().acquire_free("x", "a1"), ObjectInstanceNotKnown);
  EXPECT_ERROR(c().divest("x", "a1"), ObjectInstanceNotKnown);
  EXPECT_ERROR(c().negotiate("x", "a1"), ObjectInstanceNotKnown);
  EXPECT_ERROR(c().confirm("x", "a1"), ObjectInstanceNotKnown);
  EXPECT_ERROR(c().deny("x", "a1"), ObjectInstanceNotKnown);
  EXPECT_ERROR(c().give("x", "a1"), ObjectInstanceNotKnown);
  EXPECT_ERROR(c().cancel_negotiation("x", "a1"), ObjectInstanceNotKnown);
  EXPECT_ERROR(c().cancel_acquisition("x", "a1"), ObjectInstanceNotKnown);
  EXPECT_ERROR(c().query("x", "a1"), ObjectInstanceNotKnown);
  const AttributeHandle a1 = c().attribute("A", "a1");
  EXPECT_ERROR(c().rti->is_attribute_owned_by_federate(c().object("x"), a1),
               ObjectInstanceNotKnown);
  EXPECT_ERROR(
      c().rti->change_attribute_order_type(c().object("x"), std::span(&a1, 1), OrderType::receive),
      ObjectInstanceNotKnown);
  EXPECT_ERROR(c().rti->query_attribute_transportation_type(c().object("x"), a1),
               ObjectInstanceNotKnown);
  EXPECT_ERROR(c().rti->get_known_object_class_handle(c().object("x")), ObjectInstanceNotKnown);
  EXPECT_ERROR(c().rti->get_object_instance_name(c().object("x")), ObjectInstanceNotKnown);
  EXPECT_ERROR(
      c().rti->get_object_instance_handle(*a().rti->get_object_instance_name(a().object("x"))),
      ObjectInstanceNotKnown);
  EXPECT_ERROR(c().rti->get_update_rate_value_for_attribute(c().object("x"), a1),
               ObjectInstanceNotKnown);
}

CONFORMANCE_SUITE(Clause6Objects);

}  // namespace
}  // namespace orrery::rti::testing::conformance
