// The contract of port.hpp and reliable_multicast.hpp, held against every reliable port, also where the
// network loses.

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <thread>

#include "ports.hpp"

namespace orrery::transport::testing {
namespace {

struct OverUdp {
  static Recipe recipe() { return {.reliable = Layer::nak, .nak = {.window_packets = 64}}; }
  static constexpr const char* name = "over_udp";
};
struct OverMulticast {
  static Recipe recipe() {
    return {.kind = DatagramKind::multicast, .reliable = Layer::nak, .nak = {.window_packets = 64}};
  }
  static constexpr const char* name = "multicast";
};
struct OverLoss {
  static Recipe recipe() {
    Recipe recipe = OverMulticast::recipe();
    recipe.below = {lossy(0.05)};
    return recipe;
  }
  static constexpr const char* name = "multicast_losing_5_percent";
};
struct OverLossWithModules {
  static Recipe recipe() {
    Recipe recipe = OverLoss::recipe();
    recipe.above = {FragmenterOptions{}, BundlerOptions{}, CountersOptions{}};
    return recipe;
  }
  static constexpr const char* name = "multicast_losing_with_modules";
};

ImpairmentOptions bursts() {
  ImpairmentOptions options = lossy(0.01);
  options.burst = {.enter = 0.005, .leave = 0.3, .loss_good = 0, .loss_bad = 0.9};
  return options;
}
struct OverBurstsOfLoss {
  static Recipe recipe() {
    Recipe recipe = OverMulticast::recipe();
    recipe.below = {bursts()};
    return recipe;
  }
  static constexpr const char* name = "multicast_losing_in_bursts";
};

// The same with regions.
template <class Nak>
struct Regions {
  static Recipe recipe() {
    Recipe recipe = Nak::recipe();
    recipe.reliable = Layer::region;
    return recipe;
  }
  static constexpr const char* name = Nak::name;
};
struct OverLittleLoss {
  static Recipe recipe() {
    Recipe recipe = OverMulticast::recipe();
    recipe.below = {lossy(0.01)};
    return recipe;
  }
  static constexpr const char* name = "multicast_losing_1_percent";
};

struct Dds {
  static Recipe recipe() { return {.reliable = Layer::dds, .nak = {.window_packets = 64}}; }
  static constexpr const char* name = "dds";
};

struct Norm {
  static Recipe recipe() { return {.reliable = Layer::norm, .nak = {.window_packets = 64}}; }
  static constexpr const char* name = "norm";
};
struct NormOverLoss {
  static Recipe recipe() {
    Recipe recipe = Norm::recipe();
    recipe.third_party_loss = 0.05;
    return recipe;
  }
  static constexpr const char* name = "norm_losing_5_percent";
};

struct ReliableNames {
  template <class T>
  static std::string GetName(
      int /*index*/) {  // NOLINT(readability-identifier-naming): GoogleTest's
    if (is_third_party(T::recipe().reliable)) return T::name;
    return (T::recipe().reliable == Layer::region ? "region_" : "nak_") + std::string(T::name);
  }
};

template <class T>
class Reliable : public ::testing::Test {
 protected:
  void SetUp() override {
    if (T::recipe().reliable == Layer::dds && !has_dds()) GTEST_SKIP() << "dds is not built in";
    if (T::recipe().reliable == Layer::norm && !has_norm()) GTEST_SKIP() << "norm is not built in";
  }
};
using ReliablePorts =
    ::testing::Types<OverUdp, OverMulticast, OverLittleLoss, OverLoss, OverBurstsOfLoss,
                     OverLossWithModules, Regions<OverUdp>, Regions<OverMulticast>,
                     Regions<OverLittleLoss>, Regions<OverLoss>, Regions<OverBurstsOfLoss>,
                     Regions<OverLossWithModules>, Dds, Norm, NormOverLoss>;
TYPED_TEST_SUITE(Reliable, ReliablePorts, ReliableNames);

// A party that checks that it gets one sender's seeded sequence.
struct Reader {
  Reader(PartyId the_party, PartyId the_sender, StreamId the_stream, std::size_t greatest)
      : party(the_party),
        sender(the_sender),
        stream(the_stream),
        messages(the_sender + 1, greatest) {}
  void read(Cast& cast) {
    for (Arrived got = cast[party].peek(); got.io == Io::ok; got = cast[party].peek()) {
      ASSERT_EQ(got.from, sender);
      ASSERT_EQ(got.stream, stream);
      ASSERT_TRUE(equal(got.bytes, messages.next())) << "message " << count;
      ++count;
      cast[party].release();
    }
  }
  PartyId party;
  PartyId sender;
  StreamId stream;
  Messages messages;
  std::uint32_t count = 0;
};

TYPED_TEST(Reliable, GivesEverybodyEverythingInOrder) {
  Cast cast(TypeParam::recipe(), 4);
  EXPECT_TRUE(cast[0].reliable());
  const std::size_t greatest = std::min<std::size_t>(cast[0].max_message_bytes(), 3000);
  Messages messages(1, greatest);
  std::vector<Reader> readers;
  for (const PartyId party : {1U, 2U, 3U}) readers.emplace_back(party, 0, cast_stream, greatest);
  constexpr std::uint32_t count = 1500;
  std::uint32_t sent = 0;
  std::vector<std::byte> message = messages.next();
  const std::int64_t deadline = watchdog();
  const auto all_read = [&] {
    return std::ranges::all_of(readers, [&](const Reader& r) { return r.count == count; });
  };
  while (!all_read() && base::now_ns() < deadline) {
    for (int i = 0; i < 20 && sent < count; ++i) {
      const Io io = cast[0].send(cast_stream, message);
      if (io == Io::full) break;
      ASSERT_EQ(io, Io::ok);
      message = messages.next();
      ++sent;
    }
    (void)cast[0].flush();
    cast.pump();
    for (Reader& reader : readers) reader.read(cast);
  }
  for (const Reader& reader : readers) EXPECT_EQ(reader.count, count);
  const ReliablePort* reliable = find_reliable(cast[0]);
  while (reliable->unacknowledged(cast_stream) > 0 && base::now_ns() < deadline) cast.pump();
  EXPECT_EQ(reliable->unacknowledged(cast_stream), 0U);
  EXPECT_EQ(reliable->receivers(cast_stream), 3U);
}

TYPED_TEST(Reliable, OneToOneBothWays) {
  Cast cast(TypeParam::recipe(), 2);
  ASSERT_TRUE(cast[0].open(direct_to(1), cast[1].endpoint()).ok());
  ASSERT_TRUE(cast[1].open(direct_to(0), cast[0].endpoint()).ok());
  Reader at_1(1, 0, direct_to(1), 200);
  Reader at_0(0, 1, direct_to(0), 200);
  Messages from_0(1, 200);
  Messages from_1(2, 200);
  const std::int64_t deadline = watchdog();
  for (int i = 0; i < 300; ++i) {
    const auto& a = from_0.next();
    const auto& b = from_1.next();
    while (cast[0].send_now(direct_to(1), a) == Io::full && base::now_ns() < deadline) {
      cast.pump();
      at_1.read(cast);
      at_0.read(cast);
    }
    while (cast[1].send_now(direct_to(0), b) == Io::full && base::now_ns() < deadline) {
      cast.pump();
      at_1.read(cast);
      at_0.read(cast);
    }
  }
  while ((at_0.count < 300 || at_1.count < 300) && base::now_ns() < deadline) {
    cast.pump();
    at_1.read(cast);
    at_0.read(cast);
  }
  EXPECT_EQ(at_0.count, 300U);
  EXPECT_EQ(at_1.count, 300U);
}

TYPED_TEST(Reliable, BackPressureIsAValueAndMemoryStaysBounded) {
  Cast cast(TypeParam::recipe(), 3);
  std::uint32_t sent = 0;
  const auto message = bytes_of(500);
  // Reader 2 does not read. The sender is told; what is under way stays within the window.
  std::uint32_t read_1 = 0;
  const std::int64_t until = base::now_ns() + 200'000'000;
  while (base::now_ns() < until) {
    if (cast[0].send_now(cast_stream, message) == Io::ok) ++sent;
    cast.pump();
    while (cast[1].peek().io == Io::ok) {
      cast[1].release();
      ++read_1;
    }
  }
  while (cast[0].send_now(cast_stream, message) == Io::ok) ++sent;
  EXPECT_GE(cast[0].counters().would_block + find_reliable(cast[0])->counters().would_block, 1U);
  EXPECT_FALSE(cast[0].writable());
  EXPECT_LE(find_reliable(cast[0])->unacknowledged(cast_stream), 64U);
  std::uint32_t read_2 = 0;
  const std::int64_t deadline = watchdog();
  while ((read_2 < sent || read_1 < sent) && base::now_ns() < deadline) {
    (void)cast[0].flush();
    cast.pump();
    for (; cast[1].peek().io == Io::ok; cast[1].release()) ++read_1;
    for (; cast[2].peek().io == Io::ok; cast[2].release()) ++read_2;
  }
  EXPECT_EQ(read_1, sent);
  EXPECT_EQ(read_2, sent);
}

TYPED_TEST(Reliable, ClosingDeliversWhatWasSentBefore) {
  Cast cast(TypeParam::recipe(), 2);
  Messages messages(1, 200);
  const std::int64_t deadline = watchdog();
  for (int i = 0; i < 40; ++i) {
    const auto& message = messages.next();
    Io io = cast[0].send(cast_stream, message);
    for (; io == Io::full && base::now_ns() < deadline; io = cast[0].send(cast_stream, message)) {
      cast.pump();  // who is expected is coming
    }
    ASSERT_EQ(io, Io::ok);
  }
  std::thread closer([port = cast.members[0].port.get()] { port->close(); });
  Reader reader(1, 0, cast_stream, 200);
  while (reader.count < 40 && base::now_ns() < deadline) {
    cast[1].pump();
    reader.read(cast);
  }
  EXPECT_EQ(reader.count, 40U);
  // The good-bye is answered too.
  for (int i = 0; i < 100; ++i) {
    cast[1].pump();
    EXPECT_NE(cast[1].peek().io, Io::ok);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  closer.join();
  EXPECT_EQ(cast[0].send_now(cast_stream, bytes_of(1)), Io::closed);
  EXPECT_EQ(cast[0].peek().io, Io::closed);
}

// A receiver process is killed in the middle: the others get everything, and the sender is told.
TYPED_TEST(Reliable, ADeadReceiverDoesNotStopTheOthers) {
  Recipe recipe = TypeParam::recipe();
  if (is_third_party(recipe.reliable)) {
    GTEST_SKIP() << "its threads are not in the child: see third_party_ports_test.cpp";
  }
  recipe.nak.eviction_ns = 300'000'000;
  Cast cast(recipe, 3);
  Child victim([&] {
    for (;;) {
      cast[2].pump();
      if (cast[2].peek().io == Io::ok) cast[2].release();
    }
    return 0;
  });
  cast.members[2].port->forget();
  Port& sender = cast[0];
  Port& receiver = cast[1];
  std::uint32_t sent = 0;
  std::uint32_t read = 0;
  bool told = false;
  const std::int64_t deadline = watchdog();
  while ((!told || read < sent || sent < 2000) && base::now_ns() < deadline) {
    if (sent < 2000 && sender.send_now(cast_stream, bytes_of(300)) == Io::ok && ++sent == 500) {
      victim.kill();
    }
    sender.pump();
    receiver.pump();
    for (; receiver.peek().io == Io::ok; receiver.release()) ++read;
    const Arrived got = sender.peek();
    if (got.io == Io::peer_lost) {
      EXPECT_EQ(got.from, 2U);
      told = true;
      sender.release();
    }
  }
  EXPECT_TRUE(told);
  EXPECT_EQ(read, 2000U);
}

// A receiver that does not read holds the sender up for as long as it is there; the owner knows that it has ended, long
// before its silence would tell.
TYPED_TEST(Reliable, WhoIsEvictedIsWaitedForNoMore) {
  Recipe recipe = TypeParam::recipe();
  recipe.nak.eviction_ns = recipe.nak.peer_timeout_ns = 600'000'000'000;
  Cast cast(recipe, 3);
  ReliablePort& sender = *find_reliable(cast[0]);
  constexpr PartyId ended = 2;
  ASSERT_TRUE(cast[0].open(direct_to(ended), cast[ended].endpoint()).ok());
  std::uint32_t sent = 0;
  std::uint32_t read = 0;
  const std::int64_t deadline = watchdog();
  const auto pump_both = [&](bool ended_too) {
    cast[0].pump();
    cast[1].pump();
    if (ended_too) cast[ended].pump();
    EXPECT_EQ(cast[0].peek().io, Io::empty);
    for (; cast[1].peek().io == Io::ok; cast[1].release()) ++read;
  };
  const auto full = [&] { return sender.unacknowledged(cast_stream) >= 64 && !cast[0].writable(); };
  while (!full() && base::now_ns() < deadline) {
    if (cast[0].send_now(cast_stream, bytes_of(300)) == Io::ok) ++sent;
    (void)cast[0].send_now(direct_to(ended), bytes_of(300));
    pump_both(true);
  }
  ASSERT_TRUE(full());
  sender.evict(ended);
  EXPECT_EQ(sender.receivers(cast_stream), 1U);
  EXPECT_EQ(sender.receivers(direct_to(ended)), 0U);
  EXPECT_EQ(sender.repairs().evicted, 2U);
  // It still says what it has read, and that changes nothing.
  const std::uint32_t enough = sent + 500;
  while ((sent < enough || read < sent) && base::now_ns() < deadline) {
    if (sent < enough && cast[0].send_now(cast_stream, bytes_of(300)) == Io::ok) ++sent;
    pump_both(true);
  }
  EXPECT_EQ(read, enough);
  EXPECT_EQ(sender.receivers(cast_stream), 1U);
  EXPECT_EQ(cast[0].send_now(direct_to(ended), bytes_of(300)), Io::ok) << "to nobody";
}

// Sleeping parties: timers, not polls, repair what is lost.
TEST(NakMulticast, RepairsWhileItsOwnersSleep) {
  Recipe recipe{.kind = DatagramKind::multicast, .below = {lossy(0.2)}, .reliable = Layer::nak};
  Cast cast(recipe, 2);
  constexpr std::uint32_t count = 200;
  std::thread sender([&] {
    auto set = WaitSet::create(cast.members[0].bell, base::WaitStrategy::spin_then_futex);
    ASSERT_TRUE((*set)->add(cast[0], 0).ok());
    for (std::uint32_t i = 0; i < count; ++i) {
      ASSERT_EQ(cast[0].send_now(cast_stream, std::as_bytes(std::span(&i, 1))), Io::ok);
      (void)(*set)->wait(base::now_ns() + 1'000'000);
    }
    const std::int64_t deadline = watchdog();
    while (find_reliable(cast[0])->unacknowledged(cast_stream) > 0 && base::now_ns() < deadline) {
      (void)(*set)->wait(base::now_ns() + 20'000'000);
    }
  });
  auto set = WaitSet::create(cast.members[1].bell, base::WaitStrategy::spin_then_futex);
  ASSERT_TRUE((*set)->add(cast[1], 0).ok());
  std::uint32_t read = 0;
  const std::int64_t deadline = watchdog();
  while (read < count && base::now_ns() < deadline) {
    if ((*set)->wait(deadline).outcome != base::WaitOutcome::ready) break;
    for (Arrived got = cast[1].peek(); got.io == Io::ok; got = cast[1].peek()) {
      std::uint32_t number = 0;
      std::memcpy(&number, got.bytes.data(), sizeof number);
      ASSERT_EQ(number, read);
      ++read;
      cast[1].release();
    }
  }
  EXPECT_EQ(read, count);
  // The last acknowledgement.
  std::thread pumper([&] {
    for (int i = 0; i < 300; ++i) {
      cast[1].pump();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  });
  sender.join();
  pumper.join();
  EXPECT_GT(find_reliable(cast[1])->repairs().naks_sent, 0U);
}

// Over real sockets too the token goes round: repairs come from peers, acknowledgements from the leader.
TEST(RegionMulticast, ReceiversHelpEachOtherOverSockets) {
  for (const DatagramKind kind : {DatagramKind::udp, DatagramKind::multicast}) {
    Cast cast({.kind = kind, .below = {lossy(0.05)}, .reliable = Layer::region}, 6);
    const auto repairs = [&](PartyId party) { return find_reliable(cast[party])->repairs(); };
    std::vector<std::uint32_t> read(6);
    std::uint32_t sent = 0;
    const std::int64_t deadline = watchdog();
    const auto helped = [&] {
      std::uint64_t peers = 0;
      for (PartyId party = 1; party < 6; ++party) peers += repairs(party).peer_repairs_received;
      return peers > 20 && repairs(1).region_acks_sent > 20;
    };
    while ((!helped() || find_reliable(cast[0])->unacknowledged(cast_stream) > 0) &&
           base::now_ns() < deadline) {
      if (!helped() &&
          cast[0].send_now(cast_stream, std::as_bytes(std::span(&sent, 1))) == Io::ok) {
        ++sent;
      }
      cast.pump();
      for (PartyId party = 1; party < 6; ++party) {
        for (Arrived got = cast[party].peek(); got.io == Io::ok; got = cast[party].peek()) {
          std::uint32_t number = 0;
          std::memcpy(&number, got.bytes.data(), sizeof number);
          ASSERT_EQ(number, read[party]++);
          cast[party].release();
        }
      }
    }
    EXPECT_TRUE(helped());
    for (PartyId party = 1; party < 6; ++party) EXPECT_EQ(read[party], sent);
  }
}

TEST(RegionMulticast, SaysWhichOptionIsWrong) {
  const auto error_of = [](const RegionOptions& options) {
    Member member = make_member({}, fresh_token(), 0);
    auto made = make_region_multicast(std::move(member.port), options);
    return made.ok() ? std::string("none") : made.error().message;
  };
  EXPECT_NE(error_of({.nak = {.window_packets = 1}}).find("window_packets is 1"),
            std::string::npos);
  for (const std::uint32_t wrong : {0U, 1U, 41U}) {
    EXPECT_NE(error_of({.nak = {}, .most_members = wrong}).find("most_members is "),
              std::string::npos);
  }
  EXPECT_NE(error_of({.nak = {}, .partition_size = 0}).find("partition_size is 0"),
            std::string::npos);
  EXPECT_NE(error_of({.nak = {}, .rotation_ns = 0}).find("rotation_ns is 0"), std::string::npos);
  EXPECT_EQ(error_of({}), "none");
}

TEST(NakMulticast, SaysWhichOptionIsWrong) {
  const auto error_of = [](const NakOptions& options) {
    Member member = make_member({}, fresh_token(), 0);
    auto made = make_nak_multicast(std::move(member.port), options);
    return made.ok() ? std::string("none") : made.error().message;
  };
  EXPECT_NE(error_of({.window_packets = 1}).find("window_packets is 1"), std::string::npos);
  EXPECT_NE(error_of({.ack_ns = 0}).find("ack_ns is 0"), std::string::npos);
  EXPECT_NE(error_of({.peer_timeout_ns = 1}).find("peer_timeout_ns is 1"), std::string::npos);
  EXPECT_EQ(error_of({}), "none");
}

}  // namespace
}  // namespace orrery::transport::testing
