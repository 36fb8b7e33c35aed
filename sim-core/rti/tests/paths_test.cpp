// Data over ports beside the channels: the same outcome where nothing is lost, counted loss where something is.
#include <gtest/gtest.h>

#include "orrery/base/random.hpp"

#include "manager.hpp"
#include "paths/sequence.hpp"
#include "world.hpp"

namespace orrery::rti::testing {
namespace {

using transport::Kind;

std::string way_name(const ::testing::TestParamInfo<Way>& each) {
  return std::string(to_string(each.param.kind)) + "_" + std::string(to_string(each.param.data)) +
         (each.param.loss > 0 ? "_lossy" : "");
}

class Paths : public ::testing::TestWithParam<Way> {
 protected:
  void SetUp() override {
    if (!is_built_in(GetParam().data)) {
      GTEST_SKIP() << to_string(GetParam().data) << " is not built in";
    }
  }
  static bool may_lose() { return testing::may_lose(GetParam().data); }
  static PathCounters of(const Federate& me) {
    return may_lose() ? me.node.counters().best_effort : me.node.counters().reliable;
  }
};
INSTANTIATE_TEST_SUITE_P(Ways, Paths,
                         ::testing::ValuesIn(ways({{Kind::thread, Data::udp},
                                                   {Kind::thread, Data::multicast},
                                                   {Kind::shm, Data::multicast},
                                                   {Kind::shm, Data::udp, 0.05},
                                                   {Kind::thread, Data::multicast, 0.05},
                                                   {Kind::thread, Data::groups},
                                                   {Kind::shm, Data::groups, 0.05},
                                                   {Kind::thread, Data::nak},
                                                   {Kind::thread, Data::region},
                                                   {Kind::shm, Data::nak, 0.05},
                                                   {Kind::tcp, Data::region, 0.05},
                                                   {Kind::thread, Data::dds},
                                                   {Kind::shm, Data::dds},
                                                   {Kind::thread, Data::norm},
                                                   {Kind::shm, Data::norm},
                                                   {Kind::shm, Data::dds_best_effort}})),
                         way_name);

Status until_taken(Federate& me, const std::function<Status()>& send) {
  Status io = send();
  for (; !io.ok() && io.error().code == ErrorCode::Congested; io = send()) me.drain();
  return io;
}

// What is best effort here is Speed, and reliable Position.
TEST_P(Paths, EverythingArrivesOrIsCounted) {
  constexpr std::uint32_t nodes = 3;
  constexpr int count = 400;
  with_federates(GetParam(), nodes, [](std::uint32_t rank, Federate& me) {
    const std::string name = may_lose() ? "Speed" : "Position";
    me.publish("Vehicle", {name});
    me.subscribe("Vehicle", {name});
    auto car = me.rti->register_object_instance(me.object_class("Vehicle"));
    ASSERT_OK(car);
    me.synchronize("middle");
    me.until([&] { return me.discovered.size() == nodes - 1; }, "discovery");
    const auto at = me.attribute("Vehicle", name);
    for (int i = 0; i < count; ++i) {
      // Every tenth larger than a packet.
      const std::string value = std::to_string(i) + ":" + std::string(i % 10 == 0 ? 3000 : 10, 'x');
      ASSERT_OK(until_taken(me, [&] { return me.update(*car, at, value); }));
      me.drain();
    }
    const auto seen = [&] { return me.reflected.size() + of(me).lost + of(me).dropped; };
    if (may_lose()) {
      // The last may be lost without a later number to show it: go on until all that counts is known.
      me.until(
          [&] {
            (void)me.update(*car, at, "last");
            return seen() >= std::size_t{nodes - 1} * count;
          },
          "all seen or counted");
      me.until([&] { return me.reflected.size() == of(me).received; }, "all that came is shown");
      // What Cyclone drops it does not tell.
      if (!is_dds(GetParam().data)) {
        EXPECT_EQ(loss_of(GetParam()) > 0 || of(me).kernel_dropped > 0, of(me).lost > 0)
            << of(me).lost;
      }
      EXPECT_EQ(GetParam().loss > 0, of(me).duplicates > 0) << of(me).duplicates;
    } else {
      me.until([&] { return me.reflected.size() == std::size_t{nodes - 1} * count; }, "all");
      std::map<ObjectInstanceHandle, int> next;
      for (const Reflected& each : me.reflected) {
        EXPECT_EQ(std::stoi(each.values.at(at.value)), next[each.object]++);
      }
      if (loss_of(GetParam()) > 0 && !is_third_party(GetParam().data) && rank == 0) {
        EXPECT_GT(of(me).naks + of(me).repairs, 0U);
      }
    }
    EXPECT_EQ(of(me).malformed, 0U);
    std::set<std::pair<ObjectInstanceHandle, std::string>> once;
    for (const Reflected& each : me.reflected) {
      const std::string& value = each.values.at(at.value);
      EXPECT_EQ(each.delivery.transportation,
                may_lose() ? TransportationType::best_effort : TransportationType::reliable);
      if (value == "last") continue;
      EXPECT_TRUE(once.emplace(each.object, value).second) << value;
    }
  });
}

// Node 0 sends; node 1 tells what came, lost and mended, to its federate and to a manager at node 2.
TEST_P(Paths, FederatesAndManagersAreToldWhatEachWayCarriedLostAndMended) {
  static constexpr std::uint64_t count = 300;
  with_federates(GetParam(), 3, [](std::uint32_t rank, Federate& me) {
    const bool lossy = loss_of(GetParam()) > 0;
    const std::string name = may_lose() ? "Speed" : "Position";
    me.publish("Vehicle", {name});
    me.subscribe("Vehicle", {name});
    Manager manager(me);
    const std::string report = "HLAfederate.HLAreport.OrreryReportDataPath";
    if (rank == 2) manager.listen(report);
    me.synchronize("middle");
    const auto way = [&] {
      const auto now = me.rti->congestion();
      EXPECT_TRUE(now.ok());
      return may_lose() ? now->best_effort : now->reliable;
    };
    if (rank == 0) {
      auto car = me.rti->register_object_instance(me.object_class("Vehicle"));
      ASSERT_OK(car);
      const auto at = me.attribute("Vehicle", name);
      for (std::uint64_t i = 0; i < count; ++i) {
        ASSERT_OK(until_taken(me, [&] { return me.update(*car, at, "value"); }));
        me.drain();
      }
      // What may be lost may also come after what is sent later by channels.
      ASSERT_OK(me.rti->register_federation_synchronization_point("heard", {}));
      me.until([&] { return me.announced.contains("heard"); }, "announcement");
      ASSERT_OK(me.rti->synchronization_point_achieved("heard"));
      me.until(
          [&] {
            (void)me.update(*car, at, "value");
            return me.synchronized.contains("heard");
          },
          "all have heard");
      while (!me.rti->delete_object_instance(*car).ok()) me.drain();
      EXPECT_GE(way().sent, count);
      if (is_third_party(GetParam().data)) return;
      EXPECT_GT(way().packets_sent, 0U);
      EXPECT_GT(way().bytes_sent, way().packets_sent);
      EXPECT_GT(way().system_calls, 0U);
      return;
    }
    me.until([&] { return way().received > 0; }, "data");
    me.synchronize("heard");
    me.until([&] { return me.removed.size() == 1; }, "removal");
    EXPECT_GT(me.rti->congestion()->channels.received, 0U);
    if (is_third_party(GetParam().data)) return;
    EXPECT_GT(way().packets_received, 0U);
    if (!may_lose()) {
      EXPECT_EQ(way().lost, 0U);
    }
    if (may_lose() && lossy) {
      EXPECT_GT(way().lost, 0U);
    }
    EXPECT_EQ(way().repairs_received > 0, !may_lose() && lossy);
    if (GetParam().data == Data::nak && lossy) {
      EXPECT_GT(way().naks, 0U);
    }
    if (rank == 1) return;
    ASSERT_OK(manager.send("HLAfederate.HLArequest.OrreryRequestDataPaths",
                           *me.rti->get_federate_handle("f1")));
    me.until([&] { return manager.reports(report).size() == 3; }, "a report for each way");
    for (const Manager::Values& each : manager.reports(report)) {
      const auto number = [&](const char* of) { return Decoder(each.at(of)).integer64(); };
      const std::string of = Decoder(each.at("OrreryPath")).unicode();
      const bool used = of == (may_lose() ? "best_effort" : "reliable");
      EXPECT_EQ(number("OrreryReceived") > 0, used || of == "channels") << of;
      EXPECT_EQ(number("OrreryRepairsReceived") > 0, used && !may_lose() && lossy) << of;
      if (may_lose() && lossy) {
        EXPECT_EQ(number("OrreryLost") > 0, used) << of;
      }
    }
  });
}

// Objects that come and go while they are updated: no update before its discovery, and of reliable data none
// after its removal and none missing before.
TEST_P(Paths, DataKeepsItsPlaceAmongOperations) {
  constexpr std::uint32_t nodes = 3;
  constexpr int objects = 60;
  with_federates(GetParam(), nodes, [](std::uint32_t rank, Federate& me) {
    const std::string name = may_lose() ? "Speed" : "Position";
    me.publish("Vehicle", {name});
    me.subscribe("Vehicle", {name});
    me.synchronize("middle");
    const auto at = me.attribute("Vehicle", name);
    base::Random random(5, rank);
    for (int i = 0; i < objects; ++i) {
      auto car = me.rti->register_object_instance(me.object_class("Vehicle"));
      ASSERT_OK(car);
      for (int k = 0; k < 3; ++k) {
        ASSERT_OK(until_taken(me, [&] { return me.update(*car, at, std::to_string(k)); }));
      }
      if (random.below(2) == 0) me.drain();
      while (!me.rti->delete_object_instance(*car, bytes("3")).ok()) me.drain();
    }
    me.until([&] { return me.removed.size() == std::size_t{nodes - 1} * objects; }, "removals");
    std::set<ObjectInstanceHandle> known;
    for (const Discovered& each : me.discovered) known.insert(each.object);
    std::map<ObjectInstanceHandle, int> updates;
    for (const Reflected& each : me.reflected) {
      EXPECT_TRUE(known.contains(each.object));
      ++updates[each.object];
    }
    for (const auto& [object, tag] : me.removed) {
      EXPECT_LE(updates[object], 3);
      if (may_lose()) continue;
      EXPECT_EQ(updates[object], 3);
    }
  });
}

TEST_P(Paths, TimeStampedDataIsReliableWhateverTheModelSays) {
  with_federates(GetParam(), 2, [](std::uint32_t rank, Federate& me) {
    const std::string name = may_lose() ? "Speed" : "Position";
    me.publish("Vehicle", {name});
    me.subscribe("Vehicle", {name});
    const auto at = me.attribute("Vehicle", name);
    auto car = me.rti->register_object_instance(me.object_class("Vehicle"));
    ASSERT_OK(car);
    const AttributeHandle which[] = {at};
    ASSERT_OK(me.rti->change_attribute_order_type(*car, which, OrderType::timestamp));
    me.regulate(1);
    me.constrain();
    me.synchronize("middle");
    for (int i = 1; i <= 50; ++i) {
      while (!me.update(*car, at, std::to_string(rank), float64_time(i + 1))) me.drain();
      ASSERT_OK(me.rti->time_advance_request(float64_time(i)));
      EXPECT_EQ(me.await_grant(), i);
      EXPECT_EQ(me.reflected.size(), static_cast<std::size_t>(i - 1));
    }
  });
}

// Node 0 gives the order and leaves in the middle: its operations with data before them hold up nobody.
TEST_P(Paths, DataGoesOnWhenAnotherNodeTakesOverTheOrder) {
  on_nodes(GetParam(), 3, [](std::uint32_t rank, Node& node) {
    Federate me(node);
    if (rank == 0) ASSERT_OK(me.rti->create_federation_execution("test", test_modules()));
    me.until([&] { return !me.rti->list_federation_executions()->empty(); }, "federation");
    me.join("f" + std::to_string(rank));
    const std::string name = may_lose() ? "Speed" : "Position";
    me.publish("Vehicle", {name});
    me.subscribe("Vehicle", {name});
    const auto at = me.attribute("Vehicle", name);
    const auto work = [&](int count) {
      auto car = me.rti->register_object_instance(me.object_class("Vehicle"));
      for (int i = 0; i < count; ++i) {
        ASSERT_OK(until_taken(me, [&] { return me.update(*car, at, std::to_string(i)); }));
        me.drain();
        if (rank == 0) ASSERT_OK(me.rti->register_object_instance(me.object_class("Vehicle")));
      }
    };
    work(0);
    me.until([&] { return me.discovered.size() == 2; }, "all are there");
    work(rank == 0 ? 30 : 200);
    if (rank == 0) return;
    me.until([&] { return node.counters().nodes_lost == 1; }, "loss");
    me.reflected.clear();
    if (rank == 1) ASSERT_OK(me.rti->register_federation_synchronization_point("over", {}));
    me.synchronize("over");
    const std::size_t known = me.discovered.size();
    work(100);
    const auto of_other = [&] {
      return me.discovered.size() > known
                 ? std::ranges::count(me.reflected, me.discovered.back().object, &Reflected::object)
                 : 0;
    };
    if (!may_lose()) me.until([&] { return of_other() == 100; }, "all of the other's data");
    me.until([&] { return me.discovered.size() > known; }, "the other's object");
    if (rank == 1) ASSERT_OK(me.rti->register_federation_synchronization_point("end", {}));
    me.synchronize("end");
    EXPECT_TRUE(me.lost.empty()) << me.lost;
  });
}

TEST(Sequence, CountsWhatIsMissingAndWhatCameTwice) {
  base::Random random(3, 1);
  rti::Sequence numbers;
  std::set<std::uint64_t> came;
  std::uint64_t greatest = 0;
  for (int i = 0; i < 200'000; ++i) {
    const std::uint64_t number = 1 + static_cast<std::uint64_t>(i) + random.below(3000);
    const bool old = number + rti::Sequence::window <= greatest;
    const auto kind = numbers.kind_of(number);
    if (old) {
      EXPECT_EQ(kind, rti::Sequence::Kind::too_old);
      continue;
    }
    EXPECT_EQ(kind == rti::Sequence::Kind::again, came.contains(number));
    if (kind != rti::Sequence::Kind::fresh) continue;
    numbers.saw(number);
    came.insert(number);
    greatest = std::max(greatest, number);
    ASSERT_EQ(numbers.lost(), greatest - came.size());
  }
  EXPECT_EQ(numbers.kind_of(0), rti::Sequence::Kind::too_old);
}

// A receiver that joins a group again misses what was sent meanwhile, and has not lost it.
TEST(Sequence, CountsNothingAsLostThatWasSentBeforeAJoin) {
  base::Random random(7, 1);
  for (int round = 0; round < 200; ++round) {
    rti::Sequence numbers;
    std::uint64_t next = 1;
    std::uint64_t lost = 0;
    std::set<std::uint64_t> came;
    for (int stay = 0; stay < 4; ++stay) {
      numbers.resume();
      next += random.below(6000);  // sent before it joined
      std::vector<std::uint64_t> late;
      for (int i = 0; i < 100; ++i, ++next) {
        const bool first_or_last = i == 0 || i == 99;
        if (!first_or_last && random.below(4) == 0) {
          (random.below(2) == 0 ? ++lost, void() : late.push_back(next));
          continue;
        }
        ASSERT_EQ(numbers.kind_of(next), rti::Sequence::Kind::fresh);
        numbers.saw(next);
        came.insert(next);
      }
      for (const std::uint64_t each : late) {
        ASSERT_EQ(numbers.kind_of(each), rti::Sequence::Kind::fresh);
        numbers.saw(each);
        came.insert(each);
      }
      for (const std::uint64_t each : came) {
        if (each + rti::Sequence::window > next) {
          ASSERT_EQ(numbers.kind_of(each), rti::Sequence::Kind::again);
        }
      }
      ASSERT_EQ(numbers.lost(), lost);
    }
  }
}

// What is overtaken by the first message after a join arrives all the same.
TEST(Sequence, TakesWhatTheFirstMessageAfterAJoinOvertook) {
  rti::Sequence numbers;
  numbers.resume();
  numbers.saw(20);
  ASSERT_EQ(numbers.kind_of(19), rti::Sequence::Kind::fresh);
  numbers.saw(19);
  EXPECT_EQ(numbers.kind_of(19), rti::Sequence::Kind::again);
  EXPECT_EQ(numbers.lost(), 0U);
}

}  // namespace
}  // namespace orrery::rti::testing
