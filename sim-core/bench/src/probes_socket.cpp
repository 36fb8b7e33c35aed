#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <stdexcept>
#include <utility>
#include <vector>

#include "orrery/base/clock.hpp"
#include "orrery/base/result.hpp"
#include "orrery/base/unique_fd.hpp"
#include "orrery/base/wait.hpp"
#include "orrery/bench/probes.hpp"

#include "forked.hpp"

namespace orrery::bench {

namespace {

[[noreturn]] void fail(const char* doing) {
  throw std::runtime_error(base::error_from_errno(doing, errno).message);
}

using Ends = std::pair<base::UniqueFd, base::UniqueFd>;

Ends unix_pair() {
  std::array<int, 2> fds{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fds.data()) != 0) fail("socketpair");
  return {base::UniqueFd(fds[0]), base::UniqueFd(fds[1])};
}

base::UniqueFd tcp_socket() {
  base::UniqueFd socket(::socket(AF_INET, SOCK_STREAM, 0));
  if (!socket) fail("making a TCP socket");
  return socket;
}

Ends tcp_pair() {
  const base::UniqueFd listener = tcp_socket();
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const raw = reinterpret_cast<sockaddr*>(&address);
  if (::bind(listener.get(), raw, size) != 0 || ::listen(listener.get(), 1) != 0 ||
      ::getsockname(listener.get(), raw, &size) != 0) {
    fail("listening on loopback");
  }
  base::UniqueFd a = tcp_socket();
  if (::connect(a.get(), raw, size) != 0) fail("connecting to loopback");
  base::UniqueFd b(::accept4(listener.get(), nullptr, nullptr, 0));
  if (!b) fail("accepting on loopback");
  for (const int fd : {a.get(), b.get()}) {
    const int on = 1;
    if (::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) != 0) fail("TCP_NODELAY");
  }
  return {std::move(a), std::move(b)};
}

void send_all(int fd, std::vector<std::byte>& message) {
  std::size_t sent = 0;
  while (sent < message.size()) {
    const ssize_t wrote =
        ::send(fd, message.data() + sent, message.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (wrote >= 0) {
      sent += static_cast<std::size_t>(wrote);
    } else if (errno != EAGAIN && errno != EINTR) {
      fail("sending");
    }
  }
}

void receive_all(int fd, std::vector<std::byte>& message) {
  std::size_t got = 0;
  while (got < message.size()) {
    const ssize_t read = ::recv(fd, message.data() + got, message.size() - got, MSG_DONTWAIT);
    if (read > 0) {
      got += static_cast<std::size_t>(read);
    } else if (read == 0) {
      throw std::runtime_error("the other end of a probe closed its socket");
    } else if (errno != EAGAIN && errno != EINTR) {
      fail("receiving");
    } else {
      base::cpu_relax();
    }
  }
}

}  // namespace

double socket_round_trips(Socket socket, std::uint64_t rounds, std::size_t bytes, int core_a,
                          int core_b) {
  Ends ends = socket == Socket::tcp ? tcp_pair() : unix_pair();
  std::vector<std::byte> message(bytes);
  Forked other(std::array{core_b}, [&] {
    ends.first.reset();
    for (std::uint64_t round = 0; round <= rounds; ++round) {
      receive_all(ends.second.get(), message);
      send_all(ends.second.get(), message);
    }
  });
  ends.second.reset();
  const std::array own{core_a};
  const Pinned pinned(own);
  const auto round_trip = [&] {
    send_all(ends.first.get(), message);
    receive_all(ends.first.get(), message);
  };
  round_trip();
  const std::int64_t started = base::now_ns();
  for (std::uint64_t round = 0; round < rounds; ++round) round_trip();
  const double result =
      static_cast<double>(rounds) * 1e9 / static_cast<double>(base::now_ns() - started);
  if (!other.wait()) throw std::runtime_error("a probe's process failed");
  return result;
}

}  // namespace orrery::bench
