// Support services (10.2 to 10.44).
#include "conformance/conformance.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class Clause10Support : public Conformance {};

// 10.4, 10.5
TEST_P(Clause10Support, FederatesHaveHandlesAndNames) {
  EXPECT_EQ(*a().rti->get_federate_handle("b"), b().handle);
  EXPECT_EQ(*c().rti->get_federate_name(b().handle), "b");
  EXPECT_EQ(*a().rti->get_federate_handle("a"), a().handle);
  EXPECT_ERROR(a().rti->get_federate_handle("nobody"), NameNotFound);
  EXPECT_ERROR(a().rti->get_federate_name({99}), InvalidFederateHandle);
  EXPECT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_ERROR(a().rti->get_federate_handle("b"), NameNotFound);
}
// 10.6, 10.7 With or without the root's name.
TEST_P(Clause10Support, ObjectClassesHaveHandlesAndNames) {
  const auto c_class = a().rti->get_object_class_handle("HLAobjectRoot.A.B.C");
  EXPECT_OK(c_class);
  EXPECT_EQ(*a().rti->get_object_class_name(*c_class), "HLAobjectRoot.A.B.C");
  EXPECT_EQ(*b().rti->get_object_class_handle("HLAobjectRoot.A.B.C"), *c_class);
  EXPECT_OK(a().rti->get_object_class_handle("HLAobjectRoot"));
  for (const char* wrong : {"", ".", "A.", "A..B", "a", "B", "HLAobjectRoot.C", "K"}) {
    EXPECT_ERROR(a().rti->get_object_class_handle(wrong), NameNotFound);
  }
  EXPECT_ERROR(a().rti->get_object_class_name({9999}), InvalidObjectClassHandle);
}
// 10.15, 10.16
TEST_P(Clause10Support, InteractionClassesHaveHandlesAndNames) {
  const auto l = a().rti->get_interaction_class_handle("HLAinteractionRoot.K.L");
  EXPECT_OK(l);
  EXPECT_EQ(*a().rti->get_interaction_class_name(*l), "HLAinteractionRoot.K.L");
  EXPECT_ERROR(a().rti->get_interaction_class_handle("L"), NameNotFound);
  EXPECT_ERROR(a().rti->get_interaction_class_handle("A"), NameNotFound);
  EXPECT_ERROR(a().rti->get_interaction_class_name({9999}), InvalidInteractionClassHandle);
}
// 10.11, 10.12 Inherited attributes have one handle.
TEST_P(Clause10Support, AttributesHaveHandlesAndNames) {
  const auto a_class = a().object_class("A");
  const auto b_class = a().object_class("A.B");
  const auto a1 = *a().rti->get_attribute_handle(a_class, "a1");
  EXPECT_EQ(*a().rti->get_attribute_handle(b_class, "a1"), a1);
  EXPECT_EQ(*a().rti->get_attribute_name(b_class, a1), "a1");
  EXPECT_OK(a().rti->get_attribute_handle(a_class, "HLAprivilegeToDeleteObject"));
  EXPECT_ERROR(a().rti->get_attribute_handle(a_class, "b1"), NameNotFound);
  EXPECT_ERROR(a().rti->get_attribute_handle({9999}, "a1"), InvalidObjectClassHandle);
  const auto b1 = *a().rti->get_attribute_handle(b_class, "b1");
  EXPECT_ERROR(a().rti->get_attribute_name(a_class, b1), AttributeNotDefined);
  EXPECT_ERROR(a().rti->get_attribute_name(a_class, {9999}), InvalidAttributeHandle);
  EXPECT_ERROR(a().rti->get_attribute_name({9999}, a1), InvalidObjectClassHandle);
}
// 10.17, 10.18
TEST_P(Clause10Support, ParametersHaveHandlesAndNames) {
  const auto k1 = *a().rti->get_parameter_handle(a().interaction("K"), "k1");
  EXPECT_EQ(*a().rti->get_parameter_handle(a().interaction("K.L"), "k1"), k1);
  EXPECT_EQ(*a().rti->get_parameter_name(a().interaction("K.L"), k1), "k1");
  EXPECT_ERROR(a().rti->get_parameter_handle(a().interaction("K"), "l1"), NameNotFound);
  EXPECT_ERROR(a().rti->get_parameter_handle({9999}, "k1"), InvalidInteractionClassHandle);
  EXPECT_ERROR(a().rti->get_parameter_name({9999}, k1), InvalidInteractionClassHandle);
  EXPECT_ERROR(a().rti->get_parameter_name(a().interaction("K"), {9999}), InvalidParameterHandle);
}
// 10.9, 10.10
TEST_P(Clause10Support, ObjectsHaveHandlesAndNames) {
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(a().reg("A", "x"));
  skip();
  const std::string name = *a().rti->get_object_instance_name(a().object("x"));
  EXPECT_EQ(*b().rti->get_object_instance_name(b().object("x")), name);
  EXPECT_EQ(*b().rti->get_object_instance_handle(name), a().object("x"));
  EXPECT_ERROR(c().rti->get_object_instance_handle(name), ObjectInstanceNotKnown);
  EXPECT_ERROR(c().rti->get_object_instance_handle("none"), ObjectInstanceNotKnown);
}
// 10.19 to 10.22
TEST_P(Clause10Support, OrdersAndTransportationsHaveNames) {
  EXPECT_EQ(*a().rti->get_order_type("Receive"), OrderType::receive);
  EXPECT_EQ(*a().rti->get_order_type("TimeStamp"), OrderType::timestamp);
  EXPECT_EQ(*a().rti->get_order_name(OrderType::timestamp), "TimeStamp");
  EXPECT_ERROR(a().rti->get_order_type("Sideways"), InvalidOrderName);
  EXPECT_ERROR(a().rti->get_order_name(static_cast<OrderType>(9)), InvalidOrderType);
  EXPECT_EQ(*a().rti->get_transportation_type("HLAreliable"), TransportationType::reliable);
  EXPECT_EQ(*a().rti->get_transportation_type("HLAbestEffort"), TransportationType::best_effort);
  EXPECT_EQ(*a().rti->get_transportation_name(TransportationType::best_effort), "HLAbestEffort");
  EXPECT_ERROR(a().rti->get_transportation_type("pigeon"), InvalidTransportationName);
  EXPECT_ERROR(a().rti->get_transportation_name(static_cast<TransportationType>(99)),
               InvalidTransportationType);
}
// 10.13, 10.14
TEST_P(Clause10Support, UpdateRatesHaveValues) {
  EXPECT_EQ(*a().rti->get_update_rate_value("slow"), 2);
  EXPECT_EQ(*a().rti->get_update_rate_value("fast"), 100);
  EXPECT_ERROR(a().rti->get_update_rate_value("none"), InvalidUpdateRateDesignator);
  const AttributeHandle a3 = a().attribute("A", "a3");
  EXPECT_ERROR(b().rti->subscribe_object_class_attributes(b().object_class("A"), std::span(&a3, 1),
                                                          true, "none"),
               InvalidUpdateRateDesignator);
  EXPECT_OK(b().rti->subscribe_object_class_attributes(b().object_class("A"), std::span(&a3, 1),
                                                       true, "slow"));
  EXPECT_OK(a().pub("A", "a3"));
  EXPECT_OK(a().reg("A", "x"));
  skip();
  EXPECT_EQ(*b().rti->get_update_rate_value_for_attribute(b().object("x"), a3), 2);
}
// 10.31, 10.32
TEST_P(Clause10Support, HandlesAreNormalized) {
  EXPECT_OK(a().rti->normalize_federate_handle(b().handle));
  EXPECT_NE(*a().rti->normalize_federate_handle(b().handle),
            *a().rti->normalize_federate_handle(c().handle));
  EXPECT_EQ(*a().rti->normalize_federate_handle(b().handle),
            *c().rti->normalize_federate_handle(b().handle));
  EXPECT_ERROR(a().rti->normalize_federate_handle({999}), InvalidFederateHandle);
  std::set<std::uint64_t> groups;
  for (int i = 0; i <= static_cast<int>(last_service_group); ++i) {
    groups.insert(*a().rti->normalize_service_group(static_cast<ServiceGroup>(i)));
  }
  EXPECT_EQ(groups.size(), 7U);
  EXPECT_ERROR(a().rti->normalize_service_group(static_cast<ServiceGroup>(42)),
               InvalidServiceGroup);
}
// 10.33 to 10.40
TEST_P(Clause10Support, SwitchesAreSwitchedOnce) {
  RtiAmbassador& rti = *a().rti;
  EXPECT_ERROR(rti.disable_object_class_relevance_advisory_switch(),
               ObjectClassRelevanceAdvisorySwitchIsOff);
  EXPECT_OK(rti.enable_object_class_relevance_advisory_switch());
  EXPECT_ERROR(rti.enable_object_class_relevance_advisory_switch(),
               ObjectClassRelevanceAdvisorySwitchIsOn);
  EXPECT_ERROR(rti.disable_attribute_relevance_advisory_switch(),
               AttributeRelevanceAdvisorySwitchIsOff);
  EXPECT_OK(rti.enable_attribute_relevance_advisory_switch());
  EXPECT_ERROR(rti.enable_attribute_relevance_advisory_switch(),
               AttributeRelevanceAdvisorySwitchIsOn);
  EXPECT_ERROR(rti.disable_attribute_scope_advisory_switch(), AttributeScopeAdvisorySwitchIsOff);
  EXPECT_OK(rti.enable_attribute_scope_advisory_switch());
  EXPECT_ERROR(rti.enable_attribute_scope_advisory_switch(), AttributeScopeAdvisorySwitchIsOn);
  EXPECT_ERROR(rti.disable_interaction_relevance_advisory_switch(),
               InteractionRelevanceAdvisorySwitchIsOff);
  EXPECT_OK(rti.enable_interaction_relevance_advisory_switch());
  EXPECT_ERROR(rti.enable_interaction_relevance_advisory_switch(),
               InteractionRelevanceAdvisorySwitchIsOn);
  // Of this federate alone.
  EXPECT_ERROR(b().rti->disable_attribute_scope_advisory_switch(),
               AttributeScopeAdvisorySwitchIsOff);
}
// 10.2, 10.3
TEST_P(Clause10Support, TheAutomaticResignDirective) {
  EXPECT_OK(a().rti->get_automatic_resign_directive());
  EXPECT_OK(a().rti->set_automatic_resign_directive(ResignAction::delete_objects));
  EXPECT_EQ(*a().rti->get_automatic_resign_directive(), ResignAction::delete_objects);
  EXPECT_ERROR(a().rti->set_automatic_resign_directive(static_cast<ResignAction>(77)),
               InvalidResignAction);
  EXPECT_NE(*b().rti->get_automatic_resign_directive(), ResignAction::delete_objects);
}
// 4.10 "invalid resign action"
TEST_P(Clause10Support, AnInvalidResignActionIsRefused) {
  EXPECT_ERROR(a().rti->resign_federation_execution(static_cast<ResignAction>(77)),
               InvalidResignAction);
  EXPECT_OK(a().rti->query_logical_time());
}
// 10.41, 10.42
TEST_P(Clause10Support, CallbacksAreEvokedOneByOne) {
  EXPECT_OK(a().pubi("K"));
  EXPECT_OK(b().subi("K"));
  b().silent = true;
  for (int i = 0; i < 3; ++i) EXPECT_OK(a().send("K"));
  settle();
  EXPECT_EQ(b().lines.size(), 0U);
  EXPECT_TRUE(*b().rti->evoke_callback(1));
  EXPECT_EQ(b().lines.size(), 1U);
  EXPECT_TRUE(*b().rti->evoke_callback(1));
  EXPECT_FALSE(*b().rti->evoke_callback(1));
  EXPECT_EQ(b().lines.size(), 3U);
  EXPECT_FALSE(*b().rti->evoke_callback(0));
  EXPECT_EQ(b().lines.size(), 3U);
}
// 10.43, 10.44
TEST_P(Clause10Support, CallbacksAreDisabledAndEnabled) {
  EXPECT_OK(a().pubi("K"));
  EXPECT_OK(b().subi("K"));
  EXPECT_OK(b().rti->disable_callbacks());
  EXPECT_OK(b().rti->disable_callbacks());
  EXPECT_OK(a().send("K", "k1=1"));
  EXPECT_OK(a().send("K", "k1=2"));
  EXPECT_SILENCE(b());
  EXPECT_OK(b().rti->enable_callbacks());
  EXPECT_HEARD(b(), "receive K k1=1", "receive K k1=2");
}
// 10.44 Within a callback: the ones that wait stay.
TEST_P(Clause10Support, CallbacksAreDisabledWithinACallback) {
  EXPECT_OK(a().pubi("K"));
  EXPECT_OK(b().subi("K"));
  b().on_line = [&](const std::string&) { EXPECT_OK(b().rti->disable_callbacks()); };
  for (int i = 0; i < 3; ++i) EXPECT_OK(a().send("K", "k1=" + std::to_string(i)));
  EXPECT_HEARD(b(), "receive K k1=0");
  EXPECT_OK(b().rti->enable_callbacks());
  EXPECT_HEARD(b(), "receive K k1=1");
  b().on_line = nullptr;
  EXPECT_OK(b().rti->enable_callbacks());
  EXPECT_HEARD(b(), "receive K k1=2");
}
CONFORMANCE_SUITE(Clause10Support);

