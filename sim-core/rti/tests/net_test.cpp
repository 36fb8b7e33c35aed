// The net of nodes by itself: the order of operations when a node is lost, with the test as that node.
#include "net/net.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <string>

#include "world.hpp"

namespace orrery::rti::testing {
namespace {

// A net that writes down what it is told.
class Recorder : public Net::Owner {
 public:
  Recorder(std::uint32_t self, std::shared_ptr<base::Doorbell> bell,
           std::vector<std::unique_ptr<transport::Channel>> channels,
           const MemoryBounds& bounds = {})
      : net(*this, self, std::move(channels), {}, bounds) {
    EXPECT_TRUE(net.start(std::move(bell), base::WaitStrategy::yield).ok());
  }
  void apply(std::uint32_t origin, std::uint64_t /*sequence*/,
             const Operation& operation) override {
    applied.push_back(std::to_string(origin) + (operation.kind == OperationKind::node_lost
                                                    ? " lost " + std::to_string(operation.number)
                                                    : " " + operation.text.substr(0, 8)));
    longest = std::max(longest, operation.text.size());
  }
  bool on_message(std::uint32_t /*from*/, const MessageHead& /*head*/, Bytes /*message*/) override {
    return true;
  }
  void on_order_lost(const std::string& why) override { lost = why; }

