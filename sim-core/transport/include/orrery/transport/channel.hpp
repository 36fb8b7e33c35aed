// A channel: reliable, ordered messages in both directions between two parties, over any medium.
//
// The contract is the same for every kind; one conformance suite checks all of them.
//   Messages       keep their boundaries (0 to options().max_message_bytes bytes) and their order. None is lost, duplicated or
//                  altered while both ends live. Messages sent before close() are still delivered.
//   Ownership      this object is one end. It belongs to one thread at a time. The two ends may be in one thread, two threads,
//                  two processes or (tcp, tls) on two hosts. For its whole life an end is bound to the doorbell of the thread that
//                  waits on it (wait_set.hpp).
//   Memory         the span of reserve() is valid until commit(), the span of peek() until release(). Both lie in the channel,
//                  aligned to 8 bytes: nothing is copied. Writes before commit() are visible to the peer that peeks the message
//                  (release, acquire).
//   Progress       no call blocks except close(). A message may stay in this end until flush(): send several, then flush once.
//                  Memory kinds (thread, shm) do not allocate, lock or call the kernel, except that flush() wakes a sleeping
//                  peer.
//   Back-pressure  Io::full: the message was not taken. Keep it and wait for `writable`, and read meanwhile: two ends that only
//                  send wait for each other for ever.
//   Failure        Io::closed: the peer called close(), and everything it sent has been read. Io::peer_lost: the peer died, the
//                  connection was cut, or the peer broke the protocol; messages that had arrived are delivered first. Both are
//                  final, and why() gives the reason. Io::too_big: the message exceeds max_message_bytes; nothing was sent.
//                  Sending fails as soon as the end is known; receiving fails after the messages that had arrived.
//   Liveness       sockets notice the death of a process at once; `shm` within 50 ms of waiting; `tcp` and `tls` notice a host
//                  that vanished after options().peer_timeout_ns. `thread` ends die with their process.
//
// Best-effort and multicast transports have one sender and many receivers; their contract is port.hpp. Chain modules (chain.hpp)
// sit on channels and ports alike.
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
  // Bytes under way in one direction: a power of two from 4 KiB. Raised to 4 messages of the greatest size. A small buffer
  // stays in the processor's cache and is faster.
  std::uint32_t buffer_bytes = 64 * 1024;
  // tcp, tls: a peer that is silent for this long is lost. tcp_per_message: so is a caller that stops within a message.
  std::int64_t peer_timeout_ns = 10'000'000'000;
};

struct ChannelCounters {
  std::uint64_t messages_sent = 0;
  std::uint64_t bytes_sent = 0;  // payload
  std::uint64_t messages_received = 0;
  std::uint64_t bytes_received = 0;
  std::uint64_t would_block = 0;   // Io::full returned
  std::uint64_t wake_ups = 0;      // system calls that woke a sleeping peer
  std::uint64_t system_calls = 0;  // sockets only
  std::uint64_t malformed = 0;  // sockets only: messages that broke the protocol, or a stranger's
  // tcp_per_message only:
  std::uint64_t connections = 0;   // opened and closed at this end; each leaves a TIME-WAIT
  std::int64_t connecting_ns = 0;  // total time to open them
  std::uint64_t no_port = 0;       // no local port was free: all in use or in TIME-WAIT
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

  // Sending. There is one reservation at a time. commit(n), n <= bytes.size(), sends its first n bytes as a message. The next
  // reserve() drops a reservation that was not committed.
  virtual Reserved reserve(std::size_t bytes) = 0;
  virtual void commit(std::size_t bytes) = 0;
  // ok: everything has left this end. full: some is left; the wait set continues with it. Also closed, peer_lost.
  virtual Io flush() = 0;
  Io send(std::span<const std::byte> message);      // reserve, copy, commit
  Io send_now(std::span<const std::byte> message);  // send, flush

  // Receiving. peek() returns the oldest message, the same one until release().
  virtual Peeked peek() = 0;
  virtual void release() = 0;

  // Ends the channel after the messages sent so far; later calls return Io::closed. May be called again. Waits up to a second
  // for a peer that does not read, unless its host is silent; if the peer still does not read, it will see peer_lost.
  virtual void close() = 0;
  // Gives up a peer that may still live, without waiting; later calls return Io::closed. If the peer reads again it gets the
  // messages that had left, then peer_lost with may_live(). If the peer has read nothing for long, pump() must be called for
  // that; destroying the channel drops what is left.
  virtual void abandon() { close(); }

  // Around fork(). Make the pair before it. Then each process calls adopt(), once, on the end that it uses, and forget() on
  // every end that it does not use: that closes descriptors and mappings without telling the peer. After forget() only the
  // destructor may be called.
  virtual base::Status adopt() = 0;
  virtual void forget() = 0;

  [[nodiscard]] virtual Kind kind() const = 0;
  // Those agreed with the peer.
  [[nodiscard]] virtual const ChannelOptions& options() const = 0;
  [[nodiscard]] virtual const ChannelCounters& counters() const = 0;
  // The reason, after closed or peer_lost.
  [[nodiscard]] virtual std::string why() const = 0;
  // After peer_lost: whether the peer may still live. True if the connection was cut, the peer was silent, broke the protocol
  // or gave this end up, or its host reset the connection after a silence. False if the peer has ended.
  [[nodiscard]] virtual bool may_live() const { return false; }

 protected:
  Channel() = default;
};

}  // namespace orrery::transport
