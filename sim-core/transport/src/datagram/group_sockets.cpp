#include "group_sockets.hpp"

#include <arpa/inet.h>
#include <netinet/udp.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>
#include <utility>

namespace orrery::transport {
namespace {

#ifndef UDP_GRO
#define UDP_GRO 104
#endif

bool same(const sockaddr_in& a, const sockaddr_in& b) {
  return a.sin_addr.s_addr == b.sin_addr.s_addr && a.sin_port == b.sin_port;
}

std::string said(const sockaddr_in& group) {
  std::array<char, INET_ADDRSTRLEN> text{};
  ::inet_ntop(AF_INET, &group.sin_addr, text.data(), text.size());
  return std::string(text.data()) + ":" + std::to_string(ntohs(group.sin_port));
}

}  // namespace

base::Status prepare_datagram_socket(int fd, std::uint32_t buffer_bytes) {
  const int bytes = static_cast<int>(buffer_bytes);
  const int on = 1;
  // Less than asked for is no failure: what then overflows is counted.
  if (::setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &bytes, sizeof bytes) != 0) {
    (void)::setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
  }
  (void)::setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
  // Packets of a sender that came together are read together; an older kernel gives them one by one.
  (void)::setsockopt(fd, SOL_UDP, UDP_GRO, &on, sizeof on);
  if (::setsockopt(fd, SOL_SOCKET, SO_RXQ_OVFL, &on, sizeof on) != 0) {
    return base::error_from_errno("counting a datagram socket's drops", errno);
  }
  return {};
}

base::Result<GroupSockets::Socket> GroupSockets::make(in_port_t port) const {
  Socket made;
  made.port = port;
  made.fd.reset(::socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!made.fd) return base::error_from_errno("making a multicast socket", errno);
  const int on = 1;
  const int off = 0;
  sockaddr_in any{};
  any.sin_family = AF_INET;
  any.sin_port = port;
  // MULTICAST_ALL off: only what this socket itself has joined, not all that this host has.
  if (::setsockopt(made.fd.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
      ::setsockopt(made.fd.get(), IPPROTO_IP, IP_MULTICAST_ALL, &off, sizeof off) != 0 ||
      ::bind(made.fd.get(), reinterpret_cast<const sockaddr*>(&any), sizeof any) != 0) {
    return base::error_from_errno(
        "binding a multicast socket to port " + std::to_string(ntohs(port)), errno);
  }
  if (auto ready = prepare_datagram_socket(made.fd.get(), buffer_bytes_); !ready) {
    return ready.error();
  }
  epoll_event event{};
  event.events = EPOLLIN;
  if (::epoll_ctl(epoll_, EPOLL_CTL_ADD, made.fd.get(), &event) != 0) {
    return base::error_from_errno("watching a multicast socket", errno);
  }
  return made;
}

base::Status GroupSockets::join(const sockaddr_in& group) {
  for (Socket& socket : sockets_) {
    for (Member& member : socket.groups) {
      if (same(member.group, group)) {
        ++member.times;
        return {};
      }
    }
  }
  const ip_mreq request{.imr_multiaddr = group.sin_addr, .imr_interface = interface_};
  const auto join_on = [&](Socket& socket) {
    if (::setsockopt(socket.fd.get(), IPPROTO_IP, IP_ADD_MEMBERSHIP, &request, sizeof request) !=
        0) {
      return errno;
    }
    socket.groups.push_back({group, 1});
    return 0;
  };
  for (Socket& socket : sockets_) {
    if (socket.port != group.sin_port) continue;
    const int error = join_on(socket);
    if (error == 0) return {};
    if (error != ENOBUFS) return base::error_from_errno("joining " + said(group), error);
  }
  auto made = make(group.sin_port);
  if (!made) return made.error();
  if (const int error = join_on(*made); error != 0) {
    return base::error_from_errno("joining " + said(group), error);
  }
  sockets_.push_back(std::move(*made));
  return {};
}

void GroupSockets::leave(const sockaddr_in& group) {
  for (auto socket = sockets_.begin(); socket != sockets_.end(); ++socket) {
    const auto member = std::ranges::find_if(
        socket->groups, [&](const Member& each) { return same(each.group, group); });
    if (member == socket->groups.end()) continue;
    if (--member->times > 0) return;
    const ip_mreq request{.imr_multiaddr = group.sin_addr, .imr_interface = interface_};
    (void)::setsockopt(socket->fd.get(), IPPROTO_IP, IP_DROP_MEMBERSHIP, &request, sizeof request);
    socket->groups.erase(member);
    if (socket->groups.empty()) sockets_.erase(socket);
    return;
  }
}

}  // namespace orrery::transport
