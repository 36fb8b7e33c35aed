#include "multicast_runs.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "orrery/base/clock.hpp"
#include "orrery/base/histogram.hpp"
#include "orrery/base/unique_fd.hpp"
#include "orrery/transport/chain.hpp"
#include "orrery/transport/datagram.hpp"
#include "orrery/transport/dds.hpp"
#include "orrery/transport/reliable_multicast.hpp"
#include "orrery/transport/wait_set.hpp"

#include "forked.hpp"

namespace orrery::bench {
namespace {

using transport::Arrived;
using transport::Io;
using transport::ModuleOptions;
using transport::PartyId;
using transport::Port;

constexpr transport::StreamId stream = 1;
constexpr std::int64_t patience_ns = 60'000'000'000;

template <class T>
T checked(base::Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  return std::move(*result);
}
void checked(const base::Status& status) {
  if (!status) throw std::runtime_error(status.error().message);
}

struct Party {
  std::shared_ptr<base::Doorbell> bell;
  std::unique_ptr<Port> port;
};

std::unique_ptr<Port> make_reliable(const std::string& token, PartyId self, double loss,
                                    Multicast protocol, const Party& party) {
  if (protocol == Multicast::dds) {
    return checked(transport::make_dds_port({.self = self, .run_token = token}, party.bell));
  }
  auto port = checked(transport::make_datagram_port(
      {.kind = transport::DatagramKind::multicast, .self = self, .run_token = token}, party.bell));
  transport::ImpairmentOptions impairment;
  impairment.seed = 1 + self;
  impairment.loss = loss;
  const std::vector<ModuleOptions> below{impairment};
  if (loss > 0) port = checked(transport::build_chain(std::move(port), below));
  return checked(protocol == Multicast::region
                     ? transport::make_region_multicast(std::move(port), {})
                     : transport::make_nak_multicast(std::move(port), {}));
}

Party make_party(const std::string& token, PartyId self, double loss, Multicast protocol) {
  Party party;
  party.bell = checked(base::Doorbell::create(base::Doorbell::Scope::local));
  auto reliable = make_reliable(token, self, loss, protocol, party);
  const std::vector<ModuleOptions> above{transport::BundlerOptions{}};
  party.port = checked(transport::build_chain(std::move(reliable), above));
  return party;
}

std::string group_of(const std::string& token, const MulticastRun& run,
                     std::span<const PartyId> receivers) {
  return run.protocol == Multicast::dds ? transport::dds_endpoint(receivers)
                                        : transport::multicast_endpoint(token, stream);
}

std::string fresh_token() {
  return "bench-" + std::to_string(::getpid()) + "-" + std::to_string(base::now_ns());
}

void overdue(std::int64_t since_ns) {
  if (base::now_ns() - since_ns > patience_ns) {
    throw std::runtime_error("multicast: nothing more arrived for a minute");
  }
}

// What the receiving process tells of itself.
struct Shared {
  std::atomic<std::uint64_t> read{0};
  std::atomic<std::uint64_t> p99_ns{0};
};

}  // namespace

double reliable_multicast_rate(const MulticastRun& run) {
  const std::string token = fresh_token();
  const std::array receivers_core{run.core_receivers};
  std::vector<std::unique_ptr<Forked>> receivers;
  std::vector<PartyId> parties(run.receivers);
  std::iota(parties.begin(), parties.end(), 1U);
  const std::string group = group_of(token, run, parties);
  for (const PartyId self : parties) {
    receivers.push_back(std::make_unique<Forked>(receivers_core, [&] {
      Party party = make_party(token, self, run.loss, run.protocol);
      checked(party.port->join(stream, group));
      auto set = checked(transport::WaitSet::create(party.bell, base::WaitStrategy::yield));
      checked(set->add(*party.port, 0));
      for (;;) {  // until killed: a late acknowledgement may be asked for again
        for (Arrived got = party.port->peek(); got.io == Io::ok; got = party.port->peek()) {
          party.port->release();
        }
        (void)set->wait(base::now_ns() + 100'000'000);
      }
    }));
  }
  const std::array own{run.core_sender};
  const Pinned pinned(own);
  Party party = make_party(token, 0, 0, run.protocol);
  Port& port = *party.port;
  checked(port.open(stream, group));
  transport::ReliablePort& reliable = *transport::find_reliable(port);
  checked(reliable.expect(stream, parties));
  const std::vector<std::byte> message(run.bytes);
  const std::int64_t began = base::now_ns();
  std::int64_t started = 0;
  const auto send = [&](std::uint64_t count) {
    for (std::uint64_t i = 0; i < count;) {
      const Io io = port.send(stream, message);
      if (io == Io::ok) {
        ++i;
      } else if (io == Io::full) {
        port.pump();
        overdue(began);
      } else {
        throw std::runtime_error("sending: " + port.why());
      }
    }
    while (port.flush() == Io::full || reliable.unacknowledged(stream) > 0) {
      port.pump();
      overdue(began);
    }
    if (reliable.receivers(stream) != run.receivers) {
      throw std::runtime_error("a receiver of the multicast was lost");
    }
  };
  send(1);  // all are there
  started = base::now_ns();
  send(run.messages);
  const double rate =
      static_cast<double>(run.messages) * 1e9 / static_cast<double>(base::now_ns() - started);
  port.forget();
  return rate;
}

double reliable_multicast_p99_ms(const MulticastRun& run) {
  const std::string token = fresh_token();
  const std::size_t shared_bytes = run.receivers * sizeof(Shared);
  void* const memory =
      ::mmap(nullptr, shared_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::runtime_error("no shared memory");
  auto* const all = static_cast<Shared*>(memory);
  for (unsigned i = 0; i < run.receivers; ++i) new (all + i) Shared;
  const auto least_read = [&] {
    return std::min_element(
               all, all + run.receivers,
               [](const Shared& a, const Shared& b) { return a.read.load() < b.read.load(); })
        ->read.load();
  };
  const std::array receivers_core{run.core_receivers};
  std::vector<PartyId> parties(run.receivers);
  std::iota(parties.begin(), parties.end(), 1U);
  const std::string group = group_of(token, run, parties);
  std::vector<std::unique_ptr<Forked>> receivers;
  for (const PartyId self : parties) {
    receivers.push_back(std::make_unique<Forked>(receivers_core, [&, self] {
      Shared* const shared = all + (self - 1);
      Party party = make_party(token, self, run.loss, run.protocol);
      checked(party.port->join(stream, group));
      auto set =
          checked(transport::WaitSet::create(party.bell, base::WaitStrategy::spin_then_futex));
      checked(set->add(*party.port, 0));
      base::Histogram delays;
      for (;;) {
        (void)set->wait(base::now_ns() + 100'000'000);
        for (Arrived got = party.port->peek(); got.io == Io::ok; got = party.port->peek()) {
          std::int64_t sent = 0;
          std::memcpy(&sent, got.bytes.data(), sizeof sent);
          if (shared->read.load() > 0) {
            delays.record(static_cast<std::uint64_t>(base::now_ns() - sent));
          }
          party.port->release();
          shared->p99_ns = delays.quantile(0.99);
          ++shared->read;
        }
      }
    }));
  }
  const std::array own{run.core_sender};
  const Pinned pinned(own);
  Party party = make_party(token, 0, run.loss, run.protocol);
  Port& port = *party.port;
  checked(port.open(stream, group));
  checked(transport::find_reliable(port)->expect(stream, parties));
  auto set = checked(transport::WaitSet::create(party.bell, base::WaitStrategy::spin_then_futex));
  checked(set->add(port, 0));
  std::vector<std::byte> message(run.bytes);
  const std::int64_t began = base::now_ns();
  for (std::uint64_t i = 0; i <= run.messages; ++i) {
    const std::int64_t now = base::now_ns();
    std::memcpy(message.data(), &now, sizeof now);
    Io io = port.send_now(stream, message);
    for (; i == 0 && io == Io::full; io = port.send_now(stream, message)) {  // they are coming
      port.pump();
      overdue(began);
    }
    if (io != Io::ok) throw std::runtime_error("sending was refused");
    while (i == 0 && least_read() == 0) {  // all are there
      (void)set->wait(base::now_ns() + 1'000'000);
      overdue(began);
    }
    const std::int64_t next = now + 1'000'000;
    while (base::now_ns() < next) (void)set->wait(next);
  }
  while (least_read() <= run.messages) {
    (void)set->wait(base::now_ns() + 1'000'000);
    overdue(began);
  }
  std::uint64_t p99_ns = 0;
  for (unsigned i = 0; i < run.receivers; ++i) p99_ns = std::max(p99_ns, all[i].p99_ns.load());
  port.forget();
  receivers.clear();
  ::munmap(memory, shared_bytes);
  return static_cast<double>(p99_ns) / 1e6;
}

double raw_multicast_rate(const MulticastRun& run) {
  constexpr std::uint64_t messages_each = 10;
  constexpr std::uint64_t window = 64;
  const std::uint64_t packets = run.messages / messages_each / window * window + window;
  const auto fail = [](const char* doing) {
    throw std::runtime_error(base::error_from_errno(doing, errno).message);
  };
  base::UniqueFd sender(::socket(AF_INET, SOCK_DGRAM, 0));
  sockaddr_in own{};
  own.sin_family = AF_INET;
  own.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof own;
  auto* const raw_own = reinterpret_cast<sockaddr*>(&own);
  if (!sender || ::bind(sender.get(), raw_own, size) != 0 ||
      ::getsockname(sender.get(), raw_own, &size) != 0 ||
      ::setsockopt(sender.get(), IPPROTO_IP, IP_MULTICAST_IF, &own.sin_addr, sizeof own.sin_addr) !=
          0) {
    fail("making a raw multicast socket");
  }
  sockaddr_in group{};
  group.sin_family = AF_INET;
  group.sin_port = own.sin_port;
  group.sin_addr.s_addr = htonl(0xefc30101U + static_cast<std::uint32_t>(::getpid() & 0xffff));
  const std::array receivers_core{run.core_receivers};
  std::vector<std::unique_ptr<Forked>> receivers;
  const std::byte one{1};
  for (unsigned i = 0; i < run.receivers; ++i) {
    receivers.push_back(std::make_unique<Forked>(receivers_core, [&] {
      base::UniqueFd fd(::socket(AF_INET, SOCK_DGRAM, 0));
      const int on = 1;
      const int buffer = 1 << 20;
      const ip_mreq join{.imr_multiaddr = group.sin_addr, .imr_interface = own.sin_addr};
      if (::setsockopt(fd.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
          ::setsockopt(fd.get(), SOL_SOCKET, SO_RCVBUF, &buffer, sizeof buffer) != 0 ||
          ::bind(fd.get(), reinterpret_cast<const sockaddr*>(&group), sizeof group) != 0 ||
          ::setsockopt(fd.get(), IPPROTO_IP, IP_ADD_MEMBERSHIP, &join, sizeof join) != 0) {
        fail("joining a raw multicast group");
      }
      std::vector<std::byte> packet(2048);
      const auto tell = [&] {
        if (::sendto(fd.get(), &one, 1, 0, reinterpret_cast<const sockaddr*>(&own), sizeof own) <
            0) {
          fail("counting raw packets");
        }
      };
      tell();
      for (std::uint64_t got = 0; got < packets;) {
        if (::recv(fd.get(), packet.data(), packet.size(), MSG_DONTWAIT) > 0) {
          if (++got % window == 0) tell();
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
    if (::sendto(sender.get(), packet.data(), packet.size(), 0,
                 reinterpret_cast<const sockaddr*>(&group), sizeof group) < 0) {
      fail("sending to a raw multicast group");
    }
  }
  for (std::uint64_t left = packets >= 2 * window ? 2 : 1; left > 0; --left) await_all();
  const double rate = static_cast<double>(packets * messages_each) * 1e9 /
                      static_cast<double>(base::now_ns() - started);
  for (auto& receiver : receivers) {
    if (!receiver->wait()) throw std::runtime_error("a raw receiver failed");
  }
  return rate;
}

}  // namespace orrery::bench
