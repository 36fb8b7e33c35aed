// What peers and strangers may say to `mailer` and `tcp_per_message`: bytes that were a message once, and parts of some. Nothing
// breaks, nothing grows, what is true still comes, and what is not is counted.

#include <gtest/gtest.h>

#include "raw_peer.hpp"

namespace orrery::transport::testing {
namespace {

class Framed : public ::testing::TestWithParam<Kind> {};
INSTANTIATE_TEST_SUITE_P(Kinds, Framed, ::testing::Values(Kind::mailer, Kind::tcp),
                         [](const auto& each) { return std::string(to_string(each.param)); });

// Up to what is wrong all is heard, and nothing after it; a frame that nobody could have agreed on is counted.
TEST_P(Framed, HearsWhatItsBytesSay) {
  int wrong = 0;
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    base::Random random(seed, 3);
    const ChannelOptions options{.max_message_bytes = 2000, .buffer_bytes = 16 * 1024};
    RawPeer peer(GetParam(), options);
    Messages messages(seed, 2000);
    std::vector<std::byte> bytes;
    for (int i = 0; i < 30; ++i) append_frame(bytes, messages.next());
    for (std::uint64_t i = random.below(3); i > 0; --i) spoil(bytes, random);
    const bool hangs_up = random.chance(0.7);
    const Said expected = read_frames(bytes, options.max_message_bytes, hangs_up);
    const Said heard = hear(peer, bytes, hangs_up, expected, random);
    EXPECT_EQ(heard.messages, expected.messages) << "seed " << seed;
    EXPECT_EQ(heard.end, expected.end) << "seed " << seed;
    EXPECT_EQ(heard.malformed, expected.malformed) << "seed " << seed;
    wrong += expected.malformed ? 1 : 0;
    peer.channel->forget();
  }
  EXPECT_GT(wrong, 10);
}

// As the channel's peer: its lasting connection, where it listens and the key of its messages.
struct PerMessage : RawPeer {
  explicit PerMessage(const ChannelOptions& options) : RawPeer(Kind::tcp_per_message, options) {
    std::vector<std::byte> said(48);
    std::size_t got = 0;
    for (const std::int64_t deadline = watchdog();
         got < said.size() && base::now_ns() < deadline;) {
      (void)wait_fd(socket.get(), POLLIN, deadline);
      got += static_cast<std::size_t>(
          std::max<ssize_t>(0, ::recv(socket.get(), said.data() + got, said.size() - got, 0)));
    }
    key = get<std::uint64_t>(said.data() + 16);
    port = static_cast<std::uint16_t>(get<std::uint64_t>(said.data() + 40));
  }
  [[nodiscard]] std::vector<std::byte> packed(std::uint64_t number,
                                              std::span<const std::byte> message) const {
    std::vector<std::byte> bytes(24 + message.size());
    put(bytes.data(), key);
    put(bytes.data() + 8, number);
    put(bytes.data() + 16, std::uint64_t{message.size()});
    std::ranges::copy(message, bytes.begin() + 24);
    return bytes;
  }
  // On a connection of its own, which is left open.
  [[nodiscard]] base::UniqueFd say(std::span<const std::byte> bytes) const {
    base::UniqueFd to = connect_to(port);
    (void)write_some(to.get(), bytes);
    return to;
  }
  void say_of_itself(std::uint64_t what, std::uint64_t value) const {
    const std::array<std::uint64_t, 2> words{what, value};
    std::vector<std::byte> frame;
    append_frame(frame, std::as_bytes(std::span(words)));
    (void)write_some(socket.get(), frame);
  }
  [[nodiscard]] std::uint64_t malformed() const { return channel->counters().malformed; }
  void until_malformed(std::uint64_t count) const {
    const std::int64_t deadline = watchdog();
    while (malformed() < count && base::now_ns() < deadline) (void)channel->pump();
    EXPECT_EQ(malformed(), count);
  }

  std::uint64_t key = 0;
  std::uint16_t port = 0;
};

// What is no message, though it was one or could be: the connection ends after it, unless it is left to the channel to see.
std::vector<std::byte> spoiled(const PerMessage& peer, std::uint64_t number,
                               std::span<const std::byte> message, base::Random& random) {
  std::vector<std::byte> bytes = peer.packed(number, message);
  switch (random.below(5)) {
    case 0:
      bytes[random.below(8)] ^= std::byte{1};
      break;
    case 1:
      bytes.resize(random.below(bytes.size()));
      break;
    case 2:
      put(bytes.data() + 16, random.chance(0.5) ? random.bits() | 1U << 20U : 4097);
      break;
    case 3:
      put(bytes.data() + 8, number + 1'000'000 + random.below(1U << 30U));
      break;
    default:  // spliced: another one's head says more than there is
      put(bytes.data() + 16, std::uint64_t{message.size() + 1 + random.below(50)});
  }
  return bytes;
}

TEST(PerMessageGarbage, TrueMessagesComeInOrderAmongSpoiledOnes) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    base::Random random(seed, 5);
    PerMessage peer({.max_message_bytes = 4096, .buffer_bytes = 16 * 1024});
    Messages sent(seed, 4000);
    Messages expected(seed, 4000);
    std::uint64_t wrong = 0;
    for (std::uint64_t number = 0; number < 60; ++number) {
      const auto& message = sent.next();
      for (std::uint64_t i = random.below(4); i > 0; --i, ++wrong) {
        const auto bytes = spoiled(peer, number, message, random);
        (void)peer.say(bytes);  // and hangs up
      }
      auto bytes = peer.packed(number, message);
      if (random.chance(0.2))
        bytes.insert(bytes.end(), 100, std::byte{7});  // what follows is nothing
      const base::UniqueFd to = connect_to(peer.port);
      std::span<const std::byte> rest = bytes;
      Peeked got;
      for (const std::int64_t deadline = watchdog(); got.io != Io::ok && base::now_ns() < deadline;
           got = peer.channel->peek()) {
        const std::size_t piece = std::min<std::size_t>(rest.size(), 1 + random.below(700));
        if (!rest.empty()) rest = rest.subspan(write_some(to.get(), rest.first(piece)));
        (void)peer.channel->pump();
      }
      ASSERT_EQ(got.io, Io::ok);
      ASSERT_TRUE(equal(got.bytes, expected.next())) << "seed " << seed << ", message " << number;
      peer.channel->release();
    }
    peer.until_malformed(wrong);
    peer.channel->forget();
  }
}

