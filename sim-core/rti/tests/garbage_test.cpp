// Whatever a peer sends: counted or refused, and the node goes on.
#include "orrery/base/random.hpp"

#include "log/operation.hpp"
#include "peer.hpp"
#include "wire/wire.hpp"
#include "wire_samples.hpp"

namespace orrery::rti::testing {
namespace {

TEST(Garbage, OperationsReadAsTheyWereWrittenOrNotAtAll) {
  base::Random random(3, 3);
  for (int round = 0; round < 500; ++round) {
    Operation operation;
    operation.kind =
        static_cast<OperationKind>(1 + random.below(static_cast<std::uint64_t>(last_operation)));
    operation.object = random.below(1000);
    operation.text = std::string(random.below(30), 'n');
    operation.tag.resize(random.below(30));
    operation.items.resize(random.below(30), 7);
    operation.texts.resize(random.below(4), "text");
    std::vector<std::byte> written;
    encode(operation, written);
    const auto read = decode(written);
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(read->text, operation.text);
    EXPECT_EQ(read->items, operation.items);
    EXPECT_EQ(read->texts, operation.texts);
    for (std::size_t cut = 0; cut < written.size(); ++cut) {
      EXPECT_FALSE(decode(Bytes(written).first(cut)).has_value());
    }
    written[random.below(written.size())] = static_cast<std::byte>(random.below(256));
    (void)decode(written);
  }
}

TEST(Garbage, ANodeSurvivesWhatAPeerSends) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    base::Random random(seed, 4);
    NodeWithPeer both;
    Federate me(*both.node);
    ASSERT_OK(me.rti->create_federation_execution("test", test_modules()));
    me.join("me");
    me.publish("Ship", {"Course"});
    me.subscribe("Ship", {"Course"});
    ASSERT_OK(me.rti->subscribe_interaction_class(me.interaction_class("Hail")));
    auto ship = me.rti->register_object_instance(me.object_class("Ship"));
    ASSERT_OK(ship);
    // What the node said is the stuff of which garbage is made.
    std::vector<std::vector<std::byte>> said;
    for (auto got = both.peer->peek(); got.io == transport::Io::ok; got = both.peer->peek()) {
      said.emplace_back(got.bytes.begin(), got.bytes.end());
      both.peer->release();
    }
    DataHead head;
    head.head.detail = static_cast<std::uint8_t>(DataKind::update);
    head.head.federation = 1;
    head.federate = 2;
    head.target = ship->value;
    for (std::uint8_t kind = 0; kind < 8; ++kind) {
      head.head.detail = kind;
      head.items = 1;
      const ItemHead item{1, 0, 8};
      std::vector<std::byte>& message = said.emplace_back();
      Writer out(message);
      out.put(head);
      out.put(item);
      out.put(std::uint64_t{7});
    }
    for (auto kind = MessageKind::operation; kind <= MessageKind::bye;
         kind = static_cast<MessageKind>(static_cast<int>(kind) + 1)) {
      std::vector<std::byte>& message = said.emplace_back();
      Writer out(message);
      out.put(MessageHead{.kind = kind, .detail = 1});
      for (std::uint64_t n = random.below(12); n > 0; --n) out.put(random.below(4));
    }
    for (const std::uint8_t last : {std::uint8_t{0}, std::uint8_t{1}}) {
      said.push_back(data_part(said[random.below(said.size())], last == 1));
    }
    for (int i = 0; i < 300; ++i) {
      std::vector<std::byte> message = said[random.below(said.size())];
      for (std::uint64_t n = random.below(5); n > 0 && !message.empty(); --n) {
        message[random.below(message.size())] = static_cast<std::byte>(random.below(256));
      }
      if (random.chance(0.3)) message.resize(random.below(message.size() + 1));
      // A stamp of the future would only wait.
      if (message.size() >= sizeof(MessageHead)) {
        std::memset(message.data() + offsetof(MessageHead, stamp), 0, sizeof(std::uint64_t));
      }
      (void)both.peer->send_now(message);
      me.drain();
      while (both.peer->peek().io == transport::Io::ok) both.peer->release();
    }
    EXPECT_GT(both.node->counters().malformed + both.node->counters().unknown, 0U);
    EXPECT_TRUE(me.rti->get_object_class_handle("Ship").ok());
    ASSERT_OK(me.update(*ship, me.attribute("Ship", "Course"), "still here"));
  }
}

}  // namespace
}  // namespace orrery::rti::testing
