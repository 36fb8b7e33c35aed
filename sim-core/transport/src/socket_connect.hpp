// The calling side of kinds `shm`, `uds`, `tcp` and `tls`.
#pragma once

#include <memory>
#include <string>

#include "orrery/transport/transport.hpp"

#include "tls_session.hpp"

namespace orrery::transport {

// `address` is the endpoint without its kind.
base::Result<std::unique_ptr<Channel>> connect_socket(Kind kind, const std::string& address,
                                                      const ConnectOptions& options,
                                                      std::shared_ptr<base::Doorbell> bell,
                                                      std::int64_t deadline_ns);

// A connected pair of sockets of kind uds, or of one over TCP (loopback), tuned.
struct SocketPair {
  base::UniqueFd a;
  base::UniqueFd b;
};
base::Result<SocketPair> make_socket_pair(Kind kind, const ChannelOptions& options);

// Sessions over a pair of sockets, with a key of their own and their handshake done.
struct TlsPair {
  std::unique_ptr<TlsSession> a;
  std::unique_ptr<TlsSession> b;
};
base::Result<TlsPair> make_tls_pair(const SocketPair& sockets);

}  // namespace orrery::transport
