// A federate of tests that saves and restores, and where.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "world.hpp"

namespace orrery::rti::testing {

// A directory of the test's own.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "orrery-save-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::set<std::string> files() const {
    std::set<std::string> names;
    for (const auto& each : std::filesystem::directory_iterator(path_))
      names.insert(each.path().filename());
    return names;
  }

 private:
  std::string path_;
};

// A federate that does as it is told, unless it is told not to.
class Keeper : public Federate {
 public:
  explicit Keeper(Node& at) : Federate(at) {}
  void initiate_federate_save(const std::string& label) override {
    to_save = label;
    to_save_at.reset();
  }
  void initiate_federate_save(const std::string& label, LogicalTime time) override {
    to_save = label;
    to_save_at = time;
  }
  void federation_saved() override { saved = true; }
  void federation_not_saved(SaveFailure why) override { not_saved = why; }
  void federation_save_status_response(std::span<const FederateSnapshotStatus> all) override {
    statuses = {all.begin(), all.end()};
  }
  void request_federation_restore_succeeded(const std::string& label) override {
    confirmed = label;
  }
  void request_federation_restore_failed(const std::string& /*label*/,
                                         const std::string& why) override {
    refused = why;
  }
  void federation_restore_begun() override { ++begun; }
  void initiate_federate_restore(const std::string& label, const std::string& name,
                                 FederateHandle as) override {
    to_restore = label;
    restored_name = name;
    handle = as;
  }
  void federation_restored() override { restored = true; }
  void federation_not_restored(RestoreFailure why) override { not_restored = why; }
  void federation_restore_status_response(std::span<const FederateSnapshotStatus> all) override {
    statuses = {all.begin(), all.end()};
  }

  void save_when_told() {
    until([&] { return !to_save.empty(); }, "initiate save");
    to_save.clear();
    ASSERT_OK(rti->federate_save_begun());
    ASSERT_OK(rti->federate_save_complete());
  }
  void restore_when_told() {
    until([&] { return !to_restore.empty(); }, "initiate restore");
    to_restore.clear();
    ASSERT_OK(rti->federate_restore_complete());
  }

  std::string to_save;
  std::optional<LogicalTime> to_save_at;
  bool saved = false;
  std::optional<SaveFailure> not_saved;
  std::vector<FederateSnapshotStatus> statuses;
  std::string confirmed;
  std::string refused;
  int begun = 0;
  std::string to_restore;
  std::string restored_name;
  bool restored = false;
  std::optional<RestoreFailure> not_restored;
};

}  // namespace orrery::rti::testing
