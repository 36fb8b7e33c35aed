// Names and handles, reservations that meet, callbacks that wait (clause 10 with 4 and 6).
#include <algorithm>

#include "conformance/conformance.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class HandlesAndNames : public Conformance {
 protected:
  Status reserve(Actor& each, const std::vector<std::string>& names) {
    return each.rti->reserve_multiple_object_instance_names(names);
  }
};

// 10.6, 10.7, 10.11, 10.12 Each class and attribute of the object model by its name, and back.
TEST_P(HandlesAndNames, ObjectClassesAndAttributes) {
  for (const ObjectClass& each : labels().model.object_classes()) {
    const auto of = b().rti->get_object_class_handle(each.name);
    ASSERT_OK(of);
    EXPECT_EQ(*c().rti->get_object_class_name(*of), each.name);
    for (const Attribute& attribute : each.attributes) {
      const auto found = b().rti->get_attribute_handle(*of, attribute.name);
      ASSERT_OK(found);
      EXPECT_EQ(*c().rti->get_attribute_name(*of, *found), attribute.name);
    }
  }
  EXPECT_ERROR(b().rti->get_object_class_handle(""), NameNotFound);
  EXPECT_ERROR(b().rti->get_object_class_handle("A."), NameNotFound);
  EXPECT_ERROR(b().rti->get_object_class_handle("a"), NameNotFound);
  EXPECT_ERROR(b().rti->get_attribute_handle(b().object_class("A"), "b1"), NameNotFound);
}
// 10.15 to 10.18 Each interaction class and parameter.
TEST_P(HandlesAndNames, InteractionClassesAndParameters) {
  for (const InteractionClass& each : labels().model.interaction_classes()) {
    const auto of = c().rti->get_interaction_class_handle(each.name);
    ASSERT_OK(of);
    EXPECT_EQ(*a().rti->get_interaction_class_name(*of), each.name);
    for (const std::string& parameter : each.parameters) {
      const auto found = c().rti->get_parameter_handle(*of, parameter);
      ASSERT_OK(found);
      EXPECT_EQ(*a().rti->get_parameter_name(*of, *found), parameter);
    }
  }
  EXPECT_ERROR(c().rti->get_parameter_handle(c().interaction("K"), "l1"), NameNotFound);
  const auto of_another = c().rti->get_parameter_name(
      c().interaction("K"), *labels().model.parameter(c().interaction("K.L"), "l1"));
  EXPECT_ERROR(of_another, InteractionParameterNotDefined);
}
// 10.23 to 10.27 Dimensions of attributes and interactions, those of the management object model too.
TEST_P(HandlesAndNames, Dimensions) {
  EXPECT_EQ(*b().rti->get_dimension_upper_bound(*b().rti->get_dimension_handle("X")), 100U);
  EXPECT_EQ(*b().rti->get_dimension_upper_bound(*b().rti->get_dimension_handle("Y")), 50U);
  EXPECT_EQ(*b().rti->get_dimension_upper_bound(*b().rti->get_dimension_handle("HLAserviceGroup")),
            7U);
  EXPECT_OK(b().rti->get_dimension_handle("HLAfederate"));
  EXPECT_ERROR(b().rti->get_dimension_handle("Z"), NameNotFound);
  EXPECT_EQ(b().rti
                ->get_available_dimensions_for_class_attribute(b().object_class("D.E"),
                                                               b().attribute("D", "d1"))
                ->size(),
            2U);
  EXPECT_TRUE(b().rti
                  ->get_available_dimensions_for_class_attribute(b().object_class("A"),
                                                                 b().attribute("A", "a1"))
                  ->empty());
  EXPECT_EQ(b().rti->get_available_dimensions_for_interaction_class(b().interaction("R.S"))->size(),
            2U);
}
// 9.2, 10.30 Bounds at the edges of a dimension, and over them.
TEST_P(HandlesAndNames, RangeBounds) {
  const DimensionHandle x = *a().rti->get_dimension_handle("X");
  const DimensionHandle y = *a().rti->get_dimension_handle("Y");
  const RegionHandle region = *a().rti->create_region(std::span(&x, 1));
  EXPECT_EQ(*a().rti->get_range_bounds(region, x), (RangeBounds{0, 100}));
  EXPECT_OK(a().rti->set_range_bounds(region, x, {0, 1}));
  EXPECT_OK(a().rti->set_range_bounds(region, x, {99, 100}));
  EXPECT_ERROR(a().rti->set_range_bounds(region, x, {0, 101}), InvalidRangeBound);
  EXPECT_ERROR(a().rti->set_range_bounds(region, x, {5, 5}), InvalidRangeBound);
  EXPECT_ERROR(a().rti->set_range_bounds(region, x, {6, 5}), InvalidRangeBound);
  EXPECT_ERROR(a().rti->set_range_bounds(region, y, {0, 5}),
               RegionDoesNotContainSpecifiedDimension);
  EXPECT_ERROR(a().rti->get_range_bounds(region, y), RegionDoesNotContainSpecifiedDimension);
  EXPECT_OK(a().commit(region));
  settle();
  EXPECT_ERROR(b().rti->set_range_bounds(region, x, {0, 5}), RegionNotCreatedByThisFederate);
  EXPECT_ERROR(b().commit(region), RegionNotCreatedByThisFederate);
  EXPECT_ERROR(b().rti->delete_region(region), RegionNotCreatedByThisFederate);
  EXPECT_EQ(*a().rti->get_range_bounds(region, x), (RangeBounds{99, 100}));
}
// 10.31, 10.32 The same number at every federate, another for another federate, within the dimension.
TEST_P(HandlesAndNames, Normalization) {
  const auto one = a().rti->normalize_federate_handle(b().handle);
  EXPECT_OK(one);
  EXPECT_EQ(*one, *c().rti->normalize_federate_handle(b().handle));
  EXPECT_NE(*one, *c().rti->normalize_federate_handle(c().handle));
  EXPECT_ERROR(a().rti->normalize_federate_handle(FederateHandle{}), InvalidFederateHandle);
  std::vector<std::uint64_t> all;
  for (int group = 0; group < 7; ++group) {
    const auto number = a().rti->normalize_service_group(static_cast<ServiceGroup>(group));
    ASSERT_OK(number);
    EXPECT_LT(*number, 7U);
    all.push_back(*number);
  }
  std::ranges::sort(all);
  EXPECT_EQ(std::ranges::unique(all).begin(), all.end());
}
// 6.2 Two nodes reserve one name in one moment: one of them gets it.
TEST_P(HandlesAndNames, OneNameInOneMoment) {
  EXPECT_OK(a().rti->reserve_object_instance_name("n"));
  EXPECT_OK(b().rti->reserve_object_instance_name("n"));
  EXPECT_OK(c().rti->reserve_object_instance_name("n"));
  Lines all;
  for (auto& each : actors()) {
    for (const std::string& line : each->heard()) all.push_back(line);
  }
  std::ranges::sort(all);
  EXPECT_EQ(all, (Lines{"not_reserved n", "not_reserved n", "reserved n"}));
}
// 6.5, 6.6 Two sets that overlap: all of one or nothing; the rest of the loser's set is free.
TEST_P(HandlesAndNames, TwoSetsInOneMoment) {
  EXPECT_OK(reserve(b(), {"p", "q"}));
  EXPECT_OK(reserve(c(), {"q", "r"}));
  const Lines first = b().heard();
  const Lines second = c().heard();
  const bool won = first == Lines{"reserved_set p q"};
  if (won) {
    EXPECT_EQ(second.size(), 1U);
    EXPECT_TRUE(second.at(0).starts_with("not_reserved_set"));
  } else {
    EXPECT_EQ(second, Lines{"reserved_set q r"});
    EXPECT_TRUE(first.at(0).starts_with("not_reserved_set"));
  }
  EXPECT_OK(a().rti->reserve_object_instance_name(won ? "r" : "p"));
  EXPECT_HEARD(a(), won ? "reserved r" : "reserved p");
}
// 6.4, 6.7, 6.8 A name of a set is used, released and used again by others.
TEST_P(HandlesAndNames, NamesGoFromHandToHand) {
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(b().pub("A", "a1"));
  EXPECT_OK(reserve(a(), {"p", "q", "p"}));
  EXPECT_HEARD(a(), "reserved_set p q");
  EXPECT_ERROR(b().reg("A", "y", "p"), ObjectInstanceNameNotReserved);
  EXPECT_OK(a().reg("A", "x", "p"));
  EXPECT_ERROR(a().rti->release_object_instance_name("p"), ObjectInstanceNameNotReserved);
  const std::vector<std::string> both{"p", "q"};
  EXPECT_ERROR(a().rti->release_multiple_object_instance_names(both),
               ObjectInstanceNameNotReserved);
  EXPECT_ERROR(a().reg("A", "z", "p"), ObjectInstanceNameInUse);
  EXPECT_OK(a().rti->release_object_instance_name("q"));
  settle();
  EXPECT_OK(b().rti->reserve_object_instance_name("q"));
  EXPECT_HEARD(b(), "reserved q");
  EXPECT_OK(b().reg("A", "y", "q"));
  EXPECT_EQ(*b().rti->get_object_instance_name(b().object("y")), "q");
  EXPECT_EQ(*b().rti->get_object_instance_handle("q"), b().object("y"));
  EXPECT_ERROR(a().rti->get_object_instance_handle("q"), ObjectInstanceNotKnown);
}
// 4.9 A name that is in use; after its federate has resigned it is free, at another node too.
TEST_P(HandlesAndNames, FederateNames) {
  actors().push_back(actor(2));
  Actor& d = *actors().back();
  EXPECT_ERROR(d.join("a"), FederateNameAlreadyInUse);
  EXPECT_ERROR(d.rti->get_federate_handle("a"), FederateNotExecutionMember);
  EXPECT_ERROR(a().rti->join_federation_execution("q", "t", "test"),
               FederateAlreadyExecutionMember);
  EXPECT_ERROR(d.rti->join_federation_execution("q", "t", "none"), FederationExecutionDoesNotExist);
  const FederateHandle gone = a().handle;
  EXPECT_OK(a().rti->resign_federation_execution(ResignAction::no_action));
  settle();
  EXPECT_ERROR(b().rti->get_federate_handle("a"), NameNotFound);
  EXPECT_OK(d.join("a"));
  settle();
  EXPECT_EQ(*b().rti->get_federate_handle("a"), d.handle);
  EXPECT_NE(d.handle, gone);
  EXPECT_EQ(*b().rti->get_federate_name(d.handle), "a");
}
// 10.43, 10.44 Callbacks that are disabled wait in their order.
TEST_P(HandlesAndNames, ManyCallbacksWait) {
  EXPECT_OK(a().pubi("K"));
  EXPECT_OK(b().subi("K"));
  settle();
  EXPECT_OK(b().rti->disable_callbacks());
  Lines expected;
  for (int i = 0; i < 2000; ++i) {
    EXPECT_OK(a().send("K", "k1=" + std::to_string(i)));
    expected.push_back("receive K k1=" + std::to_string(i));
  }
  EXPECT_SILENCE(b());
  EXPECT_OK(b().rti->evoke_callback(0));
  EXPECT_EQ(b().lines, Lines{});
  EXPECT_OK(b().rti->disable_callbacks());
  EXPECT_OK(b().rti->enable_callbacks());
  EXPECT_OK(b().rti->enable_callbacks());
  EXPECT_EQ(b().heard(), expected);
}
// 10.41 One callback each, and whether more wait.
TEST_P(HandlesAndNames, EvokeOneAtATime) {
  EXPECT_OK(a().pubi("K"));
  EXPECT_OK(b().subi("K"));
  settle();
  b().silent = true;
  for (int i = 0; i < 3; ++i) EXPECT_OK(a().send("K", "k1=" + std::to_string(i)));
  settle();
  for (std::size_t i = 1; i <= 3; ++i) {
    const auto more = b().rti->evoke_callback(1);
    ASSERT_OK(more);
    EXPECT_EQ(b().lines.size(), i);
    EXPECT_EQ(*more, i < 3);
  }
  EXPECT_FALSE(*b().rti->evoke_callback(0));
  EXPECT_FALSE(*b().rti->evoke_multiple_callbacks(0, 0));
}
// 10.42 A callback that disables callbacks ends the delivery.
TEST_P(HandlesAndNames, ACallbackDisablesCallbacks) {
  EXPECT_OK(a().pubi("K"));
  EXPECT_OK(b().subi("K"));
  settle();
  b().on_line = [this](const std::string& line) {
    if (line == "receive K k1=1") {
      EXPECT_OK(b().rti->disable_callbacks());
    }
  };
  for (int i = 0; i < 4; ++i) EXPECT_OK(a().send("K", "k1=" + std::to_string(i)));
  EXPECT_HEARD(b(), "receive K k1=0", "receive K k1=1");
  EXPECT_OK(b().rti->enable_callbacks());
  EXPECT_HEARD(b(), "receive K k1=2", "receive K k1=3");
}

CONFORMANCE_SUITE(HandlesAndNames);

}  // namespace
}  // namespace orrery::rti::testing::conformance
