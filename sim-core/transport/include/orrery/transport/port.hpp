// A port: messages from one party to many and from many to one, in named streams.
//
// A stream is a destination with a number: a multicast group, a list of unicast addresses (sent to
// one after the other), or one party, `direct_to(party)`, whose address is known once it has been
// opened or something came from it. Many streams may share one address; a receiver sees those that
// it has joined, and those that are directed to it.
//
// Contract of every port (one suite holds the best-effort ones, another the reliable ones):
//   Messages    keep their boundaries (0 to max_message_bytes()) and arrive unaltered, with their
//               sender and stream. What is not a message of this run is counted and dropped: no
//               packet, however malformed, does more.
//   Delivery    best effort (reliable() false): any message may be lost, doubled or overtaken; the
//               counters tell. Reliable: every receiver that the sender knows gets every message of
//               a stream once and in order, or is told that it did not (Io::peer_lost); streams are
//               not ordered among each other.
//   Own sends   do not come back to their sender.
//   Ownership, progress, memory, back-pressure: as a channel's (channel.hpp); writable() speaks of
//               the stream that was refused last. A port whose owner does not pump it (by peek,
//               flush, pump or a wait set) sends no repairs and looks dead to others.
//   Failure     peek() may give Io::peer_lost with a party and a stream: that party has died, or this
//               end was too slow and was left behind; after release() the port goes on. Io::closed
//               is final: this end was closed, or there is no other any more.
// A chain module is a port that owns the port below it; below() walks down the chain.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "orrery/base/result.hpp"
#include "orrery/transport/channel.hpp"
#include "orrery/transport/waitable.hpp"

namespace orrery::transport {

using StreamId = std::uint32_t;
using PartyId = std::uint32_t;  // index of a party in the run, below 2^31

inline constexpr StreamId direct_bit = 1U << 31;
constexpr StreamId direct_to(PartyId party) { return direct_bit | party; }

struct Arrived {
  Io io = Io::empty;  // ok, empty, closed, peer_lost
  PartyId from = 0;
  StreamId stream = 0;
  std::span<const std::byte> bytes;
};

// Of one layer. What a layer cannot see stays 0.
struct PortCounters {
  std::uint64_t messages_sent = 0;
  std::uint64_t bytes_sent = 0;
  std::uint64_t messages_received = 0;
  std::uint64_t bytes_received = 0;
  std::uint64_t would_block = 0;  // Io::full returned
  std::uint64_t system_calls = 0;
  std::uint64_t malformed = 0;  // truncated, garbage, or against this layer's protocol
  std::uint64_t foreign = 0;    // of another run
  std::uint64_t unjoined = 0;   // of a stream that this end has not joined
  std::uint64_t lost = 0;       // missing in a sender's numbering, and not seen since
  std::uint64_t duplicates = 0;
  std::uint64_t reordered = 0;       // came after a later one
  std::uint64_t dropped = 0;         // by this end: no room, or no address
  std::uint64_t kernel_dropped = 0;  // no room in a socket's buffer
};

class Port : public Waitable {
 public:
  ~Port() override = default;  // closes

  // Errors of these: invalid_argument, exhausted, io. Opening or joining again replaces.
  virtual base::Status open(StreamId stream, std::span<const std::string> endpoints) = 0;
  virtual base::Status join(StreamId stream, const std::string& endpoint) = 0;
  virtual base::Status leave(StreamId stream) = 0;
  base::Status open(StreamId stream, const std::string& endpoint) {
    return open(stream, std::span(&endpoint, 1));
  }

  // Sending, as a channel's. Io::closed if the stream was never opened.
  virtual Reserved reserve(StreamId stream, std::size_t bytes) = 0;
  virtual void commit(std::size_t bytes) = 0;
  virtual Io flush() = 0;
  Io send(StreamId stream, std::span<const std::byte> message);
  Io send_now(StreamId stream, std::span<const std::byte> message);  // full only if not taken

  virtual Arrived peek() = 0;
  virtual void release() = 0;

  virtual void close() = 0;                    // as a channel's
  virtual base::Status adopt() { return {}; }  // around fork(), as a channel's
  virtual void forget() = 0;

  [[nodiscard]] virtual std::string_view layer() const = 0;  // "udp", "bundler", ...
  [[nodiscard]] virtual const Port* below() const { return nullptr; }
  [[nodiscard]] virtual bool reliable() const = 0;
  [[nodiscard]] virtual PartyId self() const = 0;
  // Where others reach this party directly: "udp:127.0.0.1:41217"; empty if they cannot.
  [[nodiscard]] virtual std::string endpoint() const = 0;
  [[nodiscard]] virtual std::uint32_t max_message_bytes() const = 0;
  [[nodiscard]] virtual const PortCounters& counters() const = 0;
  [[nodiscard]] virtual std::string why() const = 0;  // after closed or peer_lost
};

// The layer of this name in a chain; nullptr if there is none.
const Port* find_layer(const Port& top, std::string_view layer);

}  // namespace orrery::transport
