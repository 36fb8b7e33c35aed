// IEEE 1516.1-2010, clause 10: support services.
#include "conformance/conformance.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class Clause10 : public Conformance {};
CONFORMANCE_SUITE(Clause10);

// 10.4, 10.5
TEST_P(Clause10, FederatesHaveNamesWhileTheyAreJoined) {
  EXPECT_EQ(*a().rti->get_federate_handle("c"), c().handle);
  EXPECT_EQ(*a().rti->get_federate_name(c().handle), "c");
  EXPECT_ERROR(a().rti->get_federate_handle("nobody"), NameNotFound);
  EXPECT_ERROR(a().rti->get_federate_name({424242}), InvalidFederateHandle);
  ASSERT_OK(c().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_ERROR(a().rti->get_federate_handle("c"), NameNotFound);
  const auto gone = a().rti->get_federate_name(c().handle);
  if (!gone) {
    EXPECT_ERROR(gone, FederateHandleNotKnown);
  }
}

// 10.6, 10.7
TEST_P(Clause10, ClassesHaveFullNames) {
  const ObjectClassHandle b = *a().rti->get_object_class_handle("HLAobjectRoot.A.B");
  EXPECT_EQ(*a().rti->get_object_class_name(b), "HLAobjectRoot.A.B");
  EXPECT_EQ(*c().rti->get_object_class_handle("HLAobjectRoot.A.B"), b);
  EXPECT_OK(a().rti->get_object_class_handle("HLAobjectRoot"));
  for (const char* name : {"B", "HLAobjectRoot.B", "a", "A.", "", "HLAobjectRoot.A.B.C.D"}) {
    EXPECT_ERROR(a().rti->get_object_class_handle(name), NameNotFound);
  }
  EXPECT_ERROR(a().rti->get_object_class_name({9999}), InvalidObjectClassHandle);
}

// 10.11, 10.12: an attribute is available at its class and the subclasses.
TEST_P(Clause10, AttributesAreAvailableAtTheirClassAndSubclasses) {
  const ObjectClassHandle of_a = a().object_class("A");
  const ObjectClassHandle of_b = a().object_class("A.B");
  EXPECT_EQ(*a().rti->get_attribute_handle(of_b, "a1"), *a().rti->get_attribute_handle(of_a, "a1"));
  EXPECT_ERROR(a().rti->get_attribute_handle(of_a, "b1"), NameNotFound);
  EXPECT_ERROR(a().rti->get_attribute_handle({9999}, "a1"), InvalidObjectClassHandle);
  const AttributeHandle b1 = *a().rti->get_attribute_handle(of_b, "b1");
  EXPECT_EQ(*a().rti->get_attribute_name(of_b, b1), "b1");
  EXPECT_ERROR(a().rti->get_attribute_name(of_a, b1), AttributeNotDefined);
  EXPECT_ERROR(a().rti->get_attribute_name(of_a, {777}), InvalidAttributeHandle);
  EXPECT_ERROR(a().rti->get_attribute_name({9999}, b1), InvalidObjectClassHandle);
  EXPECT_EQ(*a().rti->get_attribute_name(
                of_a, *a().rti->get_attribute_handle(of_a, "HLAprivilegeToDeleteObject")),
            "HLAprivilegeToDeleteObject");
}

// 10.15 to 10.18
TEST_P(Clause10, ParametersAreAvailableAtTheirClassAndSubclasses) {
  const InteractionClassHandle k = *a().rti->get_interaction_class_handle("HLAinteractionRoot.K");
  const InteractionClassHandle l = a().interaction("K.L");
  EXPECT_EQ(*a().rti->get_interaction_class_name(k), "HLAinteractionRoot.K");
  EXPECT_EQ(*a().rti->get_parameter_handle(l, "k1"), *a().rti->get_parameter_handle(k, "k1"));
  EXPECT_ERROR(a().rti->get_parameter_handle(k, "l1"), NameNotFound);
  const ParameterHandle l1 = *a().rti->get_parameter_handle(l, "l1");
  EXPECT_EQ(*a().rti->get_parameter_name(l, l1), "l1");
  EXPECT_ERROR(a().rti->get_parameter_name(k, l1), InteractionParameterNotDefined);
  EXPECT_ERROR(a().rti->get_parameter_name(k, {777}), InvalidParameterHandle);
  EXPECT_ERROR(a().rti->get_parameter_name({9999}, l1), InvalidInteractionClassHandle);
  EXPECT_ERROR(a().rti->get_interaction_class_name({9999}), InvalidInteractionClassHandle);
  EXPECT_ERROR(a().rti->get_interaction_class_handle("L"), NameNotFound);
}

// 10.8 to 10.10
TEST_P(Clause10, ObjectsAreNamedToWhoKnowsThem) {
  ASSERT_OK(a().pub("A.B", "a1"));
  ASSERT_OK(b().sub("A", "a1"));
  ASSERT_OK(a().reg("A.B", "x"));
  const std::string name = *a().rti->get_object_instance_name(a().object("x"));
  EXPECT_ERROR(b().rti->get_object_instance_handle(name), ObjectInstanceNotKnown);
  settle();
  EXPECT_EQ(*b().rti->get_object_instance_handle(name), b().object("x"));
  EXPECT_EQ(*b().rti->get_known_object_class_handle(b().object("x")), b().object_class("A"));
  EXPECT_EQ(*a().rti->get_known_object_class_handle(a().object("x")), a().object_class("A.B"));
  ASSERT_OK(b().forget("x"));
  ASSERT_OK(b().unsub("A"));
  EXPECT_ERROR(b().rti->get_object_instance_handle(name), ObjectInstanceNotKnown);
  EXPECT_ERROR(b().rti->get_object_instance_name(b().object("x")), ObjectInstanceNotKnown);
}

// 10.13, 10.14
TEST_P(Clause10, UpdateRatesAreOfTheTable) {
  EXPECT_EQ(*a().rti->get_update_rate_value("slow"), 2);
  EXPECT_EQ(*a().rti->get_update_rate_value("fast"), 100);
  EXPECT_ERROR(a().rti->get_update_rate_value("Slow"), InvalidUpdateRateDesignator);
  ASSERT_OK(a().pub("A", "a3"));
  ASSERT_OK(a().reg("A", "x"));
  EXPECT_ERROR(a().rti->get_update_rate_value_for_attribute({424242}, a().attribute("A", "a3")),
               ObjectInstanceNotKnown);
  EXPECT_ERROR(a().rti->get_update_rate_value_for_attribute(a().object("x"), {777}),
               AttributeNotDefined);
}

// 10.19 to 10.22
TEST_P(Clause10, OrdersAndTransportationsHaveTheStandardsNames) {
  EXPECT_EQ(*a().rti->get_order_type("Receive"), OrderType::receive);
  EXPECT_EQ(*a().rti->get_order_name(OrderType::timestamp), "TimeStamp");
  EXPECT_ERROR(a().rti->get_order_type("timestamp"), InvalidOrderName);
  EXPECT_ERROR(a().rti->get_order_name(static_cast<OrderType>(7)), InvalidOrderType);
  EXPECT_EQ(*a().rti->get_transportation_type("HLAreliable"), TransportationType::reliable);
  EXPECT_EQ(*a().rti->get_transportation_name(TransportationType::best_effort), "HLAbestEffort");
  EXPECT_ERROR(a().rti->get_transportation_type("reliable"), InvalidTransportationName);
  EXPECT_ERROR(a().rti->get_transportation_name(static_cast<TransportationType>(77)),
               InvalidTransportationType);
}

// 10.23 to 10.27
TEST_P(Clause10, DimensionsAreThoseOfTheModel) {
  const DimensionHandle x = *a().rti->get_dimension_handle("X");
  const DimensionHandle y = *a().rti->get_dimension_handle("Y");
  EXPECT_EQ(*a().rti->get_dimension_name(y), "Y");
  EXPECT_EQ(*a().rti->get_dimension_upper_bound(x), 100U);
  EXPECT_ERROR(a().rti->get_dimension_handle("Z"), NameNotFound);
  EXPECT_ERROR(a().rti->get_dimension_name({9999}), InvalidDimensionHandle);
  EXPECT_ERROR(a().rti->get_dimension_upper_bound({9999}), InvalidDimensionHandle);
  const ObjectClassHandle d = a().object_class("D");
  const ObjectClassHandle e = a().object_class("D.E");
  using Handles = std::vector<DimensionHandle>;
  EXPECT_EQ(*a().rti->get_available_dimensions_for_class_attribute(d, a().attribute("D", "d1")),
            (Handles{x, y}));
  EXPECT_EQ(*a().rti->get_available_dimensions_for_class_attribute(e, a().attribute("D", "d2")),
            (Handles{x}));
  EXPECT_EQ(*a().rti->get_available_dimensions_for_class_attribute(d, a().attribute("D", "d3")),
            Handles{});
  EXPECT_ERROR(a().rti->get_available_dimensions_for_class_attribute(d, a().attribute("D.E", "e1")),
               AttributeNotDefined);
  EXPECT_ERROR(a().rti->get_available_dimensions_for_class_attribute({9999}, {1}),
               InvalidObjectClassHandle);
  EXPECT_EQ(*a().rti->get_available_dimensions_for_interaction_class(a().interaction("Q")),
            (Handles{x}));
  EXPECT_EQ(*a().rti->get_available_dimensions_for_interaction_class(a().interaction("K")),
            Handles{});
  EXPECT_ERROR(a().rti->get_available_dimensions_for_interaction_class({9999}),
               InvalidInteractionClassHandle);
}

// 10.28 to 10.30
TEST_P(Clause10, ARegionHasItsDimensionsAndBounds) {
  const DimensionHandle x = *a().rti->get_dimension_handle("X");
  const DimensionHandle y = *a().rti->get_dimension_handle("Y");
  const RegionHandle region = a().region("X 10 20");
  EXPECT_EQ(*a().rti->get_dimension_handle_set(region), std::vector{x});
  EXPECT_ERROR(a().rti->get_dimension_handle_set({424242}), InvalidRegion);
  EXPECT_ERROR(a().rti->get_range_bounds(region, y), RegionDoesNotContainSpecifiedDimension);
  EXPECT_ERROR(a().rti->get_range_bounds({424242}, x), InvalidRegion);
  EXPECT_ERROR(a().rti->set_range_bounds({424242}, x, {1, 2}), InvalidRegion);
  ASSERT_OK(a().rti->set_range_bounds(region, x, {30, 40}));
  EXPECT_ERROR(a().rti->set_range_bounds(region, x, {50, 40}), InvalidRangeBound);
  EXPECT_EQ(*a().rti->get_range_bounds(region, x), (RangeBounds{30, 40}));
  const DimensionHandle none{9999};
  EXPECT_ERROR(a().rti->create_region(std::span(&none, 1)), InvalidDimensionHandle);
}

// 10.31, 10.32: within the dimensions HLAfederate and HLAserviceGroup.
TEST_P(Clause10, NormalizedValuesAreWithinTheirDimensions) {
  const auto bound = [&](const char* name) {
    return *a().rti->get_dimension_upper_bound(*a().rti->get_dimension_handle(name));
  };
  std::set<std::uint64_t> federates;
  for (auto& each : actors()) {
    const std::uint64_t value = *a().rti->normalize_federate_handle(each->handle);
    EXPECT_LT(value, bound("HLAfederate"));
    EXPECT_EQ(value, *b().rti->normalize_federate_handle(each->handle));
    federates.insert(value);
  }
  EXPECT_EQ(federates.size(), 3U);
  EXPECT_ERROR(a().rti->normalize_federate_handle({0}), InvalidFederateHandle);
  std::set<std::uint64_t> groups;
  for (int group = 0; group <= static_cast<int>(last_service_group); ++group) {
    const auto value = a().rti->normalize_service_group(static_cast<ServiceGroup>(group));
    ASSERT_OK(value);
    EXPECT_LT(*value, bound("HLAserviceGroup"));
    groups.insert(*value);
  }
  EXPECT_EQ(groups.size(), 7U);
  EXPECT_ERROR(a().rti->normalize_service_group(static_cast<ServiceGroup>(77)),
               InvalidServiceGroup);
}

// 10.33 to 10.40: each switch says when it is in that position already.
TEST_P(Clause10, SwitchesAreOfEachFederateAndTurnedOnce) {
  ASSERT_OK(a().rti->enable_object_class_relevance_advisory_switch());
  EXPECT_ERROR(a().rti->enable_object_class_relevance_advisory_switch(),
               ObjectClassRelevanceAdvisorySwitchIsOn);
  EXPECT_ERROR(b().rti->disable_object_class_relevance_advisory_switch(),
               ObjectClassRelevanceAdvisorySwitchIsOff);
  ASSERT_OK(a().rti->enable_interaction_relevance_advisory_switch());
  EXPECT_ERROR(a().rti->enable_interaction_relevance_advisory_switch(),
               InteractionRelevanceAdvisorySwitchIsOn);
  EXPECT_ERROR(a().rti->disable_attribute_relevance_advisory_switch(),
               AttributeRelevanceAdvisorySwitchIsOff);
  ASSERT_OK(a().rti->enable_attribute_relevance_advisory_switch());
  EXPECT_ERROR(a().rti->enable_attribute_relevance_advisory_switch(),
               AttributeRelevanceAdvisorySwitchIsOn);
  EXPECT_ERROR(a().rti->disable_attribute_scope_advisory_switch(),
               AttributeScopeAdvisorySwitchIsOff);
}

// 10.41, 10.42, 10.44
TEST_P(Clause10, CallbacksComeOneAtATimeInTheirOrder) {
  ASSERT_OK(a().pubi("K"));
  ASSERT_OK(b().subi("K"));
  skip();
  b().silent = true;
  for (const char* value : {"k1=1", "k1=2", "k1=3"}) ASSERT_OK(a().send("K", value));
  settle();
  EXPECT_TRUE(*b().rti->evoke_callback(1)) << "more are waiting";
  EXPECT_EQ(b().lines, (Lines{"receive K k1=1"}));
  ASSERT_OK(b().rti->disable_callbacks());
  EXPECT_OK(b().rti->evoke_multiple_callbacks(0, 0));
  EXPECT_EQ(b().lines.size(), 1U);
  ASSERT_OK(b().rti->enable_callbacks());
  b().silent = false;
  EXPECT_HEARD(b(), "receive K k1=1", "receive K k1=2", "receive K k1=3");
}

TEST_P(Clause10, EvokingIsRefusedWithinACallback) {
  ASSERT_OK(a().pubi("K"));
  ASSERT_OK(b().subi("K"));
  skip();
  std::vector<std::string> errors;
  b().on_line = [&](const std::string&) {
    errors.push_back(error_of(b().rti->evoke_callback(0)));
    errors.push_back(error_of(b().rti->evoke_multiple_callbacks(0, 0)));
    errors.push_back(error_of(b().rti->resign_federation_execution(ResignAction::no_action)));
  };
  ASSERT_OK(a().send("K"));
  EXPECT_HEARD(b(), "receive K");
  ASSERT_EQ(errors.size(), 3U);
  for (const std::string& each : errors) {
    EXPECT_TRUE(each.starts_with("CallNotAllowedFromWithinCallback")) << each;
  }
}

// 10.2, 10.3
TEST_P(Clause10, TheAutomaticResignDirectiveIsOfTheFederate) {
  ASSERT_OK(a().rti->set_automatic_resign_directive(ResignAction::delete_objects));
  EXPECT_EQ(*a().rti->get_automatic_resign_directive(), ResignAction::delete_objects);
  EXPECT_NE(*b().rti->get_automatic_resign_directive(), ResignAction::delete_objects);
  EXPECT_ERROR(a().rti->set_automatic_resign_directive(static_cast<ResignAction>(77)),
               InvalidResignAction);
  EXPECT_ERROR(a().rti->resign_federation_execution(static_cast<ResignAction>(77)),
               InvalidResignAction);
}

}  // namespace
}  // namespace orrery::rti::testing::conformance
