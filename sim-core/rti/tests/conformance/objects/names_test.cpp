// IEEE 1516.1-2010, 6.2 to 6.8: reservations of names, from the request to the object and after it.
#include "conformance/conformance.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class ClausesOfNames : public Conformance {
 protected:
  void begin() override {
    Conformance::begin();
    for (auto& each : actors()) {
      ASSERT_OK(each->pub("A", "a1"));
      ASSERT_OK(each->pub("D", "d1"));
    }
  }
  static Status reserve(Actor& each, const std::string& name) {
    return each.rti->reserve_object_instance_name(name);
  }
  static Status free(Actor& each, const std::string& name) {
    return each.rti->release_object_instance_name(name);
  }
  static Status reserve_set(Actor& each, const std::vector<std::string>& names) {
    return each.rti->reserve_multiple_object_instance_names(names);
  }
  static Status free_set(Actor& each, const std::vector<std::string>& names) {
    return each.rti->release_multiple_object_instance_names(names);
  }
  void reserved(Actor& each, const std::string& name) {
    ASSERT_OK(reserve(each, name));
    EXPECT_HEARD(each, "reserved " + name);
  }
};
CONFORMANCE_SUITE(ClausesOfNames);

// 9.5 with 6.3: the name has been reserved, and the federate has been told so.
TEST_P(ClausesOfNames, ANameIsUsedInRegionsOnceItsReservationIsTold) {
  a().silent = true;
  ASSERT_OK(reserve(a(), "tank"));
  settle();
  EXPECT_ERROR(a().reg_in("D", "x", "d1", {a().region("X 0 5")}, "tank"),
               ObjectInstanceNameNotReserved);
  a().silent = false;
  EXPECT_HEARD(a(), "reserved tank");
  EXPECT_OK(a().reg("A", "x", "tank"));
  EXPECT_EQ(*a().rti->get_object_instance_name(a().object("x")), "tank");
}

// 6.2: a name that waits for its callback is taken for all others.
TEST_P(ClausesOfNames, ANameIsTakenBeforeItsCallback) {
  a().silent = true;
  ASSERT_OK(reserve(a(), "tank"));
  settle();
  ASSERT_OK(reserve(b(), "tank"));
  EXPECT_HEARD(b(), "not_reserved tank");
  ASSERT_OK(reserve_set(b(), {"jeep", "tank"}));
  EXPECT_HEARD(b(), "not_reserved_set jeep tank");
  a().silent = false;
  EXPECT_HEARD(a(), "reserved tank");
}

// 6.4: a released name is free for all, and no longer the federate's.
TEST_P(ClausesOfNames, AReleasedNameIsFree) {
  reserved(a(), "tank");
  ASSERT_OK(free(a(), "tank"));
  EXPECT_ERROR(a().reg("A", "x", "tank"), ObjectInstanceNameNotReserved);
  EXPECT_ERROR(free(a(), "tank"), ObjectInstanceNameNotReserved);
  settle();
  reserved(b(), "tank");
  EXPECT_OK(b().reg("A", "x", "tank"));
}

// 6.8: a registration that fails leaves the reservation.
TEST_P(ClausesOfNames, AFailedRegistrationKeepsTheName) {
  reserved(a(), "tank");
  EXPECT_ERROR(a().reg("A.B", "x", "tank"), ObjectClassNotPublished);
  EXPECT_ERROR(a().reg("none", "x", "tank"), ObjectClassNotDefined);
  EXPECT_ERROR(a().reg_in("D", "x", "d2", {a().region("X 0 5")}, "tank"), AttributeNotPublished);
  EXPECT_ERROR(a().reg_in("D", "x", "d1", {RegionHandle{4242}}, "tank"), InvalidRegion);
  ASSERT_OK(reserve(b(), "tank"));
  EXPECT_HEARD(b(), "not_reserved tank");
  EXPECT_OK(a().reg_in("D", "x", "d1", {a().region("X 0 5")}, "tank"));
  EXPECT_ERROR(a().reg_in("D", "y", "d1", {a().region("X 0 5")}, "tank"), ObjectInstanceNameInUse);
}

// 6.5: a set with an illegal name is refused as a whole, without a callback.
TEST_P(ClausesOfNames, ASetWithAnIllegalNameIsRefused) {
  for (const char* each : {"HLAtank", "HLA", ""}) {
    EXPECT_ERROR(reserve_set(a(), {"jeep", each}), IllegalName);
  }
  EXPECT_SILENCE(a());
  reserved(b(), "jeep");
}

// 6.2: only the beginning of a name is the RTI's.
TEST_P(ClausesOfNames, HlaWithinANameIsLegal) {
  reserved(a(), "myHLAtank");
  reserved(a(), "HL");
  EXPECT_OK(a().reg("A", "x", "myHLAtank"));
}

// 6.5: the names are a set.
TEST_P(ClausesOfNames, ANameTwiceInASetIsReservedOnce) {
  ASSERT_OK(reserve_set(a(), {"jeep", "jeep"}));
  EXPECT_HEARD(a(), "reserved_set jeep");
  EXPECT_OK(free_set(a(), {"jeep", "jeep"}));
  settle();
  reserved(b(), "jeep");
}

// 6.7, 6.4: names of a set and single names are reserved and released alike.
TEST_P(ClausesOfNames, NamesOfASetAreReleasedOneByOne) {
  ASSERT_OK(reserve_set(a(), {"jeep", "truck"}));
  ASSERT_OK(reserve(a(), "tank"));
  settle();
  EXPECT_OK(free(a(), "jeep"));
  EXPECT_OK(free_set(a(), {"tank", "truck"}));
  skip();
  ASSERT_OK(reserve_set(b(), {"jeep", "tank", "truck"}));
  EXPECT_HEARD(b(), "reserved_set jeep tank truck");
}

