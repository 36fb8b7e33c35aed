// A channel over a socket whose peer is the test: it says whatever bytes it likes.
#pragma once

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "orrery/base/clock.hpp"
#include "orrery/base/random.hpp"

#include "chain/framing.hpp"
#include "over_tcp.hpp"
#include "socket.hpp"
#include "support.hpp"

namespace orrery::transport::testing {

inline base::UniqueFd connect_to(std::uint16_t port) {
  auto address = *tcp_address("127.0.0.1", port);
  auto socket = *open_socket(address.storage.ss_family);
  (void)::connect(socket.get(), address.get(), address.length);
  (void)wait_fd(socket.get(), POLLOUT, watchdog());
  return socket;
}

struct RawPeer {
  enum class Over : std::uint8_t { pair, tcp };
  RawPeer(Kind kind, const ChannelOptions& options)
      : RawPeer(kind, options, kind == Kind::tcp_per_message ? Over::tcp : Over::pair) {}
  RawPeer(Kind kind, const ChannelOptions& options, Over over) {
    auto accepted = over == Over::tcp ? over_tcp() : over_pair();
    auto made = channel_over(kind, options, std::move(accepted), make_bell());
    EXPECT_TRUE(made.ok()) << made.error().message;
    channel = std::move(*made);
  }

  base::UniqueFd socket;
  std::unique_ptr<Channel> channel;

 private:
  // Leaves no TIME-WAIT: of these a search makes more than there are ports.
  base::UniqueFd over_pair() {
    std::array<int, 2> ends{-1, -1};
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends.data()), 0);
    socket.reset(ends[0]);
    return base::UniqueFd(ends[1]);
  }
  base::UniqueFd over_tcp() {
    auto address = *tcp_address("127.0.0.1", 0);
    const auto listener = *open_socket(address.storage.ss_family);
    EXPECT_EQ(::bind(listener.get(), address.get(), address.length), 0);
    EXPECT_EQ(::listen(listener.get(), 1), 0);
    EXPECT_EQ(::getsockname(listener.get(), reinterpret_cast<sockaddr*>(&address.storage),
                            &address.length),
              0);
    socket = connect_to(ntohs(reinterpret_cast<const sockaddr_in*>(&address.storage)->sin_port));
    EXPECT_TRUE(wait_fd(listener.get(), POLLIN, watchdog()).ok());
    return base::UniqueFd(
        ::accept4(listener.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
  }
};

// As much as the other end takes now; all of it if that has hung up.
inline std::size_t write_some(int fd, std::span<const std::byte> bytes) {
  const ssize_t wrote = ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  if (wrote >= 0) return static_cast<std::size_t>(wrote);
  return errno == EAGAIN || errno == EINTR ? 0 : bytes.size();
}

inline constexpr std::uint64_t good_bye_frame = 0xffffffff;
inline constexpr std::uint64_t given_up_frame = 0xfffffffe;

inline void append_frame(std::vector<std::byte>& out, std::span<const std::byte> message) {
  const std::size_t at = out.size();
  out.resize(at + 8 + round_up_8(message.size()));
  put(out.data() + at, std::uint64_t{message.size()});
  std::ranges::copy(message, out.begin() + static_cast<std::ptrdiff_t>(at + 8));
}

// What a stream of frames says, and how it ends: `empty` if more may come.
struct Said {
  std::vector<std::vector<std::byte>> messages;
  Io end = Io::empty;
  bool malformed = false;
};
inline Said read_frames(std::span<const std::byte> bytes, std::size_t greatest, bool hung_up) {
  Said said;
  while (bytes.size() >= 8) {
    const auto length = get<std::uint64_t>(bytes.data());
    if (length == good_bye_frame) {
      said.end = Io::closed;
      return said;
    }
    if (length == given_up_frame) {
      said.end = Io::peer_lost;
      return said;
    }
    if (length > greatest) {
      said.end = Io::peer_lost;
      said.malformed = true;
      return said;
    }
    const std::size_t whole = 8 + round_up_8(length);
    if (bytes.size() < whole) break;
    said.messages.emplace_back(bytes.begin() + 8,
                               bytes.begin() + 8 + static_cast<std::ptrdiff_t>(length));
    bytes = bytes.subspan(whole);
  }
  if (hung_up) said.end = Io::peer_lost;
  return said;
}

// The peer says these bytes in pieces, and perhaps hangs up: what the channel then shows.
inline Said hear(RawPeer& peer, std::span<const std::byte> bytes, bool hangs_up,
                 const Said& expected, base::Random& random) {
  Said heard;
  const std::int64_t deadline = watchdog();
  while (base::now_ns() < deadline) {
    if (!bytes.empty()) {
      const std::size_t piece = std::min<std::size_t>(bytes.size(), 1 + random.below(1500));
      bytes = bytes.subspan(write_some(peer.socket.get(), bytes.first(piece)));
    } else if (hangs_up && peer.socket) {
      peer.socket.reset();
    }
    (void)peer.channel->pump();
    Peeked peeked = peer.channel->peek();
    for (; peeked.io == Io::ok; peeked = peer.channel->peek()) {
      heard.messages.emplace_back(peeked.bytes.begin(), peeked.bytes.end());
      peer.channel->release();
    }
    heard.end = peeked.io;
    const bool all = heard.messages.size() >= expected.messages.size();
    if (bytes.empty() && all && heard.end == expected.end) break;
    if (heard.end != Io::empty && heard.end != expected.end) break;
  }
  heard.malformed = peer.channel->counters().malformed > 0;
  return heard;
}

// One thing is wrong with it.
inline void spoil(std::vector<std::byte>& bytes, base::Random& random) {
  if (bytes.size() < 16) return;
  const std::size_t at = random.below(bytes.size() - 8);
  const auto offset = [](std::size_t place) { return static_cast<std::ptrdiff_t>(place); };
  switch (random.below(6)) {
    case 0:
      bytes.resize(at);
      break;
    case 1:
      bytes[at] ^= static_cast<std::byte>(1U << random.below(8));
      break;
    case 2: {  // a piece is missing
      const std::size_t end = at + 1 + random.below(bytes.size() - at);
      bytes.erase(bytes.begin() + offset(at), bytes.begin() + offset(end));
      break;
    }
    case 3: {  // a piece comes twice
      const std::size_t end = at + 1 + random.below(bytes.size() - at);
      const std::vector<std::byte> piece(bytes.begin() + offset(at), bytes.begin() + offset(end));
      bytes.insert(bytes.begin() + offset(end), piece.begin(), piece.end());
      break;
    }
    case 4:
      put(bytes.data() + at / 8 * 8, random.bits());
      break;
    default:
      put(bytes.data() + at / 8 * 8,
          random.chance(0.3) ? good_bye_frame - random.below(2) : random.below(100'000));
  }
}

}  // namespace orrery::transport::testing
