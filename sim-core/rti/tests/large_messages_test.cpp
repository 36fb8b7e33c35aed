// Values and tags larger than a message of a channel or a port: the same services work in every layout, up to one limit.
#include "orrery/base/random.hpp"

#include "beside_peer.hpp"
#include "federates.hpp"
#include "nodes.hpp"

namespace orrery::rti::testing {
namespace {

using transport::Kind;

constexpr std::size_t large_bytes = 300'000;

std::string value_of(std::size_t size, std::uint64_t seed) {
  base::Random random(seed);
  std::string value(size, ' ');
  for (char& each : value) each = static_cast<char>('a' + random.below(26));
  return value;
}

// Calls until the RTI has room; what was refused has left nothing behind.
template <class Service>
auto patiently(Federate& me, Service&& service) {
  auto done = service();
  while (!done.ok() && done.error().code == ErrorCode::Congested) {
    (void)me.rti->evoke_callback(0.001);
    done = service();
  }
  return done;
}

class LargeMessages : public Federates {
 protected:
  void begin() override {
    Federates::begin();
    join_all();
    a().publish("Vehicle", {"Position", "Speed"});
    for (Federate* each : {&b(), &c()}) each->subscribe("Vehicle", {"Position", "Speed"});
    auto made = a().rti->register_object_instance(a().object_class("Vehicle"));
    ASSERT_OK(made);
    car = *made;
    position = a().attribute("Vehicle", "Position");
    drain();
  }
  void update(const std::string& value, const std::string& tag = "") {
    ASSERT_OK(patiently(a(), [&] { return a().update(car, position, value, tag); }));
  }
  ObjectInstanceHandle car;
  AttributeHandle position;
};
INSTANTIATE_TEST_SUITE_P(Groups, LargeMessages, every_layout, layout_name);

// About the sizes at which a message of a channel is full, and far over its buffer.
TEST_P(LargeMessages, ValuesAndTagsArriveWholeAndInTheirOrder) {
  std::vector<std::string> sent;
  for (const std::size_t size :
       {16'304U, 16'312U, 16'320U, 16'384U, 40'000U, 65'536U, 300'000U, 10U, 0U, 600'000U, 20U}) {
    sent.push_back(value_of(size, size));
    update(sent.back(), sent.size() % 2 == 0 ? "" : value_of(size / 2, 1));
  }
  drain();
  for (Federate* each : {&b(), &c()}) {
    ASSERT_EQ(each->reflected.size(), sent.size());
    for (std::size_t i = 0; i < sent.size(); ++i) {
      EXPECT_TRUE(each->reflected[i].values.at(position.value) == sent[i]) << "number " << i;
      const std::string tag = i % 2 == 1 ? "" : value_of(sent[i].size() / 2, 1);
      EXPECT_TRUE(each->reflected[i].tag == tag) << "number " << i;
    }
  }
}

TEST_P(LargeMessages, InteractionsRemovalsAndRequestsTakeThem) {
  const std::string tag = value_of(large_bytes, 2);
  const auto fire = a().interaction_class("Fire");
  ASSERT_OK(a().rti->publish_interaction_class(fire));
  ASSERT_OK(b().rti->subscribe_interaction_class(fire));
  const auto strength = a().rti->get_parameter_handle(fire, "Target");
  ASSERT_OK(strength);
  const std::string power = value_of(large_bytes, 3);
  const ParameterValue value{*strength, bytes(power)};
  ASSERT_OK(patiently(
      a(), [&] { return a().rti->send_interaction(fire, std::span(&value, 1), bytes(tag)); }));
  ASSERT_OK(patiently(b(), [&] {
    return b().rti->request_attribute_value_update(car, std::span(&position, 1), bytes(tag));
  }));
  drain();
  ASSERT_EQ(b().received.size(), 1U);
  EXPECT_TRUE(b().received[0].values.at(strength->value) == power);
  EXPECT_TRUE(b().received[0].tag == tag);
  EXPECT_EQ(a().provide.size(), 1U);
  ASSERT_OK(patiently(a(), [&] { return a().rti->delete_object_instance(car, bytes(tag)); }));
  drain();
  EXPECT_TRUE(b().removed[car] == tag);
}

TEST_P(LargeMessages, OperationsTakeTags) {
  const std::string tag = value_of(large_bytes, 4);
  ASSERT_OK(a().rti->register_federation_synchronization_point("point", bytes(tag)));
  drain();
  for (const auto& each : feds) EXPECT_TRUE(each->announced["point"] == tag);
}

// What is in time-stamp order is delivered before the grant to its time, however long it takes to come.
TEST_P(LargeMessages, TimeStampedOnesComeBeforeTheGrant) {
  a().regulate(1);
  b().constrain();
  c().constrain();
  for (int time = 1; time <= 4; ++time) {
    const std::string value =
        value_of(time % 2 == 0 ? 20 : large_bytes, static_cast<std::uint64_t>(time));
    ASSERT_OK(patiently(a(), [&] { return a().update(car, position, value, float64_time(time)); }));
    ASSERT_OK(a().rti->time_advance_request(float64_time(time)));
    for (Federate* each : {&b(), &c()}) {
      ASSERT_OK(each->rti->time_advance_request(float64_time(time)));
    }
    EXPECT_EQ(a().await_grant(), time);
    for (Federate* each : {&b(), &c()}) {
      EXPECT_EQ(each->await_grant(), time);
      EXPECT_EQ(each->reflections_at_grant, static_cast<std::uint64_t>(time));
      ASSERT_EQ(each->reflected.size(), static_cast<std::size_t>(time));
      EXPECT_TRUE(each->reflected.back().values.at(position.value) == value);
    }
  }
}

// In what is refused, in no layout anything is sent.
class Limit : public ::testing::TestWithParam<Way> {};
std::vector<Way> limited() {
  return ways({Way(Kind::thread), Way(Kind::shm), Way(Kind::tcp), Way(Kind::shm, Data::nak)});
}
INSTANTIATE_TEST_SUITE_P(Ways, Limit, ::testing::ValuesIn(limited()), [](const auto& each) {
  return std::string(to_string(each.param.kind)) + "_" + std::string(to_string(each.param.data));
});

void refuses_only_what_is_over_the_limit(Federate& me, bool sends) {
  constexpr std::size_t most = MemoryBounds{}.message_bytes;
  me.publish("Ship", {"Course"});
  me.subscribe("Ship", {"Course"});
  const AttributeHandle course = me.attribute("Ship", "Course");
  const std::string greatest = value_of(most - 64, 5);
  if (sends) {
    const auto ship = me.rti->register_object_instance(me.object_class("Ship"));
    ASSERT_OK(ship);
    const std::string over(most, 'x');
    for (const Status& refused :
         {me.update(*ship, course, over), me.update(*ship, course, "", over),
          me.rti->register_federation_synchronization_point("over", bytes(over + "x"))}) {
      EXPECT_ERROR(refused, RTIinternalError);
      ASSERT_FALSE(refused.ok());
      EXPECT_NE(refused.error().message.find(std::to_string(most)), std::string::npos);
      EXPECT_NE(refused.error().message.find("the limit is"), std::string::npos);
    }
    ASSERT_OK(patiently(me, [&] { return me.update(*ship, course, greatest); }));
    ASSERT_OK(patiently(me, [&] { return me.update(*ship, course, "after"); }));
  } else {
    me.until([&] { return me.reflected.size() == 2; }, "both");
    ASSERT_EQ(me.reflected.size(), 2U);
    EXPECT_TRUE(me.reflected[0].values.at(course.value) == greatest);
    EXPECT_EQ(me.reflected[1].values.at(course.value), "after");
  }
}

TEST_P(Limit, IsTheSameBetweenNodes) {
  with_federates(GetParam(), 2, [](std::uint32_t rank, Federate& me) {
    if (rank == 1) me.subscribe("Ship", {"Course"});
    me.synchronize("middle");
    refuses_only_what_is_over_the_limit(me, rank == 0);
  });
}

TEST(LimitOnOneNode, IsThatBetweenNodes) {
  const auto node = single_node();
  Federate receiver(*node);
  Federate sender(*node);
  ASSERT_OK(sender.rti->create_federation_execution("test", test_modules()));
  receiver.join("receiver");
  sender.join("sender");
  receiver.subscribe("Ship", {"Course"});
  refuses_only_what_is_over_the_limit(sender, true);
  refuses_only_what_is_over_the_limit(receiver, false);
}

TEST(LimitOnOneNode, IsRefusedOutOfItsRange) {
  for (const std::size_t wrong : {std::size_t{0}, std::size_t{1} << 40}) {
    NodeOptions options;
    options.bounds.message_bytes = wrong;
    std::vector<std::unique_ptr<transport::Channel>> none(1);
    const auto node = Node::create(options, *base::Doorbell::create(base::Doorbell::Scope::local),
                                   std::move(none));
    ASSERT_FALSE(node.ok());
    EXPECT_NE(node.error().message.find("message_bytes is " + std::to_string(wrong)),
              std::string::npos);
  }
}

TEST(TimeBoundOfANode, IsRefusedOutOfItsRange) {
  const auto refusal = [](TimeBound wanted) {
    NodeOptions options;
    options.time_bound = wanted;
    std::vector<std::unique_ptr<transport::Channel>> none(1);
    const auto node = Node::create(options, *base::Doorbell::create(base::Doorbell::Scope::local),
                                   std::move(none));
    return node.ok() ? "" : node.error().message;
  };
  for (const std::uint32_t wrong : {0U, 1U, 65U}) {
    EXPECT_EQ(refusal({.fan_out = wrong}),
              "time_bound.fan_out is " + std::to_string(wrong) + ": use 2 to 64");
  }
  for (const std::uint32_t wrong : {0U, 65U}) {
    EXPECT_EQ(refusal({.in_flight = wrong}),
              "time_bound.in_flight is " + std::to_string(wrong) + ": use 1 to 64");
  }
  EXPECT_EQ(refusal({.fan_out = 64, .in_flight = 64}), "");
}

// All send to all at once, more than the channels hold: nobody waits for ever, nothing comes in part or twice.
TEST_P(Limit, CongestedNodesLoseNothing) {
  constexpr std::uint32_t nodes = 3;
  constexpr int count = 25;
  with_federates(GetParam(), nodes, [](std::uint32_t rank, Federate& me) {
    me.publish("Ship", {"Course"});
    me.subscribe("Ship", {"Course"});
    me.synchronize("middle");
    const auto ship = me.rti->register_object_instance(me.object_class("Ship"));
    ASSERT_OK(ship);
    const AttributeHandle course = me.attribute("Ship", "Course");
    for (int i = 0; i < count; ++i) {
      const std::string value =
          std::to_string(rank) + ":" + std::to_string(i) + ":" +
          value_of(i % 3 == 0 ? 8 : large_bytes, rank * 1000 + static_cast<std::uint64_t>(i));
      ASSERT_OK(patiently(me, [&] { return me.update(*ship, course, value); }));
    }
    me.until([&] { return me.reflected.size() == std::size_t{nodes - 1} * count; }, "all");
    std::map<ObjectInstanceHandle, int> next;
    for (const Reflected& each : me.reflected) {
      const std::string& value = each.values.at(course.value);
      const int i = next[each.object]++;
      const auto from = static_cast<std::uint64_t>(value[0] - '0');
      const std::string expected =
          value.substr(0, 2) + std::to_string(i) + ":" +
          value_of(i % 3 == 0 ? 8 : large_bytes, from * 1000 + static_cast<std::uint64_t>(i));
      EXPECT_TRUE(value == expected) << value.substr(0, 10) << " instead of number " << i;
    }
  });
}

// Frames of a peer, cut as the channel requires.
struct Parts : FederateBesidePeer {
  Parts() : FederateBesidePeer(0) {}
  WireMessage update(std::size_t size) {
    const std::string value = value_of(size, 6);
    const Item item{me.attribute("Vehicle", "Speed").value, bytes(value)};
    return data_message(DataKind::update, 0, car.value, std::span(&item, 1));
  }
  std::uint64_t malformed() { return both.node->counters().malformed; }
};

TEST(LargeMessagesOfAPeer, AreTakenWhenTheLastPartIsThere) {
  Parts world;
  world.me.subscribe("Vehicle", {"Position", "Speed"});
  const WireMessage whole = world.update(1000);
  const std::uint64_t malformed = world.malformed();
  const std::uint64_t received = world.both.node->counters().data_received;
  world.say_as_peer(data_part(Bytes(whole).first(500), false));
  EXPECT_EQ(world.both.node->counters().data_received, received);
  world.say_as_peer(data_part(Bytes(whole).subspan(500), true));
  EXPECT_EQ(world.both.node->counters().data_received, received + 1);
  EXPECT_EQ(world.malformed(), malformed);
}

TEST(LargeMessagesOfAPeer, AreBounded) {
  Parts world;
  const WireMessage content(16'000, std::byte{7});
  const std::size_t most = MemoryBounds{}.message_bytes / content.size();
  for (std::size_t i = 0; i < 3 * most; ++i) world.say_as_peer(data_part(content, false));
  EXPECT_GE(world.malformed(), 2U);
  world.say_as_peer(data_part(content, true));
  // It goes on with what is well-formed.
  const std::uint64_t received = world.both.node->counters().data_received;
  world.say_as_peer(data_part(world.update(100), true));
  EXPECT_EQ(world.both.node->counters().data_received, received + 1);
}

TEST(LargeMessagesOfAPeer, HoldDataAndNothingElse) {
  Parts world;
  const WireMessage whole = world.update(100);
  const WireMessage of_parts = data_part(whole, true);
  const WireMessage too_short(4, std::byte{1});
  const WireMessage operation = body(Operation{.kind = OperationKind::destroy});
  for (const WireMessage& each : {of_parts, too_short, operation}) {
    const std::uint64_t before = world.malformed();
    world.say_as_peer(data_part(each, true));
    EXPECT_EQ(world.malformed(), before + 1);
  }
  EXPECT_TRUE(world.me.lost.empty());
}

TEST(LargeMessagesOfAPeer, AreDroppedWithASenderThatIsLost) {
  Parts world;
  const std::uint64_t received = world.both.node->counters().data_received;
  world.say_as_peer(data_part(Bytes(world.update(1000)).first(500), false));
  world.both.peer->close();
  world.me.until([&] { return !world.me.lost_federates.empty(); }, "loss");
  EXPECT_EQ(world.both.node->counters().data_received, received);
  EXPECT_EQ(world.me.reflections, 0U);
}

}  // namespace
}  // namespace orrery::rti::testing
