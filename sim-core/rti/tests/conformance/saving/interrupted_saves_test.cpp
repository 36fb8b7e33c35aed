// Saves and restores that fail or are aborted, and what is refused while they go on (4.16 to 4.32).
#include "conformance/two_federations.hpp"

namespace orrery::rti::testing::conformance {
namespace {

// a registers x; b knows it, and all are ready to send.
class InterruptedSaves : public SavingFederation {
 protected:
  void begin() override {
    SavingFederation::begin();
    for (auto& each : actors()) {
      ASSERT_OK(each->pub("A", "a1 a2"));
      ASSERT_OK(each->sub("A", "a1 a2"));
      ASSERT_OK(each->pubi("T"));
      ASSERT_OK(each->subi("T"));
    }
    ASSERT_OK(a().reg("A", "x"));
    skip();
  }
  void start_save(const std::string& label) {
    ASSERT_OK(save_now(a(), label));
    for (auto& each : actors()) EXPECT_HEARD(*each, "save " + label);
  }
  void save(const std::string& label) {
    start_save(label);
    for (auto& each : actors()) ASSERT_OK(each->rti->federate_save_begun());
    for (auto& each : actors()) ASSERT_OK(each->rti->federate_save_complete());
    for (auto& each : actors()) EXPECT_HEARD(*each, "saved");
  }
  void start_restore(const std::string& label) {
    ASSERT_OK(a().rti->request_federation_restore(label));
    settle();
    for (auto& each : actors()) EXPECT_EQ(each->heard("restore").size(), 1U);
  }
  void restore(const std::string& label) {
    start_restore(label);
    for (auto& each : actors()) ASSERT_OK(each->rti->federate_restore_complete());
    for (auto& each : actors()) EXPECT_HEARD(*each, "restored");
  }
  // The federation works: an update arrives, and it can be saved and restored.
  void goes_on() {
    EXPECT_OK(a().upd("x", "a1=1"));
    EXPECT_HEARD(b(), "reflect x a1=1");
    skip();
    save("again");
    restore("again");
    EXPECT_OK(a().upd("x", "a1=2"));
    EXPECT_HEARD(c(), "reflect x a1=2");
  }
  // Each service of a joined federate that a save or restore refuses.
  std::map<std::string, std::string> refusals(Actor& each) {
    RtiAmbassador& rti = *each.rti;
    std::map<std::string, std::string> all;
    const auto put = [&](const char* name, const auto& result) {
      const std::string error = error_of(result);
      all[name] = error.substr(0, error.find(':'));
    };
    const std::vector<std::string> names = {"n", "m"};
    const std::vector<RegionHandle> regions = {region_};
    put("4.11", rti.register_federation_synchronization_point("q", {}));
    put("4.14", rti.synchronization_point_achieved("p"));
    put("4.16", rti.request_federation_save("z"));
    put("4.16 timed", rti.request_federation_save("z", {5}));
    put("4.24", rti.request_federation_restore("again"));
    put("5.2", each.pub("A", "a1"));
    put("5.3", each.unpub("A"));
    put("5.3 attributes", each.unpub("A", "a1"));
    put("5.4", each.pubi("K"));
    put("5.5", each.unpubi("T"));
    put("5.6", each.sub("A", "a1"));
    put("5.7", each.unsub("A"));
    put("5.8", each.subi("K"));
    put("5.9", each.unsubi("T"));
    put("6.2", rti.reserve_object_instance_name("n"));
    put("6.4", rti.release_object_instance_name("n"));
    put("6.5", rti.reserve_multiple_object_instance_names(names));
    put("6.7", rti.release_multiple_object_instance_names(names));
    put("6.8", rti.register_object_instance(each.object_class("A")));
    put("6.10", each.upd("x", "a1=9"));
    put("6.10 timed", each.upd_at(99, "x", "a2=9"));
    put("6.12", each.send("T"));
    put("6.12 timed", each.send_at(99, "T"));
    put("6.14", each.del("x"));
    put("6.16", each.forget("x"));
    put("6.19", each.request("x", "a1"));
    put("6.19 class", each.request_class("A", "a1"));
    put("6.23", rti.request_attribute_transportation_type_change(
                    each.object("x"), each.of_object("x", "a1"), TransportationType::best_effort));
    put("6.25",
        rti.query_attribute_transportation_type(each.object("x"), each.attribute("A", "a1")));
    put("6.27", rti.request_interaction_transportation_type_change(
                    each.interaction("T"), TransportationType::best_effort));
    put("6.29", rti.query_interaction_transportation_type(each.handle, each.interaction("T")));
    put("7.2", each.divest("x", "a1"));
    put("7.3", each.negotiate("x", "a1"));
    put("7.6", each.confirm("x", "a1"));
    put("7.8", each.acquire("x", "a1"));
    put("7.9", each.acquire_free("x", "a1"));
    put("7.12", each.deny("x", "a1"));
    put("7.13", each.give("x", "a1"));
    put("7.14", each.cancel_negotiation("x", "a1"));
    put("7.15", each.cancel_acquisition("x", "a1"));
    put("7.17", each.query("x", "a1"));
    put("7.19", rti.is_attribute_owned_by_federate(each.object("x"), each.attribute("A", "a1")));
    put("8.2", each.regulate(1));
    put("8.4", rti.disable_time_regulation());
    put("8.5", each.constrain());
    put("8.7", rti.disable_time_constrained());
    put("8.8", each.tar(9));
    put("8.9", each.tara(9));
    put("8.10", each.nmr(9));
    put("8.11", each.nmra(9));
    put("8.12", each.fqr(9));
    put("8.14", rti.enable_asynchronous_delivery());
    put("8.15", rti.disable_asynchronous_delivery());
    put("8.16", rti.query_galt());
    put("8.17", rti.query_logical_time());
    put("8.18", rti.query_lits());
    put("8.19", rti.modify_lookahead({3}));
    put("8.20", rti.query_lookahead());
    put("8.21", rti.retract({1}));
    put("8.23", rti.change_attribute_order_type(each.object("x"), each.of_object("x", "a1"),
                                                OrderType::timestamp));
    put("8.24", rti.change_interaction_order_type(each.interaction("T"), OrderType::receive));
    put("9.2", rti.create_region({}));
    put("9.3", rti.commit_region_modifications(regions));
    put("9.4", rti.delete_region(region_));
    put("9.6", rti.associate_regions_for_updates(each.object("x"), {}));
    put("9.7", rti.unassociate_regions_for_updates(each.object("x"), {}));
    put("9.10", each.subi_in("Q", regions));
    put("9.11", each.unsubi_in("Q", regions));
    put("9.12", each.send_in("Q", "", regions));
    put("9.13", each.request_in("D", "d1", regions));
    put("10.33", rti.enable_object_class_relevance_advisory_switch());
    put("10.34", rti.disable_object_class_relevance_advisory_switch());
    put("10.35", rti.enable_attribute_relevance_advisory_switch());
    put("10.36", rti.disable_attribute_relevance_advisory_switch());
    put("10.37", rti.enable_attribute_scope_advisory_switch());
    put("10.38", rti.disable_attribute_scope_advisory_switch());
    put("10.39", rti.enable_interaction_relevance_advisory_switch());
    put("10.40", rti.disable_interaction_relevance_advisory_switch());
    return all;
  }
  RegionHandle region_;
};

// 4.16 to 10.40 While a save goes on all of these are SaveInProgress, at each of its stages, and
// change nothing.
TEST_P(InterruptedSaves, RefusedDuringASave) {
  region_ = b().region("X 0 5");
  save("again");
  skip();
  start_save("s");
  const auto check = [&] {
    for (Actor* each : {&a(), &b()}) {
      for (const auto& [service, error] : refusals(*each)) {
        EXPECT_EQ(error, "SaveInProgress") << service;
      }
    }
  };
  check();
  for (auto& each : actors()) EXPECT_OK(each->rti->federate_save_begun());
  check();
  EXPECT_OK(a().rti->federate_save_complete());
  EXPECT_OK(b().rti->federate_save_complete());
  settle();
  check();
  EXPECT_OK(c().rti->federate_save_complete());
  for (auto& each : actors()) EXPECT_HEARD(*each, "saved");
  EXPECT_EQ(a().time(), 0);
  EXPECT_EQ(a().lookahead(), -1);
  goes_on();
}
// 4.24 The same for a restore.
TEST_P(InterruptedSaves, RefusedDuringARestore) {
  region_ = b().region("X 0 5");
  save("again");
  start_restore("again");
  const auto check = [&] {
    for (Actor* each : {&a(), &b()}) {
      for (const auto& [service, error] : refusals(*each)) {
        EXPECT_EQ(error, "RestoreInProgress") << service;
      }
    }
  };
  check();
  EXPECT_OK(a().rti->federate_restore_complete());
  EXPECT_OK(b().rti->federate_restore_complete());
  settle();
  check();
  EXPECT_OK(c().rti->federate_restore_complete());
  for (auto& each : actors()) EXPECT_HEARD(*each, "restored");
  goes_on();
}
// 4.21 Aborted at each stage, by each federate.
TEST_P(InterruptedSaves, AbortedSaves) {
  for (int stage = 0; stage < 3; ++stage) {
    for (std::size_t who = 0; who < 3; ++who) {
      start_save("s");
      if (stage > 0) {
        EXPECT_OK(a().rti->federate_save_begun());
      }
      if (stage > 1) {
        EXPECT_OK(a().rti->federate_save_complete());
      }
      EXPECT_OK(actors()[who]->rti->abort_federation_save());
      for (auto& each : actors()) EXPECT_HEARD(*each, "not_saved save_aborted");
      EXPECT_ERROR(a().rti->federate_save_begun(), SaveNotInitiated);
      EXPECT_ERROR(a().rti->abort_federation_save(), SaveNotInProgress);
    }
  }
  EXPECT_OK(a().rti->request_federation_restore("s"));
  EXPECT_HEARD(a(), "restore_refused s");
  goes_on();
}
// 4.30 Aborted restores.
TEST_P(InterruptedSaves, AbortedRestores) {
  save("s");
  for (std::size_t who = 0; who < 3; ++who) {
    start_restore("s");
    EXPECT_OK(c().rti->federate_restore_complete());
    EXPECT_OK(actors()[who]->rti->abort_federation_restore());
    for (auto& each : actors()) EXPECT_HEARD(*each, "not_restored restore_aborted");
    EXPECT_ERROR(a().rti->federate_restore_complete(), RestoreNotRequested);
    EXPECT_ERROR(a().rti->abort_federation_restore(), RestoreNotInProgress);
  }
  restore("s");
  goes_on();
}
// 4.19 A federate that could not save; the older save with the same label stays.
TEST_P(InterruptedSaves, AFederateFails) {
  save("s");
  EXPECT_OK(a().reg("A", "y"));
  skip();
  start_save("s");
  for (auto& each : actors()) EXPECT_OK(each->rti->federate_save_begun());
  EXPECT_OK(b().rti->federate_save_not_complete());
  settle();
  if (b().lines.empty()) {
    EXPECT_OK(a().rti->federate_save_complete());
    EXPECT_OK(c().rti->federate_save_complete());
  }
  for (auto& each : actors()) EXPECT_HEARD(*each, "not_saved federate_reported_failure");
  restore("s");
  EXPECT_ERROR(a().upd("y", "a1=1"), ObjectInstanceNotKnown);
  goes_on();
}
// 4.28 A federate that could not restore.
TEST_P(InterruptedSaves, AFederateFailsToRestore) {
  save("s");
  start_restore("s");
  EXPECT_OK(b().rti->federate_restore_not_complete());
  settle();
  if (b().lines.empty()) {
    EXPECT_OK(a().rti->federate_restore_complete());
    EXPECT_OK(c().rti->federate_restore_complete());
  }
  for (auto& each : actors()) EXPECT_HEARD(*each, "not_restored federate_reported_failure");
  restore("s");
  goes_on();
}
// 4.20 A federate resigns while the federation is saved.
TEST_P(InterruptedSaves, AFederateResigns) {
  for (int stage = 0; stage < 2; ++stage) {
    start_save("s");
    if (stage > 0) {
      EXPECT_OK(c().rti->federate_save_begun());
    }
    EXPECT_OK(resign_federate(c()));
    EXPECT_HEARD(a(), "not_saved federate_resigned");
    EXPECT_HEARD(b(), "not_saved federate_resigned");
    EXPECT_OK(c().join("c"));
    EXPECT_OK(c().sub("A", "a1"));
    skip();
  }
  EXPECT_OK(c().rti->disable_object_class_relevance_advisory_switch());
  skip();
  goes_on();
}
// 4.29 A federate resigns while the federation is restored; then it joins again and the restore is
// repeated.
TEST_P(InterruptedSaves, AFederateResignsInARestore) {
  save("s");
  start_restore("s");
  EXPECT_OK(a().rti->federate_restore_complete());
  EXPECT_OK(resign_federate(c()));
  EXPECT_HEARD(a(), "not_restored federate_resigned");
  EXPECT_HEARD(b(), "not_restored federate_resigned");
  EXPECT_OK(c().join("c"));
  skip();
  restore("s");
  goes_on();
}
// 4.18, 4.19 Out of their order, and twice.
TEST_P(InterruptedSaves, OutOfOrder) {
  EXPECT_ERROR(a().rti->federate_save_begun(), SaveNotInitiated);
  EXPECT_ERROR(a().rti->federate_save_complete(), FederateHasNotBegunSave);
  EXPECT_ERROR(a().rti->federate_restore_complete(), RestoreNotRequested);
  start_save("s");
  EXPECT_ERROR(a().rti->federate_save_complete(), FederateHasNotBegunSave);
  EXPECT_ERROR(a().rti->federate_save_not_complete(), FederateHasNotBegunSave);
  EXPECT_FALSE(a().rti->federate_restore_complete().ok());
  EXPECT_ERROR(a().rti->query_federation_restore_status(), SaveInProgress);
  EXPECT_OK(a().rti->federate_save_begun());
  EXPECT_ERROR(a().rti->federate_save_begun(), SaveNotInitiated);
  EXPECT_OK(a().rti->federate_save_complete());
  EXPECT_ERROR(a().rti->federate_save_complete(), FederateHasNotBegunSave);
  EXPECT_OK(a().rti->query_federation_save_status());
  EXPECT_HEARD(a(), "save_status a=waiting b=instructed c=instructed");
  EXPECT_OK(a().rti->abort_federation_save());
  for (auto& each : actors()) EXPECT_HEARD(*each, "not_saved save_aborted");
  EXPECT_OK(a().rti->query_federation_save_status());
  EXPECT_HEARD(a(), "save_status a=none b=none c=none");
  save("s");
  start_restore("s");
  EXPECT_FALSE(a().rti->federate_save_begun().ok());
  EXPECT_ERROR(a().rti->query_federation_save_status(), RestoreInProgress);
  EXPECT_OK(a().rti->federate_restore_complete());
  EXPECT_ERROR(a().rti->federate_restore_complete(), RestoreNotRequested);
  EXPECT_OK(b().rti->query_federation_restore_status());
  EXPECT_HEARD(b(), "restore_status a=waiting b=instructed c=instructed");
  EXPECT_OK(a().rti->abort_federation_restore());
  skip();
  goes_on();
}
// 4.16 A later request takes the place of an earlier one that has not begun; an abort of what has
// not begun.
TEST_P(InterruptedSaves, ALaterRequest) {
  regulate(a(), 1);
  constrain(b());
  EXPECT_OK(a().rti->request_federation_save("s", {10}));
  EXPECT_OK(a().rti->request_federation_save("t", {5}));
  skip();
  EXPECT_OK(b().tar(20));
  EXPECT_OK(a().tar(20));
  settle();
  EXPECT_EQ(b().heard("save"), Lines{"save t @5"});
  for (auto& each : actors()) EXPECT_OK(each->rti->federate_save_begun());
  for (auto& each : actors()) EXPECT_OK(each->rti->federate_save_complete());
  EXPECT_HEARD(b(), "saved", "grant 20");
}

CONFORMANCE_SUITE(InterruptedSaves);

}  // namespace
}  // namespace orrery::rti::testing::conformance
