// Federates on several nodes: threads, and processes over shared memory and TCP.
#include <gtest/gtest.h>

#include <csignal>
#include <thread>

#include "orrery/base/random.hpp"

#include "manager.hpp"

namespace orrery::rti::testing {
namespace {

using transport::Kind;

class Nodes : public ::testing::TestWithParam<Kind> {
 protected:
  // A connection for each message leaves a TIME-WAIT for each: a machine has ports for few.
  static int scaled(int count) { return GetParam() == Kind::tcp_per_message ? count / 20 : count; }
};
INSTANTIATE_TEST_SUITE_P(Kinds, Nodes, all_kinds, kind_name);

TEST_P(Nodes, ObjectsAndInteractionsReachEverybodyOnceAndInOrder) {
  constexpr std::uint32_t nodes = 4;
  const int count = scaled(500);
  with_federates(GetParam(), nodes, [count](std::uint32_t rank, Federate& me) {
    me.publish("Ship", {"Course"});
    me.subscribe("Ship", {"Course"});
    const auto hail = me.interaction_class("Hail");
    ASSERT_OK(me.rti->publish_interaction_class(hail));
    ASSERT_OK(me.rti->subscribe_interaction_class(hail));
    me.synchronize("middle");
    const auto course = me.attribute("Ship", "Course");
    auto ship = me.rti->register_object_instance(me.object_class("Ship"));
    ASSERT_OK(ship);
    for (int i = 0; i < count; ++i) {
      const std::string value = std::to_string(rank) + ":" + std::to_string(i);
      for (Status io = me.update(*ship, course, value); !io.ok();
           io = me.update(*ship, course, value)) {
        ASSERT_EQ(io.error().code, ErrorCode::Congested) << io.error().message;
        me.drain();
      }
    }
    while (!me.rti->send_interaction(hail, {}, bytes("bye")).ok()) me.drain();
    me.until([&] { return me.received.size() == nodes - 1; }, "interactions");
    EXPECT_EQ(me.discovered.size(), nodes - 1);
    EXPECT_EQ(me.reflected.size(), std::size_t{nodes - 1} * static_cast<std::size_t>(count));
    std::map<ObjectInstanceHandle, int> next;
    for (const Reflected& each : me.reflected) {
      const std::string value = each.values.at(course.value);
      EXPECT_EQ(value.substr(value.find(':') + 1), std::to_string(next[each.object]++));
    }
    if (rank == 1) {
      ASSERT_OK(me.rti->delete_object_instance(*ship, bytes("gone")));
    } else {
      me.until([&] { return me.removed.size() == 1; }, "removal");
    }
  });
}

// Everybody regulates, is constrained, and sends to everybody with random time stamps.
TEST_P(Nodes, TimeStampsNeverGoBack) {
  constexpr std::uint32_t nodes = 4;
  const int end = scaled(60);
  with_federates(GetParam(), nodes, [end](std::uint32_t rank, Federate& me) {
    me.publish("Vehicle", {"Position"});
    me.subscribe("Vehicle", {"Position"});
    me.regulate(1);
    me.constrain();
    auto car = me.rti->register_object_instance(me.object_class("Vehicle"));
    ASSERT_OK(car);
    me.synchronize("middle");
    base::Random random(11, rank);
    const auto position = me.attribute("Vehicle", "Position");
    double now = to_float64(*me.rti->query_logical_time());
    std::size_t seen = 0;
    std::uint64_t sent = 0;
    while (now < end) {
      const double at = now + 1 + static_cast<double>(random.below(30)) / 10;
      while (!me.update(*car, position, std::to_string(at), float64_time(at))) me.drain();
      ++sent;
      const double to = now + 0.5 + static_cast<double>(random.below(20)) / 10;
      switch (random.below(4)) {
        case 0:
          ASSERT_OK(me.rti->time_advance_request(float64_time(to)));
          break;
        case 1:
          ASSERT_OK(me.rti->time_advance_request_available(float64_time(to)));
          break;
        case 2:
          ASSERT_OK(me.rti->next_message_request(float64_time(to)));
          break;
        default:
          ASSERT_OK(me.rti->next_message_request_available(float64_time(to)));
      }
      const double before = now;
      now = me.await_grant();
      ASSERT_GE(now, before);
      ASSERT_LE(now, to);
      double last = before;
      for (; seen < me.reflected.size(); ++seen) {
        const double time = to_float64(*me.reflected[seen].delivery.time);
        ASSERT_GE(time, last) << "after a grant to " << before;
        ASSERT_LE(time, now);
        last = time;
      }
    }
    ASSERT_OK(me.rti->disable_time_regulation());
    ASSERT_OK(me.rti->disable_time_constrained());
    EXPECT_GT(sent, 0U);
    EXPECT_GT(seen, 0U);
  });
}

// IEEE 1516.1-2010, 8.16: what was guaranteed stays so while others begin and cease to regulate; only what a late regulator may
// send limits it.
TEST_P(Nodes, TheGaltFallsOnlyToWhatALateRegulatorMaySend) {
  with_federates(GetParam(), 3, [](std::uint32_t rank, Federate& me) {
    const double time = rank == 0 ? 4 : 20;
    if (rank != 1) {
      ASSERT_OK(me.rti->time_advance_request(float64_time(time)));
      me.await_grant();
    }
    if (rank == 2) me.regulate(1);
    const auto comes_and_goes = [&] {
      for (int round = 0; round < 10; ++round) {
        me.regulating.reset();
        me.regulate(1);
        ASSERT_OK(me.rti->disable_time_regulation());
        me.drain();
      }
    };
    const auto expect_galt = [&](const std::set<double>& expected, const std::string& until) {
      while (!me.announced.contains(until)) {
        const auto galt = me.rti->query_galt();
        ASSERT_TRUE(galt->has_value());
        ASSERT_TRUE(expected.contains(to_float64(**galt))) << to_float64(**galt);
        me.drain();
      }
    };
    const auto in_turn = [&](const std::string& label) {
      if (rank == 0) ASSERT_OK(me.rti->register_federation_synchronization_point(label, {}));
      me.synchronize(label);
    };
    me.synchronize("middle");
    if (rank == 0) comes_and_goes();
    if (rank == 1) expect_galt({5, 21}, "the earlier one stays");
    in_turn("the earlier one stays");
    if (rank == 0) me.regulate(1);
    in_turn("the later one comes and goes");
    if (rank == 2) {
      ASSERT_OK(me.rti->disable_time_regulation());
      comes_and_goes();
      ASSERT_OK(me.rti->register_federation_synchronization_point("gone", {}));
    }
    if (rank == 1) expect_galt({5}, "gone");
    me.synchronize("gone");
  });
}

TEST_P(Nodes, NextMessagesWithoutLookahead) {
  with_federates(GetParam(), 3, [](std::uint32_t rank, Federate& me) {
    me.publish("Vehicle", {"Position"});
    me.subscribe("Vehicle", {"Position"});
    me.regulate(0);
    me.constrain();
    auto car = me.rti->register_object_instance(me.object_class("Vehicle"));
    me.synchronize("middle");
    if (rank == 0) {
      for (int i = 1; i <= 20; ++i) {
        ASSERT_OK(me.update(*car, me.attribute("Vehicle", "Position"), "x", float64_time(i)));
      }
      ASSERT_OK(me.rti->next_message_request(float64_time(50)));
      EXPECT_EQ(me.await_grant(), 50);
      return;
    }
    for (int i = 1; i <= 20; ++i) {
      ASSERT_OK(me.rti->next_message_request(float64_time(50)));
      EXPECT_EQ(me.await_grant(), i);
      EXPECT_EQ(me.reflected.size(), static_cast<std::size_t>(i));
    }
    ASSERT_OK(me.rti->next_message_request(float64_time(50)));
    EXPECT_EQ(me.await_grant(), 50);
  });
}

// A node that is asked while its federate is about to ask for more waits for that: one computation for an advance, and with
// a lookahead above the step one for every other.
TEST_P(Nodes, AdvancesInStepTakeOneComputationOrHalfOfOne) {
  for (const auto& [lookahead, share] : {std::pair{1.0, 1.0}, std::pair{1.01, 0.5}}) {
    with_federates(GetParam(), 2, [&](std::uint32_t, Federate& me) {
      me.regulate(lookahead);
      me.constrain();
      me.synchronize("middle");
      const int steps = scaled(200);
      const std::uint64_t before = me.node.counters().computations;
      for (int i = 1; i <= steps; ++i) {
        ASSERT_OK(me.rti->time_advance_request(float64_time(i)));
        EXPECT_EQ(me.await_grant(), i);
      }
      const std::uint64_t took = me.node.counters().computations - before;
      EXPECT_GE(static_cast<double>(took), share * steps - 5);
      EXPECT_LE(static_cast<double>(took), share * steps * 1.4 + 5);
    });
  }
}

TEST_P(Nodes, LargeModelsAndValuesAboveTheLimitAreHandled) {
  std::string classes;
  for (int i = 0; i < 2000; ++i) {
    classes += "(class C" + std::to_string(i) + " (attribute x reliable receive))";
  }
  auto module = parse_fom("(FED (objects (class ObjectRoot " + classes + ")))", "large");
  ASSERT_TRUE(module.ok());
  on_nodes(GetParam(), 2, [&](std::uint32_t rank, Node& node) {
    Federate me(node);
    if (rank == 0) ASSERT_OK(me.rti->create_federation_execution("large", {*module}));
    me.until([&] { return !me.rti->list_federation_executions()->empty(); });
    me.join("f" + std::to_string(rank), "large");
    me.publish("C1999", {"x"});
    me.subscribe("C1999", {"x"});
    auto made = me.rti->register_object_instance(me.object_class("C1999"));
    ASSERT_OK(made);
    me.until([&] { return me.discovered.size() == 1; }, "discovery");
    EXPECT_ERROR(me.update(*made, me.attribute("C1999", "x"),
                           std::string(MemoryBounds{}.message_bytes, 'x')),
                 RTIinternalError);
    if (rank == 1) {
      ASSERT_OK(me.rti->resign_federation_execution(ResignAction::delete_objects));
    } else {
      me.until([&] { return !me.rti->get_federate_handle("f1").ok(); });
    }
  });
}

// Processes alone can be lost.
class Crashes : public Nodes {};
INSTANTIATE_TEST_SUITE_P(Kinds, Crashes,
                         ::testing::ValuesIn(kinds({Kind::shm, Kind::uds, Kind::tcp,
                                                    Kind::tcp_per_message, Kind::mailer})),
                         kind_name);

TEST_P(Crashes, ALostNodeStopsNobody) {
  on_nodes(GetParam(), 3, [&](std::uint32_t rank, Node& node) {
    Federate me(node);
    if (rank == 0) ASSERT_OK(me.rti->create_federation_execution("test", test_modules()));
    me.until([&] { return !me.rti->list_federation_executions()->empty(); });
    me.join("f" + std::to_string(rank));
    me.publish("Ship", {"Course"});
    me.subscribe("Ship", {"Course"});
    const auto hail = me.interaction_class("Hail");
    ASSERT_OK(me.rti->publish_interaction_class(hail));
    ASSERT_OK(me.rti->subscribe_interaction_class(hail));
    Manager manager(me);
    const std::string loss = "HLAfederate.HLAreport.HLAreportFederateLost";
    manager.listen(loss);
    ASSERT_OK(me.rti->enable_asynchronous_delivery());
    ASSERT_OK(me.rti->register_object_instance(me.object_class("Ship")));
    me.regulate(1);
    me.constrain();
    me.until([&] { return me.discovered.size() == 2; }, "ships");
    if (rank == 2) {
      // Long after the others wait for it.
      me.until([&] { return me.received.size() == 2; }, "them");
      node.forget();
      return;
    }
    ASSERT_OK(me.rti->time_advance_request(float64_time(10)));
    ASSERT_OK(me.rti->send_interaction(hail, {}));
    EXPECT_EQ(me.await_grant(), 10);
    me.until([&] { return me.lost_federates.size() == 1; }, "loss");
    for (const Discovered& each : me.discovered) {
      if (each.producer != me.lost_federates[0]) continue;
      EXPECT_TRUE(me.removed.contains(each.object)) << "what the lost one owned goes with it";
    }
    EXPECT_ERROR(me.rti->get_federate_handle("f2"), NameNotFound);
    me.until([&] { return !manager.reports(loss).empty(); }, "a report of the loss");
    const auto reports = manager.reports(loss);
    ASSERT_EQ(reports.size(), 1U) << "one node speaks for the federation";
    EXPECT_EQ(Decoder(reports[0].at("HLAfederateName")).unicode(), "f2");
    EXPECT_EQ(Decoder(reports[0].at("HLAfederate")).handle(), me.lost_federates[0].value);
    if (rank == 1) {
      ASSERT_OK(me.rti->resign_federation_execution(ResignAction::delete_objects));
    } else {
      me.until([&] { return !me.rti->get_federate_handle("f1").ok(); }, "f1 has resigned");
    }
  });
}

// Node 0 gives the order: the next takes over, twice, while all work.
TEST_P(Crashes, TheNextNodeTakesOverTheOrder) {
  on_nodes(GetParam(), 4, [&](std::uint32_t rank, Node& node) {
    Federate me(node);
    if (rank == 0) ASSERT_OK(me.rti->create_federation_execution("test", test_modules()));
    me.until([&] { return !me.rti->list_federation_executions()->empty(); });
    me.join("f" + std::to_string(rank));
    me.publish("Ship", {"Course"});
    me.subscribe("Ship", {"Course"});
    ASSERT_OK(me.rti->register_object_instance(me.object_class("Ship")));
    me.regulate(1);
    me.constrain();
    me.until([&] { return me.discovered.size() == 3; }, "ships");
    const auto other = me.rti->get_federate_handle(rank == 2 ? "f3" : "f2");
    ASSERT_OK(other);
    for (std::uint32_t lost = 0; lost < 2; ++lost) {
      const auto round = static_cast<double>(lost);
      ASSERT_OK(me.rti->time_advance_request(float64_time(10 * round + 5)));
      me.await_grant();
      if (rank == lost) {
        // In the middle of what the others do.
        for (int i = 0; i < 10; ++i) {
          ASSERT_OK(me.rti->register_object_instance(me.object_class("Ship")));
        }
        node.forget();
        return;
      }
      for (int i = 0; i < 10; ++i) {
        ASSERT_OK(me.rti->register_object_instance(me.object_class("Ship")));
      }
      ASSERT_OK(me.rti->time_advance_request(float64_time(10 * round + 10)));
      EXPECT_EQ(me.await_grant(), 10 * round + 10) << "the lost one holds up nobody";
      me.until([&] { return me.lost_federates.size() == lost + 1; }, "loss");
      EXPECT_ERROR(me.rti->get_federate_handle("f" + std::to_string(lost)), NameNotFound);
    }
    me.until([&] { return std::ranges::count(me.discovered, *other, &Discovered::producer) == 21; },
             "what was registered meanwhile");
    EXPECT_TRUE(me.lost.empty());
    EXPECT_EQ(me.node.counters().nodes_lost, 2U);
    // A node that leaves before the other has looked is one more.
    if (rank == 3) ASSERT_OK(me.rti->register_federation_synchronization_point("end", {}));
    me.synchronize("end");
    if (rank == 3) {
      ASSERT_OK(me.rti->resign_federation_execution(ResignAction::delete_objects));
    } else {
      me.until([&] { return !me.rti->get_federate_handle("f3").ok(); }, "f3 has resigned");
    }
  });
}

// SIGKILL at whatever it is doing, in the middle of load, of the node that gives the order: the others miss nothing that
// any other sent.
TEST_P(Crashes, AKilledNodeStopsNobodyInTheMiddleOfLoad) {
  constexpr std::uint32_t nodes = 4;
  const int count = scaled(400);
  on_nodes(
      GetParam(), nodes,
      [&](std::uint32_t rank, Node& node) {
        Federate me(node);
        if (rank == 0) ASSERT_OK(me.rti->create_federation_execution("test", test_modules()));
        me.until([&] { return !me.rti->list_federation_executions()->empty(); });
        me.join("f" + std::to_string(rank));
        me.publish("Ship", {"Course"});
        me.subscribe("Ship", {"Course"});
        const auto course = me.attribute("Ship", "Course");
        const auto ship = me.rti->register_object_instance(me.object_class("Ship"));
        ASSERT_OK(ship);
        me.until([&] { return me.discovered.size() == nodes - 1; }, "ships");
        if (rank == 0) ASSERT_OK(me.rti->register_federation_synchronization_point("begin", {}));
        me.synchronize("begin");
        std::map<ObjectInstanceHandle, int> next;
        for (const Discovered& each : me.discovered) next[each.object] = 0;
        const auto update = [&](int number) {
          Status io = me.update(*ship, course, std::to_string(number));
          for (; !io.ok() && io.error().code == ErrorCode::Congested;
               io = me.update(*ship, course, std::to_string(number))) {
            me.drain();
          }
          return io;
        };
        if (rank == 0) {
          // When the others are in the midst of theirs.
          std::thread killer;
          for (int i = 0;; ++i) {
            ASSERT_OK(update(i));
            me.drain();
            if (!killer.joinable() && me.reflected.size() > static_cast<std::size_t>(count)) {
              killer = std::thread([] { ::raise(SIGKILL); });
            }
          }
        }
        for (int i = 0; i < count; ++i) {
          ASSERT_OK(update(i));
          me.drain();
          // Operations of all, for which an order must be found.
          if (i % 10 == 0) {
            ASSERT_OK(me.rti->register_object_instance(me.object_class("Ship")));
          }
        }
        me.until([&] { return me.lost_federates.size() == 1; }, "loss");
        const auto of_living = [&] {
          std::size_t whole = 0;
          for (const Discovered& each : me.discovered) {
            if (!next.contains(each.object) || each.producer == me.lost_federates[0]) continue;
            whole += std::ranges::count(me.reflected, each.object, &Reflected::object) == count;
          }
          return whole;
        };
        me.until([&] { return of_living() == nodes - 2; }, "all that the others sent");
        for (const Reflected& each : me.reflected) {
          EXPECT_EQ(each.values.at(course.value), std::to_string(next[each.object]++));
        }
        EXPECT_EQ(me.lost, "");
        EXPECT_ERROR(me.rti->get_federate_handle("f0"), NameNotFound);
        if (rank == 1) ASSERT_OK(me.rti->register_federation_synchronization_point("end", {}));
        me.synchronize("end");
        ASSERT_OK(me.rti->resign_federation_execution(ResignAction::delete_objects));
      },
      "", only(0));
}

TEST(ManyFederates, AThousandOnOneNodeSynchronizeExchangeAndResign) {
  auto node = single_node();
  std::vector<std::unique_ptr<Federate>> feds;
  for (int i = 0; i < 1000; ++i) feds.push_back(std::make_unique<Federate>(*node));
  ASSERT_OK(feds[0]->rti->create_federation_execution("test", test_modules()));
  for (int i = 0; i < 1000; ++i) {
    feds[static_cast<std::size_t>(i)]->join("f" + std::to_string(i));
    feds[static_cast<std::size_t>(i)]->subscribe("Ship", {"Course"});
  }
  ASSERT_OK(feds[0]->rti->register_federation_synchronization_point("ready", {}));
  for (auto& each : feds) each->drain();
  for (auto& each : feds) ASSERT_OK(each->rti->synchronization_point_achieved("ready"));
  feds[0]->publish("Ship", {"Course"});
  auto ship = feds[0]->rti->register_object_instance(feds[0]->object_class("Ship"));
  ASSERT_OK(feds[0]->update(*ship, feds[0]->attribute("Ship", "Course"), "north"));
  for (auto& each : feds) each->drain();
  for (std::size_t i = 1; i < feds.size(); ++i) {
    ASSERT_TRUE(feds[i]->synchronized.contains("ready"));
    ASSERT_EQ(feds[i]->reflected.size(), 1U) << i;
  }
  for (auto& each : feds) {
    ASSERT_OK(each->rti->resign_federation_execution(ResignAction::delete_objects));
  }
  ASSERT_OK(feds[0]->rti->destroy_federation_execution("test"));
}

}  // namespace
}  // namespace orrery::rti::testing
