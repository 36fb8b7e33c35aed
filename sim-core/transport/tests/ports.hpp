// What the suites of ports run over: parties of one run on this host, over real sockets.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "orrery/transport/chain.hpp"
#include "orrery/transport/datagram.hpp"
#include "orrery/transport/dds.hpp"
#include "orrery/transport/norm.hpp"
#include "orrery/transport/reliable_multicast.hpp"

#include "support.hpp"

namespace orrery::transport::testing {

inline constexpr StreamId cast_stream = 7;

// A run token that no other test has, so that those running beside are not heard.
std::string fresh_token();

struct Member {
  std::shared_ptr<base::Doorbell> bell;
  std::unique_ptr<Port> port;
};

enum class Layer : std::uint8_t { none, nak, region, dds, dds_best_effort, norm };

// A library that is not on every machine: it has threads, which no child process has.
constexpr bool is_third_party(Layer layer) { return layer >= Layer::dds; }

// How a port is made: the datagram kind, then modules, then perhaps a reliable layer and modules on
// that.
struct Recipe {
  DatagramKind kind = DatagramKind::udp;
  std::vector<ModuleOptions> below = {};
  Layer reliable = Layer::none;
  NakOptions nak = {};
  std::vector<ModuleOptions> above = {};
  double third_party_loss = 0;  // which a third party's library makes itself
};

Member make_member(const Recipe& recipe, const std::string& token, PartyId self);

// `count` members; the first sends on cast_stream, which all the others have joined.
struct Cast {
  Cast(const Recipe& recipe, PartyId count);
  Cast(const Cast&) = delete;
  Cast& operator=(const Cast&) = delete;
  // Without a good-bye: in one thread nobody would answer it.
  ~Cast() {
    for (Member& member : members) member.port->forget();
  }
  std::string token;
  std::vector<Member> members;
  Port& operator[](std::size_t at) { return *members[at].port; }
  void pump();
  // Opens `stream` at `sender` for all others, who join it.
  void connect(PartyId sender, StreamId stream);
};

inline ImpairmentOptions lossy(double loss, std::uint64_t seed = 11) {
  ImpairmentOptions options;
  options.seed = seed;
  options.loss = loss;
  options.duplicate = 0.02;
  options.reorder = 0.02;
  options.reorder_ns = 200'000;
  options.delay_ns = 50'000;
  return options;
}

// The next thing that the port has to say; empty if the watchdog barks. Pumps the others meanwhile.
Arrived await(Cast& cast, Port& port);

}  // namespace orrery::transport::testing
