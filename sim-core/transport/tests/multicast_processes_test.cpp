// Reliable multicast among processes over a network that loses: one that is killed and one that comes late stop nobody.

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <functional>
#include <memory>

#include "ports.hpp"

namespace orrery::transport::testing {
namespace {

constexpr std::uint32_t message_count = 2000;
constexpr std::uint32_t kill_at = 500;
constexpr std::uint32_t join_at = 1000;  // when all before have been read: nothing of them is held

Recipe recipe_of(Layer layer) {
  return {.kind = DatagramKind::multicast,
          .below = {lossy(0.05)},
          .reliable = layer,
          .nak = {.window_packets = 256}};
}

// Reads to the last message. 0: all came, in order, from `first` on (or, joining late, from a later one).
int read_all(Member& member, bool late) {
  std::uint32_t next = 0;
  const std::int64_t deadline = watchdog();
  while (base::now_ns() < deadline) {
    member.port->pump();
    for (Arrived got = member.port->peek(); got.io != Io::empty; got = member.port->peek()) {
      if (got.io != Io::ok) return 2;
      std::uint32_t number = 0;
      std::memcpy(&number, got.bytes.data(), sizeof number);
      if (late && next == 0) {
        if (number < join_at) return 3;
        next = number;
      }
      if (number != next) return 4;
      ++next;
      member.port->release();
      if (next != message_count) continue;
      member.port->close();  // what it has read is known then, or it has left
      return 0;
    }
  }
  return 1;
}

class MulticastProcesses : public ::testing::TestWithParam<Layer> {
 protected:
  // A receiver that makes its port in a process of its own.
  std::unique_ptr<Child> receiver(PartyId self, bool late) {
    return std::make_unique<Child>([this, self, late] {
      Member member = make_member(recipe_of(GetParam()), token_, self);
      if (!member.port->join(cast_stream, multicast_endpoint(token_, cast_stream))) return 5;
      return read_all(member, late);
    });
  }
  const std::string token_ = fresh_token();
};

TEST_P(MulticastProcesses, OneKilledAndOneLateDoNotStopTheOthers) {
  const auto first = receiver(1, false);
  const auto second = receiver(2, false);
  const auto victim = receiver(3, false);
  std::unique_ptr<Child> late;
  Member sender = make_member(recipe_of(GetParam()), token_, 0);
  ReliablePort& reliable = *find_reliable(*sender.port);
  ASSERT_TRUE(sender.port->open(cast_stream, multicast_endpoint(token_, cast_stream)).ok());
  ASSERT_TRUE(reliable.expect(cast_stream, std::array<PartyId, 3>{1, 2, 3}).ok());
  const std::int64_t deadline = watchdog();
  std::size_t lost = 0;
  bool all_sent = false;
  const auto look = [&] {
    sender.port->pump();
    for (Arrived got = sender.port->peek(); got.io != Io::empty; got = sender.port->peek()) {
      ASSERT_EQ(got.io, Io::peer_lost);
      // Who has read all goes, and its word of that may be lost.
      EXPECT_TRUE(got.from == 3 || all_sent) << got.from;
      ++lost;
      sender.port->release();
    }
  };
  const auto until = [&](const std::function<bool()>& holds) {
    while (base::now_ns() < deadline) {
      if (holds()) return true;
      look();
    }
    return false;
  };
  for (std::uint32_t sent = 0; sent < message_count; ++sent) {
    if (sent == kill_at) victim->kill();
    if (sent == join_at) {
      ASSERT_TRUE(until([&] { return reliable.unacknowledged(cast_stream) == 0; }));
      EXPECT_GE(lost, 1U);
      EXPECT_EQ(reliable.receivers(cast_stream), 2U);
      late = receiver(4, true);
      // It hears of the stream by what is said when nothing is sent.
      ASSERT_TRUE(until([&] { return reliable.receivers(cast_stream) == 3; }));
    }
    const auto bytes = std::as_bytes(std::span(&sent, 1));
    ASSERT_TRUE(until([&] { return sender.port->send_now(cast_stream, bytes) == Io::ok; }))
        << "message " << sent;
    all_sent = sent + 1 == message_count;
  }
  ASSERT_TRUE(until([&] { return reliable.unacknowledged(cast_stream) == 0; }));
  for (Child* each : {first.get(), second.get(), late.get()}) EXPECT_EQ(each->exit_code(), 0);
  sender.port->forget();
}

INSTANTIATE_TEST_SUITE_P(Protocols, MulticastProcesses,
                         ::testing::Values(Layer::nak, Layer::region), [](const auto& of) {
                           return of.param == Layer::nak ? "nak_multicast" : "region_multicast";
                         });

}  // namespace
}  // namespace orrery::transport::testing
