// Nodes that join while a federation runs, in simulated time: what a newcomer's federates have, and who goes on when something
// is lost meanwhile.
#include <gtest/gtest.h>

#include <bit>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "../keeper.hpp"
#include "../manager.hpp"
#include "core/core.hpp"
#include "nodes.hpp"

namespace orrery::rti::testing {
namespace {

constexpr std::int64_t tick_ns = 1'000'000;
constexpr std::uint64_t joining_seeds = 24;  // latencies, narrow channels

// Nodes with one federate each: f0, f1, ...
class Harbour {
 public:
  Harbour(std::uint64_t seed, std::size_t nodes, std::size_t vacant = 4)
      : nodes_(seed, nodes, folder_.path(), 60'000 * tick_ns, vacant) {
    for (std::size_t i = 0; i < nodes; ++i) add(i);
    EXPECT_TRUE(at(0).rti->create_federation_execution("test", test_modules()).ok());
    settle();
    for (std::size_t i = 0; i < nodes; ++i) at(i).join(name(i));
    settle();
  }
  ~Harbour() {
    for (std::size_t i = 0; i < nodes_.count(); ++i) {
      if (nodes_.has(i) && network().killed(static_cast<std::uint32_t>(i))) nodes_.at(i).forget();
    }
    feds_.clear();
  }

  SimulatedNetwork& network() { return nodes_.network(); }
  SimulatedNodes& nodes() { return nodes_; }
  Keeper& at(std::size_t node) { return *feds_[node]; }
  Core& core(std::size_t node) { return dynamic_cast<Core&>(nodes_.at(node)); }
  static std::string name(std::size_t node) { return "f" + std::to_string(node); }

  // A newcomer, that has only asked.
  std::size_t ask() {
    const std::size_t node = nodes_.join();
    add(node);
    return node;
  }
  // With its federate in the federation.
  std::size_t join() {
    const std::size_t node = ask();
    at(node).join(name(node));
    return node;
  }
  bool works(std::size_t node) {
    return nodes_.has(node) && feds_[node] != nullptr &&
           !network().killed(static_cast<std::uint32_t>(node)) && !core(node).net().order_lost();
  }
  void settle() {
    for (int i = 0; i < 3; ++i) {
      network().settle();
      for (std::size_t node = 0; node < feds_.size(); ++node) {
        if (works(node)) at(node).drain();
      }
    }
    network().settle();
  }
  void pass(std::int64_t ns) { network().pass(ns); }
  void leave(std::size_t node) {
    feds_[node].reset();
    nodes_.leave(node);
  }
  void kill(std::size_t node) {
    ASSERT_TRUE(network().kill(static_cast<std::uint32_t>(node)));
    nodes_.at(node).forget();
    feds_[node].reset();
  }
  // All that work agree who they are, and have applied the same.
  NodeSet agreed() {
    settle();
    NodeSet all = 0;
    std::uint64_t applied = 0;
    for (std::size_t node = 0; node < nodes_.count(); ++node) {
      if (works(node)) all |= only(static_cast<std::uint32_t>(node));
    }
    for (std::size_t node = 0; node < nodes_.count(); ++node) {
      if (!works(node)) continue;
      EXPECT_EQ(core(node).net().living_nodes(), all) << "at node " << node;
      EXPECT_FALSE(core(node).net().joining());
      EXPECT_EQ(core(node).counters().malformed, 0U) << "at node " << node;
      if (applied == 0) applied = core(node).net().applied();
      EXPECT_EQ(core(node).net().applied(), applied) << "at node " << node;
    }
    return all;
  }

 private:
  void add(std::size_t node) {
    feds_.resize(node + 1);
    feds_[node] = std::make_unique<Keeper>(nodes_.at(node));
  }

