// Raw multicast, by hand: the limit of the network between the parties, against which the protocols are measured.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "orrery/base/clock.hpp"
#include "orrery/base/histogram.hpp"
#include "orrery/base/result.hpp"
#include "orrery/base/unique_fd.hpp"

#include "forked.hpp"
#include "multicast_runs.hpp"
#include "shared_delays.hpp"

namespace orrery::bench {
namespace {

[[noreturn]] void fail(const char* doing) {
  throw std::runtime_error(base::error_from_errno(doing, errno).message);
}

struct Address {
  sockaddr_in in{};
  [[nodiscard]] const sockaddr* raw() const { return reinterpret_cast<const sockaddr*>(&in); }
};

Address address_of(const Host& host) {
  Address own;
  own.in.sin_family = AF_INET;
  if (::inet_pton(AF_INET, host.address.c_str(), &own.in.sin_addr) != 1) fail("reading an address");
  return own;
}

base::UniqueFd send_socket(const Host& host, Address& own) {
  const OnHost there(host);
  base::UniqueFd made(::socket(AF_INET, SOCK_DGRAM, 0));
  own = address_of(host);
  socklen_t size = sizeof own.in;
  if (!made || ::bind(made.get(), own.raw(), size) != 0 ||
      ::getsockname(made.get(), reinterpret_cast<sockaddr*>(&own.in), &size) != 0 ||
      ::setsockopt(made.get(), IPPROTO_IP, IP_MULTICAST_IF, &own.in.sin_addr,
                   sizeof own.in.sin_addr) != 0) {
    fail("making a raw multicast socket");
  }
  return made;
}

base::UniqueFd receive_socket(const Host& host, const Address& group) {
  const OnHost there(host);
  base::UniqueFd made(::socket(AF_INET, SOCK_DGRAM, 0));
  const int on = 1;
  const int buffer = 1 << 20;
  const ip_mreq join{.imr_multiaddr = group.in.sin_addr,
                     .imr_interface = address_of(host).in.sin_addr};
  if (!made || ::setsockopt(made.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
      ::setsockopt(made.get(), SOL_SOCKET, SO_RCVBUF, &buffer, sizeof buffer) != 0 ||
      ::bind(made.get(), group.raw(), sizeof group.in) != 0 ||
      ::setsockopt(made.get(), IPPROTO_IP, IP_ADD_MEMBERSHIP, &join, sizeof join) != 0) {
    fail("joining a raw multicast group");
  }
  return made;
}

// By the port of its sender, so that no two meet.
Address group_for(const Address& sender) {
  Address group;
  group.in.sin_family = AF_INET;
  group.in.sin_port = sender.in.sin_port;
  group.in.sin_addr.s_addr = htonl(0xefc30000U + ntohs(sender.in.sin_port));
  return group;
}

void send_to(const base::UniqueFd& socket, const Address& to, const void* bytes, std::size_t size) {
  if (::sendto(socket.get(), bytes, size, 0, to.raw(), sizeof to.in) < 0) {
    fail("sending to a raw multicast group");
  }
}

}  // namespace

double raw_multicast_rate(const MulticastRun& run) {
  constexpr std::uint64_t messages_each = 9;
  constexpr std::uint64_t window = 64;
  const std::uint64_t packets = run.messages / messages_each / window * window + window;
  Address own;
  const base::UniqueFd sender = send_socket(host_of(run, 0), own);
  const Address group = group_for(own);
  std::vector<std::unique_ptr<Forked>> receivers;
  const std::byte one{1};
  for (unsigned i = 0; i < run.receivers; ++i) {
    receivers.push_back(std::make_unique<Forked>(run.cores_receivers, [&, i] {
      const base::UniqueFd socket = receive_socket(host_of(run, i + 1), group);
      std::vector<std::byte> packet(2048);
      send_to(socket, own, &one, 1);
      for (std::uint64_t got = 0; got < packets;) {
        if (::recv(socket.get(), packet.data(), packet.size(), MSG_DONTWAIT) > 0) {
          if (++got % window == 0) send_to(socket, own, &one, 1);
        } else {
          ::sched_yield();
        }
      }
    }));
  }
  const std::array pinned_core{run.core_sender};
  const Pinned pinned(pinned_core);
  std::array<std::byte, 16> answer{};
  const auto await_all = [&] {
    for (unsigned i = 0; i < run.receivers; ++i) {
      if (::recv(sender.get(), answer.data(), answer.size(), 0) < 0) fail("awaiting a count");
    }
  };
  const std::vector<std::byte> packet(run.bytes * messages_each);
  await_all();
  const std::int64_t started = base::now_ns();
  // Two windows under way: while one is read the next is sent.
  for (std::uint64_t sent = 0; sent < packets; ++sent) {
    if (sent % window == 0 && sent >= 2 * window) await_all();
    send_to(sender, group, packet.data(), packet.size());
  }
  for (std::uint64_t left = packets >= 2 * window ? 2 : 1; left > 0; --left) await_all();
  const double rate = static_cast<double>(packets * messages_each) * 1e9 /
                      static_cast<double>(base::now_ns() - started);
  for (auto& receiver : receivers) {
    if (!receiver->wait()) throw std::runtime_error("a raw receiver failed");
  }
  return rate;
}

Delays raw_multicast_delays(const MulticastRun& run) {
  Address own;
  const base::UniqueFd sender = send_socket(host_of(run, 0), own);
  const Address group = group_for(own);
  SharedDelays told(run.receivers);
  std::vector<std::unique_ptr<Forked>> receivers;
  const std::byte one{1};
  for (unsigned i = 0; i < run.receivers; ++i) {
    receivers.push_back(std::make_unique<Forked>(run.cores_receivers, [&, i] {
      const base::UniqueFd socket = receive_socket(host_of(run, i + 1), group);
      base::Histogram delays;
      std::vector<std::byte> packet(2048);
      send_to(socket, own, &one, 1);
      for (;;) {
        std::int64_t sent = 0;
        if (::recv(socket.get(), packet.data(), packet.size(), 0) < 0) fail("receiving raw");
        std::memcpy(&sent, packet.data(), sizeof sent);
        told.read(i, base::now_ns() - sent, delays);
      }
    }));
  }
  const std::array pinned_core{run.core_sender};
  const Pinned pinned(pinned_core);
  std::array<std::byte, 16> answer{};
  for (unsigned i = 0; i < run.receivers; ++i) {
    if (::recv(sender.get(), answer.data(), answer.size(), 0) < 0) fail("awaiting a receiver");
  }
  std::vector<std::byte> message(run.bytes);
  std::int64_t next = base::now_ns();
  for (std::uint64_t i = 0; i <= run.messages; ++i) {
    const std::int64_t now = base::now_ns();
    std::memcpy(message.data(), &now, sizeof now);
    send_to(sender, group, message.data(), message.size());
    next += 1'000'000;
    const timespec until{.tv_sec = next / 1'000'000'000, .tv_nsec = next % 1'000'000'000};
    ::clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr);
  }
  return told.greatest();
}

}  // namespace orrery::bench
