// Newest values that are saved and restored with their federation (IEEE 1516.1-2010, 4.16 to 4.29).
#include "federates.hpp"
#include "keeper.hpp"

namespace orrery::rti::testing {
namespace {

// `a` updates a vehicle's Speed, which b subscribes to. `c` subscribes later.
class SavedNewest : public FederatesOf<Keeper> {
 protected:
  void begin() override {
    start_nodes({.directory = folder.path()});
    FederatesOf<Keeper>::begin();
    join_all();
  }
  void keep_by(TransportationType type) {
    speed = a().attribute("Vehicle", "Speed");
    a().publish("Vehicle", {"Speed"});
    b().subscribe("Vehicle", {"Speed"});
    car = *a().rti->register_object_instance(a().object_class("Vehicle"));
    ASSERT_OK(
        a().rti->request_attribute_transportation_type_change(car, std::span(&speed, 1), type));
    drain();
    ASSERT_OK(a().update(car, speed, "old"));
    drain();
    ASSERT_EQ(values(b()), std::set<std::string>{"old"});
  }
  void save() {
    ASSERT_OK(a().rti->request_federation_save("noon"));
    drain();
    for (auto& each : feds) each->save_when_told();
    drain();
    for (auto& each : feds) ASSERT_TRUE(each->saved);
  }
  void restore() {
    ASSERT_OK(a().rti->request_federation_restore("noon"));
    drain();
    ASSERT_EQ(a().refused, "");
    for (auto& each : feds) each->restore_when_told();
    drain();
    for (auto& each : feds) {
      ASSERT_TRUE(each->restored);
      each->reflected.clear();
    }
  }
  void in_new_nodes() {
    leave();
    start_nodes({.directory = folder.path()});
    FederatesOf<Keeper>::begin();
    join_all();
  }
  static std::set<std::string> values(Federate& of) {
    std::set<std::string> all;
    for (const Reflected& each : of.reflected) all.insert(each.values.begin()->second);
    return all;
  }
  // Until that value has come.
  static void await(Federate& of, const std::string& value) {
    of.until([&] { return values(of).contains(value); }, value.c_str());
  }
  // A subscriber that comes after the restore holds the value of the save, and all get the next one.
  void the_state_goes_on() {
    c().subscribe("Vehicle", {"Speed"});
    await(c(), "old");
    ASSERT_OK(a().update(car, speed, "new"));
    await(b(), "new");
    await(c(), "new");
    EXPECT_EQ(values(b()), std::set<std::string>{"new"}) << "b had the old value before the save";
    EXPECT_EQ(values(c()), (std::set<std::string>{"new", "old"}));
  }
  Folder folder;
  AttributeHandle speed;
  ObjectInstanceHandle car;
};
INSTANTIATE_TEST_SUITE_P(Groups, SavedNewest, every_layout, layout_name);

TEST_P(SavedNewest, AStateIsThatOfTheSave) {
  keep_by(TransportationType::state_consistent);
  save();
  for (int i = 0; i < 5; ++i) ASSERT_OK(a().update(car, speed, "lost"));
  await(b(), "lost");
  restore();
  the_state_goes_on();
}

TEST_P(SavedNewest, AStateIsThereInNewNodes) {
  keep_by(TransportationType::state_consistent);
  save();
  in_new_nodes();
  restore();
  the_state_goes_on();
}

TEST_P(SavedNewest, AValueIsRepeatedAfterTheRestore) {
  keep_by(TransportationType::minimum_rate);
  save();
  in_new_nodes();
  restore();
  await(b(), "old");
}

// Until it is forgotten, a moment later, the value of a federate that has resigned is kept.
TEST_P(SavedNewest, AStateWhoseSenderHasResignedIsNoPartOfTheSave) {
  keep_by(TransportationType::state_consistent);
  ASSERT_OK(a().rti->resign_federation_execution(ResignAction::unconditionally_divest_attributes));
  feds.erase(feds.begin());
  save();
  restore();
}

}  // namespace
}  // namespace orrery::rti::testing
