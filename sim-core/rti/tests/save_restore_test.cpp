// Saving and restoring a federation.
#include <filesystem>
#include <fstream>

#include "federates.hpp"
#include "keeper.hpp"
#include "manager.hpp"
#include "region_world.hpp"

namespace orrery::rti::testing {
namespace {

namespace fs = std::filesystem;

class SaveRestore : public FederatesOf<Keeper, 2> {
 protected:
  const std::vector<FomModule>& modules() const override { return region_modules(); }
  void begin() override { start(folder.path()); }
  void start(const std::string& directory, std::size_t most_bytes = 256U << 20) {
    feds.clear();
    start_nodes({.directory = directory, .most_bytes = most_bytes});
    FederatesOf::begin();
    join_all();
  }
  // The name of a label in files' names; one file for each node.
  [[nodiscard]] std::set<std::string> files_of(const std::string& label) const {
    std::set<std::string> names;
    for (std::size_t node = 0; node < nodes(); ++node) {
      names.insert("test." + label + ".node" + std::to_string(node) + ".save");
    }
    return names;
  }
  void save(const std::string& label) {
    ASSERT_OK(a().rti->request_federation_save(label));
    a().save_when_told();
    b().save_when_told();
    drain();
    ASSERT_TRUE(a().saved && b().saved);
  }
  void restore(const std::string& label) {
    ASSERT_OK(a().rti->request_federation_restore(label));
    drain();
    ASSERT_EQ(a().refused, "");
    a().restore_when_told();
    b().restore_when_told();
    drain();
    ASSERT_TRUE(a().restored && b().restored);
  }
  Folder folder;
};
INSTANTIATE_TEST_SUITE_P(Groups, SaveRestore, every_layout, layout_name);

TEST_P(SaveRestore, HowASaveEndedIsToldThoughARestoreCameFirst) {
  ASSERT_OK(a().rti->request_federation_save("noon"));
  a().save_when_told();
  b().save_when_told();
  a().until([&] { return a().saved; }, "saved");
  ASSERT_FALSE(b().saved) << "it has not asked for its callbacks since";
  ASSERT_OK(a().rti->request_federation_restore("noon"));
  a().restore_when_told();
  b().restore_when_told();
  EXPECT_TRUE(b().saved);
  drain();
  EXPECT_TRUE(a().restored && b().restored);
}

TEST_P(SaveRestore, OthersSayInAFederatesNameHowItsSaveAndRestoreWent) {
  Manager manager(a());
  const std::string service = "HLAfederate.HLAservice.HLAfederate";
  const std::string exceptions = "HLAfederate.HLAreport.HLAreportMOMexception";
  const auto say = [&](const std::string& what, std::optional<bool> success = {}) {
    Manager::Values values;
    if (success) values["HLAsuccessIndicator"] = Encoder().integer32(*success ? 1 : 0).take();
    return manager.send(service + what, b().handle, values);
  };
  manager.listen(exceptions);
  ASSERT_OK(a().rti->publish_interaction_class(
      a().interaction_class("HLAmanager.HLAfederate.HLAservice.HLAenableTimeConstrained")));
  for (const char* each : {"SaveBegun", "SaveComplete", "RestoreComplete"}) {
    ASSERT_OK(say(each, std::string(each) == "SaveBegun" ? std::optional<bool>() : true));
  }
  drain();
  EXPECT_EQ(manager.reports(exceptions).size(), 3U) << "nothing is being saved or restored";

  ASSERT_OK(a().rti->request_federation_save("noon"));
  a().save_when_told();
  drain();
  ASSERT_EQ(b().to_save, "noon");
  EXPECT_ERROR(manager.send("HLAfederate.HLAservice.HLAenableTimeConstrained", b().handle),
               SaveInProgress);
  ASSERT_OK(say("SaveComplete", true));
  drain();
  EXPECT_FALSE(a().saved) << "it has not begun";
  ASSERT_OK(say("SaveBegun"));
  drain();
  EXPECT_FALSE(a().saved);
  ASSERT_OK(say("SaveComplete", true));
  drain();
  EXPECT_TRUE(a().saved && b().saved);
  EXPECT_EQ(manager.reports(exceptions).size(), 4U) << "told when the save is over";

  ASSERT_OK(a().rti->request_federation_restore("noon"));
  a().restore_when_told();
  drain();
  EXPECT_FALSE(a().restored);
  ASSERT_OK(say("RestoreComplete", true));
  drain();
  EXPECT_TRUE(a().restored && b().restored);

  a().saved = b().saved = false;
  ASSERT_OK(a().rti->request_federation_save("night"));
  a().save_when_told();
  drain();
  ASSERT_OK(say("SaveBegun"));
  drain();
  ASSERT_OK(say("SaveComplete", false));
  drain();
  EXPECT_EQ(a().not_saved, SaveFailure::federate_reported_failure);
  EXPECT_FALSE(a().saved || b().saved);
}

// IEEE 1516.1-2010, 4.16, 6.14: what is to be delivered later is part of the saved state, a deletion for later too.
TEST_P(SaveRestore, ADeletionForALaterTimeIsSavedAndRestored) {
  a().publish("Bird", {"Ring"});
  b().subscribe("Bird", {"Ring"});
  auto bird = a().rti->register_object_instance(a().object_class("Bird"));
  ASSERT_OK(bird);
  const AttributeHandle privilege{0};
  ASSERT_OK(
      a().rti->change_attribute_order_type(*bird, std::span(&privilege, 1), OrderType::timestamp));
  a().regulate(1);
  b().constrain();
  auto deletion = a().rti->delete_object_instance(*bird, bytes("gone"), float64_time(4));
  ASSERT_OK(deletion);
  ASSERT_TRUE(deletion->has_value());
  save("noon");
  ASSERT_OK(a().rti->retract(**deletion));
  drain();
  restore("noon");
  ASSERT_OK(a().rti->time_advance_request(float64_time(20)));
  ASSERT_OK(b().rti->time_advance_request(float64_time(3)));
  EXPECT_EQ(b().await_grant(), 3);
  ASSERT_OK(b().rti->get_object_instance_name(*bird));
  ASSERT_OK(b().rti->time_advance_request(float64_time(5)));
  EXPECT_EQ(b().await_grant(), 5);
  EXPECT_EQ(b().removed.size(), 1U);
  EXPECT_EQ(b().removed[*bird], "gone");
  drain();
  for (auto& each : feds) {
    EXPECT_ERROR(each->rti->get_object_instance_name(*bird), ObjectInstanceNotKnown);
  }
}

TEST_P(SaveRestore, ASaveIsRequestedInitiatedBegunAndCompleted) {
  ASSERT_OK(a().rti->request_federation_save("noon"));
  drain();
  EXPECT_EQ(a().to_save, "noon");
  EXPECT_EQ(b().to_save, "noon");
  EXPECT_ERROR(b().rti->federate_save_complete(), FederateHasNotBegunSave);
  ASSERT_OK(a().rti->federate_save_begun());
  ASSERT_OK(a().rti->federate_save_complete());
  ASSERT_OK(b().rti->federate_save_begun());
  drain();
  EXPECT_FALSE(a().saved);
  ASSERT_OK(b().rti->federate_save_complete());
  drain();
  EXPECT_TRUE(a().saved);
  EXPECT_TRUE(b().saved);
  EXPECT_EQ(folder.files(), files_of("noon"));
}

TEST_P(SaveRestore, ServicesOutsideTheirStateAreRefused) {
  EXPECT_ERROR(a().rti->federate_save_begun(), SaveNotInitiated);
  EXPECT_ERROR(a().rti->federate_save_complete(), FederateHasNotBegunSave);
  EXPECT_ERROR(a().rti->federate_save_not_complete(), FederateHasNotBegunSave);
  EXPECT_ERROR(a().rti->abort_federation_save(), SaveNotInProgress);
  EXPECT_ERROR(a().rti->federate_restore_complete(), RestoreNotRequested);
  EXPECT_ERROR(a().rti->federate_restore_not_complete(), RestoreNotRequested);
  EXPECT_ERROR(a().rti->abort_federation_restore(), RestoreNotInProgress);
  EXPECT_ERROR(a().rti->request_federation_save(""), IllegalName);
  EXPECT_ERROR(a().rti->request_federation_save(std::string(65, 'x')), IllegalName);
  ASSERT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_ERROR(b().rti->request_federation_save("x"), FederateNotExecutionMember);
  EXPECT_ERROR(b().rti->request_federation_restore("x"), FederateNotExecutionMember);
}

TEST_P(SaveRestore, NothingElseIsDoneMeanwhile) {
  ASSERT_OK(a().rti->request_federation_save("noon"));
  drain();
  const auto call = InteractionClassHandle{1};
  EXPECT_ERROR(b().rti->publish_interaction_class(call), SaveInProgress);
  EXPECT_ERROR(b().rti->query_logical_time(), SaveInProgress);
  EXPECT_ERROR(b().rti->time_advance_request(float64_time(1)), SaveInProgress);
  EXPECT_ERROR(b().rti->request_federation_save("again"), SaveInProgress);
  EXPECT_ERROR(b().rti->request_federation_restore("noon"), SaveInProgress);
  EXPECT_ERROR(b().rti->federate_restore_complete(), RestoreNotRequested);
  EXPECT_ERROR(b().rti->federate_restore_not_complete(), RestoreNotRequested);
  Keeper late(node_of(2));
  EXPECT_ERROR(late.rti->join_federation_execution("late", "tester", "test"), SaveInProgress);
  a().save_when_told();
  b().save_when_told();
  drain();
  ASSERT_OK(b().rti->query_logical_time());
  ASSERT_OK(a().rti->request_federation_restore("noon"));
  drain();
  EXPECT_ERROR(b().rti->query_logical_time(), RestoreInProgress);
  EXPECT_ERROR(b().rti->request_federation_save("again"), RestoreInProgress);
  EXPECT_ERROR(b().rti->federate_save_begun(), SaveNotInitiated);
  EXPECT_ERROR(b().rti->federate_save_complete(), FederateHasNotBegunSave);
  EXPECT_ERROR(b().rti->federate_save_not_complete(), FederateHasNotBegunSave);
  EXPECT_ERROR(late.rti->join_federation_execution("late", "tester", "test"), RestoreInProgress);
  a().restore_when_told();
  b().restore_when_told();
  drain();
  ASSERT_OK(b().rti->query_logical_time());
}

// 4.18, 4.19, 4.28: a step comes after the callback that asks for it, once, and in each save anew.
TEST_P(SaveRestore, EachStepFollowsItsCallbackOnce) {
  ASSERT_OK(a().rti->request_federation_save("one"));
  EXPECT_ERROR(a().rti->federate_save_begun(), SaveNotInitiated);
  drain();
  for (auto& each : feds) {
    ASSERT_OK(each->rti->federate_save_begun());
    EXPECT_ERROR(each->rti->federate_save_begun(), SaveNotInitiated);
  }
  ASSERT_OK(b().rti->federate_save_complete());
  EXPECT_ERROR(b().rti->federate_save_complete(), FederateHasNotBegunSave);
  drain();
  EXPECT_ERROR(b().rti->federate_save_begun(), SaveNotInitiated);
  ASSERT_OK(b().rti->abort_federation_save());
  drain();
  EXPECT_TRUE(a().not_saved);
  ASSERT_OK(a().rti->request_federation_save("two"));
  drain();
  for (auto& each : feds) {
    EXPECT_ERROR(each->rti->federate_save_complete(), FederateHasNotBegunSave);
  }
  for (auto& each : feds) each->save_when_told();
  drain();
  ASSERT_TRUE(a().saved && b().saved);
  ASSERT_OK(a().rti->request_federation_restore("two"));
  EXPECT_ERROR(a().rti->federate_restore_complete(), RestoreNotRequested);
  drain();
  b().restore_when_told();
  drain();
  EXPECT_ERROR(b().rti->federate_restore_complete(), RestoreNotRequested);
  a().restore_when_told();
  drain();
  EXPECT_TRUE(a().restored && b().restored);
}

// 10.4 to 10.27: names and handles have no exception of a save or restore.
TEST_P(SaveRestore, NamesAndHandlesAreKnownMeanwhile) {
  a().publish("Bird", {"Ring"});
  const auto bird = a().rti->register_object_instance(a().object_class("Bird"));
  ASSERT_OK(bird);
  const auto ring = a().attribute("Bird", "Ring");
  const auto expect_known = [&] {
    const auto name = a().rti->get_object_instance_name(*bird);
    ASSERT_OK(name);
    EXPECT_EQ(*a().rti->get_object_instance_handle(*name), *bird);
    EXPECT_EQ(*a().rti->get_known_object_class_handle(*bird), a().object_class("Bird"));
    ASSERT_OK(a().rti->get_update_rate_value_for_attribute(*bird, ring));
    ASSERT_OK(
        a().rti->get_available_dimensions_for_class_attribute(a().object_class("Bird"), ring));
    const auto dimension = a().rti->get_dimension_handle("x");
    ASSERT_OK(dimension);
    EXPECT_EQ(*a().rti->get_dimension_name(*dimension), "x");
    ASSERT_OK(a().rti->get_dimension_upper_bound(*dimension));
    EXPECT_EQ(*a().rti->get_federate_name(b().handle), "b");
  };
  ASSERT_OK(a().rti->request_federation_save("noon"));
  drain();
  expect_known();
  for (auto& each : feds) each->save_when_told();
  drain();
  ASSERT_OK(a().rti->request_federation_restore("noon"));
  drain();
  expect_known();
}

TEST_P(SaveRestore, ASaveFailsWhenAFederateSaysSoOrAborts) {
  ASSERT_OK(a().rti->request_federation_save("one"));
  drain();
  ASSERT_OK(b().rti->federate_save_begun());
  ASSERT_OK(b().rti->federate_save_not_complete());
  drain();
  EXPECT_EQ(a().not_saved, SaveFailure::federate_reported_failure);
  ASSERT_OK(a().rti->request_federation_save("two"));
  drain();
  ASSERT_OK(b().rti->abort_federation_save());
  drain();
  EXPECT_EQ(a().not_saved, SaveFailure::save_aborted);
  EXPECT_TRUE(folder.files().empty());
  ASSERT_OK(a().rti->query_logical_time());
}

TEST_P(SaveRestore, AFederateThatResignsEndsASaveAndARestore) {
  save("noon");
  ASSERT_OK(a().rti->request_federation_save("later"));
  drain();
  ASSERT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  drain();
  EXPECT_EQ(a().not_saved, SaveFailure::federate_resigned);
  b().join("b");
  ASSERT_OK(a().rti->request_federation_restore("noon"));
  drain();
  EXPECT_EQ(a().to_restore, "noon");
  ASSERT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  drain();
  EXPECT_EQ(a().not_restored, RestoreFailure::federate_resigned);
}

TEST_P(SaveRestore, StatusIsToldOfEachFederate) {
  ASSERT_OK(a().rti->query_federation_save_status());
  drain();
  ASSERT_EQ(a().statuses.size(), 2U);
  EXPECT_EQ(a().statuses[0].status, SnapshotStatus::none);
  ASSERT_OK(a().rti->request_federation_save("noon"));
  drain();
  ASSERT_OK(a().rti->federate_save_begun());
  ASSERT_OK(b().rti->federate_save_begun());
  ASSERT_OK(b().rti->federate_save_complete());
  ASSERT_OK(a().rti->query_federation_save_status());
  drain();
  EXPECT_EQ(a().statuses[0].status, SnapshotStatus::working);
  EXPECT_EQ(a().statuses[1].status, SnapshotStatus::waiting_for_federation);
  EXPECT_ERROR(a().rti->query_federation_restore_status(), SaveInProgress);
  ASSERT_OK(a().rti->federate_save_complete());
  drain();
  ASSERT_OK(a().rti->request_federation_restore("noon"));
  drain();
  ASSERT_OK(b().rti->query_federation_restore_status());
  drain();
  EXPECT_EQ(b().statuses[0].status, SnapshotStatus::instructed);
  EXPECT_ERROR(a().rti->query_federation_save_status(), RestoreInProgress);
  ASSERT_OK(a().rti->federate_restore_not_complete());
  drain();
  EXPECT_EQ(b().not_restored, RestoreFailure::federate_reported_failure);
  ASSERT_OK(a().rti->request_federation_restore("noon"));
  drain();
  ASSERT_OK(b().rti->abort_federation_restore());
  drain();
  EXPECT_EQ(a().not_restored, RestoreFailure::restore_aborted);
}

// Objects, ownership, subscriptions with and without regions, time and what waits for its time.
TEST_P(SaveRestore, TheFederationIsAsItWasEvenInANewProcess) {
  const auto place = a().attribute("Bird", "Place");
  const auto ring = a().attribute("Bird", "Ring");
  const auto prepare = [&] {
    a().publish("Bird", {"Place", "Ring"});
    b().subscribe("Bird", {"Ring"});
    const AttributeRegions seen{{place}, {region(b(), {{"x", {0, 100}}})}};
    ASSERT_OK(b().rti->subscribe_object_class_attributes_with_regions(b().object_class("Bird"),
                                                                      std::span(&seen, 1)));
    a().regulate(1);
    b().constrain();
  };
  prepare();
  const auto mine = region(a(), {{"x", {50, 60}}});
  const AttributeRegions at{{place}, {mine}};
  ASSERT_OK(a().rti->reserve_object_instance_name("Heron"));
  drain();
  auto bird = a().rti->register_object_instance_with_regions(a().object_class("Bird"),
                                                             std::span(&at, 1), "Heron");
  ASSERT_OK(bird);
  ASSERT_OK(a().rti->time_advance_request(float64_time(3)));
  drain();
  ASSERT_OK(a().update(*bird, place, "early", float64_time(5)));
  ASSERT_OK(a().update(*bird, place, "late", float64_time(8)));
  ASSERT_OK(b().rti->time_advance_request(float64_time(2)));
  drain();
  ASSERT_EQ(b().granted, float64_time(2));
  save("noon");

  // On it goes, differently.
  ASSERT_OK(a().rti->delete_object_instance(*bird));
  ASSERT_OK(b().rti->unsubscribe_object_class(b().object_class("Bird")));
  ASSERT_OK(a().rti->time_advance_request(float64_time(20)));
  ASSERT_OK(b().rti->time_advance_request(float64_time(9)));
  drain();
  EXPECT_EQ(b().removed.size(), 1U);

  const auto check = [&] {
    EXPECT_EQ(a().restored_name, "a");
    EXPECT_EQ(b().restored_name, "b");
    EXPECT_EQ(a().begun, 1);
    EXPECT_EQ(*a().rti->query_logical_time(), float64_time(3));
    EXPECT_EQ(*b().rti->query_logical_time(), float64_time(2));
    EXPECT_EQ(to_float64(*a().rti->query_lookahead()), 1);
    EXPECT_EQ(*a().rti->get_object_instance_handle("Heron"), *bird);
    EXPECT_EQ(*b().rti->get_object_instance_handle("Heron"), *bird);
    EXPECT_TRUE(*a().rti->is_attribute_owned_by_federate(*bird, place));
    b().reflected.clear();
    b().granted.reset();
    ASSERT_OK(a().rti->time_advance_request(float64_time(30)));
    ASSERT_OK(b().rti->time_advance_request(float64_time(10)));
    drain();
    ASSERT_EQ(b().reflected.size(), 2U) << "what waited for its time was saved";
    EXPECT_EQ(b().reflected[0].values.at(place.value), "early");
    EXPECT_EQ(b().reflected[1].values.at(place.value), "late");
    ASSERT_OK(a().update(*bird, ring, "here"));
    ASSERT_OK(b().rti->enable_asynchronous_delivery());
    move(a(), mine, "x", {800, 801});
    ASSERT_OK(a().update(*bird, place, "far"));
    move(a(), mine, "x", {99, 100});
    ASSERT_OK(a().update(*bird, place, "near"));
    drain();
    ASSERT_EQ(b().reflected.size(), 4U) << "subscriptions, in regions too, are as they were";
    EXPECT_EQ(b().reflected[3].values.at(place.value), "near");
    auto another = a().rti->register_object_instance(a().object_class("Bird"));
    ASSERT_OK(another);
    EXPECT_NE(*another, *bird);
  };
  restore("noon");
  check();
  start(folder.path());
  restore("noon");
  check();
}

TEST_P(SaveRestore, SynchronizationPointsAndOwnershipGoOn) {
  a().publish("Bird", {"Ring"});
  b().publish("Bird", {"Ring"});
  b().subscribe("Bird", {"Ring"});
  const auto ring = a().attribute("Bird", "Ring");
  auto bird = a().rti->register_object_instance(a().object_class("Bird"));
  drain();
  ASSERT_OK(b().rti->attribute_ownership_acquisition(*bird, std::span(&ring, 1)));
  ASSERT_OK(a().rti->register_federation_synchronization_point("go", {}));
  drain();
  ASSERT_OK(a().rti->synchronization_point_achieved("go"));
  drain();
  save("noon");
  ASSERT_OK(b().rti->synchronization_point_achieved("go"));
  drain();
  EXPECT_TRUE(a().synchronized.contains("go"));
  a().synchronized.clear();
  restore("noon");
  ASSERT_OK(a().rti->unconditional_attribute_ownership_divestiture(*bird, std::span(&ring, 1)));
  drain();
  EXPECT_TRUE(*b().rti->is_attribute_owned_by_federate(*bird, ring)) << "it had asked before";
  EXPECT_ERROR(a().rti->synchronization_point_achieved("go"),
               SynchronizationPointLabelNotAnnounced);
  ASSERT_OK(b().rti->synchronization_point_achieved("go"));
  drain();
  EXPECT_TRUE(a().synchronized.contains("go"));
}

TEST_P(SaveRestore, WhatDoesNotFitIsRefusedAndChangesNothing) {
  const auto refused = [&](const std::string& label) {
    a().refused.clear();
    EXPECT_TRUE(a().rti->request_federation_restore(label).ok());
    drain();
    EXPECT_TRUE(a().rti->query_logical_time().ok()) << "it goes on";
    EXPECT_TRUE(a().to_restore.empty());
    return a().refused;
  };
  EXPECT_NE(refused("never"), "");
  save("noon");
  Keeper more(node_of(2));
  more.join("more");
  EXPECT_NE(refused("noon").find("3 have joined"), std::string::npos) << a().refused;
  ASSERT_OK(more.rti->resign_federation_execution(ResignAction::no_action));
  ASSERT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  b().join("other");
  EXPECT_NE(refused("noon").find("'other'"), std::string::npos) << a().refused;
  ASSERT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  ASSERT_OK(a().rti->resign_federation_execution(ResignAction::no_action));
  ASSERT_OK(a().rti->destroy_federation_execution("test"));
  ASSERT_OK(a().rti->create_federation_execution("test", test_modules()));
  a().join("a");
  b().join("b");
  EXPECT_NE(refused("noon").find("object model"), std::string::npos) << a().refused;
}

TEST_P(SaveRestore, DamagedFilesAreRefused) {
  a().publish("Bird", {"Ring"});
  (void)a().rti->register_object_instance(a().object_class("Bird"));
  save("noon");
  const std::string path = folder.path() + "/test.noon.node0.save";
  std::ifstream in(path, std::ios::binary);
  const std::string whole((std::istreambuf_iterator<char>(in)), {});
  const auto refused_with = [&](const std::string& content) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
    a().refused.clear();
    EXPECT_TRUE(a().rti->request_federation_restore("noon").ok());
    drain();
    return !a().refused.empty();
  };
  EXPECT_TRUE(refused_with(""));
  EXPECT_TRUE(refused_with("garbage"));
  for (std::size_t i = 0; i < whole.size(); i += 1 + whole.size() / 97) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x20);
    EXPECT_TRUE(refused_with(damaged)) << i;
    EXPECT_TRUE(refused_with(whole.substr(0, i))) << i;
  }
  EXPECT_FALSE(refused_with(whole));
}

TEST_P(SaveRestore, FilesAreBoundedNamedAndReplaced) {
  save("a/b ../c");
  save("a/b ../c");
  EXPECT_EQ(folder.files(), files_of("a%2fb%20%2e%2e%2fc"));
  start(folder.path(), 100);
  ASSERT_OK(a().rti->request_federation_save("large"));
  a().save_when_told();
  b().save_when_told();
  drain();
  EXPECT_EQ(a().not_saved, SaveFailure::rti_unable_to_save);
  start("");
  ASSERT_OK(a().rti->request_federation_save("nowhere"));
  a().save_when_told();
  b().save_when_told();
  drain();
  EXPECT_EQ(a().not_saved, SaveFailure::rti_unable_to_save);
  EXPECT_EQ(folder.files().size(), nodes()) << "nothing is left beside";
}

// Among nodes: what is under way when a save is requested is there when it is written.

}  // namespace
}  // namespace orrery::rti::testing
