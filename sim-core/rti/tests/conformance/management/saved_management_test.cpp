// The management object model across saves and restores (clause 11, 4.16, 4.24).
#include "conformance/managed_federation.hpp"
#include "conformance/two_federations.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class SavedManagement : public ManagedFederation {
 protected:
  SavesOfNode saves() override { return {.directory = folder_.path()}; }
  void begin() override {
    ManagedFederation::begin();
    for (auto& each : actors()) {
      ASSERT_OK(each->pub("A", "a1 a2"));
      ASSERT_OK(each->sub("A", "a1 a2"));
      ASSERT_OK(each->pubi("K"));
    }
    ASSERT_OK(a().reg("A", "x"));
    skip();
  }
  void save() {
    ASSERT_OK(save_now(a(), "s"));
    settle();
    for (auto& each : actors()) ASSERT_OK(each->rti->federate_save_begun());
    for (auto& each : actors()) ASSERT_OK(each->rti->federate_save_complete());
    settle();
    EXPECT_EQ(std::ranges::count(a().lines, "saved"), 1);
    skip();
    c().reports.clear();
  }
  // Whether the restore was accepted.
  bool restore() {
    skip();
    EXPECT_OK(a().rti->request_federation_restore("s"));
    settle();
    const bool confirmed = std::ranges::count(a().lines, "restore_confirmed s") == 1;
    EXPECT_TRUE(confirmed);
    if (!confirmed) return false;
    for (auto& each : actors()) EXPECT_OK(each->rti->federate_restore_complete());
    settle();
    EXPECT_EQ(std::ranges::count(a().lines, "restored"), 1);
    skip();
    c().reports.clear();
    return true;
  }

 private:
  Folder folder_;
};

