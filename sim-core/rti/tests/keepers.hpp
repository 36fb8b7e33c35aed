// A federation of federates that save and restore, on one node.
#pragma once

#include "keeper.hpp"
#include "region_world.hpp"

namespace orrery::rti::testing {

class Keepers : public ::testing::Test {
 protected:
  void SetUp() override { start(3); }
  void start(std::size_t federates) {
    feds.clear();
    node.reset();
    NodeOptions options;
    options.save_directory = folder.path();
    std::vector<std::unique_ptr<transport::Channel>> none(1);
    node = std::move(*Node::create(options, *base::Doorbell::create(base::Doorbell::Scope::local),
                                   std::move(none)));
    const std::string names = "abc";
    for (std::size_t i = 0; i < federates; ++i) feds.push_back(std::make_unique<Keeper>(*node));
    ASSERT_OK(a().rti->create_federation_execution("test", region_modules()));
    for (std::size_t i = 0; i < federates; ++i) feds[i]->join(names.substr(i, 1));
  }
  void drain() {
    for (int round = 0; round < 3; ++round) {
      for (auto& each : feds) each->drain();
    }
  }
  [[nodiscard]] bool told_to_save() const {
    return std::ranges::all_of(feds, [](const auto& each) { return !each->to_save.empty(); });
  }
  [[nodiscard]] bool nobody_told_to_save() const {
    return std::ranges::all_of(feds, [](const auto& each) { return each->to_save.empty(); });
  }
  void save_all() {
    for (auto& each : feds) each->save_when_told();
    drain();
    for (auto& each : feds) ASSERT_TRUE(std::exchange(each->saved, false));
  }
  void restore_all(const std::string& label) {
    ASSERT_OK(a().rti->request_federation_restore(label));
    drain();
    ASSERT_EQ(a().refused, "");
    for (auto& each : feds) each->restore_when_told();
    drain();
    for (auto& each : feds) ASSERT_TRUE(std::exchange(each->restored, false));
  }
  Keeper& a() { return *feds[0]; }
  Keeper& b() { return *feds[1]; }
  Keeper& c() { return *feds[2]; }
  Folder folder;
  std::unique_ptr<Node> node;
  std::vector<std::unique_ptr<Keeper>> feds;
};

}  // namespace orrery::rti::testing
