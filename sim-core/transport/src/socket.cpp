#include "socket.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstring>

#include "orrery/base/clock.hpp"

namespace orrery::transport {

using base::Error;
using base::error_from_errno;
using base::ErrorCode;
using base::Status;
using base::UniqueFd;

base::Result<SocketAddress> tcp_address(const std::string& host, std::uint16_t port) {
  SocketAddress address;
  std::string bare = host;
  if (bare.size() > 2 && bare.front() == '[' && bare.back() == ']') {
    bare = bare.substr(1, bare.size() - 2);
  }
  sockaddr_in v4{};
  sockaddr_in6 v6{};
  if (::inet_pton(AF_INET, bare.c_str(), &v4.sin_addr) == 1) {
    v4.sin_family = AF_INET;
    v4.sin_port = htons(port);
    std::memcpy(&address.storage, &v4, sizeof v4);
    address.length = sizeof v4;
    return address;
  }
  if (::inet_pton(AF_INET6, bare.c_str(), &v6.sin6_addr) == 1) {
    v6.sin6_family = AF_INET6;
    v6.sin6_port = htons(port);
    std::memcpy(&address.storage, &v6, sizeof v6);
    address.length = sizeof v6;
    return address;
  }
  return Error{ErrorCode::invalid_argument,
               "address '" + host + "' is not numeric: give an IPv4 or IPv6 address"};
}

base::Result<SocketAddress> parse_tcp(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  std::uint16_t port = 0;
  if (colon != std::string::npos) {
    const char* end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data() + colon + 1, end, port);
    if (parsed.ec != std::errc() || parsed.ptr != end) port = 0;
  }
  if (port == 0) {
    return Error{ErrorCode::invalid_argument,
                 "tcp endpoint '" + text + "' is not of the form address:port"};
  }
  return tcp_address(text.substr(0, colon), port);
}

std::string format_tcp(const SocketAddress& address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (address.storage.ss_family == AF_INET) {
    sockaddr_in v4{};
    std::memcpy(&v4, &address.storage, sizeof v4);
    ::inet_ntop(AF_INET, &v4.sin_addr, text.data(), text.size());
    return std::string(text.data()) + ":" + std::to_string(ntohs(v4.sin_port));
  }
  sockaddr_in6 v6{};
  std::memcpy(&v6, &address.storage, sizeof v6);
  ::inet_ntop(AF_INET6, &v6.sin6_addr, text.data(), text.size());
  return "[" + std::string(text.data()) + "]:" + std::to_string(ntohs(v6.sin6_port));
}

base::Result<SocketAddress> parse_local(const std::string& text) {
  sockaddr_un local{};
  local.sun_family = AF_UNIX;
  if (text.size() < 2 || text.front() != '@' || text.size() > sizeof local.sun_path) {
    return Error{ErrorCode::invalid_argument,
                 "local endpoint '" + text + "' is not an abstract name of the form @name"};
  }
  std::memcpy(local.sun_path + 1, text.data() + 1, text.size() - 1);
  SocketAddress address;
  std::memcpy(&address.storage, &local, sizeof local);
  address.length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + text.size());
  return address;
}

base::Result<UniqueFd> open_socket(int family) {
  UniqueFd fd(::socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!fd) return error_from_errno("opening a socket", errno);
  return fd;
}

Status tune_tcp(int fd, std::int64_t peer_timeout_ns) {
  const int on = 1;
  const auto timeout_ms = static_cast<unsigned>(
      std::min<std::int64_t>(peer_timeout_ns / 1'000'000, 24LL * 3600 * 1000));
  // Probes begin after half the time-out in silence; TCP_USER_TIMEOUT ends unanswered probes and
  // unanswered data alike.
  const int idle_s = std::max(1, static_cast<int>(timeout_ms / 2000));
  const int interval_s = std::max(1, static_cast<int>(timeout_ms / 6000));
  const int probes =
      std::max(1, static_cast<int>(timeout_ms / 1000 - static_cast<unsigned>(idle_s)) / interval_s);
  const struct {
    int level;
    int name;
    const void* value;
    socklen_t size;
    const char* what;
  } settings[] = {
      {IPPROTO_TCP, TCP_NODELAY, &on, sizeof on, "TCP_NODELAY"},
      {SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on, "SO_KEEPALIVE"},
      {IPPROTO_TCP, TCP_KEEPIDLE, &idle_s, sizeof idle_s, "TCP_KEEPIDLE"},
      {IPPROTO_TCP, TCP_KEEPINTVL, &interval_s, sizeof interval_s, "TCP_KEEPINTVL"},
      {IPPROTO_TCP, TCP_KEEPCNT, &probes, sizeof probes, "TCP_KEEPCNT"},
      {IPPROTO_TCP, TCP_USER_TIMEOUT, &timeout_ms, sizeof timeout_ms, "TCP_USER_TIMEOUT"},
  };
  for (const auto& s : settings) {
    if (::setsockopt(fd, s.level, s.name, s.value, s.size) != 0) {
      return error_from_errno(std::string("setting ") + s.what, errno);
    }
  }
  return {};
}

