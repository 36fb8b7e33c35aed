// How a TCP channel ends when its peer's host resets the connection, and when it resets its own.
#include <gtest/gtest.h>
#include <linux/filter.h>

#include <thread>

#include "raw_peer.hpp"

namespace orrery::transport::testing {
namespace {

void reset(base::UniqueFd& socket) {
  const linger none{.l_onoff = 1, .l_linger = 0};
  ASSERT_EQ(::setsockopt(socket.get(), SOL_SOCKET, SO_LINGER, &none, sizeof none), 0);
  socket.reset();
}

// A cut network: nothing comes through to the socket.
void cut_off(int fd) {
  sock_filter none[] = {BPF_STMT(BPF_RET | BPF_K, 0)};
  const sock_fprog program{.len = 1, .filter = none};
  ASSERT_EQ(::setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program), 0);
}
void heal(int fd) {
  const int unused = 0;
  ASSERT_EQ(::setsockopt(fd, SOL_SOCKET, SO_DETACH_FILTER, &unused, sizeof unused), 0);
}

Io end_of(Channel& channel) {
  Peeked peeked = channel.peek();
  for (const std::int64_t deadline = watchdog();
       (peeked.io == Io::ok || peeked.io == Io::empty) && base::now_ns() < deadline;
       peeked = channel.peek()) {
    if (peeked.io == Io::ok) channel.release();
    (void)channel.pump();
  }
  return peeked.io;
}

TEST(Reset, OfAPeerThatWasHeardIsItsEnd) {
  RawPeer peer(Kind::tcp, {.peer_timeout_ns = 600'000'000'000}, RawPeer::Over::tcp);
  reset(peer.socket);
  EXPECT_EQ(end_of(*peer.channel), Io::peer_lost);
  EXPECT_FALSE(peer.channel->may_live()) << peer.channel->why();
}

// It may have given up this end, which it did not hear of, and have gone on.
TEST(Reset, AfterACutIsNotForCertainThePeersEnd) {
  constexpr std::int64_t timeout_ns = 100'000'000;
  RawPeer peer(Kind::tcp, {.peer_timeout_ns = timeout_ns}, RawPeer::Over::tcp);
  cut_off(peer.channel->fd());
  reset(peer.socket);
  std::this_thread::sleep_for(std::chrono::nanoseconds(timeout_ns));
  EXPECT_EQ(peer.channel->peek().io, Io::empty) << "it does not know";
  heal(peer.channel->fd());
  EXPECT_EQ(peer.channel->send_now(std::array<std::byte, 1>{}), Io::ok);
  EXPECT_EQ(end_of(*peer.channel), Io::peer_lost);
  EXPECT_TRUE(peer.channel->may_live()) << peer.channel->why();
}

// Nor while this end did not read: the peer's host gives up what is not taken. Whoever sends through the socket, a mailer, may
// have been told of the reset in our place.
class Absence : public ::testing::TestWithParam<bool> {
 protected:
  static constexpr std::int64_t timeout_ns = 1'000'000'000;
  // Something to read has stood here for long, and the peer's host has been heard now.
  static void stand(RawPeer& peer, std::size_t unread) {
    if (unread > 0) {
      std::vector<std::byte> said;
      append_frame(said, std::vector<std::byte>(unread));
      ASSERT_EQ(write_some(peer.socket.get(), said), said.size());
    }
    std::this_thread::sleep_for(std::chrono::nanoseconds(timeout_ns));
    ASSERT_EQ(peer.channel->send_now(std::array<std::byte, 1>{}), Io::ok);
    for (const std::int64_t deadline = watchdog();
         unheard_ns(peer.channel->fd()) > timeout_ns / 2 && base::now_ns() < deadline;) {
      std::this_thread::yield();
    }
  }
  static void take_error(int fd) {
    int taken = 0;
    socklen_t size = sizeof taken;
    for (const std::int64_t deadline = watchdog(); taken == 0 && base::now_ns() < deadline;) {
      ASSERT_EQ(::getsockopt(fd, SOL_SOCKET, SO_ERROR, &taken, &size), 0);
    }
    ASSERT_EQ(taken, ECONNRESET);
  }
};

TEST_P(Absence, MakesAResetUncertain) {
  RawPeer peer(Kind::tcp, {.peer_timeout_ns = timeout_ns}, RawPeer::Over::tcp);
  stand(peer, 5);
  reset(peer.socket);
  if (GetParam()) take_error(peer.channel->fd());
  EXPECT_EQ(end_of(*peer.channel), Io::peer_lost);
  EXPECT_TRUE(peer.channel->may_live()) << peer.channel->why();
}

TEST_P(Absence, IsNoneWhereNothingStood) {
  RawPeer peer(Kind::tcp, {.peer_timeout_ns = timeout_ns}, RawPeer::Over::tcp);
  stand(peer, 0);
  reset(peer.socket);
  if (GetParam()) take_error(peer.channel->fd());
  EXPECT_EQ(end_of(*peer.channel), Io::peer_lost);
  EXPECT_FALSE(peer.channel->may_live()) << peer.channel->why();
}

INSTANTIATE_TEST_SUITE_P(Reset, Absence, ::testing::Bool(), [](const auto& taken) {
  return std::string(taken.param ? "told_another" : "told_us");
});

// An end without a good-bye would be that of a process.
TEST(Reset, EndsAStreamWhoseGoodByeFoundNoRoom) {
  RawPeer peer(Kind::tcp, {.max_message_bytes = 4096, .buffer_bytes = 16 * 1024},
               RawPeer::Over::tcp);
  while (peer.channel->send_now(std::array<std::byte, 4096>{}) == Io::ok) {
  }
  peer.channel->close();
  std::array<std::byte, 4096> taken{};
  ssize_t got = 0;
  do {
    ASSERT_TRUE(wait_fd(peer.socket.get(), POLLIN, watchdog()).ok());
    got = ::recv(peer.socket.get(), taken.data(), taken.size(), 0);
  } while (got > 0);
  EXPECT_EQ(got, -1);
  EXPECT_EQ(errno, ECONNRESET);
}

}  // namespace
}  // namespace orrery::transport::testing
