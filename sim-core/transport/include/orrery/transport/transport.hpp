// Where channels come from: pairs made beforehand, and rendezvous between strangers without fixed
// ports.
//
// A Transport belongs to the composition root of a process; it holds the names of this process's
// `thread` listeners and nothing else. Safe for any thread. The channels outlive it.
//
// Rendezvous: listen() gives an endpoint ("tcp:10.83.0.1:43817", "uds:@orrery-5f3a...",
// "shm:@orrery-...", "thread:...") which the control plane carries to the peers; they connect() to
// it. Both sides say who they are: the run's token and their index. A wrong token, protocol or
// index is refused, counted, and never becomes a channel. Local sockets have abstract names:
// nothing is left in a file system, and processes of other users are refused too. `shm`, `uds` and
// `thread` need both ends on one host (and in one network namespace; `thread` in one process).
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "orrery/base/doorbell.hpp"
#include "orrery/base/result.hpp"
#include "orrery/transport/channel.hpp"

namespace orrery::transport {

struct Identity {
  std::string run_token;    // up to 64 bytes, the same in all parties of a run, unguessable
  std::uint32_t index = 0;  // of the party in the run
};

struct Accepted {
  std::unique_ptr<Channel> channel;
  std::uint32_t peer_index = 0;
};

class Listener {
 public:
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  virtual ~Listener() = default;

  [[nodiscard]] virtual const std::string& endpoint() const = 0;
  // The next peer that identifies itself, until the deadline (of base::now_ns()); strangers are
  // turned away and do not hold up others. The channel is bound to `bell`. Errors: timed_out, io.
  // One thread.
  virtual base::Result<Accepted> accept(std::shared_ptr<base::Doorbell> bell,
                                        std::int64_t deadline_ns) = 0;
  [[nodiscard]] virtual std::uint64_t refused() const = 0;

 protected:
  Listener() = default;
};

struct ListenOptions {
  Identity self;
  std::string bind_address = "127.0.0.1";  // tcp: the address of this host that peers can reach
  ChannelOptions channel = {};             // the listener's are agreed on
};

struct ConnectOptions {
  Identity self;
  std::uint32_t peer_index = 0;  // who must answer
};

struct ChannelPair {
  std::unique_ptr<Channel> a;
  std::unique_ptr<Channel> b;
};

class Transport {
 public:
  Transport();
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  ~Transport();

  // Errors: invalid_argument, io.
  base::Result<std::unique_ptr<Listener>> listen(Kind kind, const ListenOptions& options);

  // Tries again while nobody listens yet, or hangs up without an answer, until the deadline. Errors: timed_out, refused (we are
  // not whom they expect, or they are not whom we do), invalid_argument, io. The message names the
  // endpoint.
  base::Result<std::unique_ptr<Channel>> connect(const std::string& endpoint,
                                                 const ConnectOptions& options,
                                                 std::shared_ptr<base::Doorbell> bell,
                                                 std::int64_t deadline_ns);

  // Both ends at once: for two threads, or for parent and child if made before fork() with shared
  // doorbells (then see Channel::adopt and forget). `thread` works inside one process only.
  static base::Result<ChannelPair> make_pair(Kind kind, const ChannelOptions& options,
                                             std::shared_ptr<base::Doorbell> bell_a,
                                             std::shared_ptr<base::Doorbell> bell_b);

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace orrery::transport
