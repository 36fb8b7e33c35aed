// Callbacks enabled and disabled (IEEE 1516.1-2010, 10.43, 10.44).
#include "federates.hpp"
#include "keepers.hpp"

namespace orrery::rti::testing {
namespace {

using Callbacks = Federates;
INSTANTIATE_TEST_SUITE_P(Groups, Callbacks, every_layout, layout_name);

TEST_P(Callbacks, WaitWhileTheyAreDisabled) {
  join_all();
  a().publish("Ship", {"Course"});
  b().subscribe("Ship", {"Course"});
  const auto ship = *a().rti->register_object_instance(a().object_class("Ship"));
  ASSERT_OK(b().rti->disable_callbacks());
  ASSERT_OK(a().update(ship, a().attribute("Ship", "Course"), "1"));
  ASSERT_OK(a().update(ship, a().attribute("Ship", "Course"), "2"));
  drain();
  EXPECT_TRUE(b().discovered.empty());
  EXPECT_TRUE(*b().rti->evoke_callback(0)) << "there are some";
  EXPECT_TRUE(b().discovered.empty());
  ASSERT_OK(b().rti->enable_callbacks());
  EXPECT_TRUE(b().discovered.empty()) << "they come when they are evoked";
  drain();
  EXPECT_EQ(b().discovered.size(), 1U);
  ASSERT_EQ(b().reflected.size(), 2U);
  EXPECT_EQ(b().reflected[1].values.begin()->second, "2");
}

TEST_P(Callbacks, HoldUpNoOtherFederate) {
  join_all();
  a().publish("Ship", {"Course"});
  b().subscribe("Ship", {"Course"});
  c().subscribe("Ship", {"Course"});
  ASSERT_OK(b().rti->disable_callbacks());
  ASSERT_OK(a().rti->register_object_instance(a().object_class("Ship")));
  drain();
  EXPECT_EQ(c().discovered.size(), 1U);
  EXPECT_TRUE(b().discovered.empty());
}

TEST_P(Callbacks, MayBeDisabledInOne) {
  join_all();
  a().publish("Ship", {"Course"});
  b().subscribe("Ship", {"Course"});
  const auto ship = *a().rti->register_object_instance(a().object_class("Ship"));
  drain();
  b().on_reflect = [&] { EXPECT_TRUE(b().rti->disable_callbacks().ok()); };
  for (int i = 0; i < 3; ++i) ASSERT_OK(a().update(ship, a().attribute("Ship", "Course"), "x"));
  drain();
  EXPECT_EQ(b().reflected.size(), 1U);
  b().on_reflect = {};
  ASSERT_OK(b().rti->enable_callbacks());
  drain();
  EXPECT_EQ(b().reflected.size(), 3U);
}

TEST_P(Callbacks, AreOfTheConnection) {
  ASSERT_OK(a().rti->disable_callbacks());
  a().join("a");
  ASSERT_OK(a().rti->register_federation_synchronization_point("p", {}));
  drain();
  EXPECT_TRUE(a().announced.empty());
  ASSERT_OK(a().rti->enable_callbacks());
  ASSERT_OK(a().rti->enable_callbacks());
  drain();
  EXPECT_TRUE(a().announced.contains("p"));
}

using CallbacksOnOneNode = Callbacks;
INSTANTIATE_TEST_SUITE_P(OneNode, CallbacksOnOneNode, one_node_only, layout_name);
TEST_P(CallbacksOnOneNode, ThatAreImmediateWaitToo) {
  Federate d(node_of(0), CallbackModel::immediate);
  d.join("d");
  ASSERT_OK(d.rti->disable_callbacks());
  ASSERT_OK(d.rti->register_federation_synchronization_point("p", {}));
  node_of(0).pump();
  EXPECT_TRUE(d.announced.empty());
  ASSERT_OK(d.rti->enable_callbacks());
  node_of(0).pump();
  EXPECT_EQ(d.announced.size(), 1U);
}

using CallbacksOfSaves = Keepers;
TEST_F(CallbacksOfSaves, CannotBeDisabledMeanwhile) {
  ASSERT_OK(a().rti->request_federation_save("noon"));
  drain();
  ASSERT_TRUE(told_to_save());
  EXPECT_ERROR(a().rti->disable_callbacks(), SaveInProgress);
  EXPECT_ERROR(a().rti->enable_callbacks(), SaveInProgress);
  save_all();
}

TEST_F(CallbacksOfSaves, CanBeEnabledForThem) {
  ASSERT_OK(b().rti->disable_callbacks());
  ASSERT_OK(a().rti->request_federation_save("noon"));
  drain();
  EXPECT_TRUE(b().to_save.empty());
  ASSERT_OK(b().rti->enable_callbacks());
  save_all();
}

}  // namespace
}  // namespace orrery::rti::testing
