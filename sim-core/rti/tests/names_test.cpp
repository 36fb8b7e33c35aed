// Object instance names reserved and released as a set (IEEE 1516.1-2010, 6.5 to 6.7).
#include "federates.hpp"

namespace orrery::rti::testing {
namespace {

using Names = std::vector<std::string>;
using NameSets = Federates;
INSTANTIATE_TEST_SUITE_P(Groups, NameSets, every_layout, layout_name);

TEST_P(NameSets, AreReservedWithOneCallback) {
  join_all();
  a().publish("Ship", {"Course"});
  ASSERT_OK(a().rti->reserve_multiple_object_instance_names(Names{"two", "one", "two"}));
  drain();
  ASSERT_EQ(a().reserved_sets.size(), 1U);
  EXPECT_EQ(a().reserved_sets[0].first, (Names{"one", "two"}));
  EXPECT_TRUE(a().reserved_sets[0].second);
  EXPECT_TRUE(a().reserved.empty()) << "6.3 is of single names";
  for (const std::string name : {"one", "two"}) {
    auto ship = a().rti->register_object_instance(a().object_class("Ship"), name);
    ASSERT_OK(ship);
    EXPECT_EQ(*a().rti->get_object_instance_name(*ship), name);
  }
}

TEST_P(NameSets, FailAsAWhole) {
  join_all();
  ASSERT_OK(a().rti->reserve_object_instance_name("taken"));
  drain();
  ASSERT_OK(b().rti->reserve_multiple_object_instance_names(Names{"free", "taken"}));
  drain();
  ASSERT_EQ(b().reserved_sets.size(), 1U);
  EXPECT_EQ(b().reserved_sets[0].first, (Names{"free", "taken"}));
  EXPECT_FALSE(b().reserved_sets[0].second);
  b().publish("Ship", {"Course"});
  EXPECT_ERROR(b().rti->register_object_instance(b().object_class("Ship"), "free"),
               ObjectInstanceNameNotReserved);
  ASSERT_OK(c().rti->reserve_object_instance_name("free"));
  drain();
  EXPECT_TRUE(c().reserved["free"]);
}

TEST_P(NameSets, FailIfOneIsAnObjectsName) {
  join_all();
  a().publish("Ship", {"Course"});
  ASSERT_OK(a().rti->reserve_object_instance_name("ship"));
  drain();
  ASSERT_OK(a().rti->register_object_instance(a().object_class("Ship"), "ship"));
  ASSERT_OK(a().rti->reserve_multiple_object_instance_names(Names{"boat", "ship"}));
  drain();
  ASSERT_EQ(a().reserved_sets.size(), 1U);
  EXPECT_FALSE(a().reserved_sets[0].second);
}

TEST_P(NameSets, OfTwoThatShareANameTheFirstSucceeds) {
  join_all();
  ASSERT_OK(a().rti->reserve_multiple_object_instance_names(Names{"1", "2"}));
  ASSERT_OK(b().rti->reserve_multiple_object_instance_names(Names{"2", "3"}));
  drain();
  ASSERT_EQ(a().reserved_sets.size(), 1U);
  ASSERT_EQ(b().reserved_sets.size(), 1U);
  EXPECT_NE(a().reserved_sets[0].second, b().reserved_sets[0].second);
}

TEST_P(NameSets, AreReleasedAllOrNone) {
  join_all();
  ASSERT_OK(a().rti->reserve_multiple_object_instance_names(Names{"1", "2", "3"}));
  drain();
  EXPECT_ERROR(a().rti->release_multiple_object_instance_names(Names{"1", "4"}),
               ObjectInstanceNameNotReserved);
  EXPECT_ERROR(b().rti->release_multiple_object_instance_names(Names{"1"}),
               ObjectInstanceNameNotReserved);
  ASSERT_OK(b().rti->reserve_object_instance_name("1"));
  drain();
  EXPECT_FALSE(b().reserved["1"]);
  ASSERT_OK(a().rti->release_multiple_object_instance_names(Names{"1", "2"}));
  ASSERT_OK(b().rti->reserve_multiple_object_instance_names(Names{"1", "2"}));
  ASSERT_OK(b().rti->reserve_object_instance_name("3"));
  drain();
  ASSERT_EQ(b().reserved_sets.size(), 1U);
  EXPECT_TRUE(b().reserved_sets[0].second);
  EXPECT_FALSE(b().reserved["3"]);
  EXPECT_ERROR(a().rti->release_object_instance_name("1"), ObjectInstanceNameNotReserved);
}

TEST_P(NameSets, AreChecked) {
  EXPECT_ERROR(a().rti->reserve_multiple_object_instance_names(Names{"x"}),
               FederateNotExecutionMember);
  EXPECT_ERROR(a().rti->release_multiple_object_instance_names(Names{"x"}),
               FederateNotExecutionMember);
  join_all();
  EXPECT_ERROR(a().rti->reserve_multiple_object_instance_names(Names{}), NameSetWasEmpty);
  EXPECT_ERROR(a().rti->release_multiple_object_instance_names(Names{}), NameSetWasEmpty);
  EXPECT_ERROR(a().rti->reserve_multiple_object_instance_names(Names{"x", "HLAx"}), IllegalName);
  EXPECT_ERROR(a().rti->reserve_multiple_object_instance_names(Names{"x", ""}), IllegalName);
  ASSERT_OK(b().rti->reserve_object_instance_name("x"));
  drain();
  EXPECT_TRUE(b().reserved["x"]) << "a refused service has reserved nothing";
  EXPECT_TRUE(a().reserved_sets.empty());
}

TEST_P(NameSets, AreFreeWhenTheirFederateResigns) {
  join_all();
  ASSERT_OK(a().rti->reserve_multiple_object_instance_names(Names{"1", "2"}));
  drain();
  ASSERT_OK(a().rti->resign_federation_execution(ResignAction::no_action));
  ASSERT_OK(b().rti->reserve_multiple_object_instance_names(Names{"1", "2"}));
  drain();
  ASSERT_EQ(b().reserved_sets.size(), 1U);
  EXPECT_TRUE(b().reserved_sets[0].second);
}

}  // namespace
}  // namespace orrery::rti::testing
