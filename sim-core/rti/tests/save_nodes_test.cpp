// Saving and restoring a federation of several nodes.
#include <functional>
#include <memory>
#include <thread>

#include "orrery/base/clock.hpp"
#include "orrery/base/doorbell.hpp"
#include "orrery/transport/transport.hpp"

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

// Three nodes in one thread: a node does nothing until its federate evokes or calls. The first orders the operations.
struct ThreeNodes {
  static constexpr std::uint32_t count = 3;
  explicit ThreeNodes(const std::string& directory) {
    std::vector<std::shared_ptr<base::Doorbell>> bells;
    std::vector<std::vector<std::unique_ptr<transport::Channel>>> channels(count);
    for (auto& each : channels) {
      each.resize(count);
      bells.push_back(*base::Doorbell::create(base::Doorbell::Scope::local));
    }
    for (std::uint32_t low = 0; low < count; ++low) {
      for (std::uint32_t high = low + 1; high < count; ++high) {
        auto pair =
            transport::Transport::make_pair(transport::Kind::thread, {}, bells[low], bells[high]);
        channels[low][high] = std::move(pair->a);
        channels[high][low] = std::move(pair->b);
      }
    }
    for (std::uint32_t self = 0; self < count; ++self) {
      NodeOptions options;
      options.self = self;
      options.nodes = count;
      options.save_directory = directory;
      nodes.push_back(std::move(*Node::create(options, bells[self], std::move(channels[self]))));
      feds.push_back(std::make_unique<Keeper>(*nodes.back()));
    }
  }
  ~ThreeNodes() {
    for (auto& each : feds) {
      serving(*each, [&] {
        (void)each->rti->resign_federation_execution(ResignAction::cancel_then_delete_then_divest);
      });
    }
  }
  ThreeNodes(const ThreeNodes&) = delete;
  void drain() {
    for (auto& each : feds) each->drain();
  }
  template <class Condition>
  void until(const Condition& condition) {
    const std::int64_t deadline = base::now_ns() + watchdog_ns;
    while (!condition()) {
      ASSERT_LT(base::now_ns(), deadline);
      drain();
    }
  }
  // Calls of this federate wait for the other nodes.
  void serving(Keeper& caller, const std::function<void()>& calls) {
    std::jthread serve([&](const std::stop_token& stop) {
      while (!stop.stop_requested()) {
        for (auto& each : feds)
          if (each.get() != &caller) each->drain();
      }
    });
    calls();
  }
  void join() {
    Keeper& first = *feds[1];
    serving(first,
            [&] { ASSERT_OK(first.rti->create_federation_execution("test", test_modules())); });
    for (std::size_t each = 0; each < count; ++each) {
      Keeper& who = *feds[each];
      until([&] { return !who.rti->list_federation_executions()->empty(); });
      serving(who, [&] { who.join("f" + std::to_string(each)); });
    }
    for (auto& each : feds) until([&] { return each->rti->get_federate_handle("f2").ok(); });
  }
  void save_all(const std::string& label) {
    for (auto& each : feds) {
      until([&] { return each->to_save == label; });
      each->to_save.clear();
      ASSERT_OK(each->rti->federate_save_begun());
      ASSERT_OK(each->rti->federate_save_complete());
    }
    for (auto& each : feds) until([&] { return std::exchange(each->saved, false); });
  }

  std::vector<std::unique_ptr<Node>> nodes;
  std::vector<std::unique_ptr<Keeper>> feds;
};

// 4.16: a save that was requested comes as soon as possible: when the restore is over that it met on its way.
TEST(SaveMeetsRestore, ComesAfterItHoweverTheRestoreEnds) {
  enum class End { restored, refused, federate_failed, aborted };
  for (const End end : {End::restored, End::refused, End::federate_failed, End::aborted}) {
    for (const bool at_time : {false, true}) {
      SCOPED_TRACE(static_cast<int>(end));
      SCOPED_TRACE(at_time);
      const Folder folder;
      ThreeNodes all(folder.path());
      all.join();
      Keeper& a = *all.feds[1];
      Keeper& b = *all.feds[2];
      all.serving(b, [&] { b.regulate(1); });
      ASSERT_OK(a.rti->request_federation_save("noon"));
      all.save_all("noon");
      ASSERT_OK(a.rti->request_federation_restore(end == End::refused ? "nothing" : "noon"));
      all.feds[0]->drain();  // its node puts the restore in order; node 2 has not heard of it
      ASSERT_OK(at_time ? b.rti->request_federation_save("later", float64_time(7))
                        : b.rti->request_federation_save("later"));
      if (end == End::refused) {
        all.until([&] { return !a.refused.empty(); });
      } else {
        for (auto& each : all.feds) {
          all.until([&] { return !each->to_restore.empty(); });
          if (end == End::restored || &*each != &b)
            ASSERT_OK(each->rti->federate_restore_complete());
        }
        if (end == End::federate_failed) ASSERT_OK(b.rti->federate_restore_not_complete());
        if (end == End::aborted) ASSERT_OK(b.rti->abort_federation_restore());
        for (auto& each : all.feds) {
          all.until([&] { return each->restored || each->not_restored; });
          EXPECT_EQ(each->restored, end == End::restored);
        }
      }
      all.save_all("later");
      EXPECT_EQ(b.to_save_at.has_value(), at_time);
    }
  }
}

