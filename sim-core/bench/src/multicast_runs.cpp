#include "multicast_runs.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "orrery/base/clock.hpp"
#include "orrery/base/histogram.hpp"
#include "orrery/transport/chain.hpp"
#include "orrery/transport/datagram.hpp"
#include "orrery/transport/dds.hpp"
#include "orrery/transport/norm.hpp"
#include "orrery/transport/reliable_multicast.hpp"
#include "orrery/transport/wait_set.hpp"

#include "checked.hpp"
#include "forked.hpp"
#include "shared_delays.hpp"

namespace orrery::bench {
namespace {

using transport::Arrived;
using transport::Io;
using transport::ModuleOptions;
using transport::PartyId;
using transport::Port;

constexpr transport::StreamId stream = 1;
constexpr std::int64_t patience_ns = 60'000'000'000;

struct Party {
  std::shared_ptr<base::Doorbell> bell;
  std::unique_ptr<Port> port;
};

std::unique_ptr<Port> make_reliable(const std::string& token, PartyId self, double loss,
                                    const MulticastRun& run, const Party& party) {
  const std::string address = host_of(run, self).address;
  if (run.protocol == Multicast::dds) {
    return checked(transport::make_dds_port(
        {.self = self, .run_token = token, .bind_address = address}, party.bell));
  }
  if (run.protocol == Multicast::norm) {
    return checked(transport::make_norm_port(
        {.self = self, .run_token = token, .bind_address = address, .loss = loss}, party.bell));
  }
  auto port = checked(transport::make_datagram_port({.kind = transport::DatagramKind::multicast,
                                                     .self = self,
                                                     .run_token = token,
                                                     .bind_address = address},
                                                    party.bell));
  transport::ImpairmentOptions impairment;
  impairment.seed = 1 + self;
  impairment.loss = loss;
  const std::vector<ModuleOptions> below{impairment};
  if (loss > 0) port = checked(transport::build_chain(std::move(port), below));
  return checked(run.protocol == Multicast::region
                     ? transport::make_region_multicast(std::move(port), {})
                     : transport::make_nak_multicast(std::move(port), {}));
}

Party make_party(const std::string& token, PartyId self, double loss, const MulticastRun& run) {
  Party party;
  party.bell = checked(base::Doorbell::create(base::Doorbell::Scope::local));
  auto reliable = make_reliable(token, self, loss, run, party);
  const std::vector<ModuleOptions> above{transport::BundlerOptions{}};
  party.port = checked(transport::build_chain(std::move(reliable), above));
  return party;
}

Party make_receiver(const std::string& token, PartyId self, const std::string& group,
                    const MulticastRun& run) {
  const OnHost there(host_of(run, self));
  Party party = make_party(token, self, run.loss, run);
  checked(party.port->join(stream, group));
  return party;
}

Party make_sender(const std::string& token, double loss, const std::string& group,
                  const MulticastRun& run) {
  const OnHost there(host_of(run, 0));
  Party party = make_party(token, 0, loss, run);
  checked(party.port->open(stream, group));
  return party;
}

std::string group_of(const std::string& token, const MulticastRun& run,
                     std::span<const PartyId> receivers) {
  if (run.protocol == Multicast::dds) return transport::dds_endpoint(receivers);
  if (run.protocol == Multicast::norm) return transport::norm_endpoint(receivers);
  return transport::multicast_endpoint(token, stream);
}

std::string fresh_token() {
  return "bench-" + std::to_string(::getpid()) + "-" + std::to_string(base::now_ns());
}

void overdue(std::int64_t since_ns) {
  if (base::now_ns() - since_ns > patience_ns) {
    throw std::runtime_error("multicast: nothing more arrived for a minute");
  }
}

}  // namespace

double reliable_multicast_rate(const MulticastRun& run) {
  const std::string token = fresh_token();
  std::vector<std::unique_ptr<Forked>> receivers;
  std::vector<PartyId> parties(run.receivers);
  std::iota(parties.begin(), parties.end(), 1U);
  const std::string group = group_of(token, run, parties);
  for (const PartyId self : parties) {
    receivers.push_back(std::make_unique<Forked>(run.cores_receivers, [&] {
      Party party = make_receiver(token, self, group, run);
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
  Party party = make_sender(token, 0, group, run);
  Port& port = *party.port;
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

Delays reliable_multicast_delays(const MulticastRun& run) {
  const std::string token = fresh_token();
  SharedDelays told(run.receivers);
  std::vector<PartyId> parties(run.receivers);
  std::iota(parties.begin(), parties.end(), 1U);
  const std::string group = group_of(token, run, parties);
  std::vector<std::unique_ptr<Forked>> receivers;
  for (const PartyId self : parties) {
    receivers.push_back(std::make_unique<Forked>(run.cores_receivers, [&, self] {
      Party party = make_receiver(token, self, group, run);
      auto set =
          checked(transport::WaitSet::create(party.bell, base::WaitStrategy::spin_then_futex));
      checked(set->add(*party.port, 0));
      base::Histogram delays;
      for (;;) {
        (void)set->wait(base::now_ns() + 100'000'000);
        for (Arrived got = party.port->peek(); got.io == Io::ok; got = party.port->peek()) {
          std::int64_t sent = 0;
          std::memcpy(&sent, got.bytes.data(), sizeof sent);
          told.read(self - 1, base::now_ns() - sent, delays);
          party.port->release();
        }
      }
    }));
  }
  const std::array own{run.core_sender};
  const Pinned pinned(own);
  Party party = make_sender(token, run.loss, group, run);
  Port& port = *party.port;
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
    while (i == 0 && told.least_read() == 0) {  // all are there
      (void)set->wait(base::now_ns() + 1'000'000);
      overdue(began);
    }
    const std::int64_t next = now + 1'000'000;
    while (base::now_ns() < next) (void)set->wait(next);
  }
  while (told.least_read() <= run.messages) {
    (void)set->wait(base::now_ns() + 1'000'000);
    overdue(began);
  }
  port.forget();
  return told.greatest();
}

}  // namespace orrery::bench
