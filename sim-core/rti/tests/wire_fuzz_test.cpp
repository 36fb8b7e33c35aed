// Every kind of message between nodes, well-formed, altered, cut and made longer, from a peer that may be anything: of a node
// that orders, and of one that gives the order. What cannot be is dropped and counted, or the peer is lost; the node goes on
// and takes no memory without bound. The same messages every time.
#include <sys/resource.h>

#include "orrery/base/random.hpp"

#include "beside_peer.hpp"

namespace orrery::rti::testing {
namespace {

void alter(WireMessage& message, base::Random& random) {
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
  // A stamp of the future would only wait. So would one in the message that begins in a part.
  if (!random.chance(0.95)) return;
  for (const std::size_t at : {std::size_t{0}, sizeof(MessageHead)}) {
    const bool of_part = message.size() > sizeof(MessageHead) &&
                         message[0] == static_cast<std::byte>(MessageKind::data_part);
    if (message.size() < at + sizeof(MessageHead) || (at > 0 && !of_part)) continue;
    std::memset(message.data() + at + offsetof(MessageHead, stamp), 0, sizeof(std::uint64_t));
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
    FederateBesidePeer world(self);
    const std::vector<WireMessage> all = samples(peer, world.car.value, seed % 3 == 0);
    for (int i = 0; i < 300; ++i) {
      WireMessage next = all[random.below(all.size())];
      alter(next, random);
      world.say_as_peer(next);
      if (i % 10 == 0) world.go_on(i);
    }
    const NodeCounters& counted = world.both.node->counters();
    refused += counted.malformed + counted.unknown;
    connected += world.me.rti->get_object_class_handle("Ship").ok() ? 1 : 0;
  }
  EXPECT_GT(refused, 1000U);
  EXPECT_GT(connected, 10) << "most are dropped, not the end";
}

}  // namespace
}  // namespace orrery::rti::testing