// 11.4 Exception reporting, switched on at the save and off afterwards.
TEST_P(SavedManagement, ExceptionReporting) {
  listen("HLAfederate.HLAreport.HLAreportException");
  EXPECT_OK(manage("HLAadjust.HLAsetExceptionReporting", a(), {{"HLAreportingState", number(1)}}));
  settle();
  save();
  EXPECT_OK(manage("HLAadjust.HLAsetExceptionReporting", a(), {{"HLAreportingState", number(0)}}));
  EXPECT_OK(manage("HLAadjust.HLAsetExceptionReporting", b(), {{"HLAreportingState", number(1)}}));
  settle();
  if (!restore()) return;
  EXPECT_ERROR(b().send("T"), InteractionClassNotPublished);
  EXPECT_EQ(reports("HLAreportException").size(), 0U);
  EXPECT_ERROR(a().send("T"), InteractionClassNotPublished);
  EXPECT_EQ(reports("HLAreportException").size(), 1U);
}
// 11.4 Service reporting.
TEST_P(SavedManagement, ServiceReporting) {
  listen("HLAfederate.HLAreport.HLAreportServiceInvocation");
  EXPECT_OK(manage("HLAadjust.HLAsetServiceReporting", a(), {{"HLAreportingState", number(1)}}));
  settle();
  save();
  EXPECT_OK(manage("HLAadjust.HLAsetServiceReporting", a(), {{"HLAreportingState", number(0)}}));
  settle();
  if (!restore()) return;
  settle();
  c().reports.clear();
  EXPECT_OK(a().send("K"));
  EXPECT_EQ(reports("HLAreportServiceInvocation").size(), 1U);
}
// 11.2 Switches of federates and of the federation.
TEST_P(SavedManagement, Switches) {
  EXPECT_OK(c().sub("HLAmanager.HLAfederation", "HLAautoProvide"));
  EXPECT_OK(manage("HLAfederation.HLAadjust.HLAsetSwitches", {{"HLAautoProvide", number(1)}}));
  EXPECT_OK(
      manage("HLAadjust.HLAsetSwitches", b(), {{"HLAconveyRegionDesignatorSets", number(1)}}));
  settle();
  save();
  EXPECT_OK(manage("HLAfederation.HLAadjust.HLAsetSwitches", {{"HLAautoProvide", number(0)}}));
  EXPECT_OK(
      manage("HLAadjust.HLAsetSwitches", b(), {{"HLAconveyRegionDesignatorSets", number(0)}}));
  settle();
  if (!restore()) return;
  EXPECT_TRUE(*b().rti->get_convey_region_designator_sets_switch());
  EXPECT_OK(b().unsub("A"));
  EXPECT_OK(b().forget("x"));
  skip();
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_HEARD(b(), "discover x A");
  EXPECT_HEARD(a(), "provide x a1");
}
// 8.14, 11.2 A value of a management object that waits for a constrained manager.
TEST_P(SavedManagement, AValueThatWaits) {
  watch_federates();
  constrain(c());
  regulate(a(), 1);
  settle();
  save();
  if (!restore()) return;
  c().managed.clear();
  EXPECT_OK(a().tar(20));
  EXPECT_OK(c().tar(5));
  settle();
  EXPECT_TRUE(c().managed["HLAfederate.a"].contains("HLAtimeRegulating"));
}
// 8.14, 11.4 A report that waits for a constrained manager.
TEST_P(SavedManagement, AReportThatWaits) {
  listen("HLAfederate.HLAreport.HLAreportObjectClassPublication");
  constrain(c());
  EXPECT_OK(manage("HLArequest.HLArequestPublications", a()));
  settle();
  save();
  if (!restore()) return;
  EXPECT_OK(c().tar(5));
  EXPECT_EQ(reports("HLAreportObjectClassPublication").size(), 1U);
}
// 11.2, 6.16 A management object that the manager has forgotten.
TEST_P(SavedManagement, AForgottenObject) {
  watch_federates();
  EXPECT_OK(c().rti->local_delete_object_instance(c().object("HLAfederate.b")));
  settle();
  save();
  if (!restore()) return;
  EXPECT_OK(c().unsub("HLAmanager.HLAfederate"));
  EXPECT_OK(c().sub("HLAmanager.HLAfederate", "HLAfederateName"));
  EXPECT_EQ(c().heard("discover").size(), 1U);
}
// 8.14, 6.15 A federate has joined and left, and what was said of it waits.
TEST_P(SavedManagement, AVisitor) {
  watch_federates();
  constrain(c());
  actors().push_back(actor(0));
  EXPECT_OK(actors().back()->join("d"));
  settle();
  EXPECT_OK(actors().back()->regulate(1));
  settle();
  EXPECT_OK(resign_federate(*actors().back()));
  actors().pop_back();
  settle();
  EXPECT_OK(c().tar(5));
  EXPECT_EQ(c().heard("remove").size(), 1U);
  save();
  if (!restore()) return;
  EXPECT_OK(c().tar(6));
  EXPECT_EQ(c().heard("grant"), Lines{"grant 6"});
}
// 8.14, 6.11, 6.15 Reflections and the removal of one object wait together.
TEST_P(SavedManagement, ReflectionsBeforeARemoval) {
  constrain(c());
  EXPECT_OK(a().upd("x", "a1=1"));
  EXPECT_OK(a().send("K"));
  EXPECT_OK(a().del("x", "t"));
  EXPECT_OK(a().reg("A", "y"));
  EXPECT_OK(a().upd("y", "a1=1"));
  settle();
  skip();
  save();
  const auto go = [&] {
    EXPECT_OK(c().tar(5));
    Lines lines = c().heard();
    std::erase_if(lines, [](const auto& line) { return line.starts_with("discover"); });
    return lines;
  };
  const Lines first = go();
  EXPECT_EQ(std::ranges::count(first, "remove x tag=t"), 1);
  EXPECT_EQ(std::ranges::count(first, "reflect y a1=1"), 1);
  if (!restore()) return;
  EXPECT_EQ(go(), first);
}
// 8.22 A message that came early, is saved, and is retracted after the restore.
TEST_P(SavedManagement, ARetractionAfterwards) {
  EXPECT_OK(a().pubi("T"));
  EXPECT_OK(b().subi("T"));
  regulate(a(), 1);
  EXPECT_OK(a().send_at(5, "T", "", "m"));
  EXPECT_HEARD(b(), "receive T @5");
  save();
  if (!restore()) return;
  EXPECT_OK(a().retract("m"));
  EXPECT_EQ(b().heard("retract").size(), 1U);
}

CONFORMANCE_SUITE(SavedManagement);

}  // namespace
}  // namespace orrery::rti::testing::conformance