// On a network that loses packets the rest of a message may take long.
TEST(PerMessageGarbage, WhoIsSlowIsWaitedFor) {
  constexpr std::int64_t timeout_ns = 20'000'000;
  PerMessage peer(
      {.max_message_bytes = 4096, .buffer_bytes = 64 * 1024, .peer_timeout_ns = timeout_ns});
  const base::UniqueFd silent = connect_to(peer.port);
  const auto message = peer.packed(0, bytes_of(3000));
  const base::UniqueFd slow = peer.say(std::span(message).first(1000));
  const std::int64_t begun = base::now_ns();
  while (base::now_ns() - begun < 10 * timeout_ns) EXPECT_EQ(peer.channel->peek().io, Io::empty);
  (void)write_some(slow.get(), std::span(message).subspan(1000));
  const auto next = peer.packed(1, bytes_of(200));
  (void)write_some(silent.get(), next);
  for (const std::size_t size : {3000U, 200U}) {
    Peeked got;
    for (const std::int64_t deadline = watchdog(); got.io != Io::ok && base::now_ns() < deadline;) {
      got = peer.channel->peek();
    }
    ASSERT_TRUE(equal(got.bytes, bytes_of(size)));
    peer.channel->release();
  }
  EXPECT_EQ(peer.malformed(), 0U);
  peer.channel->forget();
}

// So many that nobody else is listened to: some say nothing, some know the key and stop within a message.
TEST(PerMessageGarbage, WhoIsInTheWayMakesRoom) {
  PerMessage peer(
      {.max_message_bytes = 4096, .buffer_bytes = 64 * 1024, .peer_timeout_ns = 100'000'000});
  const auto message = peer.packed(0, bytes_of(3000));
  std::vector<base::UniqueFd> open;
  for (int i = 0; i < 10; ++i) open.push_back(peer.say(std::span(message).first(1000)));
  while (open.size() < 256) open.push_back(connect_to(peer.port));
  const base::UniqueFd whole = peer.say(message);
  Peeked got;
  for (const std::int64_t deadline = watchdog(); got.io != Io::ok && base::now_ns() < deadline;) {
    got = peer.channel->peek();
  }
  EXPECT_TRUE(equal(got.bytes, bytes_of(3000)));
  EXPECT_GE(peer.malformed(), 1U);
  peer.channel->forget();
}

// Many such at once: memory for two buffers, the rest is turned away.
TEST(PerMessageGarbage, MessagesThatBeginTakeTwoBuffersAtMost) {
  PerMessage peer({.max_message_bytes = 4096, .buffer_bytes = 16 * 1024});
  std::vector<base::UniqueFd> open;
  for (std::uint64_t number = 0; number < 50; ++number) {
    const auto message = peer.packed(number, bytes_of(4096));
    open.push_back(peer.say(std::span(message).first(24)));
  }
  peer.until_malformed(50 - 2 * 16 * 1024 / (24 + 4096));
  peer.channel->forget();
}

TEST(PerMessageGarbage, AGoodByeThatPromisesMoreThanComesIsALoss) {
  PerMessage peer(
      {.max_message_bytes = 4096, .buffer_bytes = 16 * 1024, .peer_timeout_ns = 100'000'000});
  base::Random random(1, 1);
  for (int i = 0; i < 20; ++i) peer.say_of_itself(5 + random.below(1000), random.bits());
  peer.say_of_itself(1, 70'000);  // no port
  peer.say_of_itself(3, ~std::uint64_t{0});
  peer.say_of_itself(4, 7);
  std::vector<std::byte> end(8);
  put(end.data(), good_bye_frame);
  (void)write_some(peer.socket.get(), end);
  peer.until_malformed(21);
  Io io = Io::empty;
  for (const std::int64_t deadline = watchdog(); io == Io::empty && base::now_ns() < deadline;) {
    io = peer.channel->peek().io;
  }
  EXPECT_EQ(io, Io::peer_lost);
  EXPECT_NE(peer.channel->why().find("7 of its messages"), std::string::npos);
  EXPECT_EQ(peer.channel->peek().io, Io::peer_lost);
  peer.channel->forget();
}

}  // namespace
}  // namespace orrery::transport::testing
