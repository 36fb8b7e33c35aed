// Federates that save and restore their federation.
#pragma once

#include <string>

#include "../keeper.hpp"
#include "conformance.hpp"

namespace orrery::rti::testing::conformance {

class SavingFederation : public Conformance {
 protected:
  SavesOfNode saves() override { return {.directory = folder_.path()}; }
  Status request(Actor& each, const std::string& label) {
    return each.rti->request_federation_save(label);
  }
  void complete_all() {
    for (auto& each : actors()) {
      ASSERT_OK(each->rti->federate_save_begun());
      ASSERT_OK(each->rti->federate_save_complete());
    }
  }
  void save(const std::string& label) {
    ASSERT_OK(request(a(), label));
    settle();
    complete_all();
    settle();
    for (auto& each : actors()) {
      ASSERT_FALSE(each->lines.empty());
      EXPECT_EQ(each->lines.back(), "saved");
      each->lines.clear();
    }
  }
  void restore(const std::string& label) {
    ASSERT_OK(a().rti->request_federation_restore(label));
    settle();
    for (auto& each : actors()) ASSERT_OK(each->rti->federate_restore_complete());
    settle();
    for (auto& each : actors()) {
      ASSERT_FALSE(each->lines.empty());
      EXPECT_EQ(each->lines.back(), "restored");
      each->lines.clear();
    }
  }

 private:
  Folder folder_;
};

}  // namespace orrery::rti::testing::conformance