// 4.21, 4.22, 4.30, 4.31: a federate's own request counts before all nodes know of it.
TEST(SaveRequests, CountAtOnceForWhoMadeThem) {
  const Folder folder;
  ThreeNodes all(folder.path());
  all.join();
  Keeper& a = *all.feds[1];
  ASSERT_OK(a.rti->request_federation_save("noon"));
  EXPECT_ERROR(a.rti->query_federation_restore_status(), SaveInProgress);
  EXPECT_ERROR(a.rti->abort_federation_restore(), RestoreNotInProgress);
  ASSERT_OK(a.rti->query_federation_save_status());
  ASSERT_OK(a.rti->abort_federation_save());
  for (auto& each : all.feds)
    all.until([&] { return std::exchange(each->not_saved, {}).has_value(); });

  ASSERT_OK(a.rti->request_federation_save("noon"));
  for (auto& each : all.feds) each->to_save.clear();
  all.save_all("noon");
  ASSERT_OK(a.rti->request_federation_restore("noon"));
  EXPECT_ERROR(a.rti->query_federation_save_status(), RestoreInProgress);
  EXPECT_ERROR(a.rti->abort_federation_save(), SaveNotInProgress);
  ASSERT_OK(a.rti->query_federation_restore_status());
  ASSERT_OK(a.rti->abort_federation_restore());
  all.until([&] { return !a.refused.empty(); });  // the others were not told of it yet
}

// 4.18 to 4.30: who ends a save or restore, by an abort or as not complete, has no more part in it, before all nodes know.
TEST(SaveRequests, WhoEndsASaveOrRestoreHasNoMorePartInIt) {
  for (const bool aborts : {false, true}) {
    SCOPED_TRACE(aborts ? "abort" : "not complete");
    const Folder folder;
    ThreeNodes all(folder.path());
    all.join();
    for (auto& each : all.feds) {
      Keeper& a = *each;
      ASSERT_OK(a.rti->request_federation_save("noon"));
      all.until([&] { return !a.to_save.empty(); });
      if (aborts) {
        ASSERT_OK(a.rti->abort_federation_save());
        EXPECT_ERROR(a.rti->federate_save_begun(), SaveNotInitiated);
      } else {
        ASSERT_OK(a.rti->federate_save_begun());
        ASSERT_OK(a.rti->federate_save_not_complete());
      }
      EXPECT_ERROR(a.rti->federate_save_complete(), FederateHasNotBegunSave);
      EXPECT_ERROR(a.rti->federate_save_not_complete(), FederateHasNotBegunSave);
      EXPECT_ERROR(a.rti->abort_federation_save(), SaveNotInProgress);
      for (auto& other : all.feds) {
        all.until([&] { return std::exchange(other->not_saved, {}).has_value(); });
        other->to_save.clear();
      }
    }
    ASSERT_OK(all.feds[0]->rti->request_federation_save("noon"));
    all.save_all("noon");
    for (auto& each : all.feds) {
      Keeper& a = *each;
      ASSERT_OK(a.rti->request_federation_restore("noon"));
      all.until([&] { return !a.to_restore.empty(); });
      ASSERT_OK(aborts ? a.rti->abort_federation_restore()
                       : a.rti->federate_restore_not_complete());
      EXPECT_ERROR(a.rti->federate_restore_complete(), RestoreNotRequested);
      EXPECT_ERROR(a.rti->federate_restore_not_complete(), RestoreNotRequested);
      EXPECT_ERROR(a.rti->abort_federation_restore(), RestoreNotInProgress);
      for (auto& other : all.feds) {
        all.until([&] { return std::exchange(other->not_restored, {}).has_value(); });
        other->to_restore.clear();
      }
    }
  }
}

// 4.21: it ends a save. A restore that another federate's request began meanwhile goes on.
TEST(SaveRequests, AbortASaveAndNoRestoreThatMeetsIt) {
  const Folder folder;
  ThreeNodes all(folder.path());
  all.join();
  Keeper& a = *all.feds[1];
  ASSERT_OK(a.rti->request_federation_save("noon"));
  all.save_all("noon");
  ASSERT_OK(all.feds[0]->rti->request_federation_restore("noon"));
  ASSERT_OK(a.rti->request_federation_save("later"));
  ASSERT_OK(a.rti->abort_federation_save());
  for (auto& each : all.feds) {
    all.until([&] { return !each->to_restore.empty(); });
    ASSERT_OK(each->rti->federate_restore_complete());
  }
  for (auto& each : all.feds) all.until([&] { return each->restored || each->not_restored; });
  for (auto& each : all.feds) EXPECT_TRUE(each->restored);
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
