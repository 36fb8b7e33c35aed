// What a reader makes of a sender's numbers over DDS, should the library not keep its promise, and of what is no message; and a
// sender of answers that take long.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>

#include "orrery/base/clock.hpp"

#include "dds_port.hpp"
#include "ports.hpp"

namespace orrery::transport::testing {
namespace {

// A sender that says what it is told to.
class Sender {
 public:
  Sender(const std::string& token, PartyId self)
      : options_{.self = self, .run_token = token}, session_(options_, make_bell()) {
    EXPECT_TRUE(session_.start().ok());
    writer_ = *session_.make_writer(cast_stream, true);
  }

  void say(const Head& head, std::size_t content = 3) {
    std::vector<std::byte> bytes(sizeof head + content);
    std::memcpy(bytes.data(), &head, sizeof head);
    EXPECT_EQ(session_.write(writer_, bytes), DDS_RETCODE_OK);
  }
  void say_less() {
    std::array<std::byte, 5> bytes{};
    EXPECT_EQ(session_.write(writer_, bytes), DDS_RETCODE_OK);
  }
  [[nodiscard]] bool is_found() const {
    std::array<dds_instance_handle_t, 1> found{};
    return dds_get_matched_subscriptions(writer_, found.data(), found.size()) == 1;
  }