  const Folder folder_;
  SimulatedNodes nodes_;
  std::vector<std::unique_ptr<Keeper>> feds_;
};

void in_harbours(const std::function<void(std::uint64_t)>& check) {
  for (std::uint64_t seed = 1; seed <= joining_seeds && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    check(seed);
  }
}

TEST(Joining, ANewcomerDiscoversWhatWasThereAndGetsUpdates) {
  in_harbours([](std::uint64_t seed) {
    Harbour harbour(seed, 1 + seed % 3);
    harbour.at(0).publish("Ship", {"Course"});
    const auto ship =
        *harbour.at(0).rti->register_object_instance(harbour.at(0).object_class("Ship"));
    ASSERT_OK(harbour.at(0).rti->register_federation_synchronization_point("early", bytes("tag")));
    harbour.settle();
    const std::size_t newcomer = harbour.join();
    Keeper& me = harbour.at(newcomer);
    me.subscribe("Ship", {"Course"});
    me.publish("Ship", {"Course"});
    harbour.settle();
    ASSERT_EQ(me.discovered.size(), 1U);
    EXPECT_EQ(me.discovered[0].object, ship);
    ASSERT_OK(harbour.at(0).update(ship, me.attribute("Ship", "Course"), "north"));
    harbour.settle();
    ASSERT_EQ(me.reflected.size(), 1U);
    // The point that was registered before it came is for all who join.
    EXPECT_EQ(me.announced["early"], "tag");
    for (std::size_t i = 0; i <= newcomer; ++i)
      ASSERT_OK(harbour.at(i).rti->synchronization_point_achieved("early"));
    harbour.settle();
    for (std::size_t i = 0; i <= newcomer; ++i)
      EXPECT_TRUE(harbour.at(i).synchronized.contains("early"));
    // Ownership, names, its own objects.
    const auto course = me.attributes("Ship", {"Course"});
    ASSERT_OK(harbour.at(0).rti->unconditional_attribute_ownership_divestiture(ship, course));
    harbour.settle();
    ASSERT_OK(me.rti->attribute_ownership_acquisition_if_available(ship, course));
    harbour.settle();
    EXPECT_TRUE(*me.rti->is_attribute_owned_by_federate(ship, course[0]));
    ASSERT_OK(me.rti->reserve_object_instance_name("Beagle"));
    harbour.settle();
    ASSERT_OK(harbour.at(0).rti->reserve_object_instance_name("Beagle"));
    harbour.settle();
    EXPECT_TRUE(me.reserved["Beagle"]);
    EXPECT_FALSE(harbour.at(0).reserved["Beagle"]);
    harbour.at(0).subscribe("Ship", {"Course"});
    harbour.settle();
    const auto own = me.rti->register_object_instance(me.object_class("Ship"), "Beagle");
    ASSERT_OK(own);
    ASSERT_OK(me.update(*own, course[0], "south"));
    harbour.settle();
    EXPECT_EQ(harbour.at(0).reflected.size(), 1U);
    EXPECT_EQ(std::popcount(harbour.agreed()), static_cast<int>(newcomer) + 1);
  });
}

TEST(Joining, ANewcomerTakesPartInTime) {
  in_harbours([](std::uint64_t seed) {
    Harbour harbour(seed, 1 + seed % 3);
    Keeper& first = harbour.at(0);
    first.publish("Vehicle", {"Position"});
    first.regulate(1);
    first.constrain();
    const auto car = *first.rti->register_object_instance(first.object_class("Vehicle"));
    ASSERT_OK(first.rti->time_advance_request(float64_time(10)));
    EXPECT_EQ(first.await_grant(), 10);
    const std::size_t newcomer = harbour.join();
    Keeper& me = harbour.at(newcomer);
    me.subscribe("Vehicle", {"Position"});
    me.constrain();
    me.regulate(1);
    harbour.settle();
    EXPECT_GE(to_float64(*me.regulating) + 1, 10);
    ASSERT_OK(first.update(car, me.attribute("Vehicle", "Position"), "there", float64_time(12)));
    ASSERT_OK(first.rti->time_advance_request(float64_time(20)));
    harbour.settle();
    EXPECT_FALSE(first.granted) << "the newcomer regulates";
    ASSERT_OK(me.rti->time_advance_request(float64_time(20)));
    harbour.settle();
    EXPECT_EQ(first.await_grant(), 20);
    EXPECT_EQ(me.await_grant(), 20);
    ASSERT_EQ(me.reflected.size(), 1U);
    EXPECT_EQ(to_float64(*me.reflected[0].delivery.time), 12);
    (void)harbour.agreed();
  });
}

TEST(Joining, ManagementSeesTheNewcomersFederate) {
  in_harbours([](std::uint64_t seed) {
    Harbour harbour(seed, 2);
    Manager watch(harbour.at(0));
    watch.subscribe("HLAmanager.HLAfederate");
    harbour.settle();
    const std::size_t newcomer = harbour.join();
    Manager own(harbour.at(newcomer));
    own.subscribe("HLAmanager.HLAfederate");
    harbour.settle();
    EXPECT_EQ(watch.text_of("HLAfederate.f2", "HLAfederateName"), "f2");
    EXPECT_EQ(own.text_of("HLAfederate.f0", "HLAfederateName"), "f0");
  });
}

TEST(Joining, TheFederationIsSavedAndRestoredWithTheNewcomer) {
  in_harbours([](std::uint64_t seed) {
    Harbour harbour(seed, 2);
    const std::size_t newcomer = harbour.join();
    Keeper& me = harbour.at(newcomer);
    me.publish("Ship", {"Course"});
    const auto ship = *me.rti->register_object_instance(me.object_class("Ship"));
    harbour.settle();
    ASSERT_OK(harbour.at(0).rti->request_federation_save("noon"));
    // A further node waits until the federation is saved.
    const std::size_t late = harbour.ask();
    harbour.settle();
    EXPECT_TRUE(harbour.core(late).net().joining());
    for (std::size_t i = 0; i <= newcomer; ++i) {
      ASSERT_OK(harbour.at(i).rti->federate_save_begun());
      ASSERT_OK(harbour.at(i).rti->federate_save_complete());
    }
    harbour.settle();
    harbour.pass(1000 * tick_ns);
    harbour.settle();
    EXPECT_TRUE(me.saved);
    EXPECT_TRUE(harbour.nodes().at(late).has_joined());
    // A restore needs the nodes of the save.
    harbour.leave(late);
    harbour.pass(1000 * tick_ns);
    ASSERT_OK(me.rti->delete_object_instance(ship));
    harbour.settle();
    ASSERT_OK(harbour.at(0).rti->request_federation_restore("noon"));
    harbour.settle();
    for (std::size_t i = 0; i <= newcomer; ++i) {
      EXPECT_EQ(harbour.at(i).refused, "");
      ASSERT_OK(harbour.at(i).rti->federate_restore_complete());
    }
    harbour.settle();
    EXPECT_TRUE(me.restored);
    EXPECT_TRUE(me.rti->get_object_instance_name(ship).ok());
    (void)harbour.agreed();
  });
}

// It was requested before the newcomer came, and waits for the newcomer's federate too.
TEST(Joining, ASaveAtATimeThatWasRequestedBeforeHasTheNewcomer) {
  in_harbours([](std::uint64_t seed) {
    Harbour harbour(seed, 2);
    harbour.at(0).regulate(1);
    harbour.at(1).constrain();
    ASSERT_OK(harbour.at(0).rti->request_federation_save("later", float64_time(10)));
    harbour.settle();
    const std::size_t newcomer = harbour.join();
    harbour.at(newcomer).constrain();
    harbour.settle();
    for (std::size_t i = 0; i <= newcomer; ++i)
      ASSERT_OK(harbour.at(i).rti->time_advance_request(float64_time(20)));
    harbour.settle();
    for (std::size_t i = 0; i <= newcomer; ++i) {
      EXPECT_EQ(harbour.at(i).to_save_at, float64_time(10));
      ASSERT_OK(harbour.at(i).rti->federate_save_begun());
      ASSERT_OK(harbour.at(i).rti->federate_save_complete());
    }
    harbour.settle();
    for (std::size_t i = 0; i <= newcomer; ++i) {
      EXPECT_TRUE(harbour.at(i).saved);
      EXPECT_EQ(harbour.at(i).granted, float64_time(20));
    }
    (void)harbour.agreed();
  });
}

// Two newcomers in turn. Then all older nodes leave, the sequencer first, and the newcomers go on.
TEST(Joining, NewcomersGoOnWhenAllOlderNodesHaveLeft) {
  in_harbours([](std::uint64_t seed) {
    const std::size_t older = 1 + seed % 3;
    Harbour harbour(seed, older);
    harbour.at(0).publish("Ship", {"Course"});
    harbour.at(0).subscribe("Ship", {"Course"});
    const std::size_t second = harbour.join();
    const std::size_t third = harbour.join();
    EXPECT_EQ(third, older + 1);
    EXPECT_EQ(std::popcount(harbour.agreed()), static_cast<int>(older) + 2);
    for (std::size_t node = 0; node < older; ++node) {
      harbour.leave(node);
      harbour.pass(2000 * tick_ns);
      harbour.settle();
    }
    ASSERT_TRUE(harbour.works(second));
    ASSERT_TRUE(harbour.works(third));
    ASSERT_OK(harbour.at(second).rti->register_federation_synchronization_point("alone", {}));
    harbour.settle();
    ASSERT_OK(harbour.at(second).rti->synchronization_point_achieved("alone"));
    ASSERT_OK(harbour.at(third).rti->synchronization_point_achieved("alone"));
    harbour.settle();
    EXPECT_TRUE(harbour.at(third).synchronized.contains("alone"));
    const std::size_t fourth = harbour.join();
    EXPECT_EQ(harbour.agreed(), only(static_cast<std::uint32_t>(second)) |
                                    only(static_cast<std::uint32_t>(third)) |
                                    only(static_cast<std::uint32_t>(fourth)));
  });
}

// Everybody registers, updates and deletes while a newcomer joins; in the end all know the same objects.
TEST(Joining, WhatIsOnItsWayIsSeenOnce) {
  in_harbours([](std::uint64_t seed) {
    const std::size_t older = 2 + seed % 3;
    Harbour harbour(seed, older);
    for (std::size_t i = 0; i < older; ++i) {
      harbour.at(i).publish("Ship", {"Course"});
      harbour.at(i).subscribe("Ship", {"Course"});
    }
    std::vector<std::vector<ObjectInstanceHandle>> own(older);
    const auto act = [&] {
      for (std::size_t i = 0; i < older; ++i) {
        Keeper& each = harbour.at(i);
        const auto made = each.rti->register_object_instance(each.object_class("Ship"));
        if (!made) continue;  // Congested
        own[i].push_back(*made);
        (void)each.update(*made, each.attribute("Ship", "Course"), "on");
        if (own[i].size() % 3 == 0 && each.rti->delete_object_instance(own[i].front()))
          own[i].erase(own[i].begin());
      }
    };
    act();
    const std::size_t newcomer = harbour.ask();
    for (int i = 0; i < 30; ++i) {
      act();
      harbour.pass(static_cast<std::int64_t>(1 + seed % 5) * tick_ns / 2);
    }
    Keeper& me = harbour.at(newcomer);
    me.join(Harbour::name(newcomer));
    me.subscribe("Ship", {"Course"});
    act();
    harbour.settle();
    std::size_t there = 0;
    for (const auto& each : own) there += each.size();
    EXPECT_EQ(me.discovered.size() - me.removed.size(), there);
    (void)harbour.agreed();
  });
}

// A newcomer, its sponsor or another node is lost at any moment of a join: the newcomer is in at all that go on, or at none.
TEST(Joining, IsWholeOrNotAtAllWhateverIsLostMeanwhile) {
  int joined = 0;
  int failed = 0;
  for (std::uint64_t seed = 1; seed <= 240 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const std::size_t older = 2 + seed % 4;
    Harbour harbour(seed, older);
    const std::size_t newcomer = harbour.ask();
    harbour.pass(static_cast<std::int64_t>(seed * 37 % 400) * tick_ns / 10);
    const std::size_t victim = seed / 4 % 3 == 0 ? newcomer : seed / 4 % 3 - 1;
    const auto node = static_cast<std::uint32_t>(victim);
    if (seed % 2 == 0) {
      harbour.kill(victim);
    } else {
      for (std::uint32_t other = 0; other < harbour.nodes().count(); ++other) {
        if (other == node) continue;
        harbour.network().cut(node, other);
        harbour.network().cut(other, node);
      }
    }
    harbour.pass(90'000 * tick_ns);
    harbour.settle();
    const NodeSet all = harbour.agreed();
    EXPECT_EQ(all & only(node), 0U);
    EXPECT_GE(std::popcount(all), static_cast<int>(older) - 1);
    (harbour.works(newcomer) ? joined : failed) += 1;
    // In any case the next one joins.
    if (seed % 2 == 0) {
      const std::size_t next = harbour.join();
      EXPECT_EQ(harbour.agreed(), all | only(static_cast<std::uint32_t>(next)));
    }
  }
  EXPECT_GT(joined, 20);
  EXPECT_GT(failed, 20);
}

TEST(Joining, TellsWhyANodeCannotJoin) {
  Harbour harbour(1, 2);
  SimulatedNetwork& network = harbour.network();
  EXPECT_ERROR(harbour.nodes().at(0).open_seat(1, network.channel(0, 3)), RTIinternalError);
  EXPECT_ERROR(harbour.nodes().at(0).open_seat(9, network.channel(0, 3)), RTIinternalError);
  EXPECT_ERROR(harbour.nodes().at(0).open_seat(3, nullptr), RTIinternalError);
  const std::size_t first = harbour.join();
  ASSERT_OK(harbour.nodes().at(0).open_seat(4, network.channel(0, 4)));
  EXPECT_ERROR(harbour.nodes().at(0).open_seat(4, network.channel(0, 4)), RTIinternalError);
  EXPECT_EQ(first, 2U);
  (void)harbour.agreed();
}

}  // namespace
}  // namespace orrery::rti::testing
