// A port: messages from one party to many and from many to one, in numbered streams.
//
// A stream is a destination: a multicast group, a list of unicast addresses (sent to one after the other), or one party. The
// stream direct_to(party) needs no open() once something has arrived from that party. Several streams may share an address; a
// receiver gets the streams that it has joined and those directed to it.
//
// Contract of every port (one suite checks the best-effort ones, another the reliable ones):
//   Messages     keep their boundaries (0 to max_message_bytes()) and arrive unaltered, with sender and stream. Packets that are not
//                messages of this run are counted and dropped, however malformed.
//   Delivery     best effort (reliable() is false): messages may be lost, duplicated or overtaken; the counters say how many.
//                Reliable: each receiver known to the sender gets every message of a stream once and in order, or Io::peer_lost.
//                Streams are not ordered with each other.
//   Own sends    are not returned to their sender.
//   Other rules  ownership, progress, memory and back-pressure are a channel's (channel.hpp). writable() refers to the stream that
//                was refused last. A port that its owner does not pump (peek, flush, pump or a wait set) sends no repairs and
//                seems dead to others.
//   Failure      peek() may return Io::peer_lost with a party and a stream: that party died, or this end was too slow and was left
//                behind. After release() the port goes on. Io::closed is final: this end was closed, or no other party is left.
//
// A chain module is a port that owns the port below it, which below() returns.
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
using PartyId = std::uint32_t;  // number of a party in the run, below 2^31

inline constexpr StreamId direct_bit = 1U << 31;
constexpr StreamId direct_to(PartyId party) { return direct_bit | party; }

struct Arrived {
  Io io = Io::empty;  // ok, empty, closed, peer_lost
  PartyId from = 0;
  StreamId stream = 0;
  std::span<const std::byte> bytes;
};

// Counted by one layer. A counter that a layer cannot know stays 0.
struct PortCounters {
  std::uint64_t messages_sent = 0;
  std::uint64_t bytes_sent = 0;
  std::uint64_t messages_received = 0;
  std::uint64_t bytes_received = 0;
  std::uint64_t would_block = 0;  // Io::full returned
  std::uint64_t system_calls = 0;
  std::uint64_t malformed = 0;  // truncated, garbage, or against the layer's protocol
  std::uint64_t foreign = 0;    // packets of another run
  std::uint64_t unjoined = 0;   // packets of a stream that this end has not joined
  std::uint64_t lost = 0;       // gaps in a sender's numbers that were not filled later
  std::uint64_t duplicates = 0;
  std::uint64_t reordered = 0;       // arrived after a later packet
  std::uint64_t dropped = 0;         // dropped by this end: no room, or no address
  std::uint64_t kernel_dropped = 0;  // dropped by the kernel: no room in a socket
};

class Port : public Waitable {
 public:
  ~Port() override = default;  // closes

  // Opening a stream to send, joining and leaving one to receive. Opening or joining again replaces the endpoint. Errors:
  // invalid_argument, exhausted, io.
  virtual base::Status open(StreamId stream, std::span<const std::string> endpoints) = 0;
  virtual base::Status join(StreamId stream, const std::string& endpoint) = 0;
  virtual base::Status leave(StreamId stream) = 0;
  base::Status open(StreamId stream, const std::string& endpoint) {
    return open(stream, std::span(&endpoint, 1));
  }

  // Sending, as for a channel. Io::closed if the stream was never opened.
  virtual Reserved reserve(StreamId stream, std::size_t bytes) = 0;
  virtual void commit(std::size_t bytes) = 0;
  virtual Io flush() = 0;
  Io send(StreamId stream, std::span<const std::byte> message);
  Io send_now(StreamId stream,
              std::span<const std::byte> message);  // full: the message was not taken

  virtual Arrived peek() = 0;
  virtual void release() = 0;

  virtual void close() = 0;                    // as for a channel
  virtual base::Status adopt() { return {}; }  // around fork(), as for a channel
  virtual void forget() = 0;

  [[nodiscard]] virtual std::string_view layer() const = 0;  // "udp", "bundler", ...
  [[nodiscard]] virtual const Port* below() const { return nullptr; }
  [[nodiscard]] virtual bool reliable() const = 0;
  [[nodiscard]] virtual PartyId self() const = 0;
  // The address of this party for direct messages, for example "udp:127.0.0.1:41217". Empty if it has none.
  [[nodiscard]] virtual std::string endpoint() const = 0;
  [[nodiscard]] virtual std::uint32_t max_message_bytes() const = 0;
  [[nodiscard]] virtual const PortCounters& counters() const = 0;
  [[nodiscard]] virtual std::string why() const = 0;  // after closed or peer_lost
};

// The layer with this name in a chain, or null.
const Port* find_layer(const Port& top, std::string_view layer);

}  // namespace orrery::transport
