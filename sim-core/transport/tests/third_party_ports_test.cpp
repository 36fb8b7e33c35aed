// Ports of libraries that are not on every machine: what the suites of all ports cannot ask of them, since they have threads
// that no child process has, and names for endpoints.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "ports.hpp"

namespace orrery::transport::testing {
namespace {

// A receiver that is made in the process that dies: the others get everything, and the sender is told.
void a_dead_receiver_does_not_stop_the_others(Layer layer) {
  const Recipe recipe{.reliable = layer,
                      .nak = {.window_packets = 64, .eviction_ns = 1'500'000'000}};
  const std::string token = fresh_token();
  Child victim([&] {
    Member member = make_member(recipe, token, 2);
    (void)member.port->join(cast_stream, "");
    for (;;) {
      member.port->pump();
      if (member.port->peek().io == Io::ok) member.port->release();
    }
    return 0;
  });
  Member sender = make_member(recipe, token, 0);
  Member receiver = make_member(recipe, token, 1);
  ASSERT_TRUE(receiver.port->join(cast_stream, "").ok());
  ASSERT_TRUE(sender.port->open(cast_stream, "").ok());
  const std::int64_t deadline = watchdog();
  while (find_reliable(*sender.port)->receivers(cast_stream) < 2 && base::now_ns() < deadline) {
    sender.port->pump();
    receiver.port->pump();
  }
  ASSERT_TRUE(find_reliable(*sender.port)->expect(cast_stream, std::array<PartyId, 2>{1, 2}).ok());
  std::uint32_t sent = 0;
  std::uint32_t read = 0;
  bool told = false;
  while ((!told || read < sent || sent < 2000) && base::now_ns() < deadline) {
    if (sent < 2000 && sender.port->send_now(cast_stream, bytes_of(300)) == Io::ok &&
        ++sent == 500) {
      victim.kill();
    }
    sender.port->pump();
    receiver.port->pump();
    for (; receiver.port->peek().io == Io::ok; receiver.port->release()) ++read;
    const Arrived got = sender.port->peek();
    if (got.io == Io::peer_lost) {
      EXPECT_EQ(got.from, 2U);
      told = true;
      sender.port->release();
    }
  }
  EXPECT_TRUE(told);
  EXPECT_EQ(read, 2000U);
}

TEST(Dds, ADeadReceiverDoesNotStopTheOthers) {
  if (!has_dds()) GTEST_SKIP() << "dds is not built in";
  a_dead_receiver_does_not_stop_the_others(Layer::dds);
}

// One that dies in the midst of repairs: who evicts it, as a channel has told, waits for no lease.
TEST(Dds, WhoIsEvictedHoldsUpNobody) {
  if (!has_dds()) GTEST_SKIP() << "dds is not built in";
  const Recipe recipe{.reliable = Layer::dds,
                      .nak = {.window_packets = 64, .eviction_ns = 600'000'000'000},
                      .third_party_loss = 0.3};
  const std::string token = fresh_token();
  Child victim([&] {
    Member member = make_member(recipe, token, 2);
    (void)member.port->join(cast_stream, "");
    for (;;) {
      member.port->pump();
      if (member.port->peek().io == Io::ok) member.port->release();
    }
    return 0;
  });
  Member sender = make_member(recipe, token, 0);
  Member receiver = make_member(recipe, token, 1);
  ASSERT_TRUE(receiver.port->join(cast_stream, "").ok());
  ASSERT_TRUE(sender.port->open(cast_stream, dds_endpoint(std::array<PartyId, 2>{1, 2})).ok());
  std::uint32_t sent = 0;
  std::uint32_t read = 0;
  const std::int64_t deadline = watchdog();
  while (read < 200 && base::now_ns() < deadline) {
    if (sent < 200 && sender.port->send_now(cast_stream, bytes_of(1000)) == Io::ok &&
        ++sent == 100) {
      victim.kill();
      find_reliable(*sender.port)->evict(2);
    }
    sender.port->pump();
    receiver.port->pump();
    for (; receiver.port->peek().io == Io::ok; receiver.port->release()) ++read;
  }
  EXPECT_EQ(read, 200U);
  sender.port->forget();
  receiver.port->forget();
}

// Nothing is sent before all that will hear it have found their sender, as they say when their owners pump them.
TEST(Dds, WhoHasNotAnsweredIsWaitedFor) {
  if (!has_dds()) GTEST_SKIP() << "dds is not built in";
  for (const Layer layer : {Layer::dds, Layer::dds_best_effort}) {
    const Recipe recipe{.reliable = layer, .nak = {.eviction_ns = 600'000'000'000}};
    Cast cast(recipe, 2);
    // One that nobody has named is waited for too, from when it has been found.
    cast.members.push_back(make_member(recipe, cast.token, 2));
    ASSERT_TRUE(cast[2].join(cast_stream, "").ok());
    const auto sends_within = [&](std::int64_t ns, std::initializer_list<PartyId> pumped) {
      const std::int64_t until = base::now_ns() + ns;
      Io io = Io::full;
      while ((io = cast[0].send_now(cast_stream, bytes_of(3))) == Io::full &&
             base::now_ns() < until) {
        cast[0].pump();
        for (const PartyId party : pumped) cast[party].pump();
      }
      return io;
    };
    EXPECT_EQ(sends_within(300'000'000, {}), Io::full);
    EXPECT_EQ(sends_within(300'000'000, {2}), Io::full);
    EXPECT_EQ(sends_within(watchdog() - base::now_ns(), {1, 2}), Io::ok);
    EXPECT_EQ(await(cast, cast[1]).io, Io::ok);
    EXPECT_EQ(await(cast, cast[2]).io, Io::ok);
  }
}

// One that leaves before it has joined a stream: its sender goes on at once, not after the eviction.
TEST(Dds, WhoSaysGoodByeIsWaitedForNoMore) {
  if (!has_dds()) GTEST_SKIP() << "dds is not built in";
  for (const Layer layer : {Layer::dds, Layer::dds_best_effort}) {
    const Recipe recipe{.reliable = layer, .nak = {.eviction_ns = 600'000'000'000}};
    const std::string token = fresh_token();
    Member sender = make_member(recipe, token, 0);
    Member other = make_member(recipe, token, 1);
    const std::string endpoint = dds_endpoint(std::array<PartyId, 1>{1});
    ASSERT_TRUE(other.port->join(1, "").ok());
    ASSERT_TRUE(sender.port->open(1, endpoint).ok());
    ASSERT_TRUE(sender.port->open(2, endpoint).ok());
    const std::int64_t deadline = watchdog();
    const auto sends = [&](StreamId stream) {
      Io io = Io::full;
      while ((io = sender.port->send_now(stream, bytes_of(3))) == Io::full &&
             base::now_ns() < deadline) {
        other.port->pump();
        if (other.port->peek().io == Io::ok) other.port->release();
      }
      return io;
    };
    ASSERT_EQ(sends(1), Io::ok);
    ASSERT_EQ(sender.port->send_now(2, bytes_of(3)), Io::full);
    other.port->close();
    EXPECT_EQ(sends(2), Io::ok);
  }
}

TEST(Norm, ADeadReceiverDoesNotStopTheOthers) {
  if (!has_norm()) GTEST_SKIP() << "norm is not built in";
  a_dead_receiver_does_not_stop_the_others(Layer::norm);
}

// One that joins while much is under way begins somewhere, and has everything from there on.
TEST(Norm, ALateReceiverHasEverythingFromItsFirstMessageOn) {
  if (!has_norm()) GTEST_SKIP() << "norm is not built in";
  Cast cast({.reliable = Layer::norm, .nak = {.window_packets = 64}, .third_party_loss = 0.02}, 2);
  const std::string token = cast.token;
  std::uint64_t sent = 0;
  std::uint64_t late = 0;  // the number that party 2 has read last, from 1 on
  bool joined = false;
  const std::int64_t deadline = watchdog();
  while ((sent < 20'000 || late < sent) && base::now_ns() < deadline) {
    const std::uint64_t next = sent + 1;
    if (sent < 20'000 &&
        cast[0].send_now(cast_stream, std::as_bytes(std::span(&next, 1))) == Io::ok) {
      ++sent;
    }
    if (sent == 5'000 && !joined) {
      joined = true;
      cast.members.push_back(
          make_member({.reliable = Layer::norm, .third_party_loss = 0.02}, token, 2));
      ASSERT_TRUE(cast[2].join(cast_stream, "").ok());
    }
    // The sender waits for it before the end.
    if (sent == 19'000) {
      ASSERT_TRUE(find_reliable(cast[0])->expect(cast_stream, std::array<PartyId, 1>{2}).ok());
    }
    cast.pump();
    for (; cast[1].peek().io == Io::ok; cast[1].release()) {
    }
    for (; joined && cast[2].peek().io == Io::ok; cast[2].release()) {
      std::uint64_t number = 0;
      std::memcpy(&number, cast[2].peek().bytes.data(), sizeof number);
      ASSERT_TRUE(late == 0 || number == late + 1) << number << " after " << late;
      late = number;
    }
  }
  EXPECT_EQ(late, 20'000U);
}

// The first message of each stream is its last one, and half of all packets are lost: of some streams that very one.
TEST(Norm, StreamsOfOneMessageArrive) {
  if (!has_norm()) GTEST_SKIP() << "norm is not built in";
  Cast cast({.reliable = Layer::norm, .third_party_loss = 0.5}, 2);
  constexpr StreamId streams = 16;
  for (StreamId stream = 0; stream < streams; ++stream) cast.connect(0, 100 + stream);
  std::array<unsigned, streams> read{};
  StreamId sent = 0;
  const std::int64_t deadline = watchdog();
  while ((sent < streams || std::ranges::count(read, 1U) < streams) && base::now_ns() < deadline) {
    if (sent < streams && cast[0].send_now(100 + sent, bytes_of(3)) == Io::ok) ++sent;
    cast.pump();
    for (; cast[1].peek().io == Io::ok; cast[1].release()) ++read[cast[1].peek().stream - 100];
  }
  EXPECT_EQ(sent, streams);
  for (StreamId stream = 0; stream < streams; ++stream) EXPECT_EQ(read[stream], 1U) << stream;
}

// Whoever has lost a stream's first packet is roused by further ones, and a window is as wide as ever: this one never reads.
TEST(Norm, RousingTakesNothingOfAWindow) {
  if (!has_norm()) GTEST_SKIP() << "norm is not built in";
  constexpr std::uint32_t window = 64;
  Cast cast({.reliable = Layer::norm,
             .nak = {.window_packets = window, .eviction_ns = 600'000'000'000},
             .third_party_loss = 0.5},
            2);
  constexpr StreamId streams = 8;
  for (StreamId stream = 0; stream < streams; ++stream) cast.connect(0, 100 + stream);
  std::array<std::uint32_t, streams> sent{};
  const std::int64_t deadline = watchdog();
  const auto send_up_to = [&](std::uint32_t most) {
    while (std::ranges::count(sent, most) < streams && base::now_ns() < deadline) {
      for (StreamId stream = 0; stream < streams; ++stream) {
        if (sent[stream] < most && cast[0].send_now(100 + stream, bytes_of(300)) == Io::ok) {
          ++sent[stream];
        }
      }
      cast.pump();
    }
  };
  send_up_to(1);
  const std::int64_t roused = base::now_ns() + 500'000'000;
  while (base::now_ns() < roused) cast.pump();
  send_up_to(window);
  for (StreamId stream = 0; stream < streams; ++stream) EXPECT_EQ(sent[stream], window) << stream;
  cast[0].forget();
}

// As many as fill its buffers over and over.
TEST(Norm, RepairsWithoutEndUnderLoss) {
  if (!has_norm()) GTEST_SKIP() << "norm is not built in";
  Cast cast({.reliable = Layer::norm, .nak = {.window_packets = 512}, .third_party_loss = 0.01}, 4);
  constexpr std::uint32_t count = 60'000;
  std::array<std::uint32_t, 4> read{};
  std::uint32_t sent = 0;
  std::vector<std::byte> message(1200);
  const std::int64_t deadline = watchdog();
  const auto all_read = [&] {
    return std::all_of(read.begin() + 1, read.end(),
                       [](std::uint32_t each) { return each == count; });
  };
  while (!all_read() && base::now_ns() < deadline) {
    for (int i = 0; i < 20 && sent < count && cast[0].send(cast_stream, message) == Io::ok; ++i) {
      ++sent;
    }
    (void)cast[0].flush();
    cast.pump();
    for (PartyId party = 1; party < 4; ++party) {
      for (; cast[party].peek().io == Io::ok; cast[party].release()) ++read[party];
    }
  }
  for (PartyId party = 1; party < 4; ++party) EXPECT_EQ(read[party], count);
  EXPECT_EQ(find_reliable(cast[0])->repairs().evicted, 0U);
}

TEST(Norm, SaysWhatIsWrongOrMissing) {
  const auto error_of = [](const NormOptions& options) {
    auto made = make_norm_port(options, make_bell());
    if (!made.ok()) return made.error().message;
    const base::Status begun = (*made)->adopt();
    return begun.ok() ? std::string("none") : begun.error().message;
  };
  EXPECT_NE(error_of({}).find("run_token"), std::string::npos);
  EXPECT_NE(error_of({.run_token = "t", .bind_address = "lo"}).find("bind_address is 'lo'"),
            std::string::npos);
  EXPECT_NE(error_of({.run_token = "t", .window_packets = 1}).find("window_packets is 1"),
            std::string::npos);
  EXPECT_NE(error_of({.run_token = "t", .max_message_bytes = 61'000}).find("61000"),
            std::string::npos);
  EXPECT_NE(error_of({.run_token = "t", .loss = 1}).find("loss is 1"), std::string::npos);
  EXPECT_EQ(norm_endpoint(std::array<PartyId, 3>{0, 1, 12}), "norm:0,1,12");
  if (!has_norm()) {
    EXPECT_EQ(error_of({.run_token = fresh_token()}),
              "norm is not built in: install the package libnorm-dev and configure the core again");
    return;
  }
  EXPECT_NE(error_of({.run_token = "t", .bind_address = "192.0.2.77"}).find("192.0.2.77, which no"),
            std::string::npos);
  Member member = make_member({.reliable = Layer::norm}, fresh_token(), 0);
  for (const char* endpoint : {"dds:1", "norm:", "norm:1,", "norm:x"}) {
    const base::Status opened = member.port->open(cast_stream, endpoint);
    ASSERT_FALSE(opened.ok()) << endpoint;
    EXPECT_NE(opened.error().message.find("'" + std::string(endpoint) + "'"), std::string::npos);
  }
}

TEST(Dds, SaysWhatIsWrongOrMissing) {
  const auto error_of = [](const DdsOptions& options) {
    auto made = make_dds_port(options, make_bell());
    return made.ok() ? std::string("none") : made.error().message;
  };
  EXPECT_NE(error_of({}).find("run_token"), std::string::npos);
  EXPECT_NE(error_of({.run_token = "t", .bind_address = "\"/>"}).find("bind_address is"),
            std::string::npos);
  EXPECT_NE(error_of({.run_token = "t", .window_packets = 1}).find("window_packets is 1"),
            std::string::npos);
  EXPECT_NE(error_of({.run_token = "t", .max_message_bytes = 61'000}).find("61000"),
            std::string::npos);
  EXPECT_EQ(dds_endpoint(std::array<PartyId, 3>{0, 1, 12}), "dds:0,1,12");
  if (has_dds()) {
    Member member = make_member({.reliable = Layer::dds}, fresh_token(), 0);
    for (const char* endpoint :
         {"udp:1.2.3.4:5", "dds:", "dds:1,", "dds:,1", "dds:x", "dds:1;2", "dds:4294967295"}) {
      const base::Status opened = member.port->open(cast_stream, endpoint);
      ASSERT_FALSE(opened.ok()) << endpoint;
      EXPECT_NE(opened.error().message.find("'" + std::string(endpoint) + "'"), std::string::npos);
    }
  }
  const std::string made = error_of({.run_token = fresh_token()});
  EXPECT_EQ(made, has_dds() ? "none"
                            : "dds is not built in: install the package cyclonedds-dev and "
                              "configure the core again");
}

}  // namespace
}  // namespace orrery::transport::testing
