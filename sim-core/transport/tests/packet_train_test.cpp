// Packets that leave together arrive as those that were sent, also where the kernel does not cut them.

#include "datagram/packet_train.hpp"

#include <gtest/gtest.h>
#include <netinet/udp.h>
#include <sys/socket.h>

#include <array>
#include <cstring>

#include "orrery/base/unique_fd.hpp"

#include "ports.hpp"

namespace orrery::transport::testing {
namespace {

#ifndef UDP_SEGMENT
#define UDP_SEGMENT 103
#endif

bool kernel_cuts() {
  const base::UniqueFd probe(::socket(AF_INET, SOCK_DGRAM, 0));
  const int bytes = 100;
  return ::setsockopt(probe.get(), SOL_UDP, UDP_SEGMENT, &bytes, sizeof bytes) == 0;
}

struct Pair {
  Pair() {
    auto* const raw = reinterpret_cast<sockaddr*>(&to);
    to.sin_family = AF_INET;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof to;
    EXPECT_EQ(::bind(reader.get(), raw, size), 0);
    EXPECT_EQ(::getsockname(reader.get(), raw, &size), 0);
  }
  std::string read() {
    std::array<char, 2000> bytes{};
    const ssize_t got = ::recv(reader.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
    return got < 0 ? "nothing" : std::string(bytes.data(), static_cast<std::size_t>(got));
  }
  base::UniqueFd writer{::socket(AF_INET, SOCK_DGRAM, 0)};
  base::UniqueFd reader{::socket(AF_INET, SOCK_DGRAM, 0)};
  sockaddr_in to{};
};

void add(PacketTrain& train, const std::string& packet) {
  ASSERT_TRUE(train.takes(1, packet.size()));
  std::memcpy(train.room(packet.size()).data(), packet.data(), packet.size());
  train.add(1, packet.size());
}

TEST(PacketTrain, LeavesByOneCallOrWhereItIsNotCutByOneForEach) {
  for (const bool refused : {false, true}) {
    Pair pair;
    // A socket without checksums: the kernel refuses to cut.
    const int on = refused ? 1 : 0;
    ASSERT_EQ(::setsockopt(pair.writer.get(), SOL_SOCKET, SO_NO_CHECK, &on, sizeof on), 0);
    PacketTrain train(1000);
    PortCounters counters;
    for (int round = 0; round < 3; ++round) {
      const std::uint64_t before = counters.system_calls;
      const std::array<std::string, 3> packets{std::string(800, 'a'), std::string(800, 'b'),
                                               std::string(13, 'c')};
      for (const std::string& packet : packets) add(train, packet);
      EXPECT_FALSE(train.takes(1, 8)) << "behind a shorter one";
      ASSERT_TRUE(train.send(pair.writer.get(), std::span(&pair.to, 1), counters));
      EXPECT_TRUE(train.empty());
      for (const std::string& packet : packets) EXPECT_EQ(pair.read(), packet);
      EXPECT_EQ(pair.read(), "nothing");
      if (!refused && kernel_cuts()) {
        EXPECT_EQ(counters.system_calls - before, 1U);
      } else if (round > 0) {
        EXPECT_EQ(counters.system_calls - before, 3U);
      }
    }
    EXPECT_EQ(counters.dropped, 0U);
  }
}

TEST(PacketTrain, TakesOnlyWhatMayFollow) {
  PacketTrain train(1000);
  EXPECT_TRUE(train.takes(1, 1000));
  add(train, std::string(400, 'a'));
  EXPECT_TRUE(train.takes(1, 400));
  EXPECT_TRUE(train.takes(1, 7));
  EXPECT_FALSE(train.takes(1, 401));
  EXPECT_FALSE(train.takes(2, 400));
  // What follows would not lie at a multiple of 8.
  PacketTrain odd(1000);
  add(odd, std::string(401, 'a'));
  EXPECT_FALSE(odd.takes(1, 401));
}

// Whatever lengths follow each other, over both kinds: in order, whole, each at a multiple of 8.
TEST(PacketTrain, OfAPortArriveAsTheyWereSent) {
  for (const DatagramKind kind : {DatagramKind::udp, DatagramKind::multicast}) {
    Cast cast({.kind = kind}, 3);
    base::Random random(5, 9);
    std::vector<std::vector<std::byte>> sent;
    std::array<std::size_t, 3> read{};
    const std::int64_t deadline = watchdog();
    while ((read[1] < 2000 || read[2] < 2000) && base::now_ns() < deadline) {
      const std::size_t length = random.chance(0.7) ? 1000 : random.below(1200);
      for (auto more = 1 + random.below(40); more > 0 && sent.size() < 2000; --more) {
        sent.push_back(bytes_of(length));
        std::memcpy(sent.back().data(), &more, std::min(length, sizeof more));
        ASSERT_EQ(cast[0].send(cast_stream, sent.back()), Io::ok);
      }
      ASSERT_EQ(cast[0].flush(), Io::ok);
      for (const PartyId party : {1U, 2U}) {
        cast[party].pump();
        for (Arrived got = cast[party].peek(); got.io == Io::ok; got = cast[party].peek()) {
          ASSERT_TRUE(equal(got.bytes, sent[read[party]])) << "message " << read[party];
          ASSERT_EQ(reinterpret_cast<std::uintptr_t>(got.bytes.data()) % 8, 0U);
          ++read[party];
          cast[party].release();
        }
      }
    }
    EXPECT_EQ(read[1], 2000U);
    EXPECT_EQ(read[2], 2000U);
    EXPECT_EQ(cast[1].counters().lost, 0U);
    if (kernel_cuts()) {
      EXPECT_LT(cast[0].counters().system_calls, 2000U);
    }
  }
}

}  // namespace
}  // namespace orrery::transport::testing
