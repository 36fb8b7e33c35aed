// A federate that never evokes: callbacks that others bring about are kept up to a bound, then it is lost, alone; those that it
// asks for itself are refused before.
#include <gtest/gtest.h>

#include <atomic>

#include "federation/federation.hpp"
#include "growth.hpp"
#include "manager.hpp"

namespace orrery::rti::testing {
namespace {

constexpr std::size_t bound = 128U << 10;
constexpr MemoryBounds bounds{.federate_bytes = bound};
constexpr int enough = 4000;  // callbacks to fill that

// What another federate does, again and again, of which the silent one is told.
struct Story {
  const char* name;
  std::function<void(Federate& silent, Federate& busy)> begin;
  std::function<void(Federate& busy, int i)> again;
};

// Not yet allowed, until the operation before it is in order: it is tried again.
void ignore(const Status& /*done*/) {}

const std::vector<Story>& stories() {
  const auto ship = [](Federate& busy) {
    return ObjectInstanceHandle{(std::uint64_t{busy.handle.value} << 32) | 1};
  };
  const auto with_ship = [](Federate& silent, Federate& busy) {
    busy.publish("Ship", {"Course"});
    ASSERT_OK(busy.rti->register_object_instance(busy.object_class("Ship")));
    silent.publish("Ship", {"Course"});
    silent.subscribe("Ship", {"Course"});
  };
  static const std::vector<Story> told{
      {"discoveries", with_ship,
       [](Federate& busy, int) {
         ASSERT_OK(busy.rti->register_object_instance(busy.object_class("Ship")));
       }},
      {"removals", with_ship,
       [](Federate& busy, int) {
         const auto made = busy.rti->register_object_instance(busy.object_class("Ship"));
         ASSERT_OK(made);
         const auto gone = [&] { return busy.rti->delete_object_instance(*made, {}).ok(); };
         while (!gone()) busy.drain();  // the other node is slower
       }},
      {"points", [](Federate&, Federate&) {},
       [](Federate& busy, int i) {
         // Of it alone: others would need room for what one poll brings.
         const auto silent = busy.rti->get_federate_handle("silent");
         if (!silent) return;
         const std::string tag(300, 'x');
         ASSERT_OK(busy.rti->register_federation_synchronization_point(
             std::to_string(i), bytes(tag), std::span(&*silent, 1)));
       }},
      {"offers", with_ship,
       [ship](Federate& busy, int) {
         const auto all = busy.attributes("Ship", {"Course"});
         const auto object = ship(busy);
         ignore(busy.rti->negotiated_attribute_ownership_divestiture(object, all, bytes("tag")));
         ignore(busy.rti->cancel_negotiated_attribute_ownership_divestiture(object, all));
       }},
      {"releases",
       [](Federate& silent, Federate& busy) {
         silent.publish("Ship", {"Course"});
         ASSERT_OK(silent.rti->register_object_instance(silent.object_class("Ship")));
         busy.publish("Ship", {"Course"});
         busy.subscribe("Ship", {"Course"});
         busy.until([&] { return !busy.discovered.empty(); }, "the ship");
       },
       [](Federate& busy, int) {
         const auto all = busy.attributes("Ship", {"Course"});
         const auto object = busy.discovered[0].object;
         ignore(busy.rti->attribute_ownership_acquisition(object, all, bytes("tag")));
         ignore(busy.rti->cancel_attribute_ownership_acquisition(object, all));
       }},
      {"advisories",
       [](Federate& silent, Federate& /*busy*/) { silent.publish("Ship", {"Course"}); },
       [](Federate& busy, int) {
         busy.subscribe("Ship", {"Course"});
         (void)busy.rti->evoke_callback(0);
         ASSERT_OK(busy.rti->unsubscribe_object_class(busy.object_class("Ship")));
         (void)busy.rti->evoke_callback(0);
       }},
  };
  return told;
}

class Silent : public ::testing::TestWithParam<std::size_t> {};

// One on the silent one's node, which goes on, and one on another see it go.
TEST_P(Silent, IsLostAlone) {
  const Story& story = stories()[GetParam()];
  std::atomic<bool> listening{false};
  std::atomic<bool> lost{false};
  with_bounds(2, bounds, [&](std::uint32_t rank, Federate& me) {
    const std::string report = "HLAfederate.HLAreport.HLAreportFederateLost";
    Manager manager(me);
    if (rank == 0) {
      manager.listen(report);
      listening = true;
      me.until([&] { return !manager.reports(report).empty(); }, "a report");
      const auto reports = manager.reports(report);
      EXPECT_EQ(Decoder(reports.at(0).at("HLAfederateName")).unicode(), "silent");
      const std::string why = Decoder(reports.at(0).at("HLAfaultDescription")).unicode();
      EXPECT_NE(why.find("did not evoke"), std::string::npos) << why;
      EXPECT_EQ(me.lost_federates.size(), 1U);
      EXPECT_ERROR(me.rti->get_federate_handle("silent"), NameNotFound);
      lost = true;
      return;
    }
    me.until([&] { return listening.load(); }, "the other node");
    Federate silent(me.node);
    silent.join("silent");
    story.begin(silent, me);
    const std::int64_t deadline = base::now_ns() + watchdog_ns;
    for (int i = 0; me.lost_federates.empty() && base::now_ns() < deadline; ++i) {
      story.again(me, i);
      me.drain();
    }
    ASSERT_EQ(me.lost_federates.size(), 1U);
    EXPECT_EQ(me.lost_federates.at(0), silent.handle);
    EXPECT_ERROR(silent.rti->publish_interaction_class(me.interaction_class("Hail")), NotConnected);
    EXPECT_EQ(silent.lost, "") << "it has not evoked yet";
    silent.drain();
    EXPECT_NE(silent.lost.find("did not evoke"), std::string::npos) << silent.lost;
    EXPECT_ERROR(silent.rti->join_federation_execution("again", "tester", "test"), NotConnected);
    // Connected anew it takes part again.
    Federate fresh(me.node);
    fresh.join("fresh");
    me.until([&] { return lost.load(); }, "the other node");
  });
}

INSTANTIATE_TEST_SUITE_P(Stories, Silent, ::testing::Range<std::size_t>(0, 6),
                         [](const auto& each) { return std::string(stories()[each.param].name); });

// Its ambassador goes before the loss is known to all.
TEST(SilentFederate, MayBeDisconnectedMeanwhile) {
  with_bounds(1, bounds, [](std::uint32_t /*rank*/, Federate& me) {
    me.publish("Ship", {"Course"});
    {
      Federate silent(me.node);
      silent.join("silent");
      silent.subscribe("Ship", {"Course"});
      for (int i = 0; i < enough; ++i) {
        ASSERT_OK(me.rti->register_object_instance(me.object_class("Ship")));
      }
    }
    EXPECT_ERROR(me.rti->get_federate_handle("silent"), NameNotFound);
    for (int i = 1; i < 10; ++i) {
      const ObjectInstanceHandle object{(std::uint64_t{me.handle.value} << 32) |
                                        static_cast<std::uint64_t>(i)};
      ASSERT_OK(me.rti->delete_object_instance(object, {}));
    }
  });
}

// An object that is deleted is kept until all who know it have been told: that counts.
TEST(SilentFederate, KeepsDeletedObjects) {
  with_bounds(1, bounds, [](std::uint32_t /*rank*/, Federate& me) {
    me.publish("Ship", {"Course"});
    Federate silent(me.node);
    silent.join("silent");
    silent.subscribe("Ship", {"Course"});
    std::vector<ObjectInstanceHandle> ships;
    const std::size_t most = bound / sizeof(Object);
    while (ships.size() < most) {
      ships.push_back(*me.rti->register_object_instance(me.object_class("Ship")));
    }
    silent.drain();
    ASSERT_EQ(silent.discovered.size(), most) << "and has room again";
    std::size_t deleted = 0;
    while (deleted < most && me.lost_federates.empty()) {
      ASSERT_OK(me.rti->delete_object_instance(ships[deleted++], {}));
      me.drain();
    }
    EXPECT_LT(deleted, most);
    EXPECT_GT(deleted, most / 2);
  });
}

TEST(SilentFederate, WhoEvokesIsToldAnyNumber) {
  with_bounds(1, bounds, [](std::uint32_t /*rank*/, Federate& me) {
    me.publish("Ship", {"Course"});
    Federate other(me.node);
    other.join("other");
    other.subscribe("Ship", {"Course"});
    for (int i = 0; i < enough; ++i) {
      const auto ship = me.rti->register_object_instance(me.object_class("Ship"));
      ASSERT_OK(ship);
      ASSERT_OK(me.rti->delete_object_instance(*ship, {}));
      other.drain();
    }
    EXPECT_EQ(other.discovered.size(), static_cast<std::size_t>(enough));
    EXPECT_EQ(other.removed.size(), static_cast<std::size_t>(enough));
    EXPECT_EQ(other.lost, "");
  });
}

// Callbacks that it asks for itself.
TEST(SilentFederate, IsRefusedItsOwnQuestions) {
  with_bounds(1, bounds, [](std::uint32_t /*rank*/, Federate& me) {
    me.publish("Ship", {"Course"});
    const auto hail = me.interaction_class("Hail");
    const auto course = me.attribute("Ship", "Course");
    const auto ship = me.rti->register_object_instance(me.object_class("Ship"));
    ASSERT_OK(ship);
    const std::vector<std::pair<const char*, std::function<Status()>>> questions{
        {"ownership", [&] { return me.rti->query_attribute_ownership(*ship, course); }},
        {"attribute", [&] { return me.rti->query_attribute_transportation_type(*ship, course); }},
        {"interaction",
         [&] { return me.rti->query_interaction_transportation_type(me.handle, hail); }},
        {"save", [&] { return me.rti->query_federation_save_status(); }},
        {"restore", [&] { return me.rti->query_federation_restore_status(); }},
        {"name", [&] { return me.rti->reserve_object_instance_name("it"); }},
    };
    for (const auto& [name, ask] : questions) {
      int asked = 0;
      Status answer = ask();
      for (; answer && asked < enough; ++asked) answer = ask();
      EXPECT_ERROR(answer, Congested);
      EXPECT_GT(asked, 100) << name;
      for (const auto& other : questions) EXPECT_ERROR(other.second(), Congested);
      me.drain();
      ASSERT_OK(ask());
      me.drain();
    }
    EXPECT_EQ(me.lost, "");
  });
}

// What comes as data is refused at its sender, and nobody is lost.
TEST(SilentFederate, IsAskedForValuesNoMoreThanItsInboxHolds) {
  NodeOptions options;
  options.inbox_bytes = bound / 2;
  options.bounds = bounds;
  auto node = Node::create(options, *base::Doorbell::create(base::Doorbell::Scope::local),
                           std::vector<std::unique_ptr<transport::Channel>>(1));
  ASSERT_OK(node);
  Federate me(**node);
  ASSERT_OK(me.rti->create_federation_execution("test", test_modules()));
  me.join("me");
  Federate silent(**node);
  silent.join("silent");
  silent.publish("Ship", {"Course"});
  const auto ship = silent.rti->register_object_instance(silent.object_class("Ship"));
  ASSERT_OK(ship);
  me.subscribe("Ship", {"Course"});
  me.drain();
  const auto which = me.attributes("Ship", {"Course"});
  const auto ask = [&] { return me.rti->request_attribute_value_update(*ship, which, {}); };
  Status asked = ask();
  for (int i = 0; i < enough && asked; ++i) asked = ask();
  EXPECT_ERROR(asked, Congested);
  me.drain();
  EXPECT_TRUE(me.lost_federates.empty());
  silent.drain();
  EXPECT_FALSE(silent.provide.empty());
  EXPECT_EQ(silent.lost, "");
  ASSERT_OK(ask());
}

}  // namespace
}  // namespace orrery::rti::testing