// 4.4.. 1516.2, switches table: as the federation begins.
class Clause10Switches : public Conformance {
  std::vector<FomModule> modules() override {
    return conformance_modules(
        "<attributeScopeAdvisory isEnabled=\"true\"/><attributeRelevanceAdvisory "
        "isEnabled=\"true\"/>"
        "<objectClassRelevanceAdvisory isEnabled=\"false\"/>"
        "<interactionRelevanceAdvisory isEnabled=\"false\"/>"
        "<conveyRegionDesignatorSets isEnabled=\"true\"/>"
        "<automaticResignAction resignAction=\"NoAction\"/>");
  }
  bool advised() override { return true; }
};
TEST_P(Clause10Switches, TheFomSaysHowSwitchesBegin) {
  EXPECT_EQ(*a().rti->get_automatic_resign_directive(), ResignAction::no_action);
  EXPECT_TRUE(*a().rti->get_convey_region_designator_sets_switch());
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(a().pubi("K"));
  EXPECT_OK(b().subi("K"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_SILENCE(a());
  EXPECT_OK(a().reg("A", "x"));
  EXPECT_HEARD(a(), "updates_on x a1");
  EXPECT_HEARD(b(), "discover x A", "in_scope x a1");
}
CONFORMANCE_SUITE(Clause10Switches);

}  // namespace
}  // namespace orrery::rti::testing::conformance
