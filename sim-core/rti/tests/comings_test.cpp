// Who comes and who goes while data flows: a federate joins late, a node is killed, a host is cut off. The others go on,
// are told who is lost, and miss nothing of each other; the late one gets all from where it came in.
#include <algorithm>
#include <bit>
#include <csignal>
#include <map>
#include <stdexcept>

#include "layout.hpp"
#include "world.hpp"

namespace orrery::rti::testing {
namespace {

using transport::Kind;

constexpr std::uint32_t node_count = 5;
constexpr std::uint32_t caller = 1;  // calls the late one, and names the points of synchronization
constexpr std::uint32_t late_rank = 4;
constexpr int at_least = 300;  // updates
constexpr int before_the_call = 100;
constexpr int after_the_loss = 1500;  // more than a window holds

std::string name_of(std::uint32_t rank) { return "f" + std::to_string(rank); }

// A federate that sends numbers, and looks at those of others.
class Stream : public Federate {
 public:
  explicit Stream(Node& at) : Federate(at) {
    on_reflect = [this] {
      const Reflected& each = reflected.back();
      const int number = std::stoi(each.values.at(position.value));
      const auto [next, first] = next_.try_emplace(each.object, number);
      EXPECT_EQ(number, next->second) << "of object " << each.object.value;
      next->second = number + 1;
      if (each.tag == "last") ended.insert(producer(each.object));
      if (first) began[producer(each.object)] = number;
      reflected.clear();
    };
  }

  void come(std::uint32_t rank) {
    until([&] { return !rti->list_federation_executions()->empty(); }, "the federation");
    join(name_of(rank));
    position = attribute("Vehicle", "Position");
    publish("Vehicle", {"Position"});
    subscribe("Vehicle", {"Position"});
    fire = interaction_class("Fire");
    ASSERT_OK(rti->publish_interaction_class(fire));
    ASSERT_OK(rti->subscribe_interaction_class(fire));
  }
  void make() {
    auto made = rti->register_object_instance(object_class("Vehicle"));
    ASSERT_OK(made);
    mine_ = *made;
  }
  // The next number of its own object. False: it is no member any longer.
  bool send(const std::string& tag = "") {
    const std::string number = std::to_string(sent);
    for (;;) {
      const Status io = update(mine_, position, number, tag);
      drain();
      // Nobody ends a process that sends for ever.
      if (base::now_ns() > give_up_ns_) throw std::runtime_error("sending in vain: the watchdog");
      if (!io.ok() && io.error().code == ErrorCode::Congested && lost.empty()) continue;
      if (io.ok()) ++sent;
      return io.ok();
    }
  }
  void must_send(const std::string& tag = "") {
    if (!send(tag)) throw std::runtime_error("no member any longer: " + lost);
  }
  void say(const std::string& what) {
    for (;;) {
      const Status io = rti->send_interaction(fire, {}, bytes(what));
      if (io.ok()) return;
      ASSERT_EQ(io.error().code, ErrorCode::Congested);
      if (base::now_ns() > give_up_ns_) throw std::runtime_error("saying in vain: the watchdog");
      drain();
    }
  }
  [[nodiscard]] bool heard(const std::string& what) const {
    return std::ranges::find(received, what, &Received::tag) != received.end();
  }
  [[nodiscard]] FederateHandle federate(std::uint32_t rank) const {
    return *rti->get_federate_handle(name_of(rank));
  }

  AttributeHandle position;
  InteractionClassHandle fire;
  int sent = 0;
  std::map<FederateHandle, int> began;  // with which number
  std::set<FederateHandle> ended;

 private:
  FederateHandle producer(ObjectInstanceHandle of) const {
    return std::ranges::find(discovered, of, &Discovered::object)->producer;
  }

  const std::int64_t give_up_ns_ = base::now_ns() + 3 * watchdog_ns;
  ObjectInstanceHandle mine_;
  std::map<ObjectInstanceHandle, int> next_;
};

// Of those who come and go, `gone` are the nodes that go, by `go`, when the late one is there and all are in the midst.
class Comings : public ::testing::TestWithParam<Way> {
 protected:
  void SetUp() override {
    if (!is_built_in(GetParam().data)) {
      GTEST_SKIP() << to_string(GetParam().data) << " is not built in";
    }
  }
  using Go = std::function<void(Stream&)>;
  void run(NodeSet gone, const Go& go, NodeSet killed) {
    on_nodes(
        GetParam(), node_count,
        [&](std::uint32_t rank, Node& node) {
          Stream me(node);
          if (rank == 0) {
            ASSERT_OK(me.rti->create_federation_execution("test", test_modules()));
          }
          if (rank == late_rank) return come_late(me, gone);
          stream(me, rank, gone, go);
        },
        "", killed);
  }

 private:
  static bool stays(std::uint32_t rank, NodeSet gone) {
    return rank != late_rank && (gone & only(rank)) == 0;
  }
  static std::size_t staying(NodeSet gone) {
    return node_count - 1 - static_cast<std::size_t>(std::popcount(gone));
  }

