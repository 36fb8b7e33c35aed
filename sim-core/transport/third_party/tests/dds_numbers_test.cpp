// What a reader makes of a sender's numbers over DDS, should the library not keep its promise, and of what is no message.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>

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

}  // namespace
}  // namespace orrery::transport::testing
