// Saving and restoring a federation of several nodes.
#include "keeper.hpp"

namespace orrery::rti::testing {
namespace {

class SaveNodes : public ::testing::TestWithParam<transport::Kind> {};
INSTANTIATE_TEST_SUITE_P(Kinds, SaveNodes, all_kinds, kind_name);

TEST_P(SaveNodes, WhatIsUnderWayIsSavedAndRestored) {
  const Folder folder;
  constexpr std::uint32_t nodes = 3;
  on_nodes(
      GetParam(), nodes,
      [&](std::uint32_t rank, Node& node) {
        Keeper me(node);
        if (rank == 0) ASSERT_OK(me.rti->create_federation_execution("test", test_modules()));
        me.until([&] { return !me.rti->list_federation_executions()->empty(); });
        me.join("f" + std::to_string(rank));
        me.publish("Vehicle", {"Position"});
        me.subscribe("Vehicle", {"Position"});
        me.regulate(1);
        me.constrain();
        auto car = me.rti->register_object_instance(me.object_class("Vehicle"));
        ASSERT_OK(car);
        const auto position = me.attribute("Vehicle", "Position");
        me.until([&] { return me.discovered.size() == nodes - 1; }, "all cars");
        // Updates for the time to come; the save is requested in their midst, so some nodes send fewer.
        std::vector<std::string> sent;
        for (int i = 0; i < 40; ++i) {
          if (rank == 0 && i == 20) ASSERT_OK(me.rti->request_federation_save("noon"));
          const std::string value = std::to_string(rank) + ":" + std::to_string(i);
          const auto io = me.update(*car, position, value, float64_time(2 + i));
          if (!io) {
            ASSERT_EQ(io.error().code, ErrorCode::SaveInProgress) << io.error().message;
            break;
          }
          me.drain();
        }
        me.save_when_told();
        me.until([&] { return me.saved; }, "saved");
        const auto advance = [&] {
          me.reflected.clear();
          ASSERT_OK(me.rti->time_advance_request(float64_time(100)));
          EXPECT_EQ(me.await_grant(), 100);
          std::multiset<std::string> got;
          double last = 0;
          for (const Reflected& each : me.reflected) {
            EXPECT_GE(to_float64(*each.delivery.time), last);
            last = to_float64(*each.delivery.time);
            got.insert(each.values.at(position.value));
          }
          sent.assign(got.begin(), got.end());
        };
        advance();
        const auto first = sent;
        EXPECT_TRUE(rank == 0 || first.size() >= 20) << "what node 0 sent before it asked";
        // All have advanced, before what they wait for is forgotten.
        if (rank == 0) ASSERT_OK(me.rti->register_federation_synchronization_point("advanced", {}));
        me.until([&] { return me.announced.contains("advanced"); }, "announcement");
        ASSERT_OK(me.rti->synchronization_point_achieved("advanced"));
        if (rank == 1) {
          me.until([&] { return me.synchronized.contains("advanced"); }, "all have advanced");
          ASSERT_OK(me.rti->request_federation_restore("noon"));
        }
        me.restore_when_told();
        me.until([&] { return me.restored; }, "restored");
        EXPECT_EQ(me.refused, "");
        advance();
        EXPECT_EQ(sent, first) << "the same, once more";
        if (rank == 0) ASSERT_OK(me.rti->register_federation_synchronization_point("end", {}));
        me.synchronize("end");
        if (rank == 0) {
          me.until(
              [&] {
                return !me.rti->get_federate_handle("f1").ok() &&
                       !me.rti->get_federate_handle("f2").ok();
              },
              "others have resigned");
        }
        ASSERT_OK(me.rti->resign_federation_execution(ResignAction::delete_objects));
      },
      folder.path());
}

// 4.25: each request for a restore is answered, also those that meet on their way.
TEST_P(SaveNodes, EachRequestForARestoreIsAnswered) {
  const Folder folder;
  constexpr std::uint32_t nodes = 3;
  constexpr int requests = 20;
  on_nodes(
      GetParam(), nodes,
      [&](std::uint32_t rank, Node& node) {
        Keeper me(node);
        if (rank == 0) ASSERT_OK(me.rti->create_federation_execution("test", test_modules()));
        me.until([&] { return !me.rti->list_federation_executions()->empty(); });
        me.join("f" + std::to_string(rank));
        for (std::uint32_t other = 0; other < nodes; ++other) {
          const std::string name = "f" + std::to_string(other);
          me.until([&] { return me.rti->get_federate_handle(name).ok(); }, "all have joined");
        }
        // Nobody asks, and then resigns, before all have seen that all have joined.
        if (rank == 0) ASSERT_OK(me.rti->register_federation_synchronization_point("begin", {}));
        me.synchronize("begin");
        for (int each = 0; each < requests; ++each) {
          const auto requested = [&] {
            const Status status = me.rti->request_federation_restore("nothing");
            EXPECT_TRUE(status || status.error().code == ErrorCode::RestoreInProgress);
            return status.ok();
          };
          me.until(requested, "request");
          me.until([&] { return !me.refused.empty(); }, "the answer to the request");
          me.refused.clear();
        }
        ASSERT_OK(me.rti->resign_federation_execution(ResignAction::no_action));
      },
      folder.path());
}

TEST(SavePaths, WhatWasOnItsWayBeforeARestoreIsNotSeenAfterIt) {
  const Folder folder;
  Way way(transport::Kind::thread, Data::udp);
  way.delay_ns = 300'000'000;
  on_nodes(
      way, 2,
      [](std::uint32_t rank, Node& node) {
        Keeper me(node);
        if (rank == 0) ASSERT_OK(me.rti->create_federation_execution("test", test_modules()));
        me.until([&] { return !me.rti->list_federation_executions()->empty(); });
        me.join("f" + std::to_string(rank));
        me.publish("Vehicle", {"Speed"});
        me.subscribe("Vehicle", {"Speed"});
        auto car = me.rti->register_object_instance(me.object_class("Vehicle"));
        ASSERT_OK(car);
        me.until([&] { return me.discovered.size() == 1; }, "the other's car");
        // Not later: the other may ask for the restore at any moment.
        const auto speed = me.attribute("Vehicle", "Speed");
        if (rank == 0) ASSERT_OK(me.rti->request_federation_save("noon"));
        me.save_when_told();
        me.until([&] { return me.saved; }, "saved");
        if (rank == 0) {
          ASSERT_OK(me.update(*car, speed, "of a past that is no more"));
          ASSERT_OK(me.rti->request_federation_restore("noon"));
        }
        me.restore_when_told();
        me.until([&] { return me.restored; }, "restored");
        // On a slow machine it may have come before.
        const std::size_t before = me.reflected.size();
        const auto came = [&] { return before + me.node.counters().best_effort.dropped == 1; };
        if (rank == 1) me.until(came, "what was late");
        if (rank == 0) ASSERT_OK(me.rti->register_federation_synchronization_point("end", {}));
        me.synchronize("end");
        if (rank == 0) {
          ASSERT_OK(me.update(*car, speed, "of now"));
          me.until([&] { return !me.rti->get_federate_handle("f1").ok(); }, "the other's end");
        } else {
          me.until([&] { return me.reflected.size() == before + 1; }, "what was sent since");
          EXPECT_EQ(me.reflected.back().values.at(speed.value), "of now");
        }
        ASSERT_OK(me.rti->resign_federation_execution(ResignAction::delete_objects));
      },
      folder.path());
}

class SaveCrashes : public SaveNodes {};
INSTANTIATE_TEST_SUITE_P(Kinds, SaveCrashes,
                         ::testing::ValuesIn(kinds({transport::Kind::shm, transport::Kind::tcp})),
                         kind_name);

TEST_P(SaveCrashes, AFederateLostInBetweenEndsTheSave) {
  const Folder folder;
  on_nodes(
      GetParam(), 3,
      [&](std::uint32_t rank, Node& node) {
        Keeper me(node);
        if (rank == 0) ASSERT_OK(me.rti->create_federation_execution("test", test_modules()));
        me.until([&] { return !me.rti->list_federation_executions()->empty(); });
        me.join("f" + std::to_string(rank));
        me.until(
            [&] {
              // Where the request is known already, nothing can be asked.
              return !me.to_save.empty() || (me.rti->get_federate_handle("f0").ok() &&
                                             me.rti->get_federate_handle("f1").ok() &&
                                             me.rti->get_federate_handle("f2").ok());
            },
            "all");
        if (rank == 0) ASSERT_OK(me.rti->request_federation_save("noon"));
        me.until([&] { return !me.to_save.empty(); }, "initiate");
        if (rank == 2) {
          node.forget();
          return;
        }
        // Unless the loss has ended the save already.
        if (me.rti->federate_save_begun()) (void)me.rti->federate_save_complete();
        me.until([&] { return me.not_saved.has_value(); }, "not saved");
        EXPECT_EQ(me.not_saved, SaveFailure::federate_resigned);
        ASSERT_OK(me.rti->query_logical_time());
        if (rank == 0) {
          EXPECT_TRUE(folder.files().empty());
          me.until([&] { return !me.rti->get_federate_handle("f1").ok(); }, "f1 has resigned");
        }
        ASSERT_OK(me.rti->resign_federation_execution(ResignAction::no_action));
      },
      folder.path());
}

}  // namespace
}  // namespace orrery::rti::testing
