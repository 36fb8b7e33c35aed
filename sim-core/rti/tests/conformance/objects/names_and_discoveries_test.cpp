// Reserved names, and objects that are discovered again after a deletion (6.2 to 6.9, 6.14 to 6.16).
#include "conformance/two_federations.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class NamesAndDiscoveries : public SavingFederation {
 protected:
  void begin() override {
    SavingFederation::begin();
    ASSERT_OK(a().pub("A", "a1 a2"));
    ASSERT_OK(a().pub("A.B", "a1 b1"));
    ASSERT_OK(a().pub("A.B.C", "a1 b1"));
    skip();
  }
  void reserve(Actor& each, const std::string& name) {
    EXPECT_OK(each.rti->reserve_object_instance_name(name));
    EXPECT_HEARD(each, "reserved " + name);
  }
  void is_taken(Actor& each, const std::string& name) {
    EXPECT_OK(each.rti->reserve_object_instance_name(name));
    EXPECT_HEARD(each, "not_reserved " + name);
  }
};

// 6.2, 6.3 A name is reserved once, also by the same federate.
TEST_P(NamesAndDiscoveries, Twice) {
  reserve(a(), "n");
  is_taken(a(), "n");
  is_taken(b(), "n");
  EXPECT_ERROR(b().rti->release_object_instance_name("n"), ObjectInstanceNameNotReserved);
  EXPECT_OK(a().rti->release_object_instance_name("n"));
  EXPECT_ERROR(a().rti->release_object_instance_name("n"), ObjectInstanceNameNotReserved);
  reserve(b(), "n");
  EXPECT_ERROR(a().reg("A", "x", "n"), ObjectInstanceNameNotReserved);
}
// 6.2, 6.5 Names that begin with HLA, and the empty one.
TEST_P(NamesAndDiscoveries, IllegalNames) {
  for (const std::string name : {"HLA", "HLAx", "HLAfederate.a", ""}) {
    EXPECT_ERROR(a().rti->reserve_object_instance_name(name), IllegalName);
    const std::vector<std::string> set = {"good", name};
    EXPECT_ERROR(a().rti->reserve_multiple_object_instance_names(set), IllegalName);
  }
  EXPECT_SILENCE(a());
  reserve(b(), "good");
  reserve(b(), "hla");
}
// 6.5, 6.6 All of them or none.
TEST_P(NamesAndDiscoveries, SetsOfNames) {
  reserve(b(), "two");
  const std::vector<std::string> set = {"one", "two", "three"};
  EXPECT_OK(a().rti->reserve_multiple_object_instance_names(set));
  EXPECT_EQ(a().heard().size(), 1U);
  reserve(c(), "one");
  reserve(c(), "three");
  EXPECT_OK(c().rti->release_object_instance_name("one"));
  EXPECT_ERROR(c().rti->release_multiple_object_instance_names(set), ObjectInstanceNameNotReserved);
  is_taken(a(), "three");
  EXPECT_ERROR(c().rti->reserve_multiple_object_instance_names({}), NameSetWasEmpty);
  const std::vector<std::string> twice = {"four", "four"};
  EXPECT_OK(a().rti->reserve_multiple_object_instance_names(twice));
  EXPECT_HEARD(a(), "reserved_set four");
}
// 6.8 A failed registration does not use the name up; a registration does.
TEST_P(NamesAndDiscoveries, UsedUp) {
  reserve(a(), "n");
  EXPECT_ERROR(a().reg("D", "x", "n"), ObjectClassNotPublished);
  EXPECT_OK(a().reg("A", "x", "n"));
  EXPECT_ERROR(a().rti->release_object_instance_name("n"), ObjectInstanceNameNotReserved);
  EXPECT_FALSE(a().reg("A", "y", "n").ok());
  is_taken(a(), "n");
  is_taken(b(), "n");
  EXPECT_OK(a().del("x"));
  settle();
  EXPECT_FALSE(a().reg("A", "y", "n").ok());
  reserve(b(), "n");
}
// 6.8 A name that the RTI has chosen is in use.
TEST_P(NamesAndDiscoveries, ChosenByTheRti) {
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_OK(a().reg("A", "y"));
  const std::string name = *a().rti->get_object_instance_name(a().object("x"));
  EXPECT_NE(name, *a().rti->get_object_instance_name(a().object("y")));
  settle();
  const Status taken = b().rti->reserve_object_instance_name(name);
  if (taken.ok()) {
    EXPECT_HEARD(b(), "not_reserved " + name);
  } else {
    EXPECT_EQ(taken.error().code, ErrorCode::IllegalName);
  }
}
// 6.9, 6.14 An object with the name of a deleted one is another object, and is discovered.
TEST_P(NamesAndDiscoveries, TheSameNameAgain) {
  EXPECT_OK(b().sub("A", "a1"));
  reserve(a(), "n");
  EXPECT_OK(a().reg("A", "x", "n"));
  EXPECT_HEARD(b(), "discover x A");
  EXPECT_OK(a().del("x"));
  EXPECT_HEARD(b(), "remove x");
  reserve(a(), "n");
  EXPECT_OK(a().reg("A", "y", "n"));
  EXPECT_HEARD(b(), "discover y A");
  EXPECT_NE(b().object("x"), b().object("y"));
  EXPECT_EQ(*b().rti->get_object_instance_handle("n"), b().object("y"));
  EXPECT_ERROR(b().rti->get_object_instance_name(b().object("x")), ObjectInstanceNotKnown);
}
// 10.9 A federate that has not been told of the removal yet, and of the new object: each handle has
// its name, and the name
// one of them.
TEST_P(NamesAndDiscoveries, TheSameNameBeforeTheRemoval) {
  EXPECT_OK(b().sub("A", "a1"));
  constrain(b());
  reserve(a(), "n");
  EXPECT_OK(a().reg("A", "x", "n"));
  EXPECT_HEARD(b(), "discover x A");
  EXPECT_OK(a().del("x"));
  EXPECT_SILENCE(b());  // it is granted: removals in receive order wait
  EXPECT_EQ(*b().rti->get_object_instance_handle("n"), b().object("x"));
  EXPECT_OK(a().rti->reserve_object_instance_name("n"));
  if (a().heard() == Lines{"reserved n"}) {
    EXPECT_OK(a().reg("A", "y", "n"));
    settle();
    EXPECT_EQ(*b().rti->get_object_instance_name(b().object("x")), "n");
    EXPECT_TRUE(b().rti->get_object_instance_handle("n").ok());
    EXPECT_OK(a().upd("y", "a1=1"));
  }
  EXPECT_OK(b().tar(1));
  settle();
  Lines lines = b().heard();
  EXPECT_EQ(std::ranges::count(lines, "remove x"), 1);
  EXPECT_EQ(std::ranges::count(lines, "discover y A"), 1);
  EXPECT_EQ(*b().rti->get_object_instance_handle("n"), b().object("y"));
}
// 6.16 Forgotten: no reflection and no removal, until a subscription discovers it again.
TEST_P(NamesAndDiscoveries, Forgotten) {
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(c().sub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  skip();
  EXPECT_OK(b().forget("x"));
  EXPECT_ERROR(b().forget("x"), ObjectInstanceNotKnown);
  EXPECT_ERROR(b().request("x", "a1"), ObjectInstanceNotKnown);
  EXPECT_OK(b().unsub("A"));
  EXPECT_OK(b().sub("A", "a1 a2"));
  EXPECT_HEARD(b(), "discover x A");
  EXPECT_OK(a().upd("x", "a1=1 a2=2"));
  EXPECT_HEARD(b(), "reflect x a1=1 a2=2");
  EXPECT_OK(b().unsub("A"));
  EXPECT_OK(b().forget("x"));
  EXPECT_OK(a().del("x"));
  EXPECT_SILENCE(b());
  EXPECT_EQ(c().heard().back(), "remove x");
}
// 6.16 Neither owned nor being acquired.
TEST_P(NamesAndDiscoveries, NotForgotten) {
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_ERROR(a().forget("x"), FederateOwnsAttributes);
  EXPECT_OK(b().pub("A", "a1"));
  EXPECT_OK(b().sub("A", "a1"));
  skip();
  EXPECT_OK(b().acquire("x", "a1"));
  EXPECT_ERROR(b().forget("x"), OwnershipAcquisitionPending);
  EXPECT_OK(b().cancel_acquisition("x", "a1"));
  settle();
  EXPECT_OK(b().forget("x"));
  EXPECT_OK(a().divest("x", "a1 a2 HLAprivilegeToDeleteObject"));
  settle();
  EXPECT_OK(a().forget("x"));
}
// 6.9 The known class stays what it was at the discovery, whatever is subscribed to later.
TEST_P(NamesAndDiscoveries, TheKnownClassStays) {
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(a().reg("A.B.C", "x"));
  EXPECT_HEARD(b(), "discover x A");
  const auto b1 = b().attributes("A.B", "b1");
  EXPECT_ERROR(b().rti->request_attribute_value_update(b().object("x"), b1), AttributeNotDefined);
  EXPECT_OK(b().sub("A.B", "b1"));
  EXPECT_SILENCE(b());
  EXPECT_OK(a().upd("x", "a1=1 b1=1"));
  EXPECT_HEARD(b(), "reflect x a1=1");
  EXPECT_OK(b().unsub("A"));
  EXPECT_OK(a().upd("x", "a1=2 b1=2"));
  EXPECT_SILENCE(b());
  EXPECT_OK(b().forget("x"));
  EXPECT_OK(b().sub("A.B", "a1"));
  EXPECT_HEARD(b(), "discover x A.B");
  EXPECT_OK(a().upd("x", "a1=3 b1=3"));
  EXPECT_HEARD(b(), "reflect x a1=3 b1=3");
}
// 5.1, 6.9 Subscribed to two classes: discovered as the lower one, with what is subscribed to
// there.
TEST_P(NamesAndDiscoveries, TheLowestClass) {
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(b().sub("A.B", "b1"));
  EXPECT_OK(a().reg("A.B.C", "x"));
  EXPECT_HEARD(b(), "discover x A.B");
  EXPECT_OK(a().upd("x", "a1=1 b1=1"));
  EXPECT_HEARD(b(), "reflect x b1=1");
  EXPECT_OK(a().upd("x", "a1=2"));
  EXPECT_SILENCE(b());
}
// 6.9 Nothing that is subscribed to is owned by another: not discovered until it is.
TEST_P(NamesAndDiscoveries, DiscoveredWithTheOwner) {
  EXPECT_OK(b().sub("A", "a2"));
  EXPECT_OK(c().pub("A", "a2"));
  EXPECT_OK(a().pub("A.B", "a1"));
  EXPECT_OK(a().unpub("A", "a2"));
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_SILENCE(b());
  EXPECT_OK(c().sub("A", "a1"));
  EXPECT_HEARD(c(), "discover x A", "assume x a2");
  EXPECT_OK(c().acquire_free("x", "a2"));
  EXPECT_HEARD(c(), "acquired x a2");
  EXPECT_HEARD(b(), "discover x A");
  EXPECT_OK(c().upd("x", "a2=1"));
  EXPECT_HEARD(b(), "reflect x a2=1");
}
// 5.7 Unsubscribed and subscribed again: the object is known all the time, and not discovered
// twice.
TEST_P(NamesAndDiscoveries, NotDiscoveredTwice) {
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  skip();
  EXPECT_OK(b().unsub("A"));
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_SILENCE(b());
  EXPECT_OK(b().sub("A", "a1 a2"));
  EXPECT_SILENCE(b());
  EXPECT_OK(a().upd("x", "a1=2"));
  EXPECT_HEARD(b(), "reflect x a1=2");
  EXPECT_OK(b().unsub("A"));
  EXPECT_OK(a().del("x"));
  EXPECT_HEARD(b(), "remove x");
}
// 6.9, 6.14 Registered and deleted before the federate evokes: both, or neither; afterwards it is
// not known.
TEST_P(NamesAndDiscoveries, GoneBeforeItIsTold) {
  EXPECT_OK(b().sub("A", "a1"));
  settle();
  b().silent = true;
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_OK(a().del("x"));
  settle();
  b().silent = false;
  const Lines lines = b().heard();
  if (!lines.empty()) {
    EXPECT_EQ(lines.front(), "discover x A");
    EXPECT_EQ(lines.back(), "remove x");
  }
  EXPECT_ERROR(b().request("x", "a1"), ObjectInstanceNotKnown);
}

CONFORMANCE_SUITE(NamesAndDiscoveries);

}  // namespace
}  // namespace orrery::rti::testing::conformance
