// Federates whose ambassador is destroyed: they resign by their automatic resign directive (4.4,
// 10.3).
#include "conformance/two_federations.hpp"

namespace orrery::rti::testing::conformance {
namespace {

// b registers y with a1, a2 and the privilege; a registers x. All publish A and subscribe to it.
class LostFederates : public SavingFederation {
 protected:
  void begin() override {
    SavingFederation::begin();
    for (auto& each : actors()) {
      ASSERT_OK(each->pub("A", "a1 a2"));
      ASSERT_OK(each->sub("A", "a1 a2"));
      ASSERT_OK(each->pubi("T"));
    }
    ASSERT_OK(a().reg("A", "x"));
    ASSERT_OK(b().reg("A", "y"));
    skip();
  }
  // b is destroyed. What a and c hear of the object y and of owners.
  void lose(ResignAction directive) {
    ASSERT_OK(b().rti->set_automatic_resign_directive(directive));
    settle();
    actors().erase(actors().begin() + 1);
    settle();
  }
  Actor& other() { return *actors().back(); }
  std::string owner(const std::string& object, const std::string& attribute) {
    skip();
    EXPECT_OK(other().query(object, attribute));
    const Lines heard = other().heard("owner");
    return heard.size() == 1 ? heard[0].substr(heard[0].rfind(' ') + 1) : "?";
  }
};

// 10.3 The directives that delete.
TEST_P(LostFederates, Deleting) {
  lose(ResignAction::cancel_then_delete_then_divest);
  EXPECT_EQ(a().heard("remove"), Lines{"remove y"});
  EXPECT_EQ(other().heard("remove"), Lines{"remove y"});
}
// 10.3 The directive that divests, with an acquisition of its own that is pending.
TEST_P(LostFederates, Divesting) {
  EXPECT_OK(b().acquire("x", "a1"));
  skip();
  lose(ResignAction::unconditionally_divest_attributes);
  EXPECT_EQ(a().heard("assume"), Lines{"assume y priv a1 a2"});
  EXPECT_EQ(owner("y", "a1"), "none");
  EXPECT_EQ(*a().give("x", "a1"), "");
  EXPECT_EQ(owner("x", "a1"), "a");
  EXPECT_OK(other().acquire_free("y", "a1 HLAprivilegeToDeleteObject"));
  EXPECT_HEARD(other(), "acquired y priv a1");
  EXPECT_OK(other().del("y"));
  EXPECT_EQ(a().heard("remove"), Lines{"remove y"});
}
// 10.3 No action: the federate is gone all the same, and what it owned has no owner.
TEST_P(LostFederates, NoAction) {
  lose(ResignAction::no_action);
  EXPECT_EQ(owner("y", "a2"), "none");
  EXPECT_OK(a().acquire_free("y", "a2"));
  EXPECT_EQ(a().heard("acquired"), Lines{"acquired y a2"});
}
// 10.3 Delete objects, with an attribute of an object that it may not delete: that has no owner.
TEST_P(LostFederates, DeletingWithOthers) {
  EXPECT_OK(b().acquire("x", "a1"));
  settle();
  EXPECT_OK(a().give("x", "a1"));
  skip();
  lose(ResignAction::delete_objects);
  EXPECT_EQ(a().heard("remove"), Lines{"remove y"});
  EXPECT_EQ(owner("x", "a1"), "none");
  EXPECT_EQ(owner("x", "a2"), "a");
}
// 7.8 Who waits for an attribute of the lost federate gets it.
TEST_P(LostFederates, SomebodyWaits) {
  EXPECT_OK(c().acquire("y", "a1"));
  skip();
  lose(ResignAction::unconditionally_divest_attributes);
  EXPECT_EQ(other().heard("acquired"), Lines{"acquired y a1"});
}
// 7.5 It had asked for what its owner divests: no confirmation is possible any more.
TEST_P(LostFederates, TheAcquirerIsLost) {
  EXPECT_OK(a().negotiate("x", "a1"));
  EXPECT_OK(b().acquire("x", "a1"));
  skip();
  lose(ResignAction::cancel_then_delete_then_divest);
  EXPECT_ERROR(a().confirm("x", "a1"), NoAcquisitionPending);
  EXPECT_TRUE(a().owns("x", "a1"));
}
// 4.20, 4.21 During a save: it fails, and the federation goes on.
TEST_P(LostFederates, DuringASave) {
  EXPECT_OK(save_now(a(), "s"));
  skip();
  actors().erase(actors().begin() + 1);
  EXPECT_EQ(a().heard("not_saved"), Lines{"not_saved federate_resigned"});
  EXPECT_EQ(other().heard("not_saved"), Lines{"not_saved federate_resigned"});
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_EQ(other().heard("reflect"), Lines{"reflect x a1=1"});
}
// 4.29 During a restore.
TEST_P(LostFederates, DuringARestore) {
  EXPECT_OK(save_now(a(), "s"));
  settle();
  for (auto& each : actors()) EXPECT_OK(each->rti->federate_save_begun());
  for (auto& each : actors()) EXPECT_OK(each->rti->federate_save_complete());
  skip();
  EXPECT_OK(a().rti->request_federation_restore("s"));
  skip();
  actors().erase(actors().begin() + 1);
  EXPECT_EQ(a().heard("not_restored"), Lines{"not_restored federate_resigned"});
  EXPECT_OK(a().rti->query_federation_save_status());
}
// 4.15, 8.13, 6.2, 4.9 Points, advances, names.
TEST_P(LostFederates, WhatItHeld) {
  regulate(b(), 1);
  constrain(c());
  EXPECT_OK(c().tar(100));
  EXPECT_OK(a().rti->register_federation_synchronization_point("p", {}));
  EXPECT_OK(b().rti->reserve_object_instance_name("n"));
  settle();
  EXPECT_OK(a().rti->synchronization_point_achieved("p"));
  EXPECT_OK(c().rti->synchronization_point_achieved("p"));
  skip();
  lose(ResignAction::cancel_then_delete_then_divest);
  const Lines lines = other().heard();
  EXPECT_EQ(std::ranges::count(lines, "grant 100"), 1);
  EXPECT_EQ(std::ranges::count(lines, "synchronized p"), 1);
  skip();
  EXPECT_OK(a().rti->reserve_object_instance_name("n"));
  EXPECT_HEARD(a(), "reserved n");
  actors().push_back(actor(0));
  EXPECT_OK(actors().back()->join("b"));
  EXPECT_OK(resign_federate(*actors().back()));
}
// 6.12 Messages in timestamp order that it has sent are still delivered.
TEST_P(LostFederates, ItsMessages) {
  regulate(b(), 1);
  regulate(a(), 1);
  constrain(c());
  EXPECT_OK(c().subi("T"));
  EXPECT_OK(b().send_at(5, "T"));
  EXPECT_OK(b().upd_at(6, "y", "a2=6"));
  settle();
  lose(ResignAction::unconditionally_divest_attributes);
  skip();
  EXPECT_OK(a().tar(20));
  EXPECT_OK(other().tar(10));
  EXPECT_HEARD(other(), "receive T @5 tso", "reflect y a2=6 @6 tso", "grant 10");
}
// 5.11, 6.22 Advisories: what only it wanted is turned off.
TEST_P(LostFederates, Advisories) {
  EXPECT_OK(a().rti->enable_object_class_relevance_advisory_switch());
  EXPECT_OK(a().rti->enable_attribute_relevance_advisory_switch());
  EXPECT_OK(a().rti->enable_interaction_relevance_advisory_switch());
  EXPECT_OK(c().unsub("A"));
  EXPECT_OK(b().subi("T"));
  skip();
  lose(ResignAction::delete_objects);
  const Lines lines = a().heard();
  EXPECT_EQ(std::ranges::count(lines, "stop A"), 1);
  EXPECT_EQ(std::ranges::count(lines, "off T"), 1);
  EXPECT_EQ(std::ranges::count(lines, "updates_off x a1 a2"), 1);
}

CONFORMANCE_SUITE(LostFederates);

}  // namespace
}  // namespace orrery::rti::testing::conformance