namespace {

// Zeros if it is no TCP connection.
tcp_info info_of(int fd) {
  tcp_info info{};
  socklen_t size = sizeof info;
  if (::getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return {};
  return info;
}

}  // namespace

std::int64_t unheard_ns(int fd) {
  const tcp_info info = info_of(fd);
  return std::int64_t{1'000'000} * std::min(info.tcpi_last_data_recv, info.tcpi_last_ack_recv);
}

std::int64_t without_data_ns(int fd) {
  return std::int64_t{1'000'000} * info_of(fd).tcpi_last_data_recv;
}

bool was_reset(int fd) { return info_of(fd).tcpi_state == TCP_CLOSE; }

Status wait_fd(int fd, short events, std::int64_t deadline_ns) {
  for (;;) {
    const std::int64_t left = deadline_ns - base::now_ns();
    if (left <= 0) return Error{ErrorCode::timed_out, "timed out"};
    const auto left_ms = static_cast<int>(std::min<std::int64_t>(left / 1'000'000 + 1, 1000));
    pollfd polled{.fd = fd, .events = events, .revents = 0};
    const int got = ::poll(&polled, 1, left_ms);
    if (got > 0) return {};
    if (got < 0 && errno != EINTR) return error_from_errno("polling a socket", errno);
  }
}

bool same_user(int fd) {
  ucred peer{};
  socklen_t size = sizeof peer;
  if (::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return false;
  return peer.uid == ::geteuid() || peer.uid == 0;
}

Status send_all(int fd, std::span<const std::byte> bytes, std::span<const int> descriptors,
                std::int64_t deadline_ns) {
  alignas(cmsghdr) std::array<char, CMSG_SPACE(8 * sizeof(int))> control{};
  if (descriptors.size() > 8) return Error{ErrorCode::internal, "too many descriptors at once"};
  bool attach = !descriptors.empty();
  while (!bytes.empty()) {
    iovec part{.iov_base = const_cast<std::byte*>(bytes.data()), .iov_len = bytes.size()};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (attach) {
      message.msg_control = control.data();
      message.msg_controllen = CMSG_SPACE(descriptors.size_bytes());
      cmsghdr* header = CMSG_FIRSTHDR(&message);
      header->cmsg_level = SOL_SOCKET;
      header->cmsg_type = SCM_RIGHTS;
      header->cmsg_len = CMSG_LEN(descriptors.size_bytes());
      std::memcpy(CMSG_DATA(header), descriptors.data(), descriptors.size_bytes());
    }
    const ssize_t sent = ::sendmsg(fd, &message, MSG_NOSIGNAL);
    if (sent > 0) {
      attach = false;
      bytes = bytes.subspan(static_cast<std::size_t>(sent));
    } else if (errno == EAGAIN) {
      if (auto waited = wait_fd(fd, POLLOUT, deadline_ns); !waited) return waited;
    } else if (errno != EINTR) {
      return error_from_errno("sending", errno);
    }
  }
  return {};
}

base::Result<bool> receive_some(int fd, std::vector<std::byte>& bytes, std::size_t limit,
                                std::vector<UniqueFd>& descriptors) {
  while (bytes.size() < limit) {
    std::array<std::byte, 512> buffer{};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(8 * sizeof(int))> control{};
    iovec part{.iov_base = buffer.data(), .iov_len = std::min(buffer.size(), limit - bytes.size())};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    const ssize_t got = ::recvmsg(fd, &message, MSG_CMSG_CLOEXEC);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) return true;
    if (got < 0) return error_from_errno("receiving", errno);
    for (cmsghdr* h = CMSG_FIRSTHDR(&message); h != nullptr; h = CMSG_NXTHDR(&message, h)) {
      if (h->cmsg_level != SOL_SOCKET || h->cmsg_type != SCM_RIGHTS) continue;
      const std::size_t count = (h->cmsg_len - CMSG_LEN(0)) / sizeof(int);
      for (std::size_t i = 0; i < count; ++i) {
        int received = -1;
        std::memcpy(&received, CMSG_DATA(h) + i * sizeof(int), sizeof received);
        descriptors.emplace_back(received);
      }
    }
    if (got == 0) return false;
    bytes.insert(bytes.end(), buffer.begin(), buffer.begin() + got);
  }
  return true;
}

void fill_random(std::span<std::byte> bytes) {
  // Never short for up to 256 bytes once the kernel's pool is ready, which it waits for.
  while (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
  }
}

std::string random_name() {
  std::string name = "orrery-";
  for (const std::byte byte : random_bytes<16>()) {
    constexpr std::string_view digits = "0123456789abcdef";
    name += digits[std::to_integer<unsigned>(byte) >> 4];
    name += digits[std::to_integer<unsigned>(byte) & 15];
  }
  return name;
}

}  // namespace orrery::transport
