// The calling side of kinds `shm`, `uds` and `tcp`.
#pragma once

#include <memory>
#include <string>

#include "orrery/transport/transport.hpp"

namespace orrery::transport {

// `address` is the endpoint without its kind.
base::Result<std::unique_ptr<Channel>> connect_socket(Kind kind, const std::string& address,
                                                      const ConnectOptions& options,
                                                      std::shared_ptr<base::Doorbell> bell,
                                                      std::int64_t deadline_ns);

// A connected pair of sockets of kind uds or tcp (loopback), tuned.
struct SocketPair {
  base::UniqueFd a;
  base::UniqueFd b;
};
base::Result<SocketPair> make_socket_pair(Kind kind, const ChannelOptions& options);

}  // namespace orrery::transport
