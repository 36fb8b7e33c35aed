// Every kind of message between nodes, well-formed, altered, cut and made longer, from a peer that may be anything: of a node
// that orders, and of one that gives the order. What cannot be is dropped and counted, or the peer is lost; the node goes on
// and takes no memory without bound. The same messages every time.
#include <sys/resource.h>

#include "orrery/base/random.hpp"

#include "peer.hpp"
#include "wire_samples.hpp"

namespace orrery::rti::testing {
namespace {

void alter(Message& message, base::Random& random) {
  const std::uint64_t values[] = {0,         1,          2,         0xFF,       0xFFFF,
                                  INT32_MAX, UINT32_MAX, INT64_MAX, UINT64_MAX, random.below(40)};
  for (std::uint64_t n = random.below(4); n > 0 && !message.empty(); --n) {
    const std::size_t at = random.below(message.size());
    switch (random.below(4)) {
      case 0:
        message[at] = static_cast<std::byte>(random.below(256));
        break;
      case 1:
        if (random.chance(0.3)) message.resize(at);
        break;
      case 2:
        if (random.chance(0.2)) message.resize(message.size() + random.below(4000), std::byte{1});
        break;
      default: {
        const std::uint64_t value = values[random.below(std::size(values))];
        std::memcpy(message.data() + at, &value,
                    std::min(message.size() - at, std::size_t{1} << random.below(4)));
      }
    }
  }
  // A stamp of the future would only wait.
  if (message.size() >= sizeof(MessageHead) && random.chance(0.95)) {
    std::memset(message.data() + offsetof(MessageHead, stamp), 0, sizeof(std::uint64_t));
  }
}

class WireFuzz : public ::testing::TestWithParam<std::uint32_t> {
 protected:
  static long peak_kb() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
  }
  void TearDown() override { EXPECT_LT(peak_kb() - before_kb_, 512 * 1024); }
  const long before_kb_ = peak_kb();
};
INSTANTIATE_TEST_SUITE_P(Nodes, WireFuzz, ::testing::Values(0U, 1U), [](const auto& each) {
  return std::string(each.param == 0 ? "ThatOrders" : "ThatIsOrdered");
});

TEST_P(WireFuzz, ANodeGoesOnWhateverItsPeerSays) {
  const std::uint32_t self = GetParam();
  const std::uint32_t peer = 1 - self;
  std::uint64_t refused = 0;
  int connected = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    base::Random random(seed, 9 + self);
    NodeWithPeer both(self);
    Federate me(*both.node);
    const auto say = [&](const Message& bytes) {
      (void)both.peer->send_now(bytes);
      me.drain();
      while (both.peer->peek().io == transport::Io::ok) both.peer->release();
    };
    Operation create{.kind = OperationKind::create};
    create.text = "test";
    for (const FomModule& module : test_modules()) {
      create.texts.insert(create.texts.end(), {module.designator, module.source});
    }
    Operation join{.kind = OperationKind::join};
    join.text = "test";
    join.texts = {"other", "tester"};
    say(body(create));
    // Who gives the order may say what is next before it is there.
    if (self == 1) {
      say(ordered(1, 0));
      say(ordered(2, 1));
      say(ordered(3, 0));
    }
    ASSERT_OK(me.rti->join_federation_execution("me", "tester", "test"));
    say(body(join));
    ASSERT_OK(me.rti->get_federate_handle("other"));
    me.publish("Vehicle", {"Position", "Speed"});
    me.subscribe("Vehicle", {"Position", "Speed"});
    ASSERT_OK(me.rti->subscribe_interaction_class(me.interaction_class("Fire")));
    const auto car = me.rti->register_object_instance(me.object_class("Vehicle"));
    ASSERT_OK(car);
    ASSERT_OK(me.rti->enable_time_regulation(float64_interval(1)));
    ASSERT_OK(me.rti->enable_time_constrained());
    if (self == 1) {
      for (std::uint64_t number = 4; number < 10; ++number) say(ordered(number, 1));
    }
    say(epoch());
    const std::vector<Message> all = samples(peer, car->value, seed % 3 == 0);
    const auto speed = me.attribute("Vehicle", "Speed");
    for (int i = 0; i < 300; ++i) {
      Message next = all[random.below(all.size())];
      alter(next, random);
      say(next);
      // So that its operations are followed.
      if (self == 1) say(ordered(both.node->counters().operations + 1, peer));
      if (i % 10 == 0) {
        (void)me.update(*car, speed, "still here");
        (void)me.rti->time_advance_request(float64_time(i));
      }
    }
    refused += both.node->counters().malformed + both.node->counters().unknown;
    connected += me.rti->get_object_class_handle("Ship").ok() ? 1 : 0;
    both.node->forget();  // nobody answers a good-bye
  }
  EXPECT_GT(refused, 1000U);
  EXPECT_GT(connected, 10) << "most are dropped, not the end";
}

}  // namespace
}  // namespace orrery::rti::testing
