// Support services of IEEE 1516.1-2010, clause 10, and what is asked of a federation.
#include "federates.hpp"
#include "keepers.hpp"

namespace orrery::rti::testing {
namespace {

using Support = Federates;
INSTANTIATE_TEST_SUITE_P(Groups, Support, every_layout, layout_name);

TEST_P(Support, OrdersHaveNames) {
  EXPECT_ERROR(a().rti->get_order_type("Receive"), FederateNotExecutionMember);
  EXPECT_ERROR(a().rti->get_order_name(OrderType::receive), FederateNotExecutionMember);
  a().join("a");
  EXPECT_EQ(*a().rti->get_order_type("Receive"), OrderType::receive);
  EXPECT_EQ(*a().rti->get_order_type("TimeStamp"), OrderType::timestamp);
  EXPECT_EQ(*a().rti->get_order_name(OrderType::receive), "Receive");
  EXPECT_EQ(*a().rti->get_order_name(OrderType::timestamp), "TimeStamp");
  EXPECT_ERROR(a().rti->get_order_type("receive"), InvalidOrderName);
  EXPECT_ERROR(a().rti->get_order_type(""), InvalidOrderName);
  EXPECT_ERROR(a().rti->get_order_name(static_cast<OrderType>(2)), InvalidOrderType);
}

TEST_P(Support, FederatesAndServiceGroupsAreNormalized) {
  EXPECT_ERROR(a().rti->normalize_federate_handle({1}), FederateNotExecutionMember);
  EXPECT_ERROR(a().rti->normalize_service_group(ServiceGroup::federation_management),
               FederateNotExecutionMember);
  join_all();
  EXPECT_EQ(*a().rti->normalize_federate_handle(b().handle),
            *c().rti->normalize_federate_handle(b().handle));
  EXPECT_NE(*a().rti->normalize_federate_handle(b().handle),
            *a().rti->normalize_federate_handle(c().handle));
  EXPECT_ERROR(a().rti->normalize_federate_handle({}), InvalidFederateHandle);
  EXPECT_ERROR(a().rti->normalize_federate_handle({77}), InvalidFederateHandle);
  std::set<std::uint64_t> groups;
  for (int i = 0; i <= static_cast<int>(last_service_group); ++i) {
    const auto value = a().rti->normalize_service_group(static_cast<ServiceGroup>(i));
    ASSERT_OK(value);
    EXPECT_LT(*value, 7U) << "the upper bound of HLAserviceGroup";
    groups.insert(*value);
  }
  EXPECT_EQ(groups.size(), 7U);
  EXPECT_ERROR(a().rti->normalize_service_group(static_cast<ServiceGroup>(7)), InvalidServiceGroup);
}

TEST_P(Support, TheVersionAndTheTimeAreKnown) {
  EXPECT_EQ(*a().rti->get_hla_version(), "IEEE 1516-2010");
  EXPECT_ERROR(a().rti->get_time_representation(), FederateNotExecutionMember);
  ASSERT_OK(
      a().rti->create_federation_execution("whole", test_modules(), TimeRepresentation::integer64));
  a().join("a");
  b().join("b", "whole");
  EXPECT_EQ(*a().rti->get_time_representation(), TimeRepresentation::float64);
  EXPECT_EQ(*b().rti->get_time_representation(), TimeRepresentation::integer64);
}

TEST_P(Support, TheMembersOfAFederationAreListed) {
  EXPECT_TRUE(a().rti->list_federation_execution_members("test")->empty());
  EXPECT_ERROR(a().rti->list_federation_execution_members("none"), FederationExecutionDoesNotExist);
  b().join("b");
  c().join("c");
  const auto members = a().rti->list_federation_execution_members("test");
  ASSERT_OK(members);
  ASSERT_EQ(members->size(), 2U);
  EXPECT_EQ((*members)[0].name, "b");
  EXPECT_EQ((*members)[0].type, "tester");
  ASSERT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  EXPECT_EQ(a().rti->list_federation_execution_members("test")->size(), 1U);
}

// All of the standard's MIM, and a class of its own.
FomModule own_mim(const std::string& designator) {
  FomModule ours = mim();
  ours.object_classes.push_back({.name = "HLAobjectRoot.Monitor"});
  auto read = parse_fom(to_omt(ours), designator);
  EXPECT_TRUE(read.ok()) << (read ? "" : read.error().message);
  return std::move(*read);
}

TEST_P(Support, AFederationMayBringItsMim) {
  const FomModule same = own_mim("our.xml");
  ASSERT_OK(a().rti->create_federation_execution_with_mim("own", test_modules(), same));
  a().join("a", "own");
  EXPECT_TRUE(a().rti->get_object_class_handle("HLAmanager.HLAfederate").ok());
  EXPECT_TRUE(a().rti->get_object_class_handle("Monitor").ok());
  EXPECT_TRUE(a().rti->get_object_class_handle("Vehicle").ok());
  EXPECT_ERROR(a().rti->create_federation_execution_with_mim("own", test_modules(), same),
               FederationExecutionAlreadyExists);
}

TEST_P(Support, AMimIsChecked) {
  EXPECT_ERROR(a().rti->create_federation_execution_with_mim("own", test_modules(),
                                                             own_mim("HLAstandardMIM")),
               DesignatorIsHLAstandardMIM);
  auto none = parse_fom("(FED (objects (class ObjectRoot)))", "none.fed");
  ASSERT_OK(none);
  EXPECT_ERROR(a().rti->create_federation_execution_with_mim("own", test_modules(), *none),
               ErrorReadingMIM);
  EXPECT_ERROR(a().rti->create_federation_execution_with_mim("own", {}, own_mim("our.xml")),
               CouldNotOpenFDD);
  EXPECT_EQ(a().rti->list_federation_executions()->size(), 1U);
}

// What the new services set is part of a save.
class SavedServices : public Keepers {
 protected:
  void begin() {
    auto read = parse_fom(
        "<objectModel><updateRates><updateRate><name>Slow</name><rate>0.001</rate></updateRate>"
        "</updateRates></objectModel>",
        "rates.xml");
    ASSERT_OK(read);
    for (auto& each : feds) {
      ASSERT_OK(each->rti->resign_federation_execution(ResignAction::no_action));
    }
    ASSERT_OK(a().rti->create_federation_execution("rated", {region_modules()[0], *read}));
    a().join("a", "rated");
    b().join("b", "rated");
    c().join("c", "rated");
  }
};

TEST_F(SavedServices, AreRestored) {
  begin();
  const auto ring = a().attribute("Bird", "Ring");
  const auto place = a().attribute("Bird", "Place");
  a().publish("Bird", {"Ring", "Place"});
  const auto here = region(a(), {{"x", {0, 10}}});
  const AttributeRegions used = in({place}, {here});
  const auto owl = *a().rti->register_object_instance_with_regions(a().object_class("Bird"),
                                                                   std::span(&used, 1));
  ASSERT_OK(b().rti->subscribe_object_class_attributes(b().object_class("Bird"),
                                                       std::vector{ring, place}, true, "Slow"));
  ASSERT_OK(b().rti->set_convey_region_designator_sets_switch(true));
  ASSERT_OK(b().rti->set_automatic_resign_directive(ResignAction::delete_objects));
  ASSERT_OK(c().rti->reserve_multiple_object_instance_names(std::vector<std::string>{"1", "2"}));
  drain();
  ASSERT_OK(a().rti->request_federation_save("noon"));
  drain();
  save_all();
  ASSERT_OK(b().rti->subscribe_object_class_attributes(b().object_class("Bird"),
                                                       std::vector{ring, place}));
  ASSERT_OK(b().rti->set_convey_region_designator_sets_switch(false));
  ASSERT_OK(b().rti->set_automatic_resign_directive(ResignAction::no_action));
  ASSERT_OK(c().rti->release_multiple_object_instance_names(std::vector<std::string>{"1"}));
  drain();
  restore_all("noon");
  EXPECT_EQ(*b().rti->get_update_rate_value_for_attribute(owl, ring), 0.001);
  EXPECT_TRUE(*b().rti->get_convey_region_designator_sets_switch());
  EXPECT_EQ(*b().rti->get_automatic_resign_directive(), ResignAction::delete_objects);
  EXPECT_EQ(*b().rti->get_dimension_handle_set(here),
            std::vector{*b().rti->get_dimension_handle("x")});
  ASSERT_OK(a().update(owl, place, "1"));
  drain();
  ASSERT_EQ(b().reflected.size(), 1U);
  EXPECT_EQ(b().reflected[0].delivery.sent_regions, std::vector{here});
  ASSERT_OK(c().rti->release_multiple_object_instance_names(std::vector<std::string>{"1", "2"}));
}

}  // namespace
}  // namespace orrery::rti::testing
