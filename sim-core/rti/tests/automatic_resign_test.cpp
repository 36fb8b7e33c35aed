// The automatic resign directive (IEEE 1516.1-2010, 10.2, 10.3): what becomes of the objects of a federate that is lost.
#include "federates.hpp"

namespace orrery::rti::testing {
namespace {

using transport::Kind;

// A FOM with a switch for each.
std::vector<FomModule> stating(const std::string& action) {
  auto read = parse_fom("<objectModel><switches><automaticResignAction resignAction=\"" + action +
                            "\"/></switches></objectModel>",
                        action + ".xml");
  EXPECT_TRUE(read.ok()) << (read ? "" : read.error().message);
  std::vector<FomModule> modules = test_modules();
  modules.push_back(std::move(*read));
  return modules;
}

class AutomaticResign : public Federates {
 protected:
  // a registers a ship that b knows.
  void register_ship() {
    a().publish("Ship", {"Course"});
    b().publish("Ship", {"Course"});
    b().subscribe("Ship", {"Course"});
    ship_ = *a().rti->register_object_instance(a().object_class("Ship"));
    drain();
    ASSERT_EQ(b().discovered.size(), 1U);
  }
  // Its ambassador is destroyed while it is joined.
  void lose_a() {
    a().rti.reset();
    b().until([&] { return !b().rti->get_federate_handle("a").ok(); }, "the loss");
    b().drain();
  }
  void expect_left_without_owner() {
    EXPECT_TRUE(b().removed.empty());
    const std::vector<AttributeHandle> course{b().attribute("Ship", "Course")};
    ASSERT_OK(b().rti->attribute_ownership_acquisition_if_available(ship_, course));
    b().until([&] { return *b().rti->is_attribute_owned_by_federate(ship_, course[0]); }, "ship");
  }
  ObjectInstanceHandle ship_;
};
INSTANTIATE_TEST_SUITE_P(Groups, AutomaticResign, every_layout, layout_name);

TEST_P(AutomaticResign, IsSetAndGot) {
  EXPECT_ERROR(a().rti->get_automatic_resign_directive(), FederateNotExecutionMember);
  EXPECT_ERROR(a().rti->set_automatic_resign_directive(ResignAction::no_action),
               FederateNotExecutionMember);
  join_all();
  EXPECT_EQ(*a().rti->get_automatic_resign_directive(),
            ResignAction::cancel_then_delete_then_divest);
  for (auto action = ResignAction::unconditionally_divest_attributes; action <= last_resign_action;
       action = static_cast<ResignAction>(static_cast<int>(action) + 1)) {
    ASSERT_OK(a().rti->set_automatic_resign_directive(action));
    EXPECT_EQ(*a().rti->get_automatic_resign_directive(), action);
  }
  EXPECT_ERROR(a().rti->set_automatic_resign_directive(static_cast<ResignAction>(6)),
               InvalidResignAction);
  EXPECT_EQ(*a().rti->get_automatic_resign_directive(), ResignAction::no_action);
  EXPECT_EQ(*b().rti->get_automatic_resign_directive(),
            ResignAction::cancel_then_delete_then_divest)
      << "each federate has its own";
}

TEST_P(AutomaticResign, IsAtFirstAsTheObjectModelSays) {
  const std::vector<std::pair<std::string, ResignAction>> all{
      {"UnconditionallyDivestAttributes", ResignAction::unconditionally_divest_attributes},
      {"DeleteObjects", ResignAction::delete_objects},
      {"CancelPendingOwnershipAcquisitions", ResignAction::cancel_pending_ownership_acquisitions},
      {"DeleteObjectsThenDivest", ResignAction::delete_objects_then_divest},
      {"CancelThenDeleteThenDivest", ResignAction::cancel_then_delete_then_divest},
      {"NoAction", ResignAction::no_action}};
  for (const auto& [name, action] : all) {
    ASSERT_OK(a().rti->create_federation_execution(name, stating(name)));
    b().join("b", name);
    EXPECT_EQ(*b().rti->get_automatic_resign_directive(), action);
    ASSERT_OK(b().rti->resign_federation_execution(ResignAction::no_action));
  }
  EXPECT_ERROR(parse_fom("<objectModel><switches><automaticResignAction resignAction=\"Leave\"/>"
                         "</switches></objectModel>",
                         "wrong.xml"),
               ErrorReadingFDD);
}

TEST_P(AutomaticResign, ByDefaultDeletesWhatALostFederateMayDelete) {
  join_all();
  register_ship();
  lose_a();
  EXPECT_TRUE(b().removed.contains(ship_));
}

TEST_P(AutomaticResign, MayDivestInstead) {
  join_all();
  register_ship();
  ASSERT_OK(
      a().rti->set_automatic_resign_directive(ResignAction::unconditionally_divest_attributes));
  lose_a();
  expect_left_without_owner();
}

TEST_P(AutomaticResign, LeavesNothingOwnedByWhoIsNoMore) {
  join_all();
  register_ship();
  ASSERT_OK(a().rti->set_automatic_resign_directive(ResignAction::no_action));
  lose_a();
  expect_left_without_owner();
}

TEST_P(AutomaticResign, DoesNotCountForAResignation) {
  join_all();
  register_ship();
  ASSERT_OK(a().rti->set_automatic_resign_directive(ResignAction::no_action));
  EXPECT_ERROR(a().rti->resign_federation_execution(ResignAction::no_action),
               FederateOwnsAttributes);
  ASSERT_OK(a().rti->resign_federation_execution(ResignAction::delete_objects));
  drain();
  EXPECT_TRUE(b().removed.contains(ship_));
}

TEST_P(AutomaticResign, BeginsAgainWithEachJoin) {
  a().join("a");
  ASSERT_OK(a().rti->set_automatic_resign_directive(ResignAction::no_action));
  ASSERT_OK(a().rti->resign_federation_execution(ResignAction::no_action));
  a().join("a");
  EXPECT_EQ(*a().rti->get_automatic_resign_directive(),
            ResignAction::cancel_then_delete_then_divest);
}

// The other nodes follow it when the federate's node is lost.
void expect_of_a_lost_node(Kind kind, ResignAction directive, bool removed) {
  on_nodes(kind, 3, [&](std::uint32_t rank, Node& node) {
    Federate me(node);
    if (rank == 0) ASSERT_OK(me.rti->create_federation_execution("test", test_modules()));
    me.until([&] { return !me.rti->list_federation_executions()->empty(); }, "federation");
    me.join("f" + std::to_string(rank));
    me.publish("Ship", {"Course"});
    me.subscribe("Ship", {"Course"});
    if (rank == 2) {
      ASSERT_OK(me.rti->set_automatic_resign_directive(directive));
      ASSERT_OK(me.rti->register_object_instance(me.object_class("Ship")));
      me.synchronize("known");
      node.forget();
      return;
    }
    me.until([&] { return me.discovered.size() == 1; }, "discovery");
    me.until([&] { return me.rti->list_federation_execution_members("test")->size() == 3; },
             "the others");
    if (rank == 1) ASSERT_OK(me.rti->register_federation_synchronization_point("known", {}));
    me.synchronize("known");
    me.until([&] { return me.lost_federates.size() == 1; }, "loss");
    EXPECT_EQ(me.removed.size(), removed ? 1U : 0U);
    EXPECT_EQ(me.rti->get_object_instance_name(me.discovered[0].object).ok(), !removed);
    if (rank == 1) ASSERT_OK(me.rti->register_federation_synchronization_point("end", {}));
    me.synchronize("end");
  });
}

using LostNode = ::testing::TestWithParam<Kind>;
INSTANTIATE_TEST_SUITE_P(Kinds, LostNode, ::testing::ValuesIn(kinds({Kind::uds, Kind::tcp})),
                         kind_name);
TEST_P(LostNode, DeletesByDefault) {
  expect_of_a_lost_node(GetParam(), ResignAction::cancel_then_delete_then_divest, true);
}
TEST_P(LostNode, DivestsIfTheFederateHasAsked) {
  expect_of_a_lost_node(GetParam(), ResignAction::unconditionally_divest_attributes, false);
}

}  // namespace
}  // namespace orrery::rti::testing
