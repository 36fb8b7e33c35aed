// Chains: a channel or port with protocol modules on top, in any order.
//
// The first module of a list is next to the wire. Both ends of a channel need the same bundlers and fragmenters in the same
// order; the other modules concern one end alone.
//   bundler       packs messages of a stream into one, until `bundle_bytes` are full or the first message has waited for
//                 `timeout_ns` (0: until flush()). While it holds messages, flush() returns `full`, and the wait set sends them.
//   rate_limiter  returns Io::full when the messages or bytes of this second are used up.
//   fragmenter    splits messages that are too big for the layer below.
//   impairment    delays, drops, duplicates and reorders what arrives (impairment.hpp).
//   copier        copies each message that is sent into new memory.
//   counters      histograms of message sizes and of gaps between messages.
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
  std::uint32_t bundle_bytes = 0;  // 0: the greatest message of the layer below
  std::int64_t timeout_ns = 0;
};

using RateLimiterOptions = base::Rate;

struct FragmenterOptions {
  std::uint32_t max_message_bytes = 1U << 20;
  std::uint32_t reassembly_bytes =
      64U << 20;  // all unfinished messages together; beyond it the oldest are dropped
};

struct CopierOptions {
  std::uint32_t copies = 1;
};

struct CountersOptions {};

using ModuleOptions = std::variant<BundlerOptions, RateLimiterOptions, FragmenterOptions,
                                   ImpairmentOptions, CopierOptions, CountersOptions>;

// Measured by the module `counters`.
struct Traffic {
  base::Histogram sent_bytes;
  base::Histogram received_bytes;
  base::Histogram sent_gap_ns;  // between consecutive messages
  base::Histogram received_gap_ns;
};

// `bottom` is destroyed if the chain cannot be built. Errors: invalid_argument, naming the option.
base::Result<std::unique_ptr<Port>> build_chain(std::unique_ptr<Port> bottom,
                                                std::span<const ModuleOptions> modules);
// `max_message_bytes` limits the chain's messages. 0: the most that the chain can carry. Errors: as above.
base::Result<std::unique_ptr<Channel>> build_chain(std::unique_ptr<Channel> bottom,
                                                   std::span<const ModuleOptions> modules,
                                                   std::uint32_t max_message_bytes = 0);

// The traffic of the topmost module `counters`. Null if the chain has none.
const Traffic* find_traffic(const Port& top);
const Traffic* find_traffic(const Channel& top);
// The layers of a channel that build_chain() made. Null for a plain channel.
const Port* layers_of(const Channel& channel);

}  // namespace orrery::transport
