// The counts of the management object model after a restore (11.2, 4.24).
#include "conformance/managed_federation.hpp"
#include "conformance/two_federations.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class SavedCounts : public ManagedFederation {
 protected:
  SavesOfNode saves() override { return {.directory = folder_.path()}; }
  void begin() override {
    ManagedFederation::begin();
    watch_federates();
    for (Actor* each : {&a(), &b()}) {
      ASSERT_OK(each->pub("A", "a1 a2"));
      ASSERT_OK(each->sub("A", "a1 a2"));
      ASSERT_OK(each->pubi("K"));
      ASSERT_OK(each->subi("K"));
    }
    ASSERT_OK(a().reg("A", "x"));
    ASSERT_OK(a().reg("A", "y"));
    ASSERT_OK(b().reg("A", "z"));
    skip();
  }
  void saved() {
    ASSERT_OK(save_now(a(), "s"));
    settle();
    for (auto& each : actors()) ASSERT_OK(each->rti->federate_save_begun());
    for (auto& each : actors()) ASSERT_OK(each->rti->federate_save_complete());
    skip();
  }
  void restored() {
    ASSERT_OK(a().rti->request_federation_restore("s"));
    settle();
    for (auto& each : actors()) ASSERT_OK(each->rti->federate_restore_complete());
    skip();
  }
  std::map<std::string, std::int32_t> counts() {
    std::map<std::string, std::int32_t> all;
    for (const std::string federate : {"a", "b"}) {
      for (const std::string name :
           {"HLAreflectionsReceived", "HLAupdatesSent", "HLAinteractionsReceived",
            "HLAinteractionsSent", "HLAobjectInstancesThatCanBeDeleted",
            "HLAobjectInstancesUpdated", "HLAobjectInstancesReflected", "HLAobjectInstancesDeleted",
            "HLAobjectInstancesRemoved", "HLAobjectInstancesRegistered",
            "HLAobjectInstancesDiscovered"}) {
        all[federate + " " + name] = asked(federate, name);
      }
    }
    return all;
  }
  // What the reports of counts have, without the federate.
  std::map<std::string, std::vector<std::byte>> listed_counts() {
    std::map<std::string, std::vector<std::byte>> all;
    for (const std::string name :
         {"ObjectInstancesThatCanBeDeleted", "ObjectInstancesUpdated", "ObjectInstancesReflected",
          "UpdatesSent", "InteractionsSent", "ReflectionsReceived", "InteractionsReceived"}) {
      listen("HLAfederate.HLAreport.HLAreport" + name);
      for (const Actor* whom : {&a(), &b()}) {
        EXPECT_OK(manage("HLArequest.HLArequest" + name, *whom));
        for (const Values& each : reports("HLAreport" + name)) {
          for (const auto& [key, value] : each) {
            auto& bytes = all[name + " of " + std::to_string(whom->handle.value) + " " + key];
            bytes.insert(bytes.end(), value.begin(), value.end());
          }
        }
      }
    }
    return all;
  }
  static Lines different(const auto& one, const auto& other) {
    Lines names;
    for (const auto& [name, value] : one) {
      if (!other.contains(name) || other.at(name) != value) names.push_back(name);
    }
    return names;
  }
  void work() {
    EXPECT_OK(a().upd("x", "a1=1"));
    EXPECT_OK(a().upd("x", "a1=2 a2=2"));
    EXPECT_OK(b().upd("z", "a1=2"));
    EXPECT_OK(a().send("K"));
    EXPECT_OK(b().send("K"));
    skip();
  }

 private:
  Folder folder_;
};

// 11.2 After the restore each count is what it was at the save.
TEST_P(SavedCounts, OfFederates) {
  work();
  EXPECT_OK(a().del("y"));
  saved();
  const auto before = counts();
  EXPECT_EQ(before.at("a HLAobjectInstancesUpdated"), 1);
  EXPECT_EQ(before.at("b HLAobjectInstancesReflected"), 1);
  EXPECT_EQ(before.at("a HLAobjectInstancesRegistered"), 2);
  EXPECT_EQ(before.at("a HLAobjectInstancesDeleted"), 1);
  work();
  restored();
  EXPECT_EQ(different(before, counts()), Lines{});
}
// 11.4 The same for the reports of counts.
TEST_P(SavedCounts, OfReports) {
  work();
  saved();
  const auto before = listed_counts();
  EXPECT_OK(a().upd("x", "a2=5"));
  restored();
  EXPECT_EQ(different(before, listed_counts()), Lines{});
}

CONFORMANCE_SUITE(SavedCounts);

}  // namespace
}  // namespace orrery::rti::testing::conformance
