// Chains: a transport with protocol modules on top, in any order, the same for channels and ports.
//
// The first module of a list stands next to the wire. Both ends of a channel need the same bundlers
// and fragmenters at the same places; the others concern one end alone.
//   bundler       packs messages of a stream into one, until `bundle_bytes` are full or the first has
//                 waited for `timeout_ns`; with a timeout of 0, until flush(). While it holds
//                 messages back, flush() says `full` and whoever waits on the chain sends them on.
//   rate_limiter  gives Io::full when messages or bytes a second are used up.
//   fragmenter    cuts messages that are too big for what is below.
//   impairment    delays, loses, doubles, reorders what arrives (see impairment.hpp).
//   counters      sizes and gaps of messages passing, as histograms.
#pragma once

#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "orrery/base/histogram.hpp"
#include "orrery/base/rate_gate.hpp"
#include "orrery/transport/channel.hpp"
#include "orrery/transport/impairment.hpp"
#include "orrery/transport/port.hpp"

namespace orrery::transport {

struct BundlerOptions {
  std::uint32_t bundle_bytes = 0;  // 0: as much as what is below takes
  std::int64_t timeout_ns = 0;
};

using RateLimiterOptions = base::Rate;

struct FragmenterOptions {
  std::uint32_t max_message_bytes = 1U << 20;
  std::uint32_t reassembly_bytes = 64U << 20;  // of all unfinished messages; the oldest give way
};

struct CountersOptions {};

using ModuleOptions = std::variant<BundlerOptions, RateLimiterOptions, FragmenterOptions,
                                   ImpairmentOptions, CountersOptions>;

// What the module `counters` has seen.
struct Traffic {
  base::Histogram sent_bytes;
  base::Histogram received_bytes;
  base::Histogram sent_gap_ns;  // between a message and the next
  base::Histogram received_gap_ns;
};

// Errors: invalid_argument, naming the option; what was below is then gone.
base::Result<std::unique_ptr<Port>> build_chain(std::unique_ptr<Port> bottom,
                                                std::span<const ModuleOptions> modules);
// `max_message_bytes`: of the chain; 0: as much as it can.
base::Result<std::unique_ptr<Channel>> build_chain(std::unique_ptr<Channel> bottom,
                                                   std::span<const ModuleOptions> modules,
                                                   std::uint32_t max_message_bytes = 0);

// Of the uppermost `counters` in a chain; nullptr if there is none.
const Traffic* find_traffic(const Port& top);
const Traffic* find_traffic(const Channel& top);
// The layers of a channel built here; nullptr for a plain channel.
const Port* layers_of(const Channel& channel);

}  // namespace orrery::transport
