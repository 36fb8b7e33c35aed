// What a newcomer is sent, altered on its way: it joins with what can be, or is told why it has not joined.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>

#include "orrery/base/random.hpp"

#include "nodes.hpp"
#include "wire/wire.hpp"

namespace orrery::rti::testing {
namespace {

// A node with a federation, a newcomer, and what stands between them.
class Between {
 public:
  Between() : older_(make(0, own(), {})), me_(*older_) {
    EXPECT_TRUE(me_.rti->create_federation_execution("test", test_modules()).ok());
    me_.join("older");
    me_.publish("Vehicle", {"Position", "Speed"});
    me_.subscribe("Ship", {"Course"});
    me_.regulate(1);
    const auto car = *me_.rti->register_object_instance(me_.object_class("Vehicle"));
    EXPECT_TRUE(me_.rti->register_object_instance(me_.object_class("Vehicle")).ok());
    EXPECT_TRUE(me_.rti->delete_object_instance(car, {}, float64_time(5)).ok());
    EXPECT_TRUE(me_.rti->reserve_object_instance_name("Beagle").ok());
    EXPECT_TRUE(me_.rti->register_federation_synchronization_point("point", bytes("tag")).ok());
    me_.drain();
    constexpr auto kind = transport::Kind::thread;
    auto first = transport::Transport::make_pair(kind, {}, bells_[0], bells_[2]);
    auto second = transport::Transport::make_pair(kind, {}, bells_[1], bells_[2]);
    to_older_ = std::move(first->b);
    to_newcomer_ = std::move(second->b);
    EXPECT_TRUE(older_->open_seat(1, std::move(first->a)).ok());
    newcomer_ = make(1, bells_[1], std::move(second->a));
  }
  ~Between() {
    newcomer_->forget();
    older_->forget();
  }

  // Brings all that is said to the other; what the older node says is altered.
  void bring(const std::function<void(std::vector<std::byte>&)>& alter) {
    for (int quiet = 0; quiet < 4; ++quiet) {
      if (older_->pump() || newcomer_->pump()) quiet = 0;
      pass(*to_older_, *to_newcomer_, alter);
      pass(*to_newcomer_, *to_older_, {});
    }
  }
  Node& newcomer() { return *newcomer_; }

 private:
  const std::shared_ptr<base::Doorbell>& own() {
    for (auto& each : bells_) each = *base::Doorbell::create(base::Doorbell::Scope::local);
    return bells_[0];
  }
  static std::unique_ptr<Node> make(std::uint32_t self, std::shared_ptr<base::Doorbell> bell,
                                    std::unique_ptr<transport::Channel> channel) {
    NodeOptions options;
    options.self = self;
    options.nodes = 4;
    options.present = 1;
    options.joins = self > 0;
    std::vector<std::unique_ptr<transport::Channel>> channels(4);
    channels[0] = std::move(channel);
    return std::move(*Node::create(options, std::move(bell), std::move(channels)));
  }
  static void pass(transport::Channel& source, transport::Channel& target,
                   const std::function<void(std::vector<std::byte>&)>& alter) {
    for (;;) {
      const auto peeked = source.peek();
      if (peeked.io != transport::Io::ok) return;
      std::vector<std::byte> message(peeked.bytes.begin(), peeked.bytes.end());
      source.release();
      if (alter) alter(message);
      (void)target.send_now(message);
    }
  }

  std::array<std::shared_ptr<base::Doorbell>, 3> bells_;
  std::unique_ptr<Node> older_;
  Federate me_;
  std::unique_ptr<transport::Channel> to_older_;
  std::unique_ptr<transport::Channel> to_newcomer_;
  std::unique_ptr<Node> newcomer_;
};

TEST(JoiningFuzz, ANewcomerJoinsWithWhatCanBeOrNotAtAll) {
  int joined = 0;
  int refused = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    base::Random random(seed, 3);
    Between between;
    between.bring([&](std::vector<std::byte>& message) {
      const auto kind = read_as<MessageHead>(message).kind;
      const std::size_t size = message.size() - sizeof(MessageHead);
      if (seed == 0 || kind != MessageKind::state || size == 0) return;
      for (std::uint64_t n = random.below(4); n > 0; --n) {
        // Of the log, or of the federation.
        const std::size_t most = random.chance(0.5) ? std::min<std::size_t>(size, 300) : size;
        const std::size_t at = sizeof(MessageHead) + random.below(most);
        message[at] =
            static_cast<std::byte>(random.chance(0.5) ? random.below(4) : random.below(256));
      }
      if (random.chance(0.1)) message.resize(message.size() - random.below(size));
    });
    EXPECT_TRUE(seed > 0 || between.newcomer().has_joined());
    (between.newcomer().has_joined() ? joined : refused) += 1;
    Federate me(between.newcomer());
    (void)me.rti->list_federation_executions();
    between.bring({});
  }
  EXPECT_GT(joined, 20);
  EXPECT_GT(refused, 20);
}

}  // namespace
}  // namespace orrery::rti::testing
