// A removal that waits for a federate while the federation is saved (6.15, 4.16, 4.24).
#include "conformance/two_federations.hpp"

namespace orrery::rti::testing::conformance {
namespace {

// a registers x; b and c know it. c is constrained and granted: what comes in receive order waits
// for its next advance.
class RemovalsInSaves : public TwoFederations {
 protected:
  void begin() override {
    TwoFederations::begin();
    for (Actor* each : {&a(), &b(), &c()}) {
      ASSERT_OK(each->pub("A", "a1 a2"));
      ASSERT_OK(each->sub("A", "a1 a2"));
    }
    ASSERT_OK(a().reg("A", "x"));
    constrain(c());
    skip();
  }
  // The save is restored, and then c is told of the removal when it advances.
  void restored() {
    save({&a(), &b(), &c()}, "s");
    skip();
    EXPECT_OK(c().tar(1));
    EXPECT_HEARD(c(), "remove x", "grant 1");
    EXPECT_OK(a().rti->request_federation_restore("s"));
    settle();
    const auto confirmed = std::ranges::count(a().lines, "restore_confirmed s");
    EXPECT_EQ(confirmed, 1);
    if (confirmed != 1) return;
    for (Actor* each : {&a(), &b(), &c()}) EXPECT_OK(each->rti->federate_restore_complete());
    skip();
    EXPECT_OK(c().rti->get_object_instance_name(c().object("x")));
    EXPECT_ERROR(b().rti->get_object_instance_name(b().object("x")), ObjectInstanceNotKnown);
    EXPECT_OK(c().tar(1));
    EXPECT_HEARD(c(), "remove x", "grant 1");
  }
};

// 6.15 The object was deleted by its owner.
TEST_P(RemovalsInSaves, Deleted) {
  EXPECT_OK(a().del("x"));
  EXPECT_HEARD(b(), "remove x");
  EXPECT_SILENCE(c());
  restored();
}
// 4.10 It was deleted when its owner resigned, and the owner has joined again.
TEST_P(RemovalsInSaves, DeletedByResigning) {
  EXPECT_OK(resign_federate(a(), ResignAction::delete_objects));
  EXPECT_HEARD(b(), "remove x");
  EXPECT_OK(a().join("a"));
  EXPECT_OK(a().rti->disable_object_class_relevance_advisory_switch());
  skip();
  restored();
}
// 6.9, 6.15 Its removal waits, and another object of the owner is there.
TEST_P(RemovalsInSaves, AnotherObject) {
  EXPECT_OK(resign_federate(a(), ResignAction::delete_objects));
  EXPECT_OK(a().join("a"));
  EXPECT_OK(a().rti->disable_object_class_relevance_advisory_switch());
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(a().reg("A", "y"));
  skip();
  restored();
}
// 6.14 Deleted in timestamp order; the owner has joined again meanwhile.
TEST_P(RemovalsInSaves, DeletedInTime) {
  regulate(a(), 1);
  EXPECT_OK(a().del_at(1, "x"));
  settle();
  EXPECT_OK(a().tar(10));
  settle();
  EXPECT_OK(resign_federate(a(), ResignAction::unconditionally_divest_attributes));
  EXPECT_OK(a().join("a"));
  EXPECT_OK(a().rti->disable_object_class_relevance_advisory_switch());
  skip();
  save({&a(), &b(), &c()}, "s");
  skip();
  restore({&a(), &b(), &c()}, "s");
  EXPECT_OK(c().tar(1));
  EXPECT_EQ(c().heard("remove"), Lines{"remove x @1 tso"});
}

// 11.2 The removal of a management object waits: its federate has resigned, and another of its name
// has joined.
TEST_P(RemovalsInSaves, OfAManagementObject) {
  EXPECT_OK(c().sub("HLAmanager.HLAfederate", "HLAfederateName"));
  skip();
  EXPECT_OK(resign_federate(a(), ResignAction::delete_objects));
  EXPECT_OK(a().join("a"));
  EXPECT_OK(a().rti->disable_object_class_relevance_advisory_switch());
  skip();
  save({&a(), &b(), &c()}, "s");
  skip();
  restore({&a(), &b(), &c()}, "s");
  EXPECT_OK(c().tar(1));
  EXPECT_EQ(c().heard("remove").size(), 2U);
}

// 11.2 The same of a federate that has joined and resigned before the save.
TEST_P(RemovalsInSaves, OfAFormerFederate) {
  EXPECT_OK(c().sub("HLAmanager.HLAfederate", "HLAfederateName"));
  actors().push_back(actor(0));
  EXPECT_OK(actors().back()->join("d"));
  EXPECT_EQ(c().heard("discover").size(), 4U);
  EXPECT_OK(resign_federate(*actors().back()));
  skip();
  save({&a(), &b(), &c()}, "s");
  skip();
  restore({&a(), &b(), &c()}, "s");
  EXPECT_OK(c().tar(1));
  EXPECT_EQ(c().heard("remove").size(), 1U);
}

CONFORMANCE_SUITE(RemovalsInSaves);

}  // namespace
}  // namespace orrery::rti::testing::conformance
