// Reliable multicast over a best-effort port: `nak_multicast`, and below `region_multicast`.
//
// The contract is port.hpp's for reliable ports. Streams are numbered by their senders; a receiver
// that misses a number says so at once to the sender, which repairs by multicast, once for all who
// asked. A heartbeat tells what was sent last. Receivers acknowledge what their owners have read, and
// a sender keeps at most `window_packets` that somebody has not acknowledged: more is Io::full.
//
// Who is a receiver of a stream: those named by expect(), and those that have made themselves known by
// acknowledging; nobody whom evict() has named. One that joins a stream whose first packets are still held gets them all; one that
// joins later begins with what comes next. A receiver that holds the others up and has not been heard
// of for `eviction_ns` is dropped: the sender gets Io::peer_lost with its party, and it itself, should
// it live, gets Io::peer_lost with the sender, and goes on from there.
#pragma once

#include <memory>

#include "orrery/transport/port.hpp"

namespace orrery::transport {

struct NakOptions {
  std::uint32_t window_packets = 1024;    // held by a sender, and by a receiver, for each stream
  std::int64_t nak_delay_ns = 0;          // patience with reordering before the first NAK
  std::int64_t nak_retry_ns = 1'000'000;  // until a round trip has been measured; doubles
  std::int64_t heartbeat_ns = 500'000;    // after the last packet; doubles up to keepalive_ns
  std::int64_t keepalive_ns = 250'000'000;
  std::int64_t ack_ns = 2'000'000;  // an acknowledgement waits for more, at most so long
  std::int64_t eviction_ns = 2'000'000'000;
  std::int64_t peer_timeout_ns = 5'000'000'000;  // a sender not heard of is lost
};

struct RepairCounters {
  std::uint64_t naks_sent = 0;
  std::uint64_t naks_received = 0;
  std::uint64_t missed = 0;    // packets that a receiver had to ask for
  std::uint64_t repaired = 0;  // packets that came because they were missed, from whomever
  std::uint64_t repairs_sent = 0;
  std::uint64_t repairs_suppressed = 0;  // asked for again while one was under way
  std::uint64_t acks_sent = 0;
  std::uint64_t acks_received = 0;
  std::uint64_t heartbeats_sent = 0;
  std::uint64_t duplicates = 0;
  std::uint64_t evicted = 0;      // receivers, by this sender
  std::uint64_t left_behind = 0;  // streams of which this receiver has lost a part
  // region_multicast alone:
  std::uint64_t peer_repairs_sent = 0;  // to others of the region
  std::uint64_t peer_repairs_received = 0;
  std::uint64_t region_naks_sent = 0;  // for all of the region, of what none of it has
  std::uint64_t region_acks_sent = 0;
  std::uint64_t tokens_taken = 0;
  std::uint64_t tokens_remade = 0;
  std::uint64_t ring_members_lost = 0;  // that did not take the token from this one
};

class ReliablePort : public Port {
 public:
  // These parties get everything from the stream's next message on. Known ones may be named again.
  virtual base::Status expect(StreamId stream, std::span<const PartyId> receivers) = 0;
  // This party has ended, as the owner knows by other means: nobody waits for it any more, on no stream, and what it said
  // before and comes late does not bring it back; expect() does. What it had sent still arrives. The owner is not told.
  virtual void evict(PartyId party) = 0;
  // Known to this sender now.
  [[nodiscard]] virtual std::size_t receivers(StreamId stream) const = 0;
  // Packets sent that some receiver has not acknowledged: 0 is all is well.
  [[nodiscard]] virtual std::uint64_t unacknowledged(StreamId stream) const = 0;
  [[nodiscard]] virtual const RepairCounters& repairs() const = 0;
};

// Errors: invalid_argument, naming the option.
base::Result<std::unique_ptr<ReliablePort>> make_nak_multicast(std::unique_ptr<Port> below,
                                                               const NakOptions& options);

// `region_multicast`: the same contract, the same packets on the streams, but receivers spare the sender.
//
// Parties that have joined the same streams are a region (greater ones are divided). They learn of each
// other from the senders that they hear. In a region a token goes round that collects what has been
// read and what is missing; who holds a packet that another misses sends it there. What has been read
// stays with one partition of about `partition_size` parties, each packet with another. The leader
// acknowledges for all, and only what nobody in the region holds is asked of the sender, once. Whoever
// the ring does not serve in time does as in nak_multicast. What any of a region has the others get,
// also when the sender has died.
struct RegionOptions {
  NakOptions nak;
  std::uint32_t partition_size = 5;
  std::int64_t rotation_ns = 1'000'000;  // between two rounds of the token, while there is work
};
base::Result<std::unique_ptr<ReliablePort>> make_region_multicast(std::unique_ptr<Port> below,
                                                                  const RegionOptions& options);

// The reliable layer in a chain of ports; nullptr if there is none.
ReliablePort* find_reliable(Port& top);

}  // namespace orrery::transport
