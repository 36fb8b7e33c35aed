// Names after a resignation, and which error a service reports (clauses 4 and 6 to 8).
#include "conformance/conformance.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class CrossingSupport : public Conformance {
 protected:
  const ObjectInstanceHandle no_object{987654321};
  const AttributeHandle no_attribute{9999};
};

// 6.4, 4.10 A reservation ends with its federate.
TEST_P(CrossingSupport, ReservationsEndWithTheirFederate) {
  EXPECT_OK(a().rti->reserve_object_instance_name("n"));
  const std::vector<std::string> more{"m", "o"};
  EXPECT_OK(a().rti->reserve_multiple_object_instance_names(more));
  skip();
  const std::vector<std::string> clash{"p", "o"};
  EXPECT_OK(b().rti->reserve_multiple_object_instance_names(clash));
  EXPECT_EQ(b().heard().size(), 1U);
  EXPECT_OK(a().rti->resign_federation_execution(ResignAction::no_action));
  for (const char* each : {"n", "m", "o", "p"}) {
    EXPECT_OK(b().rti->reserve_object_instance_name(each));
    EXPECT_HEARD(b(), "reserved " + std::string(each));
  }
}
// 6, 7, 8 An object that does not exist, in every service that takes one.
TEST_P(CrossingSupport, UnknownObjects) {
  RtiAmbassador& rti = *a().rti;
  const AttributeHandle attribute = a().attribute("A", "a1");
  const std::span<const AttributeHandle> one(&attribute, 1);
  const AttributeValue value{attribute, bytes("1")};
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_ERROR(rti.update_attribute_values(no_object, std::span(&value, 1)),
               ObjectInstanceNotKnown);
  EXPECT_ERROR(rti.delete_object_instance(no_object), ObjectInstanceNotKnown);
  EXPECT_ERROR(rti.local_delete_object_instance(no_object), ObjectInstanceNotKnown);
  EXPECT_ERROR(rti.request_attribute_value_update(no_object, one), ObjectInstanceNotKnown);
  EXPECT_ERROR(rti.request_attribute_transportation_type_change(no_object, one,
                                                                TransportationType::reliable),
               ObjectInstanceNotKnown);
  EXPECT_ERROR(rti.query_attribute_transportation_type(no_object, attribute),
               ObjectInstanceNotKnown);
  EXPECT_ERROR(rti.unconditional_attribute_ownership_divestiture(no_object, one),
               ObjectInstanceNotKnown);
  EXPECT_ERROR(rti.negotiated_attribute_ownership_divestiture(no_object, one),
               ObjectInstanceNotKnown);
  EXPECT_ERROR(rti.confirm_divestiture(no_object, one), ObjectInstanceNotKnown);
  EXPECT_ERROR(rti.attribute_ownership_acquisition(no_object, one), ObjectInstanceNotKnown);
  EXPECT_ERROR(rti.attribute_ownership_acquisition_if_available(no_object, one),
               ObjectInstanceNotKnown);
  EXPECT_ERROR(rti.attribute_ownership_release_denied(no_object, one), ObjectInstanceNotKnown);
  EXPECT_ERROR(rti.attribute_ownership_divestiture_if_wanted(no_object, one),
               ObjectInstanceNotKnown);
  EXPECT_ERROR(rti.cancel_negotiated_attribute_ownership_divestiture(no_object, one),
               ObjectInstanceNotKnown);
  EXPECT_ERROR(rti.cancel_attribute_ownership_acquisition(no_object, one), ObjectInstanceNotKnown);
  EXPECT_ERROR(rti.query_attribute_ownership(no_object, attribute), ObjectInstanceNotKnown);
  EXPECT_ERROR(rti.is_attribute_owned_by_federate(no_object, attribute), ObjectInstanceNotKnown);
  EXPECT_ERROR(rti.change_attribute_order_type(no_object, one, OrderType::receive),
               ObjectInstanceNotKnown);
  EXPECT_ERROR(rti.get_known_object_class_handle(no_object), ObjectInstanceNotKnown);
  EXPECT_ERROR(rti.get_update_rate_value_for_attribute(no_object, attribute),
               ObjectInstanceNotKnown);
}
// 6, 7, 8 An attribute that the known class does not have.
TEST_P(CrossingSupport, UndefinedAttributes) {
  EXPECT_OK(a().pub("A.B", "a1 b1"));
  EXPECT_OK(b().pub("A", "a1"));
  EXPECT_OK(b().sub("A", "a1"));
  EXPECT_OK(a().reg("A.B", "x"));
  EXPECT_EQ(b().heard("discover"), Lines{"discover x A"});
  RtiAmbassador& rti = *b().rti;
  const ObjectInstanceHandle x = b().object("x");
  const AttributeHandle attribute = b().attribute("A.B", "b1");
  const std::span<const AttributeHandle> one(&attribute, 1);
  const AttributeValue value{attribute, bytes("1")};
  EXPECT_ERROR(rti.update_attribute_values(x, std::span(&value, 1)), AttributeNotDefined);
  EXPECT_ERROR(rti.request_attribute_value_update(x, one), AttributeNotDefined);
  EXPECT_ERROR(rti.attribute_ownership_acquisition(x, one), AttributeNotDefined);
  EXPECT_ERROR(rti.attribute_ownership_acquisition_if_available(x, one), AttributeNotDefined);
  EXPECT_ERROR(rti.unconditional_attribute_ownership_divestiture(x, one), AttributeNotDefined);
  EXPECT_ERROR(rti.attribute_ownership_release_denied(x, one), AttributeNotDefined);
  EXPECT_ERROR(rti.attribute_ownership_divestiture_if_wanted(x, one), AttributeNotDefined);
  EXPECT_ERROR(rti.cancel_attribute_ownership_acquisition(x, one), AttributeNotDefined);
  EXPECT_ERROR(rti.is_attribute_owned_by_federate(x, attribute), AttributeNotDefined);
  EXPECT_ERROR(rti.query_attribute_transportation_type(x, attribute), AttributeNotDefined);
  EXPECT_ERROR(rti.change_attribute_order_type(x, one, OrderType::receive), AttributeNotDefined);
  EXPECT_ERROR(rti.get_update_rate_value_for_attribute(x, attribute), AttributeNotDefined);
  EXPECT_ERROR(rti.query_attribute_ownership(x, no_attribute), AttributeNotDefined);
}
// 6.12 A parameter of a subclass is not defined in its superclass; the class is looked at before the parameter.
TEST_P(CrossingSupport, ErrorsOfInteractions) {
  const ParameterHandle l1 = *labels().model.parameter(a().interaction("K.L"), "l1");
  const ParameterValue value{l1, bytes("1")};
  EXPECT_OK(a().pubi("K"));
  EXPECT_ERROR(a().rti->send_interaction(a().interaction("K"), std::span(&value, 1)),
               InteractionParameterNotDefined);
  EXPECT_ERROR(a().rti->get_parameter_name(a().interaction("K"), l1),
               InteractionParameterNotDefined);
  EXPECT_ERROR(a().rti->get_parameter_handle(a().interaction("K"), "l1"), NameNotFound);
  EXPECT_ERROR(a().rti->send_interaction(InteractionClassHandle{9999}, std::span(&value, 1)),
               InteractionClassNotDefined);
  EXPECT_ERROR(a().rti->change_interaction_order_type(a().interaction("T"), OrderType::receive),
               InteractionClassNotPublished);
}
// 4.10 After a resignation every service says so; the handles of the federation are gone with it.
TEST_P(CrossingSupport, ServicesAfterAResignation) {
  EXPECT_OK(a().pub("A", "a1"));
  EXPECT_OK(a().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_ERROR(a().reg("A", "x"), FederateNotExecutionMember);
  EXPECT_ERROR(a().tar(5), FederateNotExecutionMember);
  EXPECT_ERROR(a().rti->query_galt(), FederateNotExecutionMember);
  EXPECT_ERROR(a().rti->get_object_class_handle("A"), FederateNotExecutionMember);
  EXPECT_ERROR(a().rti->resign_federation_execution(ResignAction::no_action),
               FederateNotExecutionMember);
  EXPECT_OK(a().join("a"));
  EXPECT_ERROR(a().reg("A", "x"), ObjectClassNotPublished);
  EXPECT_EQ(a().time(), 0);
}

CONFORMANCE_SUITE(CrossingSupport);

}  // namespace
}  // namespace orrery::rti::testing::conformance
