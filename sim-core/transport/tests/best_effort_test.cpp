// The contract of port.hpp, held against every best-effort port.

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <atomic>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <type_traits>

#include "orrery/base/unique_fd.hpp"

#include "datagram/numbering.hpp"
#include "datagram/wire.hpp"
#include "ports.hpp"

namespace orrery::transport::testing {
namespace {

struct Udp {
  static Recipe recipe() { return {}; }
  static constexpr bool loses = false;
  static constexpr const char* name = "udp";
};
struct Multicast {
  static Recipe recipe() { return {.kind = DatagramKind::multicast}; }
  static constexpr bool loses = false;
  static constexpr const char* name = "multicast";
};
struct MulticastWithModules {
  static Recipe recipe() {
    return {.kind = DatagramKind::multicast,
            .below = {FragmenterOptions{}, BundlerOptions{}, CopierOptions{2}, CountersOptions{},
                      RateLimiterOptions{.messages_per_s = 1e6}}};
  }
  static constexpr bool loses = false;
  static constexpr const char* name = "multicast_with_modules";
};
struct UdpImpaired {
  static Recipe recipe() { return {.below = {lossy(0.1), BundlerOptions{}}}; }
  static constexpr bool loses = true;
  static constexpr const char* name = "udp_impaired";
};
struct DdsBestEffort {
  static Recipe recipe() { return {.reliable = Layer::dds_best_effort}; }
  static constexpr bool loses = false;
  static constexpr const char* name = "dds";
};

struct BestEffortNames {
  template <class T>
  static std::string GetName(
      int /*index*/) {  // NOLINT(readability-identifier-naming): GoogleTest's
    return T::name;
  }
};

template <class T>
class BestEffort : public ::testing::Test {
 protected:
  void SetUp() override {
    if (is_dds && !has_dds()) GTEST_SKIP() << "dds is not built in";
  }
  static constexpr bool is_dds = std::is_same_v<T, DdsBestEffort>;
};
using BestEffortPorts =
    ::testing::Types<Udp, Multicast, MulticastWithModules, UdpImpaired, DdsBestEffort>;
TYPED_TEST_SUITE(BestEffort, BestEffortPorts, BestEffortNames);

// Sends until it arrives at all others: one try, unless the network loses or takes its time. What was sent again before may
// come late.
void send_until_heard(Cast& cast, PartyId sender, StreamId stream, std::span<const std::byte> bytes,
                      const std::set<PartyId>& receivers) {
  std::set<PartyId> missing = receivers;
  const std::int64_t deadline = watchdog();
  while (!missing.empty() && base::now_ns() < deadline) {
    Io io = cast[sender].send_now(stream, bytes);
    for (; io == Io::full && base::now_ns() < deadline; io = cast[sender].send_now(stream, bytes)) {
      cast.pump();  // those who joined are being found
    }
    ASSERT_EQ(io, Io::ok);
    const std::int64_t patience = base::now_ns() + 20'000'000;
    while (!missing.empty() && base::now_ns() < patience) {
      cast.pump();
      for (const PartyId party : receivers) {
        for (Arrived got = cast[party].peek(); got.io == Io::ok; got = cast[party].peek()) {
          EXPECT_TRUE(equal(got.bytes, bytes_of(got.bytes.size())));
          if (got.stream == stream && got.bytes.size() == bytes.size()) {
            EXPECT_EQ(got.from, sender);
            missing.erase(party);
          }
          cast[party].release();
        }
      }
    }
  }
  EXPECT_TRUE(missing.empty());
}

TYPED_TEST(BestEffort, SaysWhatItIs) {
  Cast cast(TypeParam::recipe(), 2);
  EXPECT_FALSE(cast[0].reliable());
  EXPECT_EQ(cast[1].self(), 1U);
  EXPECT_EQ(cast[0].peek().io, Io::empty);
  EXPECT_TRUE(cast[0].writable());
  EXPECT_TRUE(cast[0].alive());
  EXPECT_TRUE(cast[0].endpoint().starts_with(TestFixture::is_dds ? "dds:0" : "udp:127.0.0.1:"));
  EXPECT_EQ(cast[0].flush(), Io::ok);
}

TYPED_TEST(BestEffort, ReachesAllWhoJoinedAndNotItsSender) {
  Cast cast(TypeParam::recipe(), 4);
  for (const std::size_t size : {0U, 1U, 8U, 100U, 1000U}) {
    send_until_heard(cast, 0, cast_stream, bytes_of(size), {1, 2, 3});
  }
  EXPECT_EQ(cast[0].peek().io, Io::empty);
}

TYPED_TEST(BestEffort, CarriesItsGreatestMessageAndRefusesMore) {
  Cast cast(TypeParam::recipe(), 2);
  const std::size_t greatest = cast[0].max_message_bytes();
  EXPECT_EQ(cast[0].send_now(cast_stream, bytes_of(greatest + 1)), Io::too_big);
  send_until_heard(cast, 0, cast_stream, bytes_of(std::min<std::size_t>(greatest, 50'000)), {1});
}

TYPED_TEST(BestEffort, AStreamThatIsNotOpenIsClosed) {
  Cast cast(TypeParam::recipe(), 2);
  EXPECT_EQ(cast[0].send_now(99, bytes_of(3)), Io::closed);
  EXPECT_EQ(cast[1].send_now(cast_stream, bytes_of(3)), Io::closed);
}

TYPED_TEST(BestEffort, AnswersGoBackToTheSender) {
  Cast cast(TypeParam::recipe(), 3);
  send_until_heard(cast, 0, cast_stream, bytes_of(5), {1, 2});
  send_until_heard(cast, 2, direct_to(0), bytes_of(9), {0});
  send_until_heard(cast, 0, direct_to(2), bytes_of(10), {2});
}

TYPED_TEST(BestEffort, LeavingEndsIt) {
  Cast cast(TypeParam::recipe(), 3);
  send_until_heard(cast, 0, cast_stream, bytes_of(5), {1, 2});
  ASSERT_TRUE(cast[1].leave(cast_stream).ok());
  send_until_heard(cast, 0, cast_stream, bytes_of(6), {2});
  cast.pump();
  for (Arrived got = cast[1].peek(); got.io == Io::ok; got = cast[1].peek()) {
    EXPECT_EQ(got.bytes.size(), 5U) << "an older one, held back";
    cast[1].release();
  }
}

// What is sent no faster than it is read arrives, whole; what the impairment takes is accounted for.
TYPED_TEST(BestEffort, CarriesAStreamUnaltered) {
  Cast cast(TypeParam::recipe(), 3);
  Messages messages(5, 1000);
  std::map<std::string, int> expected;
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
  const std::int64_t deadline = watchdog();
  const auto read = [&] {
    cast.pump();
    for (const PartyId party : {1U, 2U}) {
      for (Arrived got = cast[party].peek(); got.io == Io::ok; got = cast[party].peek()) {
        ASSERT_TRUE(expected.contains(text_of(got.bytes)));
        ++received;
        cast[party].release();
      }
    }
  };
  for (int i = 0; i < 1000; ++i) {
    const auto& message = messages.next();
    Io io = Io::full;
    while ((io = cast[0].send(cast_stream, message)) == Io::full && base::now_ns() < deadline) {
      cast.pump();
    }
    ASSERT_EQ(io, Io::ok);
    ++expected[text_of(message)];
    ++sent;
    if (i % 10 == 9) {
      (void)cast[0].flush();
      do {
        read();
      } while (!TypeParam::loses && received < sent * 2 && base::now_ns() < deadline);
    }
  }
  const std::uint64_t least = TypeParam::loses ? sent * 2 * 8 / 10 : sent * 2;
  while (received < least && base::now_ns() < deadline) read();
  EXPECT_GE(received, least);
  if (!TypeParam::loses) {
    EXPECT_EQ(received, sent * 2);
  } else {
    EXPECT_GT(find_layer(cast[1], "impairment")->counters().dropped, 0U);
  }
}

TYPED_TEST(BestEffort, ClosedIsFinal) {
  Cast cast(TypeParam::recipe(), 2);
  cast[0].close();
  EXPECT_EQ(cast[0].send_now(cast_stream, bytes_of(1)), Io::closed);
  EXPECT_EQ(cast[0].peek().io, Io::closed);
  cast[0].close();
}

TYPED_TEST(BestEffort, WakesASleeper) {
  Cast cast(TypeParam::recipe(), 2);
  auto set = WaitSet::create(cast.members[1].bell, base::WaitStrategy::spin_then_futex);
  ASSERT_TRUE((*set)->add(cast[1], 4).ok());
  std::atomic<bool> enough = false;
  std::thread sender([&] {
    while (!enough) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      (void)cast[0].send_now(cast_stream, bytes_of(8));
      cast[0].pump();
    }
  });
  // On a busy machine a message may be there before the waiter gets to sleep: then for the next.
  std::uint64_t heard = 0;
  bool right = true;
  const std::int64_t deadline = watchdog();
  while ((heard == 0 || (*set)->stats().sleeps == 0) && right && base::now_ns() < deadline) {
    const auto waited = (*set)->wait(deadline);
    right = waited.outcome == base::WaitOutcome::ready && waited.events[0].port == &cast[1] &&
            waited.events[0].channel == nullptr && waited.events[0].tag == 4U;
    for (; cast[1].peek().io == Io::ok; ++heard) cast[1].release();
  }
  enough = true;
  sender.join();
  EXPECT_TRUE(right);
  EXPECT_GE(heard, 1U);
  EXPECT_GE((*set)->stats().sleeps, 1U);
}

// Everything that a socket can be sent by strangers: counted, dropped, and the port goes on.
TYPED_TEST(BestEffort, GarbageFromTheNetworkIsCountedAndDropped) {
  if (TestFixture::is_dds) GTEST_SKIP() << "Cyclone reads the packets";
  Cast cast(TypeParam::recipe(), 2);
  base::UniqueFd stranger(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const std::string endpoint = cast[1].endpoint();
  to.sin_port =
      htons(static_cast<std::uint16_t>(std::stoi(endpoint.substr(endpoint.rfind(':') + 1))));
  base::Random random(1);
  const Port* bottom = &cast[1];
  while (bottom->below() != nullptr) bottom = bottom->below();
  for (int i = 0; i < 3000; ++i) {
    std::vector<std::byte> packet(random.below(i % 50 == 0 ? 9000 : 200));
    for (std::byte& byte : packet) byte = static_cast<std::byte>(random.bits());
    if (packet.size() >= sizeof(DatagramHeader) && random.chance(0.8)) {
      DatagramHeader header{.sender = static_cast<std::uint32_t>(random.below(4)),
                            .stream = random.chance(0.5) ? cast_stream : direct_to(1),
                            .number = static_cast<std::uint32_t>(random.bits()),
                            .run_key = run_key_of(cast.token)};
      if (random.chance(0.2)) header.run_key = random.bits();
      if (random.chance(0.1)) header.sender |= direct_bit;
      if (random.chance(0.1)) header.version = 2;
      if (random.chance(0.1)) header.stream = static_cast<std::uint32_t>(random.bits());
      std::memcpy(packet.data(), &header, sizeof header);
    }
    (void)::sendto(stranger.get(), packet.data(), packet.size(), 0,
                   reinterpret_cast<const sockaddr*>(&to), sizeof to);
    cast[1].pump();
    for (int each = 0; each < 50 && cast[1].peek().io == Io::ok; ++each) cast[1].release();
  }
  EXPECT_GT(bottom->counters().malformed, 0U);
  EXPECT_GT(bottom->counters().foreign, 0U);
  EXPECT_GT(bottom->counters().unjoined, 0U);
  for (int i = 0; i < 10'000; ++i) {  // what an impairment holds back
    cast.pump();
    while (cast[1].peek().io == Io::ok) cast[1].release();
  }
  send_until_heard(cast, 0, cast_stream, bytes_of(77), {1});
}

TEST(Datagram, RefusesWhatItCannotUse) {
  auto bell = make_bell();
  const auto error_of = [&](const DatagramOptions& options) {
    auto made = make_datagram_port(options, bell);
    return made.ok() ? std::string("none") : made.error().message;
  };
  EXPECT_NE(error_of({}).find("run_token"), std::string::npos);
  EXPECT_NE(error_of({.run_token = "t", .bind_address = "nowhere"}).find("'nowhere'"),
            std::string::npos);
  EXPECT_NE(error_of({.run_token = "t", .bind_address = "192.0.2.77"}).find("192.0.2.77"),
            std::string::npos);
  EXPECT_NE(error_of({.run_token = "t", .max_message_bytes = 70'000}).find("70000"),
            std::string::npos);
  EXPECT_NE(error_of({.run_token = "t", .ttl = 256}).find("256"), std::string::npos);
  auto udp = make_datagram_port({.run_token = "t"}, bell);
  ASSERT_TRUE(udp.ok());
  for (const char* endpoint :
       {"", "udp:1.2.3.4", "udp:1.2.3.4:0", "udp:1.2.3.4:70000", "tcp:1.2.3.4:5", "udp:1.2.3:5",
        "multicast:1.2.3.4:5", "udp:239.1.1.1:5", "multicast:239.1.1.1:5", "udp:1.2.3.4:5x"}) {
    const std::string text = endpoint;
    const base::Status opened = (*udp)->open(1, text);
    ASSERT_FALSE(opened.ok()) << endpoint;
    EXPECT_NE(opened.error().message.find("'" + text + "'"), std::string::npos);
  }
}

TEST(Datagram, MembershipsBeyondASocketsLimitGetAnother) {
  Cast cast({.kind = DatagramKind::multicast}, 2);
  constexpr StreamId streams = 70;
  for (StreamId stream = 100; stream < 100 + streams; ++stream) cast.connect(0, stream);
  for (StreamId stream = 100; stream < 100 + streams; ++stream) {
    send_until_heard(cast, 0, stream, bytes_of(stream), {1});
  }
  for (StreamId stream = 100; stream < 100 + streams; ++stream) {
    ASSERT_TRUE(cast[1].leave(stream).ok());
  }
  send_until_heard(cast, 0, cast_stream, bytes_of(3), {1});
}

TEST(Datagram, CountsWhatTheNetworkLostDoubledAndReordered) {
  Numbering numbering;
  PortCounters counters;
  for (const std::uint32_t number : {10U, 11U, 14U, 13U, 13U, 15U, 100U, 12U}) {
    numbering.saw(number, counters);
  }
  EXPECT_EQ(counters.lost, 2U - 1 + 84U - 1);
  EXPECT_EQ(counters.duplicates, 1U);
  EXPECT_EQ(counters.reordered, 2U);
  Numbering wraps;
  PortCounters none;
  for (std::uint32_t i = 0; i < 10; ++i) wraps.saw(0xfffffffaU + i, none);
  EXPECT_EQ(none.lost + none.duplicates + none.reordered, 0U);
}

TEST(Datagram, GroupsOfRunsDiffer) {
  EXPECT_NE(multicast_endpoint("a", 1), multicast_endpoint("b", 1));
  EXPECT_NE(multicast_endpoint("a", 1), multicast_endpoint("a", 2));
  EXPECT_EQ(multicast_endpoint("a", 1), multicast_endpoint("a", 1));
}

}  // namespace
}  // namespace orrery::transport::testing
