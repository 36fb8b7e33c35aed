// A channel: reliable, ordered messages in both directions between two parties, whatever carries
// them.
//
// Contract, the same for every kind (and held by one conformance suite over all of them):
//   Messages    keep their boundaries (0 bytes and up to options().max_message_bytes) and their
//               order. None is lost, doubled or altered while both ends live. What was sent before
//               close() is still delivered.
//   Ownership   this object is one end; it belongs to one thread at a time. The two ends may be in
//               one thread, two threads, two processes or (tcp, tls) two hosts. An end is bound for life
//               to the doorbell of the thread that waits on it (see wait_set.hpp).
//   Memory      reserve()'s span is valid until commit(); peek()'s until release(). Both lie in the
//               channel (no copy of ours) and are aligned to 8 bytes. What was written before
//               commit() is seen by the peer that peeks it (release, acquire).
//   Progress    no call blocks but close(), see there. Nothing is promised to leave before flush():
//               send as many as you like, then flush once. Memory kinds neither allocate, lock nor
//               make a system call (but to wake a sleeping peer, in flush).
//   Back-pressure  is the value Io::full: the message was not taken, keep it and wait for
//               `writable`. Keep reading meanwhile, or two ends that only send wait for each other
//               for ever.
//   Failure     Io::closed: the peer said close() and everything it sent has been read.
//               Io::peer_lost: it died, its cable was cut or it broke the protocol; messages that
//               had already arrived are still delivered first. Both are final; why() tells more.
//               Io::too_big: over max_message_bytes, nothing sent, nothing broken.
//               Sending fails as soon as the end is known, reading only after what had arrived.
//   Liveness    a process that dies is noticed at once by sockets, within 50 ms of waiting by
//               `shm`; a host that vanishes after options().peer_timeout_ns (tcp, tls). `thread` ends
//               die with their process.
//
// Best-effort and multicast transports have a contract of their own (port.hpp): one sender and many
// receivers is not a channel. Chain modules (chain.hpp) stand on either.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "orrery/base/result.hpp"
#include "orrery/transport/waitable.hpp"

namespace orrery::transport {

enum class Kind : std::uint8_t { thread, shm, uds, tcp, tcp_per_message, mailer, tls };
std::string_view to_string(Kind kind);
base::Result<Kind> parse_kind(std::string_view name);

enum class Io : std::uint8_t { ok, empty, full, too_big, closed, peer_lost };
std::string_view to_string(Io io);

struct ChannelOptions {
  std::uint32_t max_message_bytes = 16 * 1024;
  // Per direction, bytes that may be under way: a power of two from 4 KiB, at least 4 messages of
  // the greatest size (raised to that if less). Small is fast: a ring that stays in the cache costs
  // no memory traffic.
  std::uint32_t buffer_bytes = 64 * 1024;
  // tcp, tls: a silent cable is peer_lost after this. tcp_per_message: so is a caller that stops within a message.
  std::int64_t peer_timeout_ns = 10'000'000'000;
};

struct ChannelCounters {
  std::uint64_t messages_sent = 0;
  std::uint64_t bytes_sent = 0;  // payload
  std::uint64_t messages_received = 0;
  std::uint64_t bytes_received = 0;
  std::uint64_t would_block = 0;   // Io::full returned
  std::uint64_t wake_ups = 0;      // a sleeping peer was woken by us: system calls
  std::uint64_t system_calls = 0;  // of sockets
  std::uint64_t malformed = 0;     // of sockets: what broke the protocol, or a stranger's
  // tcp_per_message:
  std::uint64_t connections = 0;   // made and ended here; each leaves a TIME-WAIT
  std::int64_t connecting_ns = 0;  // until they were made
  std::uint64_t no_port = 0;       // no local port was free: all are in use or in TIME-WAIT
};

struct Reserved {
  Io io = Io::full;  // ok, full, too_big, closed, peer_lost
  std::span<std::byte> bytes;
};

struct Peeked {
  Io io = Io::empty;  // ok, empty, closed, peer_lost
  std::span<const std::byte> bytes;
};

class Channel : public Waitable {
 public:
  ~Channel() override = default;  // closes

  // Sending. One reservation at a time; commit(n), n <= bytes.size(), makes it a message of n
  // bytes; a reservation that is not committed is dropped by the next.
  virtual Reserved reserve(std::size_t bytes) = 0;
  virtual void commit(std::size_t bytes) = 0;
  // ok: all has left this end; full: part is left, the wait set goes on with it; closed, peer_lost.
  virtual Io flush() = 0;
  Io send(std::span<const std::byte> message);      // reserve, copy, commit
  Io send_now(std::span<const std::byte> message);  // send, flush

  // Receiving. peek() shows the oldest message, again and again, until release().
  virtual Peeked peek() = 0;
  virtual void release() = 0;

  // Says good-bye after what was sent; later calls give Io::closed. Idempotent. A socket whose peer
  // has not read for long is given up to a second, unless its host is silent; if that does not do, the peer sees
  // peer_lost.
  virtual void close() = 0;
  // Gives up a peer that may live, without waiting: later calls give Io::closed. Should it read again, it is told by
  // peer_lost and may_live(), after what had left and came before. Where the peer has read nothing for long that takes
  // further calls of pump(); the rest is dropped when the channel is destroyed.
  virtual void abandon() { close(); }

  // Around fork(). A pair is made before it; then each process adopt()s the end that it uses, once,
  // before it uses it, and forget()s its copy of the other (and of all ends that are not its own
  // business): that drops descriptors and mappings without a word to the peer. After forget() only
  // the destructor may be called.
  virtual base::Status adopt() = 0;
  virtual void forget() = 0;

  [[nodiscard]] virtual Kind kind() const = 0;
  [[nodiscard]] virtual const ChannelOptions& options() const = 0;  // as agreed with the peer
  [[nodiscard]] virtual const ChannelCounters& counters() const = 0;
  [[nodiscard]] virtual std::string why() const = 0;  // after closed or peer_lost: what happened
  // After peer_lost: its cable was cut, it fell silent or it broke the protocol, it has given this end up, or its host reset
  // the connection after a silence (that may be why). False: it has ended.
  [[nodiscard]] virtual bool may_live() const { return false; }

 protected:
  Channel() = default;
};

}  // namespace orrery::transport
