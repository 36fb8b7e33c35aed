// What a party that holds the run's token may say over NORM: notices that are none, of streams without end. Others go on.

#include <gtest/gtest.h>

#include <cstring>

#include "datagram/wire.hpp"
#include "mutations.hpp"
#include "norm_port.hpp"
#include "ports.hpp"

namespace orrery::transport::testing {
namespace {

TEST(Norm, NoticesThatAreNoneAreCountedAndBounded) {
  Cast cast({.reliable = Layer::norm, .nak = {.window_packets = 64}}, 2);
  const NormOptions options{.self = 7, .run_token = cast.token};
  NormGround stranger(options);
  ASSERT_TRUE(stranger.start().ok());
  RecordProperty("norm_instances", 3);  // with the cast's: see ports.cpp
  auto notices = stranger.make_sender(notices_stream, 128, true);
  ASSERT_TRUE(notices.ok());
  base::Random random(1, 7);
  std::uint64_t said = 0;
  const auto say = [&](std::span<const std::byte> notice) {
    const NormHead head{static_cast<std::uint32_t>(notice.size()),
                        static_cast<std::uint32_t>(run_key_of(cast.token)), ++said};
    std::vector<std::byte> bytes(sizeof head);
    put(bytes.data(), head);
    bytes.insert(bytes.end(), notice.begin(), notice.end());
    (void)stranger.write(*notices, bytes, true);
  };
  std::uint32_t sent = 0;
  std::uint32_t read = 0;
  StreamId named = 100;
  const std::int64_t deadline = watchdog();
  const auto bounded = [&](PartyId party) {
    return cast[party].counters().dropped > 100 && cast[party].counters().malformed > 100;
  };
  while ((read < 300 || !bounded(0) || !bounded(1)) && base::now_ns() < deadline) {
    for (int i = 0; i < 10; ++i) {
      NormNotice notice{.kind = NormNotice::Kind::joined, .stream = named++, .coming = 1};
      std::vector<std::byte> bytes(sizeof notice);
      put(bytes.data(), notice);
      say(bytes);
      mutate(bytes, std::vector(bytes), random);
      bytes.resize(
          std::min(bytes.size(), sizeof notice));  // a longer one ends the stream of notices
      // A stream that the others use it may join like anybody; it would be waited for.
      if (bytes.size() == sizeof notice && get<NormNotice>(bytes.data()).stream == cast_stream)
        continue;
      say(bytes);
    }
    if (cast[0].send_now(cast_stream, std::as_bytes(std::span(&sent, 1))) == Io::ok) ++sent;
    cast.pump();
    for (Arrived got = cast[1].peek(); got.io == Io::ok; got = cast[1].peek()) {
      std::uint32_t number = 0;
      std::memcpy(&number, got.bytes.data(), sizeof number);
      ASSERT_EQ(number, read++);
      cast[1].release();
    }
  }
  EXPECT_TRUE(bounded(0) && bounded(1));
  EXPECT_GE(read, 300U);
  EXPECT_EQ(find_reliable(cast[0])->receivers(cast_stream), 1U);
  stranger.end();
}

}  // namespace
}  // namespace orrery::transport::testing
