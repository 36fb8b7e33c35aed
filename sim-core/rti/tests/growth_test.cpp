// Federates that make operations without end and never evoke: what waits for their node's call stays bounded.
#include "growth.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "manager.hpp"

namespace orrery::rti::testing {
namespace {

// An operation of many bytes: the same attribute again and again, which nobody is told of.
constexpr std::size_t times = 5000;
constexpr std::size_t bytes_of_one = times * sizeof(std::uint32_t);
Status declare(Federate& me) {
  const std::vector<AttributeHandle> same(times, me.attribute("Ship", "Course"));
  return me.rti->publish_object_class_attributes(me.object_class("Ship"), same);
}
// How many it makes before it is refused.
std::size_t declare_until_refused(Federate& me, std::size_t most) {
  for (std::size_t made = 0; made < most; ++made) {
    const Status declared = declare(me);
    if (declared) continue;
    EXPECT_EQ(declared.error().code, ErrorCode::Congested) << declared.error().message;
    return made;
  }
  ADD_FAILURE() << most << " were not refused";
  return most;
}

// Calls `then` within a callback of the federate.
void in_callback(Federate& me, const std::function<void()>& then) {
  Federate other(me.node);
  other.join("other");
  other.publish("Vehicle", {"Position"});
  me.subscribe("Vehicle", {"Position"});
  const auto object = other.rti->register_object_instance(other.object_class("Vehicle"));
  ASSERT_OK(object);
  bool called = false;
  me.on_reflect = [&] {
    then();
    called = true;
  };
  ASSERT_OK(other.update(*object, other.attribute("Vehicle", "Position"), "now"));
  me.until([&] { return called; }, "the callback");
  me.on_reflect = {};
}

// It is not the one that gives the order: that its operations are in order it learns by its node's polls alone.
TEST(Growth, WhoNeverEvokesLearnsOfTheOrderAllTheSame) {
  std::atomic<bool> made{false};
  with_bounds(2, {.unpolled_bytes = 16 * bytes_of_one}, [&](std::uint32_t rank, Federate& me) {
    if (rank == 0) {
      me.until([&] { return made.load(); }, "the other");
      return;
    }
    constexpr std::uint64_t operations = 1000;
    const std::uint64_t before = me.node.counters().operations;
    for (std::uint64_t i = 0; i < operations; ++i) {
      Status declared = declare(me);
      ASSERT_OK(declared);
    }
    EXPECT_GT(me.node.counters().operations, before);
    made = true;
  });
}

// Within a callback no node is called: there it is refused.
TEST(Growth, ACallbackThatNeverEndsIsCongested) {
  constexpr std::size_t most = 40;
  with_bounds(1,
              {.unpolled_bytes = bytes_of_one, .unpolled_in_callback_bytes = most * bytes_of_one},
              [](std::uint32_t /*rank*/, Federate& me) {
                in_callback(me, [&] {
                  const std::size_t made = declare_until_refused(me, 2 * most);
                  EXPECT_GE(made, most - 1);
                  EXPECT_LE(made, most + 1);
                });
                ASSERT_OK(declare(me));
              });
}

// Callbacks that make much each: between them the node is called, and none is refused.
TEST(Growth, ManyCallbacksAreNotCongestedTogether) {
  for (const CallbackModel model : {CallbackModel::evoked, CallbackModel::immediate}) {
    with_bounds(
        1, {.unpolled_bytes = 4 * bytes_of_one, .unpolled_in_callback_bytes = 8 * bytes_of_one},
        [&](std::uint32_t /*rank*/, Federate& me) {
          Federate other(me.node, model);
          other.join("other");
          other.subscribe("Vehicle", {"Position"});
          other.on_reflect = [&] {
            for (int i = 0; i < 5; ++i) {
              Status declared = declare(other);
              ASSERT_OK(declared);
            }
          };
          me.publish("Vehicle", {"Position"});
          const auto object = me.rti->register_object_instance(me.object_class("Vehicle"));
          ASSERT_OK(object);
          const auto at = me.attribute("Vehicle", "Position");
          for (int i = 0; i < 10; ++i) ASSERT_OK(me.update(*object, at, "now"));
          other.until([&] { return other.reflections == 10; }, "reflections");
        });
  }
}

// What is said to nodes that do not put it in order is refused before they would give this one up.
TEST(Growth, WhoIsNotPutInOrderIsCongested) {
  constexpr std::size_t most = 100;
  std::atomic<bool> silent{false};
  std::atomic<bool> refused{false};
  std::atomic<bool> again{false};
  with_bounds(2, {.unpolled_bytes = 4 * bytes_of_one, .unordered_bytes = most * bytes_of_one},
              [&](std::uint32_t rank, Federate& me) {
                if (rank == 0) {  // gives the order, and does not call its node
                  silent = true;
                  while (!refused) std::this_thread::yield();
                  me.until([&] { return again.load(); }, "the other");
                  return;
                }
                me.until([&] { return silent.load(); }, "silence");
                const std::size_t made = declare_until_refused(me, 2 * most);
                EXPECT_GE(made, most - 1);
                refused = true;
                me.until([&] { return declare(me).ok(); }, "the order");
                again = true;
              });
}

// Whatever makes an operation: with the one attribute, object or region that is there.
TEST(Growth, EveryServiceThatAllAreToldOfIsRefused) {
  with_bounds(
      1, {.unpolled_bytes = 0, .unpolled_in_callback_bytes = 0},
      [](std::uint32_t /*rank*/, Federate& me) {
        in_callback(me, [&] {
          RtiAmbassador& rti = *me.rti;
          const auto of = me.object_class("Ship");
          const auto hail = me.interaction_class("Hail");
          const std::vector<AttributeHandle> all{me.attribute("Ship", "Course")};
          const ObjectInstanceHandle object = me.discovered.at(0).object;
          const auto region = rti.create_region({});
          ASSERT_OK(region);
          const std::vector<AttributeRegions> regional{{all, {*region}}};
          ASSERT_OK(declare(me));  // and no more
          EXPECT_ERROR(declare(me), Congested);
          EXPECT_ERROR(rti.unpublish_object_class(of), Congested);
          EXPECT_ERROR(rti.unpublish_object_class_attributes(of, all), Congested);
          EXPECT_ERROR(rti.subscribe_object_class_attributes(of, all), Congested);
          EXPECT_ERROR(rti.unsubscribe_object_class(of), Congested);
          EXPECT_ERROR(rti.unsubscribe_object_class_attributes(of, all), Congested);
          EXPECT_ERROR(rti.publish_interaction_class(hail), Congested);
          EXPECT_ERROR(rti.unpublish_interaction_class(hail), Congested);
          EXPECT_ERROR(rti.subscribe_interaction_class(hail), Congested);
          EXPECT_ERROR(rti.unsubscribe_interaction_class(hail), Congested);
          EXPECT_ERROR(rti.register_federation_synchronization_point("a", {}), Congested);
          EXPECT_ERROR(rti.synchronization_point_achieved("a"), Congested);
          EXPECT_ERROR(rti.reserve_object_instance_name("a"), Congested);
          EXPECT_ERROR(rti.release_object_instance_name("a"), Congested);
          EXPECT_ERROR(rti.register_object_instance(of), Congested);
          EXPECT_ERROR(rti.register_object_instance_with_regions(of, regional), Congested);
          EXPECT_ERROR(rti.delete_object_instance(object, {}), Congested);
          EXPECT_ERROR(rti.delete_object_instance(object, {}, float64_time(1)), Congested);
          EXPECT_ERROR(rti.unconditional_attribute_ownership_divestiture(object, all), Congested);
          EXPECT_ERROR(rti.negotiated_attribute_ownership_divestiture(object, all, {}), Congested);
          EXPECT_ERROR(rti.confirm_divestiture(object, all, {}), Congested);
          EXPECT_ERROR(rti.cancel_negotiated_attribute_ownership_divestiture(object, all),
                       Congested);
          EXPECT_ERROR(rti.attribute_ownership_divestiture_if_wanted(object, all), Congested);
          EXPECT_ERROR(rti.attribute_ownership_acquisition(object, all, {}), Congested);
          EXPECT_ERROR(rti.attribute_ownership_acquisition_if_available(object, all), Congested);
          EXPECT_ERROR(rti.cancel_attribute_ownership_acquisition(object, all), Congested);
          EXPECT_ERROR(rti.commit_region_modifications(std::span(&*region, 1)), Congested);
          EXPECT_ERROR(rti.delete_region(*region), Congested);
          EXPECT_ERROR(rti.associate_regions_for_updates(object, regional), Congested);
          EXPECT_ERROR(rti.unassociate_regions_for_updates(object, regional), Congested);
          EXPECT_ERROR(rti.subscribe_object_class_attributes_with_regions(of, regional), Congested);
          EXPECT_ERROR(rti.unsubscribe_object_class_attributes_with_regions(of, regional),
                       Congested);
          EXPECT_ERROR(rti.subscribe_interaction_class_with_regions(hail, std::span(&*region, 1)),
                       Congested);
          EXPECT_ERROR(rti.unsubscribe_interaction_class_with_regions(hail, std::span(&*region, 1)),
                       Congested);
          const auto type = TransportationType::reliable;
          EXPECT_ERROR(rti.request_attribute_transportation_type_change(object, all, type),
                       Congested);
          EXPECT_ERROR(rti.request_interaction_transportation_type_change(hail, type), Congested);
          EXPECT_ERROR(rti.enable_time_regulation(float64_interval(1)), Congested);
          EXPECT_ERROR(rti.disable_time_regulation(), Congested);
          EXPECT_ERROR(rti.enable_time_constrained(), Congested);
          EXPECT_ERROR(rti.disable_time_constrained(), Congested);
          EXPECT_ERROR(rti.request_federation_save("a"), Congested);
          EXPECT_ERROR(rti.request_federation_restore("a"), Congested);
          EXPECT_ERROR(rti.federate_save_begun(), Congested);
          EXPECT_ERROR(rti.federate_save_complete(), Congested);
          EXPECT_ERROR(rti.federate_save_not_complete(), Congested);
          EXPECT_ERROR(rti.abort_federation_save(), Congested);
          EXPECT_ERROR(rti.federate_restore_complete(), Congested);
          EXPECT_ERROR(rti.federate_restore_not_complete(), Congested);
          EXPECT_ERROR(rti.abort_federation_restore(), Congested);
        });
        ASSERT_OK(declare(me));
      });
}

// A manager's services are followed while the node is called: not again within, which would turn their order round.
TEST(Growth, AManagersServicesKeepTheirOrder) {
  std::atomic<bool> sent{false};
  std::atomic<bool> seen{false};
  with_bounds(2, {.unpolled_bytes = 0}, [&](std::uint32_t rank, Federate& me) {
    if (rank == 1) {
      // All is there when it calls its node.
      while (!sent) std::this_thread::yield();
      me.until([&] { return seen.load(); }, "the manager");
      return;
    }
    const auto subject = me.rti->get_federate_handle("f1");
    ASSERT_OK(subject);
    const std::string publications = "HLAfederate.HLAreport.HLAreportInteractionPublication";
    Manager manager(me);
    manager.listen(publications);
    const auto of = Encoder().handle(me.interaction_class("Hail").value).take();
    for (int i = 0; i < 10; ++i) {
      for (const char* service : {"HLApublishInteractionClass", "HLAunpublishInteractionClass"}) {
        ASSERT_OK(manager.send(std::string("HLAfederate.HLAservice.") + service, *subject,
                               {{"HLAinteractionClass", of}}));
      }
    }
    ASSERT_OK(manager.send("HLAfederate.HLArequest.HLArequestPublications", *subject));
    sent = true;
    me.until([&] { return !manager.reports(publications).empty(); }, "a report");
    const auto list = manager.reports(publications).at(0).at("HLAinteractionClassList");
    EXPECT_EQ(Decoder(list).integer32(), 0) << "the last word was to publish it no more";
    seen = true;
  });
}

}  // namespace
}  // namespace orrery::rti::testing
