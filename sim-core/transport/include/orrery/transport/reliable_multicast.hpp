// Reliable multicast over a best-effort port: `nak_multicast`, and further down `region_multicast`.
//
// The contract is port.hpp's for reliable ports. Senders number the packets of a stream. A receiver that misses a number reports it
// at once (NAK) to the sender, which repairs by multicast, once for all receivers that asked. A heartbeat carries the last number.
// Receivers acknowledge packets that their owners have read; a sender keeps at most `window_packets` that some receiver has not
// acknowledged, and is full then.
//
// A stream's receivers are those named by expect() and those that have acknowledged something, except parties named by evict(). A
// party that joins while the stream's first packets are still held gets them all; one that joins later starts with the next
// packet. A receiver that holds up the others and is silent for `eviction_ns` is evicted: the sender gets Io::peer_lost with its
// party; the receiver, if it lives, gets Io::peer_lost with the sender and continues from there.
#pragma once

#include <memory>

#include "orrery/transport/port.hpp"

namespace orrery::transport {

struct NakOptions {
  std::uint32_t window_packets = 1024;    // kept per stream, by the sender and by a receiver
  std::int64_t nak_delay_ns = 0;          // wait for reordered packets before the first NAK
  std::int64_t nak_retry_ns = 1'000'000;  // before a round trip has been measured; doubles
  std::int64_t heartbeat_ns = 500'000;    // after the last packet; doubles up to keepalive_ns
  std::int64_t keepalive_ns = 250'000'000;
  std::int64_t ack_ns = 2'000'000;  // the longest time that an acknowledgement waits for more
  std::int64_t eviction_ns = 2'000'000'000;
  std::int64_t peer_timeout_ns = 5'000'000'000;  // a sender that is silent for this long is lost
};

struct RepairCounters {
  std::uint64_t naks_sent = 0;
  std::uint64_t naks_received = 0;
  std::uint64_t missed = 0;    // packets that this receiver asked for
  std::uint64_t repaired = 0;  // packets received as repairs, from any party
  std::uint64_t repairs_sent = 0;
  std::uint64_t repairs_suppressed = 0;  // requests while a repair was under way
  std::uint64_t acks_sent = 0;
  std::uint64_t acks_received = 0;
  std::uint64_t heartbeats_sent = 0;
  std::uint64_t duplicates = 0;
  std::uint64_t evicted = 0;      // receivers evicted by this sender
  std::uint64_t left_behind = 0;  // streams of which this receiver lost a part
  // region_multicast alone:
  std::uint64_t peer_repairs_sent = 0;  // to parties of the region
  std::uint64_t peer_repairs_received = 0;
  std::uint64_t region_naks_sent = 0;  // for the whole region: nobody in it has the packet
  std::uint64_t region_acks_sent = 0;
  std::uint64_t tokens_taken = 0;
  std::uint64_t tokens_remade = 0;
  std::uint64_t ring_members_lost = 0;  // parties that did not take the token from this one
  std::uint64_t regions_led = 0;        // now: 1 if this party leads a region of several
};

class ReliablePort : public Port {
 public:
  // Makes these parties receivers from the stream's next message on. Receivers may be named again.
  virtual base::Status expect(StreamId stream, std::span<const PartyId> receivers) = 0;
  // Removes a party that has ended, as the owner knows from elsewhere. No stream waits for it any more, and acknowledgements from it
  // that arrive late do not make it a receiver again; only expect() does. Its messages still arrive. No Io::peer_lost follows.
  virtual void evict(PartyId party) = 0;
  // The number of receivers that this sender knows.
  [[nodiscard]] virtual std::size_t receivers(StreamId stream) const = 0;
  // Packets sent that some receiver has not acknowledged.
  [[nodiscard]] virtual std::uint64_t unacknowledged(StreamId stream) const = 0;
  [[nodiscard]] virtual const RepairCounters& repairs() const = 0;
};

// Errors: invalid_argument, naming the option.
base::Result<std::unique_ptr<ReliablePort>> make_nak_multicast(std::unique_ptr<Port> below,
                                                               const NakOptions& options);

// `region_multicast`: the same contract and the same packets on the streams, with less work for the sender.
//
// Parties that have joined the same streams form a region; one of more than `most_members` is divided. Parties learn of each other from the senders
// that they hear. A token goes round the region and collects which packets have been read and which are missing. A party that has a
// packet sends it to the party that misses it. Each packet that has been read is kept by one partition of about `partition_size`
// parties, in turn. The leader acknowledges for the whole region, and asks the sender once for packets that no party of the region
// has. A party that the ring does not serve in time asks as in nak_multicast. All parties of a region get what one of them has, also
// when the sender has died.
struct RegionOptions {
  NakOptions nak;
  std::uint32_t most_members = 40;  // of a region: 2 to 40, the same at all parties
  std::uint32_t partition_size = 5;
  std::int64_t rotation_ns =
      1'000'000;  // between two rounds of the token while something is missing
};
base::Result<std::unique_ptr<ReliablePort>> make_region_multicast(std::unique_ptr<Port> below,
                                                                  const RegionOptions& options);

// The reliable layer in a chain of ports, or null.
ReliablePort* find_reliable(Port& top);

}  // namespace orrery::transport
