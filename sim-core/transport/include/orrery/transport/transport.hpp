// Makes channels: pairs, and rendezvous between parties that share no fixed port.
//
// A Transport belongs to the composition root of a process and holds the names of the process's `thread` listeners. Any thread may
// use it. Channels may outlive it.
//
// Rendezvous: listen() returns an endpoint ("tcp:10.83.0.1:43817", "uds:@orrery-5f3a...", "shm:@orrery-...", "thread:..."), the
// control plane carries it to the peers, and they connect() to it. Both sides prove the run's token and state their index. A wrong
// token, protocol or index is refused and counted, and never becomes a channel. Local sockets have abstract names: they leave nothing
// in a file system, and processes of other users are refused. `shm` and `uds` need both ends on one host and in one network
// namespace, `thread` in one process.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "orrery/base/doorbell.hpp"
#include "orrery/base/result.hpp"
#include "orrery/transport/channel.hpp"

namespace orrery::transport {

struct Identity {
  std::string run_token;    // up to 64 bytes, unguessable, the same at all parties of a run
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
  // Waits until `deadline_ns` (base::now_ns()) for the next peer that identifies itself. Other callers are refused and delay nobody.
  // The channel is bound to `bell`. For one thread at a time. Errors: timed_out, io.
  virtual base::Result<Accepted> accept(std::shared_ptr<base::Doorbell> bell,
                                        std::int64_t deadline_ns) = 0;
  [[nodiscard]] virtual std::uint64_t refused() const = 0;

 protected:
  Listener() = default;
};

struct ListenOptions {
  Identity self;
  std::string bind_address = "127.0.0.1";  // tcp: an address of this host that peers can reach
  ChannelOptions channel = {};             // the listener's options apply to both ends
};

struct ConnectOptions {
  Identity self;
  std::uint32_t peer_index = 0;  // the party that must answer
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

  // Retries until `deadline_ns` while nobody listens yet or the listener hangs up without an answer. Errors, naming the endpoint:
  // timed_out, refused (one side is not the party that the other expects), invalid_argument, io.
  base::Result<std::unique_ptr<Channel>> connect(const std::string& endpoint,
                                                 const ConnectOptions& options,
                                                 std::shared_ptr<base::Doorbell> bell,
                                                 std::int64_t deadline_ns);

  // Makes both ends: for two threads, or before fork() for parent and child, with shared doorbells (see Channel::adopt, forget).
  // `thread` works within one process only.
  static base::Result<ChannelPair> make_pair(Kind kind, const ChannelOptions& options,
                                             std::shared_ptr<base::Doorbell> bell_a,
                                             std::shared_ptr<base::Doorbell> bell_b);

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace orrery::transport