 private:
  const DdsOptions options_;
  DdsSession session_;
  dds_entity_t writer_ = 0;
};

TEST(Dds, WhatIsMissedIsToldAndDoublesAreDropped) {
  const std::string token = fresh_token();
  Member reader = make_member({.reliable = Layer::dds}, token, 1);
  ASSERT_TRUE(reader.port->join(cast_stream, "").ok());
  Sender sender(token, 0);
  const std::int64_t deadline = watchdog();
  while (!sender.is_found() && base::now_ns() < deadline) reader.port->pump();
  ASSERT_TRUE(sender.is_found());

  sender.say({.number = 40});  // before it has greeted: not for this reader
  sender.say({.number = 41, .greeting = 1}, 0);
  sender.say({.number = 42});
  sender.say({.number = 42});
  sender.say({.number = 41, .greeting = 1}, 0);
  sender.say_less();
  sender.say({.number = 43}, 60'001);
  sender.say({.number = 45});
  sender.say({.number = 46});
  sender.say({.number = 48, .greeting = 2}, 0);
  sender.say({.number = 49});

  std::vector<Io> seen;
  while (std::ranges::count(seen, Io::ok) < 4 && base::now_ns() < deadline) {
    const Arrived got = reader.port->peek();
    if (got.io == Io::empty) continue;
    EXPECT_EQ(got.from, 0U);
    EXPECT_EQ(got.stream, cast_stream);
    seen.push_back(got.io);
    reader.port->release();
  }
  // 42, 45, that 43 and 44 are missing, 46, that 47 and 48 are, 49.
  const std::vector<Io> expected{Io::ok, Io::ok, Io::peer_lost, Io::ok, Io::peer_lost, Io::ok};
  EXPECT_EQ(seen, expected);
  const ReliablePort& port = *find_reliable(*reader.port);
  EXPECT_EQ(port.repairs().left_behind, 2U);
  EXPECT_EQ(port.repairs().duplicates, 1U);
  EXPECT_EQ(port.counters().lost, 4U);
  EXPECT_EQ(port.counters().malformed, 2U);
  EXPECT_EQ(port.counters().messages_received, 4U);
  reader.port->forget();
}

// A reader that answers what it hears after a while.
class SlowReader {
 public:
  SlowReader(const std::string& token, PartyId self, std::int64_t answer_ns)
      : options_{.self = self, .run_token = token},
        answer_ns_(answer_ns),
        session_(options_, make_bell()) {
    EXPECT_TRUE(session_.start().ok());
    reader_ = *session_.make_reader(cast_stream, true);
    credits_ = *session_.make_writer(credits_stream, true);
  }

  void pump() {
    std::array<void*, 1> samples{};
    std::array<dds_sample_info_t, 1> infos{};
    while (dds_take(reader_, samples.data(), infos.data(), 1, 1) == 1) {
      const auto& packet = *static_cast<const Packet*>(samples[0]);
      Head head;
      std::memcpy(&head, packet.bytes.buffer, sizeof head);
      if (infos[0].valid_data && head.greeting > 0) {
        answers_.push_back({base::now_ns() + answer_ns_,
                            {packet.sender, cast_stream, head.number, head.greeting}});
      }
      dds_return_loan(reader_, samples.data(), 1);
      samples[0] = nullptr;
    }
    for (; !answers_.empty() && answers_.front().due_ns <= base::now_ns(); answers_.pop_front()) {
      say(answers_.front().credit);
    }
  }
  void say(Credit credit) {
    EXPECT_EQ(session_.write(credits_, std::as_writable_bytes(std::span(&credit, 1))),
              DDS_RETCODE_OK);
  }

 private:
  struct Answer {
    std::int64_t due_ns = 0;
    Credit credit;
  };
  const DdsOptions options_;
  const std::int64_t answer_ns_;
  DdsSession session_;
  dds_entity_t reader_ = 0;
  dds_entity_t credits_ = 0;
  std::deque<Answer> answers_;
};

TEST(Dds, AnswersThatTakeLongAreWaitedFor) {
  const std::string token = fresh_token();
  Member sender =
      make_member({.reliable = Layer::dds, .nak = {.eviction_ns = 600'000'000'000}}, token, 0);
  ASSERT_TRUE(sender.port->open(cast_stream, dds_endpoint(std::array<PartyId, 1>{1})).ok());
  SlowReader reader(token, 1, 6 * greet_again_ns);
  Io io = Io::full;
  for (const std::int64_t deadline = watchdog(); io == Io::full && base::now_ns() < deadline;) {
    io = sender.port->send_now(cast_stream, std::array<std::byte, 3>{});
    reader.pump();
  }
  EXPECT_EQ(io, Io::ok);
  sender.port->forget();
}

// Repaired late, a credit may come after its party's good-bye. It would be waited for to read what it never will.
TEST(Dds, ACreditAfterAGoodByeBringsNobodyBack) {
  constexpr std::uint32_t window = 64;
  const std::string token = fresh_token();
  Member sender = make_member(
      {.reliable = Layer::dds, .nak = {.window_packets = window, .eviction_ns = 600'000'000'000}},
      token, 0);
  ASSERT_TRUE(sender.port->open(cast_stream, dds_endpoint(std::array<PartyId, 1>{1})).ok());
  SlowReader reader(token, 1, 0);
  const std::int64_t deadline = watchdog();
  const auto send = [&] {
    Io io = Io::full;
    while (io == Io::full && base::now_ns() < deadline) {
      io = sender.port->send_now(cast_stream, std::array<std::byte, 3>{});
      reader.pump();
    }
    return io;
  };
  ASSERT_EQ(send(), Io::ok);
  const ReliablePort& port = *find_reliable(*sender.port);
  const auto hears = [&](std::size_t receivers) {
    while (port.receivers(cast_stream) != receivers && base::now_ns() < deadline) {
      sender.port->pump();
      reader.pump();
    }
    return port.receivers(cast_stream) == receivers;
  };
  ASSERT_TRUE(hears(1));
  reader.say({.sender = everybody});
  reader.say({.sender = 0, .stream = cast_stream, .read = 1});
  ASSERT_TRUE(hears(0));
  for (std::uint32_t i = 0; i < 4 * window; ++i) ASSERT_EQ(send(), Io::ok) << i;
  EXPECT_EQ(port.unacknowledged(cast_stream), 0U);
  sender.port->forget();
}

}  // namespace
}  // namespace orrery::transport::testing