// 6.7: with a name that an object has none is released.
TEST_P(ClausesOfNames, ASetWithAUsedNameReleasesNone) {
  ASSERT_OK(reserve_set(a(), {"jeep", "truck"}));
  settle();
  ASSERT_OK(a().reg("A", "x", "jeep"));
  EXPECT_ERROR(free_set(a(), {"jeep", "truck"}), ObjectInstanceNameNotReserved);
  ASSERT_OK(reserve(b(), "truck"));
  EXPECT_EQ(b().heard("not_reserved"), Lines{"not_reserved truck"});
  EXPECT_OK(a().reg("A", "y", "truck"));
}

// 6.5: a set that contains an object's name reserves none of its names.
TEST_P(ClausesOfNames, ASetWithAnObjectsNameReservesNone) {
  reserved(a(), "tank");
  ASSERT_OK(a().reg("A", "x", "tank"));
  settle();
  ASSERT_OK(reserve_set(b(), {"jeep", "tank"}));
  EXPECT_HEARD(b(), "not_reserved_set jeep tank");
  EXPECT_ERROR(b().reg("A", "y", "jeep"), ObjectInstanceNameNotReserved);
  reserved(c(), "jeep");
}

// 6.8 with 6.2: the names that the RTI gives are not those that federates reserve.
TEST_P(ClausesOfNames, NamesOfTheRtiAreReservedByNobody) {
  ASSERT_OK(a().reg("A", "x"));
  const std::string name = *a().rti->get_object_instance_name(a().object("x"));
  settle();
  const auto asked = reserve(b(), name);
  if (asked) {
    EXPECT_HEARD(b(), "not_reserved " + name);
  } else {
    EXPECT_EQ(asked.error().code, ErrorCode::IllegalName);
  }
  EXPECT_ERROR(reserve(b(), "HLAfederate.a"), IllegalName);
}

// 6.14 with 6.2: the name of a deleted object must be reserved again before it is used.
TEST_P(ClausesOfNames, ADeletedObjectsNameIsReservedAnew) {
  ASSERT_OK(b().sub("A", "a1"));
  reserved(a(), "tank");
  ASSERT_OK(a().reg("A", "x", "tank"));
  skip();
  ASSERT_OK(a().del("x"));
  skip();
  EXPECT_ERROR(a().reg("A", "y", "tank"), ObjectInstanceNameNotReserved);
  EXPECT_ERROR(a().rti->get_object_instance_handle("tank"), ObjectInstanceNotKnown);
  reserved(b(), "tank");
  ASSERT_OK(b().reg("A", "y", "tank"));
  EXPECT_NE(a().object("x"), b().object("y"));
  EXPECT_EQ(*b().rti->get_object_instance_handle("tank"), b().object("y"));
}

// 6.14: an object that is deleted at a time has its name until it is removed everywhere.
TEST_P(ClausesOfNames, ANameIsTakenUntilATimedDeletion) {
  regulate(a(), 1);
  constrain(b());
  ASSERT_OK(b().sub("A", "a1"));
  reserved(a(), "tank");
  ASSERT_OK(a().reg("A", "x", "tank"));
  EXPECT_EQ(b().heard("discover").size(), 1U);
  ASSERT_OK(a().del_at(5, "x"));
  settle();
  EXPECT_EQ(*b().rti->get_object_instance_handle("tank"), a().object("x"));
  ASSERT_OK(reserve(c(), "tank"));
  EXPECT_HEARD(c(), "not_reserved tank");
  ASSERT_OK(a().tar(20));
  ASSERT_OK(b().tar(10));
  EXPECT_EQ(b().heard("remove"), Lines{"remove x @5 tso"});
  EXPECT_ERROR(b().rti->get_object_instance_handle("tank"), ObjectInstanceNotKnown);
}

// 6.16: an object that one federate forgets has its name.
TEST_P(ClausesOfNames, AForgottenObjectHasItsName) {
  ASSERT_OK(b().sub("A", "a1"));
  reserved(a(), "tank");
  ASSERT_OK(a().reg("A", "x", "tank"));
  settle();
  ASSERT_OK(b().unsub("A"));
  ASSERT_OK(b().forget("x"));
  b().lines.clear();
  EXPECT_ERROR(b().rti->get_object_instance_handle("tank"), ObjectInstanceNotKnown);
  ASSERT_OK(reserve(b(), "tank"));
  EXPECT_HEARD(b(), "not_reserved tank");
}

// 4.10: names whose reservation was not told yet are free after a resignation too, and their callback does not come later.
TEST_P(ClausesOfNames, AResignationEndsReservationsThatAreNotTold) {
  a().silent = true;
  ASSERT_OK(reserve(a(), "tank"));
  ASSERT_OK(reserve_set(a(), {"jeep", "truck"}));
  settle();
  ASSERT_OK(a().rti->resign_federation_execution(ResignAction::no_action));
  a().silent = false;
  ASSERT_OK(a().join("a"));
  EXPECT_SILENCE(a());
  ASSERT_OK(a().pub("A", "a1"));
  EXPECT_ERROR(a().reg("A", "x", "tank"), ObjectInstanceNameNotReserved);
  ASSERT_OK(reserve_set(b(), {"jeep", "tank", "truck"}));
  EXPECT_HEARD(b(), "reserved_set jeep tank truck");
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