  Net net;
  std::vector<std::string> applied;
  std::size_t longest = 0;
  std::string lost;
};

Operation named(const std::string& name) { return {.kind = OperationKind::create, .text = name}; }

// Nodes 0 and 1, and the channels of node 2.
class LostNode : public ::testing::Test {
 protected:
  void SetUp() override {
    for (auto& bell : bells) bell = *base::Doorbell::create(base::Doorbell::Scope::local);
    std::vector<std::unique_ptr<transport::Channel>> ends_0(3);
    std::vector<std::unique_ptr<transport::Channel>> ends_1(3);
    const auto pair = [&](std::size_t a, std::size_t b) {
      return std::move(
          *transport::Transport::make_pair(transport::Kind::thread, {}, bells[a], bells[b]));
    };
    auto both = pair(0, 1);
    ends_0[1] = std::move(both.a);
    ends_1[0] = std::move(both.b);
    auto first = pair(0, 2);
    ends_0[2] = std::move(first.a);
    to_0 = std::move(first.b);
    auto second = pair(1, 2);
    ends_1[2] = std::move(second.a);
    to_1 = std::move(second.b);
    zero = std::make_unique<Recorder>(0, bells[0], std::move(ends_0), bounds);
    one = std::make_unique<Recorder>(1, bells[1], std::move(ends_1), bounds);
  }
  void until(const std::function<bool()>& then) {
    const std::int64_t deadline = base::now_ns() + watchdog_ns;
    while (!then() && base::now_ns() < deadline) {
      if (!zero->net.poll()) (void)zero->net.wait(base::now_ns() + 100'000);
      if (!one->net.poll()) (void)one->net.wait(base::now_ns() + 100'000);
      for (auto* channel : {to_0.get(), to_1.get()}) {
        while (channel != nullptr && channel->peek().io == transport::Io::ok) channel->release();
      }
    }
    EXPECT_TRUE(then());
  }
  // All that has been sent until now.
  void read_all() {
    for (int i = 0; i < 100; ++i) {
      (void)zero->net.poll();
      (void)one->net.poll();
    }
  }
  // As node 2: in parts if it is large.
  static void say(transport::Channel& to, const Operation& operation) {
    std::vector<std::byte> body;
    encode(operation, body);
    const std::size_t most = to.options().max_message_bytes - sizeof(MessageHead);
    for (std::size_t at = 0; at < body.size(); at += most) {
      const std::size_t size = std::min(most, body.size() - at);
      std::vector<std::byte> message;
      Writer(message).put(
          MessageHead{.kind = MessageKind::operation,
                      .detail = static_cast<std::uint8_t>(at + size == body.size())});
      message.insert(message.end(), body.begin() + static_cast<std::ptrdiff_t>(at),
                     body.begin() + static_cast<std::ptrdiff_t>(at + size));
      ASSERT_EQ(to.send_now(message), transport::Io::ok);
    }
  }

  // Small, so that it is soon reached.
  static constexpr MemoryBounds bounds{.unread_bytes = 16U << 20};
  std::array<std::shared_ptr<base::Doorbell>, 3> bells;
  std::unique_ptr<Recorder> zero;
  std::unique_ptr<Recorder> one;
  std::unique_ptr<transport::Channel> to_0;
  std::unique_ptr<transport::Channel> to_1;
};

TEST_F(LostNode, WhatTheSequencerAloneHeardIsRepeatedHoweverLarge) {
  say(*to_0, named("small"));
  say(*to_1, named("small"));
  say(*to_0, named(std::string(40'000, 'x')));
  until([&] { return zero->applied.size() == 1 && one->applied.size() == 1; });
  read_all();
  EXPECT_EQ(zero->applied.size(), 1U) << "node 1 does not hold the second";
  to_0.reset();
  to_1.reset();
  until([&] { return one->applied.size() == 3 && zero->applied.size() == 3; });
  EXPECT_EQ(one->applied, zero->applied);
  EXPECT_EQ(one->applied, (std::vector<std::string>{"2 small", "2 xxxxxxxx", "0 lost 2"}));
  EXPECT_EQ(one->longest, 40'000U);
  (void)one->net.submit(named("after"), SubmitPermit::of_the_rti());
  until([&] { return one->applied.size() == 4 && zero->applied.size() == 4; });
  EXPECT_FALSE(one->net.living(2));
}

TEST_F(LostNode, WhatIsRepeatedCountsOnceThoughItHadCome) {
  say(*to_0, named("first"));
  say(*to_0, named("second"));
  read_all();
  EXPECT_TRUE(zero->applied.empty()) << "node 1 holds nothing";
  // The same is on its way to node 1 when the sequencer loses node 2.
  say(*to_1, named("first"));
  say(*to_1, named("second"));
  to_0.reset();
  to_1.reset();
  until([&] { return one->applied.size() == 3 && zero->applied.size() == 3; });
  EXPECT_EQ(one->applied, (std::vector<std::string>{"2 first", "2 second", "0 lost 2"}));
}

TEST_F(LostNode, ANodeThatTheSequencerHasLostIsOutThoughAnotherStillHearsIt) {
  say(*to_0, named("first"));
  say(*to_1, named("first"));
  until([&] { return one->applied.size() == 1 && zero->applied.size() == 1; });
  to_0.reset();
  until([&] { return one->applied.size() == 2 && zero->applied.size() == 2; });
  EXPECT_EQ(one->applied.back(), "0 lost 2");
  EXPECT_EQ(to_1->peek().io, transport::Io::closed) << "and is told";
}

// Node 2 lives and reads nothing: what waits for it does not fill the memory of the others, and they go on.
TEST_F(LostNode, WhoNeverReadsIsGivenUp) {
  const std::string large(bounds.unread_bytes / 64, 'x');
  std::size_t submitted = 0;
  const std::int64_t deadline = base::now_ns() + watchdog_ns;
  while (zero->net.living(2) && submitted < 100 && base::now_ns() < deadline) {
    (void)zero->net.submit(named(large), SubmitPermit::of_the_rti());
    ++submitted;
    while (one->applied.size() < submitted && base::now_ns() < deadline) {
      (void)zero->net.poll();
      (void)one->net.poll();
    }
  }
  EXPECT_FALSE(zero->net.living(2));
  EXPECT_GT(submitted, 50U);
  EXPECT_LT(submitted, 100U);
  EXPECT_EQ(std::ranges::count(zero->applied, "0 lost 2"), 1);
  to_1.reset();
  until([&] { return one->applied.size() == submitted + 1 && zero->applied == one->applied; });
}

// Node 2 reads nothing for long, and is given up by all. When it reads again it is told: that the others had ended it must
// not believe, or it would go on as a federation of its own.
class Stalled : public ::testing::TestWithParam<transport::Kind> {};

TEST_P(Stalled, ANodeIsToldThatItWasGivenUp) {
  std::array<std::shared_ptr<base::Doorbell>, 3> bells;
  std::array<std::vector<std::unique_ptr<transport::Channel>>, 3> ends;
  for (auto& bell : bells) bell = *base::Doorbell::create(base::Doorbell::Scope::local);
  for (auto& each : ends) each.resize(3);
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = a + 1; b < 3; ++b) {
      auto both = std::move(*transport::Transport::make_pair(GetParam(), {}, bells[a], bells[b]));
      ends[a][b] = std::move(both.a);
      ends[b][a] = std::move(both.b);
    }
  }
  const MemoryBounds bounds{.unread_bytes = 4U << 20};  // not to take long
  std::array<std::unique_ptr<Recorder>, 3> nodes;
  for (std::uint32_t i = 0; i < 3; ++i) {
    nodes[i] = std::make_unique<Recorder>(i, bells[i], std::move(ends[i]), bounds);
  }
  auto& [zero, one, two] = nodes;
  const std::string large(1U << 20, 'x');
  const std::int64_t deadline = base::now_ns() + watchdog_ns;
  for (std::size_t submitted = 1;
       (zero->net.living(2) || one->net.living(2)) && base::now_ns() < deadline; ++submitted) {
    (void)zero->net.submit(named(large), SubmitPermit::of_the_rti());
    (void)one->net.submit(named(large), SubmitPermit::of_the_rti());
    while (one->applied.size() < 2 * submitted && base::now_ns() < deadline) {
      (void)zero->net.poll();
      (void)one->net.poll();
    }
  }
  ASSERT_FALSE(zero->net.living(2));
  ASSERT_FALSE(one->net.living(2));
  while (two->lost.empty() && base::now_ns() < deadline) {
    for (auto& each : nodes)
      (void)each->net.wait(base::now_ns() + 1'000'000), (void)each->net.poll();
  }
  EXPECT_NE(two->lost, "");
  EXPECT_TRUE(two->net.order_lost());
  for (const std::string& each : two->applied) EXPECT_EQ(each.find("2 lost"), std::string::npos);
  EXPECT_EQ(zero->lost, "");
  EXPECT_EQ(one->lost, "");
}

INSTANTIATE_TEST_SUITE_P(Channels, Stalled,
                         ::testing::Values(transport::Kind::thread, transport::Kind::uds,
                                           transport::Kind::tcp, transport::Kind::tcp_per_message,
                                           transport::Kind::mailer),
                         [](const auto& kind) { return std::string(to_string(kind.param)); });

// An order whose payload had not come was waited for in vain, for the whole patience of a service.
TEST_F(LostNode, ANodeThatForgetsWaitsForNothing) {
  say(*to_0, named("ordered"));
  read_all();
  EXPECT_FALSE(one->net.order_lost());
  one->net.forget();
  EXPECT_TRUE(one->net.order_lost());
  EXPECT_FALSE(one->lost.empty());
}

// What the sequencer had ordered and one survivor alone had heard counts for the other as well; what had not been ordered
// is ordered by whom is next.
TEST(Net, TheNextNodeIsSequencerWhenTheSequencerIsLost) {
  std::array<std::shared_ptr<base::Doorbell>, 3> bells;
  for (auto& bell : bells) bell = *base::Doorbell::create(base::Doorbell::Scope::local);
  const auto pair = [&](std::size_t a, std::size_t b) {
    return std::move(
        *transport::Transport::make_pair(transport::Kind::thread, {}, bells[a], bells[b]));
  };
  auto first = pair(0, 1);
  auto second = pair(0, 2);
  auto between = pair(1, 2);
  std::vector<std::unique_ptr<transport::Channel>> ends_1(3);
  std::vector<std::unique_ptr<transport::Channel>> ends_2(3);
  ends_1[0] = std::move(first.b);
  ends_2[0] = std::move(second.b);
  ends_1[2] = std::move(between.a);
  ends_2[1] = std::move(between.b);
  Recorder one(1, bells[1], std::move(ends_1));
  Recorder two(2, bells[2], std::move(ends_2));
  const auto until = [&](const std::function<bool()>& then) {
    const std::int64_t deadline = base::now_ns() + watchdog_ns;
    while (!then() && base::now_ns() < deadline) {
      (void)one.net.poll();
      (void)two.net.poll();
    }
    EXPECT_TRUE(then());
  };
  (void)one.net.submit(named("of one"), SubmitPermit::of_the_rti());
  (void)two.net.submit(named("of two"), SubmitPermit::of_the_rti());
  struct {
    MessageHead head{.kind = MessageKind::order, .detail = 1};
    Order order{1, 0, 0, 2, 0};
  } order;
  ASSERT_EQ(second.a->send_now(std::as_bytes(std::span(&order, 1))), transport::Io::ok);
  until([&] { return two.applied.size() == 1; });
  EXPECT_TRUE(one.applied.empty()) << "that order has not come";
  first.a.reset();
  second.a.reset();
  const std::vector<std::string> all{"2 of two", "1 of one", "1 lost 0"};
  until([&] { return one.applied.size() == 3 && two.applied.size() == 3; });
  EXPECT_EQ(one.applied, all);
  EXPECT_EQ(two.applied, all);
  EXPECT_TRUE(one.lost.empty() && two.lost.empty());
}

}  // namespace
}  // namespace orrery::rti::testing