  static void stream(Stream& me, std::uint32_t rank, NodeSet gone, const Go& go) {
    me.come(rank);
    me.make();
    me.until([&] { return me.discovered.size() == node_count - 2; }, "the others' objects");
    if (rank == caller) {
      me.until([&] { return me.rti->get_federate_handle("scout").ok(); }, "the scout");
      ASSERT_OK(me.rti->register_federation_synchronization_point("begin", {}));
    }
    me.synchronize("begin");
    for (int i = 0; i < before_the_call; ++i) me.must_send();
    if (rank == caller) me.say("come");
    while (!me.heard("I am here") || me.sent < at_least) me.must_send();
    if ((gone & only(rank)) != 0) return go(me);
    while (me.lost_federates.size() < static_cast<std::size_t>(std::popcount(gone))) me.must_send();
    for (int i = 0; i < after_the_loss; ++i) me.must_send();
    me.must_send("last");
    me.until([&] { return me.ended.size() == staying(gone) - 1; }, "the last of all that stay");
    // Of those that go some may have come.
    EXPECT_GE(me.began.size(), staying(gone) - 1);
    for (const auto& [federate, first] : me.began) EXPECT_EQ(first, 0);
    EXPECT_EQ(me.lost, "");
    leave(me, rank, gone);
  }

  static void come_late(Stream& me, NodeSet gone) {
    {
      // Another federate of the node is told when they are in the midst of it.
      Federate scout(me.node);
      scout.until([&] { return !scout.rti->list_federation_executions()->empty(); }, "federation");
      scout.join("scout");
      ASSERT_OK(scout.rti->subscribe_interaction_class(scout.interaction_class("Fire")));
      scout.synchronize("begin");
      scout.until([&] { return !scout.received.empty(); }, "the call to come");
      ASSERT_OK(scout.rti->resign_federation_execution(ResignAction::no_action));
    }
    me.come(late_rank);
    const auto of_all_that_stay = [&](const auto& of) {
      for (std::uint32_t rank = 0; rank < node_count; ++rank) {
        if (stays(rank, gone) && !of.contains(me.federate(rank))) return false;
      }
      return true;
    };
    me.until([&] { return of_all_that_stay(me.began); }, "data of all that stay");
    EXPECT_GE(me.began[me.federate(caller)], before_the_call);
    me.say("I am here");
    me.until([&] { return of_all_that_stay(me.ended); }, "the last of all that stay");
    EXPECT_EQ(me.lost_federates.size(), static_cast<std::size_t>(std::popcount(gone)));
    EXPECT_EQ(me.lost, "");
    leave(me, late_rank, gone);
  }

  static void leave(Stream& me, std::uint32_t rank, NodeSet gone) {
    for (std::uint32_t other = 0; other < node_count; ++other) {
      if ((gone & only(other)) != 0) {
        EXPECT_ERROR(me.rti->get_federate_handle(name_of(other)), NameNotFound);
      }
    }
    if (rank == caller) {
      ASSERT_OK(me.rti->register_federation_synchronization_point("end", {}));
    }
    me.synchronize("end");
    ASSERT_OK(me.rti->resign_federation_execution(ResignAction::delete_objects));
  }
};

// So long they wait for whom they do not hear, though it may live: a busy machine may keep it from saying anything for some
// seconds.
Way soon_silent(Way way) {
  way.silence_ns = 6'000'000'000;
  return way;
}
// Silence tells nobody of a loss: what a channel says of it has to do.
Way never_silent(Way way) {
  way.silence_ns = 20 * watchdog_ns;
  return way;
}
std::string way_name(const ::testing::TestParamInfo<Way>& each) {
  return std::string(to_string(each.param.kind)) +
         (each.param.data == Data::channels ? "" : "_" + std::string(to_string(each.param.data))) +
         (each.param.loss > 0 ? "_lossy" : "");
}
INSTANTIATE_TEST_SUITE_P(Ways, Comings,
                         ::testing::ValuesIn(ways({{Kind::tcp},
                                                   {Kind::shm},
                                                   never_silent({Kind::tcp, Data::nak, 0.05}),
                                                   never_silent({Kind::tcp, Data::region, 0.05}),
                                                   never_silent({Kind::tcp, Data::norm}),
                                                   never_silent({Kind::tcp, Data::dds})})),
                         way_name);

// It is the one that gives the order of operations.
TEST_P(Comings, OneJoinsLateAndOneIsKilled) {
  const auto killed = [](Stream&) { ::raise(SIGKILL); };
  run(only(0), killed, only(0));
}

// Where there are hosts.
class CutHosts : public Comings {
 public:
  static std::vector<Way> all() {
    if (!host_layout()) return {};
    std::vector<Way> all;
    for (const Data data : {Data::channels, Data::nak, Data::region, Data::norm, Data::dds}) {
      if (is_built_in(data)) all.push_back(soon_silent({Kind::tcp, data}));
    }
    return all;
  }
};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(CutHosts);
INSTANTIATE_TEST_SUITE_P(Cuts, CutHosts, ::testing::ValuesIn(CutHosts::all()), way_name);

// The first of three: two of five nodes, with that which gives the order.
TEST_P(CutHosts, OneJoinsLateAndAHostIsCutOff) {
  ASSERT_EQ(host_layout()->addresses.size(), 3U);
  const auto cut_off = [](Stream& me) {
    // Not before the other has heard the late one: it hears nothing more.
    if (me.federate(0) == me.handle) {
      while (!me.heard("cut us off")) me.must_send();
      ask_for(Ask::cut, 0);
    } else {
      me.say("cut us off");
    }
    while (me.send()) {
    }
    me.until([&] { return !me.lost.empty(); }, "the end of its connection");
  };
  run(only(0) | only(3), cut_off, 0);
  if (host_layout()->self == 1) ask_for(Ask::heal, 0);
}

}  // namespace
}  // namespace orrery::rti::testing
